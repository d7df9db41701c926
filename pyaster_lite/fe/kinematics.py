"""Small strain in each kind of continuum: which strains there are and how displacements make them.

Strains and stresses are kept in Mandel's notation, shear components multiplied by sqrt 2: (xx, yy, zz, xy) in plane and
axisymmetric problems, (xx, yy, zz, xy, xz, yz) in space. So stress . strain is the work, and the elasticity matrix is
the tensor's own.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from .contraction import contracted
from .errors import ComputationFailed
from .tensors import AXES

SHEAR = 1 / sqrt(2)


def gradients(derivatives: np.ndarray, coordinates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Derivatives in space (ne, ng, dim, nn) and |det J| (ne, ng).

    `derivatives` (ng, dim, nn) on the reference cell, `coordinates` (ne, nn, dim). Raises ComputationFailed for a
    flat cell.
    """
    inverse, determinant = inverted(contracted("gdn,enk->egdk", derivatives, coordinates))
    return inverse @ derivatives, abs(determinant)


def inverted(mapping: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The inverses of mappings (..., dim, dim), dim up to 3, by their cofactors (as dfdm3d), and their determinants (...).

    Raises ComputationFailed where one vanishes.
    """
    dim = mapping.shape[-1]
    if dim == 3:
        (a, b, c), (d, e, f), (g, h, i) = np.moveaxis(mapping, (-2, -1), (0, 1))
        rows = (
            (e * i - f * h, c * h - b * i, b * f - c * e),
            (f * g - d * i, a * i - c * g, c * d - a * f),
            (d * h - e * g, b * g - a * h, a * e - b * d),
        )
    elif dim == 2:
        (a, b), (c, d) = np.moveaxis(mapping, (-2, -1), (0, 1))
        rows = ((d, -b), (-c, a))
    else:
        rows = ((np.ones(mapping.shape[:-2]),),)
    determinant = sum(mapping[..., 0, k] * rows[k][0] for k in range(dim))
    if not (abs(determinant) > 1e-300).all():
        raise ComputationFailed("a cell is flat: its jacobian vanishes at an integration point")
    inverse = np.empty(mapping.shape)
    for i, row in enumerate(rows):
        for k, cofactor in enumerate(row):
            np.divide(cofactor, determinant, out=inverse[..., i, k])
    return inverse, determinant


def determinant(matrix: np.ndarray) -> np.ndarray:
    """(...) of matrices (..., 3, 3), by the minors of the first row."""
    (a, b, c), (d, e, f), (g, h, i) = np.moveaxis(matrix, (-2, -1), (0, 1))
    return a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)


class Continuum:
    """A kind of continuum: its unknowns, its strains, its volume.

    revolves  it is a slice of a solid of revolution;  flat  the stress across is zero (plane stress)
    hides_across  fields show no strain across, be there one that stress causes
    slopes_alone  strains are made of the slopes of displacements, of nothing else
    """

    revolves = flat = hides_across = slopes_alone = False
    dim: int
    unknowns: tuple[str, ...]
    strains: tuple[str, ...]

    def strain_matrix(self, gradient, functions, radius) -> np.ndarray:
        """B (ne, ng, ns, nd) with strain = B u, from gradients (ne, ng, dim, nn), functions (ng, nn), radius (ne, ng)."""
        raise NotImplementedError

    def completed(self, strain: np.ndarray, elastic: np.ndarray, data) -> np.ndarray:
        """Strains (ne, ng, ns) with those that displacements do not tell; `elastic` is the part that stress causes."""
        return strain

    def shown(self, strain: np.ndarray, elastic: np.ndarray, data) -> np.ndarray:
        """Strains (ne, ng, ns) as fields of results have them, in code_aster; as `completed`."""
        result = self.completed(strain, elastic, data)
        if self.hides_across:
            result = result.copy()
            result[..., 2] = 0.0
        return result

    def plastic(self, strain: np.ndarray, elastic: np.ndarray) -> np.ndarray:
        """Plastic strains (ne, ng, ns) with what holds across the plane; `elastic` are the elastic ones."""
        return strain

    def measure(self, radius) -> np.ndarray | float:
        """What the area or volume element is multiplied by."""
        return 1.0

    def elasticity(self, full: np.ndarray) -> np.ndarray:
        """(ne, ns, ns) from the three-dimensional elasticity (ne, 6, 6)."""
        ns = len(self.strains)
        return full[..., :ns, :ns]

    def slope_elasticity(self, elasticity: np.ndarray) -> np.ndarray:
        """(..., dim dim, dim dim) C_ikjl in rows (i, j) and columns (k, l), from the elasticity (..., ns, ns): what slopes along k and l
        make of displacements along i and j.
        """
        dim, place, share = self.dim, np.zeros((self.dim, self.dim), int), np.ones((self.dim, self.dim))
        for row, (a, b) in enumerate(self.strains):
            i, j = "XYZ".index(a), "XYZ".index(b)
            if max(i, j) < dim:
                place[i, j] = place[j, i] = row
                share[i, j] = share[j, i] = 1.0 if i == j else SHEAR
        place, share = place.ravel(), share.ravel()
        full = elasticity[..., place[:, None], place] * np.outer(share, share)
        return full.reshape(*elasticity.shape[:-2], dim, dim, dim, dim).swapaxes(-3, -2).reshape(full.shape)


class Plane(Continuum):
    """Plane strain."""

    hides_across = slopes_alone = True
    dim = 2
    unknowns = ("DX", "DY")
    strains = ("XX", "YY", "ZZ", "XY")

    def strain_matrix(self, gradient, functions, radius):
        """exx, eyy, 0, sqrt2 exy."""
        ne, ng, _, nn = gradient.shape
        b = np.zeros((ne, ng, 4, nn, 2))
        b[:, :, 0, :, 0] = gradient[:, :, 0]
        b[:, :, 1, :, 1] = gradient[:, :, 1]
        b[:, :, 3, :, 0] = SHEAR * gradient[:, :, 1]
        b[:, :, 3, :, 1] = SHEAR * gradient[:, :, 0]
        return b.reshape(ne, ng, 4, 2 * nn)

    def plastic(self, strain, elastic):
        """Across, the elastic strain is the only one beside the plastic one."""
        result = strain.copy()
        result[..., 2] = -elastic[..., 2]
        return result


class PlaneStress(Plane):
    """Plane stress: the strain across follows from szz = 0."""

    flat, hides_across = True, False

    def elasticity(self, full):
        """The plane part with szz condensed."""
        plane = full[..., :4, :4]
        across = plane[..., :, 2]
        return plane - across[..., :, None] * across[..., None, :] / plane[..., 2, 2][..., None, None]

    def completed(self, strain, elastic, data):
        """The elastic strain across follows from szz = 0."""
        row = data.elasticity()[..., 2, :4]
        across = -(row[..., [0, 1, 3]] * elastic[..., [0, 1, 3]]).sum(axis=-1) / row[..., 2]
        result = strain.copy()
        result[..., 2] += across - elastic[..., 2]
        return result

    def plastic(self, strain, elastic):
        """The volume stays."""
        result = strain.copy()
        result[..., 2] = -strain[..., 0] - strain[..., 1]
        return result


class Axisymmetric(Plane):
    """Revolution about the y axis, x being the radius; forces and stiffness are per radian."""

    revolves, hides_across, slopes_alone = True, False, False

    def strain_matrix(self, gradient, functions, radius):
        """The plane strains and ezz = u / r."""
        b = super().strain_matrix(gradient, functions, radius)
        b[:, :, 2, 0::2] = functions / radius[:, :, None]
        return b

    def plastic(self, strain, elastic):
        """As they are."""
        return strain

    def measure(self, radius):
        """The radius."""
        return radius


class Space(Continuum):
    """Three dimensions."""

    dim, slopes_alone = 3, True
    unknowns = ("DX", "DY", "DZ")
    strains = AXES

    def strain_matrix(self, gradient, functions, radius):
        """The six strains."""
        ne, ng, _, nn = gradient.shape
        b = np.zeros((ne, ng, 6, nn, 3))
        for axis in range(3):
            b[:, :, axis, :, axis] = gradient[:, :, axis]
        for row, (i, j) in ((3, (0, 1)), (4, (0, 2)), (5, (1, 2))):
            b[:, :, row, :, i] = SHEAR * gradient[:, :, j]
            b[:, :, row, :, j] = SHEAR * gradient[:, :, i]
        return b.reshape(ne, ng, 6, 3 * nn)
