"""Hybrid solids in small and large strains (r3.06.14).

With H = G u the gradient, P its dual stress, A = dP/dH and b the coefficient of the stabilisation s,

    f = sum over points of P : (G v) V + b s(u, v)        K = sum over points of (G w) : A : (G v) V + b s(w, v)

G u is a polynomial of each cell: P and A are first summed up over the points against the polynomials, then G comes once.
In small strain the strain is T H, P = T^T stress and A = T^T D T.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..contraction import contracted
from ..data import ElementData
from ..element import PointState
from ..kinematics import SHEAR, Continuum
from ..large_strain import AXES, Green, full
from ..logarithmic_strain import Logarithmic
from ..solid import Solid
from .cell import Hybrid

STIFF = 10.0
"""What Young's modulus is multiplied by where the material does not give the coefficient of the stabilisation."""
CACHED = 64
"""Cells whose matrices are made at once: what they need stays in the processor's cache."""


class HybridSolid(Hybrid, Solid):
    """A solid in small strain; its kinds in large strain are in KINDS."""

    translations = ()

    def __init__(self, cell: str, continuum: Continuum, degree: int):
        Hybrid.__init__(self, cell, continuum, degree, tuple("XYZ"[: continuum.dim]))

    def moving(self, kind):
        """The same cells with the kinematics of fe.large_strain; None where there are none."""
        own = KINDS.get(kind)
        return None if own is None else own(self.cell, self.continuum, self.degree)

    @cached_property
    def _symmetric(self):
        """T (ns, dim, dim)."""
        result = np.zeros((len(self.continuum.strains), self.dim, self.dim))
        for row, (a, b) in enumerate(self.continuum.strains):
            i, j = AXES[a], AXES[b]
            if max(i, j) < self.dim:
                result[row, i, j] = result[row, j, i] = 1.0 if i == j else SHEAR
        return result

    def _strained(self, u):
        return u

    def _split(self, u):
        """(ne, n, dim)."""
        return u.reshape(len(u), -1, self.dim)

    def _turn(self, data, u):
        """H (ne, ng, dim, dim)."""
        coefficients = contracted("eakn,eni->ekia", self.hybrid(data).gradient, self._split(u))
        return contracted("egk,ekia->egia", self._values(data), coefficients)

    def plain_strains(self, data, u):
        """T H."""
        return contracted("sia,egia->egs", self._symmetric, self._turn(data, u))

    def _summed(self, data, piola):
        """(ne, nd) sum over points of P : (G v) V of P (ne, ng, dim, dim)."""
        weighted = self._values(data) * self.point_weights(data)[..., None]
        coefficients = contracted("egk,egia->eaki", weighted, piola)
        return contracted("eakn,eaki->eni", self.hybrid(data).gradient, coefficients).reshape(len(data), -1)

    def _tangent(self, data, rate):
        """(ne, nd, nd) sum over points of (G w) : A : (G v) V of A (ne, ng, dim, dim, dim, dim)."""
        values, gradient, dim = self._values(data), self.hybrid(data).gradient, self.dim
        weights, rate = self.point_weights(data), np.broadcast_to(rate, (*values.shape[:2], *rate.shape[2:]))
        ne, nk, n = len(data), values.shape[2], gradient.shape[-1]
        matrix = np.empty((ne, n, dim, n, dim))
        for start in range(0, ne, CACHED):
            own = slice(start, start + CACHED)
            products = (values[own, :, :, None] * values[own, :, None, :] * weights[own, :, None, None]).reshape(
                -1, values.shape[1], nk * nk
            )
            summed = products.swapaxes(1, 2) @ rate[own].reshape(-1, values.shape[1], dim**4)
            inner = summed.reshape(-1, nk, nk, dim, dim, dim, dim).transpose(0, 3, 5, 4, 1, 6, 2).reshape(-1, dim, dim, dim * nk, dim * nk)
            g = gradient[own].reshape(-1, 1, 1, dim * nk, n)
            matrix[own] = (g.swapaxes(-1, -2) @ (inner @ g)).transpose(0, 3, 1, 4, 2)
        return matrix.reshape(ne, n * dim, n * dim)

    def _stabilising(self, data):
        """(ne, n, n) b s of one component."""
        given = data.property("hho_stabilisation", np.nan)
        young = data.at_points("young", np.nan).mean(axis=1)
        return np.where(np.isnan(given), STIFF * young, given)[:, None, None] * self.hybrid(data).stabilisation

    def _held(self, data, u):
        """(ne, nd) forces of the stabilisation."""
        return (self._stabilising(data) @ self._split(u)).reshape(u.shape)

    def _by_component(self, matrix):
        """(ne, nd, nd) of a matrix (ne, n, n) of one component."""
        ne, n = matrix.shape[:2]
        result = np.zeros((ne, n, self.dim, n, self.dim))
        for axis in range(self.dim):
            result[:, :, axis, :, axis] = matrix
        return result.reshape(ne, n * self.dim, n * self.dim)

    def _small_tangent(self, data, tangent):
        t = self._symmetric
        return self._tangent(data, contracted("sia,egst,tjb->egiajb", t, tangent, t))

    def stiffness(self, data):
        """With the stabilisation."""
        elastic = self._small_tangent(data, self.continuum.elasticity(data.elasticity()))
        return elastic + self._by_component(self._stabilising(data))

    def nodal_forces(self, data, stress):
        """Those of the stresses alone."""
        return self._summed(data, np.einsum("sia,egs->egia", self._symmetric, stress))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Integrate the behaviour at every point; f and K of the module's head."""
        strain = self.plain_strains(data, u)
        stress, internal, tangent = behaviour.integrate(strain, state, data, self.continuum)
        force = self.nodal_forces(data, stress) + self._held(data, u)
        matrix = self._small_tangent(data, tangent) + self._by_component(self._stabilising(data)) if want_tangent else None
        return force, matrix, PointState(strain, stress, internal, u)

    def start(self, data, behaviour):
        """At rest."""
        rest = super().start(data, behaviour)
        rest.displacement = np.zeros((len(data), self.size))
        return rest

    def state_forces(self, data, state):
        """With the stabilisation, on the mesh as it is."""
        return self.resisting_forces(data, state.displacement, state.stress)

    def resisting_forces(self, data: ElementData, u: np.ndarray, stress: np.ndarray, moved: np.ndarray | None = None) -> np.ndarray:
        """(ne, nd) forces of stresses (ne, ng, ns) and of the stabilisation at displacements u (ne, nd).

        In large strain, where `moved` (ne,) says so, they are those of P = J s F^-T.
        """
        forces = self.nodal_forces(data, stress)
        if moved is not None and moved.any():
            f = np.eye(3) + self._whole(self._turn(data, u))
            first = np.linalg.det(f)[..., None, None] * full(stress) @ np.linalg.inv(f).swapaxes(-1, -2)
            forces = np.where(moved[:, None], self._summed(data, first[..., : self.dim, : self.dim]), forces)
        return forces + self._held(data, u)

    def _whole(self, gradient):
        """(ne, ng, 3, 3)."""
        result = np.zeros((*gradient.shape[:2], 3, 3))
        result[..., : self.dim, : self.dim] = gradient
        return result

    def reference_force(self, data, references):
        """For each direction, the largest of the forces on the constants of the faces and of the cell that each stress in turn makes,
        the sizes being added up."""
        hybrid, total = self.hybrid(data), 0.0
        for k in range(len(self.continuum.strains)):
            shear = 1.0 if len(set(self.continuum.strains[k])) == 1 else 1 / SHEAR
            stress = references["stress"] * shear * (np.arange(len(self.continuum.strains)) == k)
            stress = np.broadcast_to(stress, (*self.point_weights(data).shape, len(self.continuum.strains)))
            total = total + abs(self._split(self.nodal_forces(data, stress)))
        constants = [hybrid.on_face(face).start for face in range(len(self.shape.faces))] + [hybrid.in_cell.start]
        largest = total[:, constants].max(axis=1, keepdims=True)
        return np.broadcast_to(largest, total.shape).reshape(len(data), -1)

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

    def shown_at_nodes(self, data: ElementData, u: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, nn, dim) displacements at the nodes of coefficients u (ne, nd), and their names."""
        return self.at_nodes(data, self._split(u)), self.continuum.unknowns


class _Moved(HybridSolid):
    """In large strain; members say what H does as fe.large_strain.Large has it."""

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """f and K of the module's head."""
        now, before = self._whole(self._turn(data, u)), self._whole(self._turn(data, state.displacement))
        piola, rate, new = self.integrate(data, behaviour, now, before, state, want_tangent)
        square = (self.dim, self.dim)
        force = self._summed(data, piola.reshape(*piola.shape[:2], *square)) + self._held(data, u)
        matrix = None
        if want_tangent:
            matrix = self._tangent(data, rate.reshape(*rate.shape[:2], *square, *square)) + self._by_component(self._stabilising(data))
        new.displacement = u
        return force, matrix, new

    def state_forces(self, data, state):
        """Of P = J s F^-T, with the stabilisation."""
        return self.resisting_forces(data, state.displacement, state.stress, np.ones(len(data), bool))


class HybridGreen(_Moved, Green):
    """GREEN_LAGRANGE."""


class HybridLogarithmic(_Moved, Logarithmic):
    """GDEF_LOG."""


KINDS = {Green: HybridGreen, Logarithmic: HybridLogarithmic}
