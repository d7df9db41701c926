"""Hybrid solids in small and large strains (r3.06.14).

With G the gradient, C the tangent of the law and b the coefficient of the stabilisation (r and s are in the package's head),

    f = sum over points of (G v)^T stress V + b s(u, v)
"""

from __future__ import annotations

import numpy as np

from ..data import ElementData
from ..kinematics import Continuum
from ..large_strain import Green, full
from ..logarithmic_strain import Logarithmic
from ..solid import Solid
from .cell import Hybrid

STIFF = 10.0
"""What Young's modulus is multiplied by where the material does not give the coefficient of the stabilisation."""


class HybridSolid(Hybrid, Solid):
    """A solid in small strain; its kinds in large strain are in KINDS."""

    translations = ()

    def __init__(self, cell: str, continuum: Continuum, degree: int):
        Hybrid.__init__(self, cell, continuum, degree, tuple("XYZ"[: continuum.dim]))

    def moving(self, kind):
        """The same cells with the kinematics of fe.large_strain; None where there are none."""
        own = KINDS.get(kind)
        return None if own is None else own(self.cell, self.continuum, self.degree)

    def _strained(self, u):
        return u

    def _stabilising(self, data):
        """(ne, n, n) b s of one component."""
        given = data.property("hho_stabilisation", np.nan)
        young = data.at_points("young", np.nan).mean(axis=1)
        return np.where(np.isnan(given), STIFF * young, given)[:, None, None] * self.hybrid(data).stabilisation

    def _by_component(self, matrix):
        """(ne, nd, nd) of a matrix (ne, n, n) of one component."""
        ne, n = matrix.shape[:2]
        result = np.zeros((ne, n, self.dim, n, self.dim))
        for axis in range(self.dim):
            result[:, :, axis, :, axis] = matrix
        return result.reshape(ne, n * self.dim, n * self.dim)

    def _split(self, u):
        """(ne, n, dim)."""
        return u.reshape(len(u), -1, self.dim)

    def stiffness(self, data):
        """With the stabilisation."""
        return super().stiffness(data) + self._by_component(self._stabilising(data))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """With the stabilisation."""
        force, matrix, new = super().respond(data, behaviour, u, state, want_tangent)
        extra = self._stabilising(data)
        force = force + (extra @ self._split(u)).reshape(u.shape)
        new.displacement = u
        return force, None if matrix is None else matrix + self._by_component(extra), new

    def start(self, data, behaviour):
        """At rest."""
        rest = super().start(data, behaviour)
        rest.displacement = np.zeros((len(data), self.size))
        return rest

    def state_forces(self, data, state):
        """With the stabilisation, on the mesh as it is."""
        held = self._stabilising(data) @ self._split(state.displacement)
        return self.nodal_forces(data, state.stress) + held.reshape(len(data), -1)

    def mass(self, data):
        """sum over points of rho v_T v_T."""
        density = np.broadcast_to(data.property("density")[:, None], self.point_weights(data).shape)
        return self._by_component(self.product(data, density))

    def body_force(self, data: ElementData, force) -> np.ndarray:
        """(ne, nd) forces of a force by volume (3,), (ne, 1, 3) or (ne, ng, 3), N/m3 (by area in the plane)."""
        force = np.broadcast_to(force, (len(data), len(self.rule()), 3))[..., : self.dim]
        return self.by_coefficient(data, force).reshape(len(data), -1)

    @property
    def strain_factors(self):
        """None: code_aster shows the shear strains of hybrid cells with the sqrt 2 of Mandel's notation."""
        return np.ones(len(self.continuum.strains))

    def values_at_nodes(self, data: ElementData, u: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, nn, dim) displacements at the nodes of coefficients u (ne, nd), and their names."""
        return self.at_nodes(data, self._split(u)), self.continuum.unknowns


class _Moved(HybridSolid):
    def nodal_forces(self, data, stress):
        """What small strains make of stresses has no meaning here: see state_forces."""
        return None

    def state_forces(self, data, state):
        """sum over points of G^T P, P = J s F^-T, with the stabilisation."""
        g, volume = self.gradient_matrix(data)
        f = np.eye(3) + self._square(np.einsum("eghd,ed->egh", g, state.displacement, optimize=True))
        first = np.linalg.det(f)[..., None, None] * full(state.stress) @ np.linalg.inv(f).swapaxes(-1, -2)
        piola = np.stack([first[..., i, a] for i, a in self.gradient_pairs], axis=-1)
        held = self._stabilising(data) @ self._split(state.displacement)
        return np.einsum("eghd,egh,eg->ed", g, piola, volume, optimize=True) + held.reshape(len(data), -1)


class HybridGreen(_Moved, Green):
    """GREEN_LAGRANGE."""


class HybridLogarithmic(_Moved, Logarithmic):
    """GDEF_LOG."""


KINDS = {Green: HybridGreen, Logarithmic: HybridLogarithmic}
