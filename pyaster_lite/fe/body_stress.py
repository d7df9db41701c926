"""The elastic stress of the bodies behind surface cells, at the nodes of these (r5.03.55)."""

from __future__ import annotations

import numpy as np

from .shapes import shape_derivatives


class BodyStress:
    """Isotropic linear elasticity: at a node, s = 2 mu e + lambda tr(e) 1 with e the symmetric gradient in the cell behind, at rest.

    bodies  (n, w) nodes of the cells behind, -1 beyond a cell's own
    slopes  (n, k, w, 3) gradients at rest of their shape functions at the k nodes of the surface cells
    lame    (n, 2) lambda and mu (N/m2)
    """

    def __init__(self, bodies: np.ndarray, slopes: np.ndarray, lame: np.ndarray):
        self._bodies, self._slopes, self._lame = bodies, slopes, lame

    @classmethod
    def of(cls, skins: np.ndarray, cells: list, coordinates: np.ndarray, young: np.ndarray, poisson: np.ndarray) -> BodyStress:
        """Of surface cells `skins` (n, k) and the cells behind [(kind, nodes)], with moduli (n,) (N/m2) and Poisson's ratios (n,).

        coordinates (n_nodes, 3) at rest; bodies of two dimensions are in plane strain.
        """
        from .cells import reference_cell

        width = max(len(nodes) for _, nodes in cells)
        bodies, slopes = np.full((len(cells), width), -1), np.zeros((*skins.shape, width, 3))
        for rank, (kind, nodes) in enumerate(cells):
            bodies[rank, : len(nodes)] = nodes
            dim = reference_cell(kind).dim
            own = skins[rank][skins[rank] >= 0]
            at = reference_cell(kind).nodes[[int(np.flatnonzero(nodes == node)[0]) for node in own]]
            local = shape_derivatives(kind, at)
            jacobian = local @ coordinates[nodes, :dim]
            slopes[rank, : len(own), : len(nodes), :dim] = np.linalg.solve(jacobian, local).transpose(0, 2, 1)
        lame = young * poisson / (1.0 + poisson) / (1.0 - 2.0 * poisson), 0.5 * young / (1.0 + poisson)
        return cls(bodies, slopes, np.stack(lame, axis=1))

    def at(self, moved: np.ndarray) -> np.ndarray:
        """(n, k, 3, 3) stresses under displacements `moved` (n_nodes, 3)."""
        gradient = np.einsum("nkwj,nwi->nkij", self._slopes, np.where((self._bodies >= 0)[:, :, None], moved[self._bodies], 0.0))
        strain = 0.5 * (gradient + gradient.transpose(0, 1, 3, 2))
        first, second = self._lame.T[:, :, None, None, None]
        return 2.0 * second * strain + first * np.trace(strain, axis1=2, axis2=3)[:, :, None, None] * np.eye(3)
