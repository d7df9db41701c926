"""Solids whose displacements or strains are large, in the reference configuration or in one that is moved along (r5.03.20 to r5.03.24).

With H the gradient of the displacement over the reference configuration, F = 1 + H, J = det F, all forces come from the first
Piola-Kirchhoff stress P = F S conjugate to H, all tangents from A = dP/dH:

    f = sum of G^T P V,   K = sum of G^T A G V,   H = G u

The stress that is kept is Cauchy's, s = F S F^T / J.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import PointState
from .solid import Solid
from .tensors import mandel_factors
from .unloading import UnloadingLaw

AXES = {"X": 0, "Y": 1, "Z": 2}
ROOT = np.sqrt(2.0)
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
PLACES = np.array([3 * a + b for a, b in PAIRS])
"""Of the components in a matrix, row after row."""


def full(tensor: np.ndarray) -> np.ndarray:
    """(..., 3, 3) of a symmetric tensor (..., 4 or 6) in Mandel's notation."""
    n = tensor.shape[-1]
    if n == len(PAIRS):
        whole = (tensor / mandel_factors()).take([0, 3, 4, 3, 1, 5, 4, 5, 2], axis=-1)
        return whole.reshape(*tensor.shape[:-1], 3, 3)
    result = np.zeros((*tensor.shape[:-1], 3, 3))
    for k, (a, b) in enumerate(PAIRS[:n]):
        result[..., a, b] = result[..., b, a] = tensor[..., k] if a == b else tensor[..., k] / ROOT
    return result


def mandel(matrix: np.ndarray, n: int) -> np.ndarray:
    """(..., n) in Mandel's notation of a symmetric matrix (..., 3, 3)."""
    return matrix.reshape(*matrix.shape[:-2], 9).take(PLACES[:n], axis=-1) * mandel_factors()[:n]


def remembering(element, rest: PointState, behaviour) -> PointState:
    """The state at rest of an element that keeps its displacements, and variables of its own beside those of the law."""
    rest.internal = np.zeros((*rest.internal.shape[:2], behaviour.internal_size + element.added_variables))
    rest.displacement = np.zeros((len(rest.internal), element.size))
    return rest


class Followed(Solid):
    """A solid that remembers its displacements (ne, nd); it is never linear, whatever its law.

    added_variables  how many it adds to those of the law
    """

    straight = False
    added_variables = 0

    def start(self, data, behaviour):
        """At rest where the mesh is."""
        return remembering(self, super().start(data, behaviour), behaviour)

    def state_forces(self, data, state):
        """B^T s over the configuration where the displacements have brought the cells."""
        return self.nodal_forces(data.moved(state.displacement), state.stress)

    def resting_stiffness(self, data, behaviour, u, state):
        """The linear one over the mesh, as code_aster's (RIGI_MECA); viscous laws beside others (REGU_VISC) keep that of elasticity."""
        if "regularised_stiffness" in getattr(behaviour, "needs", ()):
            return self.elastic_stiffness(data, behaviour, u, state)
        return self.stiffness(data)

    @property
    def gradient_pairs(self) -> list[tuple[int, int]]:
        """(i, a) of the components du_i/dX_a that may differ from zero."""
        pairs = [(i, a) for i in range(self.dim) for a in range(self.dim)]
        return [*pairs, (2, 2)] if self.continuum.revolves else pairs

    def gradient_matrix(self, data: ElementData):
        """G (ne, ng, nh, nd) and weighted volume (ne, ng)."""
        gradient, functions, radius, volume = self.geometry(data)
        ne, ng, dim, nn = gradient.shape
        pairs = self.gradient_pairs
        matrix = np.zeros((ne, ng, len(pairs), nn, dim))
        for row, (i, a) in enumerate(pairs):
            if i < dim:
                matrix[:, :, row, :, i] = gradient[:, :, a]
            elif self.continuum.revolves:
                matrix[:, :, row, :, 0] = functions[None] / radius[:, :, None]
        return matrix.reshape(ne, ng, len(pairs), nn * dim), volume

    def strain_reaches(self, data, behaviour, state, u, change, steered, reach, bounds):
        """Lines of the part of the step's linear strains, over the cells as they stand, that goes along F E F^T of the start.

        E is Green's strain. As code_aster has it, the cells move on by the displacements u of the start from each point to the next one.
        """
        ns, lines = len(self.continuum.strains), []
        for point in range(len(self.rule())):
            matrix = self.gradient_matrix(data.moved(point * u))[0][:, point : point + 1]
            h = self._square(np.einsum("eghd,ed->egh", matrix, u))
            f = np.eye(3) + h
            before = mandel(f @ full(green(h, ns)) @ np.swapaxes(f, -1, -2), ns)
            _, fixed, per_unit = (
                strains[:, point : point + 1] for strains in self._steered_strains(data.moved((point + 1) * u), u, change, steered)
            )
            size = np.linalg.norm(before, axis=-1, keepdims=True)
            along = before / np.where(size > 0.0, size, np.nan)
            lines.append(np.stack([(along * fixed).sum(-1), (along * per_unit).sum(-1)], axis=-1))
        return np.concatenate(lines, axis=1)

    def _square(self, h):
        """(ne, ng, 3, 3) of components."""
        result = np.zeros((*h.shape[:2], 3, 3))
        for k, (i, a) in enumerate(self.gradient_pairs):
            result[..., i, a] = h[..., k]
        return result


class _Unloading(UnloadingLaw):
    """A law that answers as it does, but by the rates of its elasticity (options *_ELAS)."""

    def integrate(self, strain, state, data, continuum):
        """Stress, variables and the tangent by which it unloads."""
        stress, internal, _ = self.law.integrate(strain, state, data, continuum)
        return stress, internal, self.unloading(state, data, continuum)

    def kirchhoff(self, f, before, internal, data):
        """Kirchhoff's stress, variables and the rates of its elasticity."""
        return self.law.unloading_kirchhoff(f, before, internal, data)


def unloading_stiffness(element, data, behaviour, u, state):
    """(ne, nd, nd) by elasticity, over the cells where displacements u have brought them and with the stress that the law gives there.

    At the displacements of the state the rates are those at its own stress (nmdlog, nmgpfi: RIGI_MECA_ELAS and FULL_MECA_ELAS). Laws
    that soften (`unloads_at_rest`) keep the stiffness at rest.
    """
    if getattr(behaviour, "unloads_at_rest", False):
        return element.stiffness(data)
    data = data.between(data.step.before, data.step.after, np.array_equal(u, state.displacement))
    return element.respond(data, _Unloading(behaviour), u, state)[1]


class Updated(Followed):
    """PETIT_REAC: small strains before and after a step, both over the configuration at its end (r5.03.24, nmpl2d, nmpl3d)."""

    elastic_stiffness = unloading_stiffness

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """strain = strain_ + B(x) (u - u_), forces B(x)^T stress, tangent B(x)^T D B(x), at x = X + u."""
        moved = data.moved(u)
        b, volume = self.strain_matrix(moved)
        strain, before = (contracted("egsd,ed->egs", b, self._strained(motion)) for motion in (u, state.displacement))
        known = PointState(before, state.stress, state.internal, state.displacement)
        stress, internal, tangent = behaviour.integrate(strain, known, data, self.continuum)
        force = contracted("egsd,egs,eg->ed", b, stress, volume)
        matrix = self._virtual_work(b, tangent, volume) if want_tangent else None
        return force, matrix, PointState(strain, stress, internal, u)


class Large(Followed):
    """A solid over its reference configuration; members say what H does: `integrate(data, behaviour, h, h_, state, want_tangent)`
    gives P (ne, ng, nh), A (ne, ng, nh, nh) or None, and the new state without its displacement.

    hooped  whether A of a solid of revolution has what the hoop stress makes as it is
    """

    hooped = False
    elastic_stiffness = unloading_stiffness

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """f and K of the module's head."""
        g, volume = self.gradient_matrix(data)
        h, before = (self._square(contracted("eghd,ed->egh", g, self._strained(v))) for v in (u, state.displacement))
        piola, rate, new = self.integrate(data, behaviour, h, before, state, want_tangent)
        force = contracted("eghd,egh,eg->ed", g, piola, volume)
        matrix = self._virtual_work(g, rate, volume) if want_tangent else None
        new.displacement = u
        return force, matrix, new

    def integrate(self, data, behaviour, h, before, state, want_tangent):
        """What the kind of strain makes of the gradients."""
        raise NotImplementedError

    def _green_rate(self, f):
        """T (ne, ng, ns, nh) with dE = T dH for Green's strain E, at F (ne, ng, 3, 3)."""
        strains, pairs = self.continuum.strains, self.gradient_pairs
        rate = np.zeros((*f.shape[:2], len(strains), len(pairs)))
        for row, name in enumerate(strains):
            a, b = AXES[name[0]], AXES[name[1]]
            for column, (i, c) in enumerate(pairs):
                if a == b == c:
                    rate[..., row, column] = f[..., i, a]
                elif a != b and c in (a, b):
                    rate[..., row, column] = f[..., i, b if c == a else a] / ROOT
        return rate

    def _piola(self, f, second, tangent, want_tangent):
        """P and A from S (ne, ng, ns) and dS/dE (ne, ng or 1, ns, ns)."""
        rate = self._green_rate(f)
        piola = np.einsum("egsh,egs->egh", rate, second)
        if not want_tangent:
            return piola, None
        a = np.swapaxes(rate, 2, 3) @ tangent @ rate
        stress = full(second)
        for row, (i, p) in enumerate(self.gradient_pairs):
            for column, (j, q) in enumerate(self.gradient_pairs):
                if i == j:
                    a[..., row, column] += stress[..., p, q]
        return piola, a

    def _unhooped(self, a, second):
        """A (ne, ng, nh, nh) less what the hoop stress of S makes as it is where code_aster leaves that out of tangents (FEMatBB)."""
        if self.continuum.revolves and not self.hooped:
            a[..., -1, -1] -= second[..., 2]
        return a

    def _cauchy(self, f, second, n):
        """F S F^T / J (ne, ng, n)."""
        return mandel(f @ full(second) @ np.swapaxes(f, -1, -2), n) / np.linalg.det(f)[..., None]


class Green(Large):
    """GREEN_LAGRANGE: a law between Green's strain E = (H + H^T + H^T H) / 2 and the second Piola-Kirchhoff stress S (r5.03.22)."""

    def integrate(self, data, behaviour, h, before, state, want_tangent):
        """S by the law from E, S_ being found from Cauchy's stress."""
        ns = len(self.continuum.strains)
        f, f_before = np.eye(3) + h, np.eye(3) + before
        inverse = np.linalg.inv(f_before)
        second_before = mandel(inverse @ full(state.stress) @ np.swapaxes(inverse, -1, -2), ns) * np.linalg.det(f_before)[..., None]
        old = PointState(green(before, ns), second_before, state.internal)
        strain = green(h, ns)
        second, internal, tangent = behaviour.integrate(strain, old, data, self.continuum)
        piola, a = self._piola(f, second, tangent, want_tangent)
        if want_tangent:
            a = self._unhooped(a, second)
        return piola, a, PointState(strain, self._cauchy(f, second, ns), internal)


def green(h: np.ndarray, n: int) -> np.ndarray:
    """(..., n) Green's strain of a displacement gradient (..., 3, 3)."""
    turned = np.swapaxes(h, -1, -2)
    return mandel(0.5 * (h + turned + turned @ h), n)


@cache
def followed(solid: Solid, kind: type[Followed]) -> Followed:
    """The solid with another kind of kinematics."""
    return kind(solid.cell, solid.continuum, solid.families["stiffness"], solid.families["mass"])
