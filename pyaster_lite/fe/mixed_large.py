"""Mixed solids in large strain (r3.06.08).

In large strain the law answers to F' = m F, m = (a(g) / J)^(1/3), and p holds b(J) - b(a(g)) at zero (two fields: a = 1, and
p / K with the anelastic change of volume beside b); GDEF_LOG has a = exp, b = ln, SIMO_MIEHE a = 1 + g, b = J.

All forces and tangents are first and second derivatives of the energy of F' and of p (b(J) - b(a(g))) in (F, g, p); SIMO_MIEHE alone has
beside these c/2 |grad g|^2 over the reference configuration, where a material has a cost c.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .contraction import contracted
from .element import PointState
from .errors import LawFailed
from .large_strain import Large, remembering
from .logarithmic_strain import Logarithmic
from .mixed import Mixed
from .multiplicative import Multiplicative


class _Whole:
    """A law's kinematics with the gradient across, which the swelling makes even in plane strain."""

    hooped = True

    @property
    def gradient_pairs(self):
        """All that F' may have."""
        pairs = [(i, a) for i in range(self.dim) for a in range(self.dim)]
        return pairs if self.dim == 3 else [*pairs, (2, 2)]


class WholeLogarithmic(_Whole, Logarithmic):
    """GDEF_LOG at F'."""


class WholeMultiplicative(_Whole, Multiplicative):
    """SIMO_MIEHE at F'."""


def _exponential(swelling, volume):
    """a, a'/a, its derivative; b(J), J b'(J), J (J b')'; b(a(g)), its derivative."""
    if swelling.max(initial=0.0) >= 200.0:
        raise LawFailed("a cell swells without bounds")
    one, zero = np.ones_like(volume), np.zeros_like(volume)
    return np.exp(swelling), one, zero, np.log(volume), one, zero, swelling, one


def _plain(swelling, volume):
    a = 1.0 + swelling
    if (a <= 0.0).any():
        raise LawFailed("a cell shrinks to nothing")
    return a, 1.0 / a, -1.0 / a**2, volume, volume, volume, a, np.ones_like(a)


KINDS = {Logarithmic: (WholeLogarithmic, _exponential), Multiplicative: (WholeMultiplicative, _plain)}
"""Kinematics of large strain: those at F', and what ties swelling to volume."""


class MixedLarge(Mixed):
    """A mixed solid over its reference configuration."""

    straight = False

    def __init__(self, mixed: Mixed, kind: type[Large]):
        super().__init__(mixed.cell, mixed.continuum, mixed.families["stiffness"], mixed.families["mass"], mixed.swells)
        whole, self.tie = KINDS[kind]
        self.law = whole(self.cell, self.continuum, self.families["stiffness"], self.families["mass"])
        self.added_variables, self.symmetric = self.law.added_variables, self.law.symmetric
        self.rereads = not self.swells

    def start(self, data, behaviour):
        """At rest where the mesh is."""
        return remembering(self, super().start(data, behaviour), behaviour)

    def state_forces(self, data, state):
        """Those of the stresses where the displacements have brought the cells.

        Those on the pressure of two fields are the integrals of b(J) - p / K: the anelastic change of volume is not taken off, as in
        code_aster's, whose steps start from these (nufnlg).
        """
        force = self.nodal_forces(data.moved(state.displacement[:, self.motion]), state.stress)
        if not self.swells:
            g, weights = self._gradient_matrix(data)
            _, pressure, _, _, tied = self._reached(contracted("eghd,ed->egh", g, self._strained(state.displacement)))
            gap = weights * (tied[3] - self._softness(data) * pressure)
            force[:, self.pressure] = contracted("eg,gn->en", gap, self._vertex_functions)
        return force

    def _gradient_matrix(self, data):
        """(ne, ng, nh + 1 or 2, nd) that makes H, g and p of the unknowns, and weighted volume."""
        matrix, volume = Large.gradient_matrix(self.law, data)
        return self._with_fields(self._spread(matrix)), volume

    def _reached(self, general):
        """H (ne, ng, 3, 3), g and p (ne, ng), J, and m with what `tie` gives."""
        nh = len(self.law.gradient_pairs)
        f = np.eye(3) + self.law._square(general[..., :nh])
        volume = np.linalg.det(f)
        if (volume <= 0.0).any():
            raise LawFailed("a cell is turned inside out")
        swelling = general[..., nh] if self.swells else np.zeros_like(volume)
        tied = self.tie(swelling, volume)
        return f, general[..., -1], volume, (tied[0] / volume) ** (1.0 / 3.0), tied

    def _gradient_stiffness(self, data, weights):
        """(ne, nd, nd) the second derivative of c/2 |grad g|^2."""
        slopes = self.vertex_gradients(data)
        cost = weights * data.at_points("swelling_cost", 0.0)
        matrix = np.zeros((len(data), self.size, self.size))
        matrix[(slice(None), *np.ix_(self.swelling, self.swelling))] = contracted("egin,eg,egim->enm", slopes, cost, slopes)
        return matrix

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """First and second derivatives of the energy of F' and of p (b(J) - b(a(g)))."""
        g, weights = self._gradient_matrix(data)
        pairs, ns = self.law.gradient_pairs, len(self._unit)
        f, pressure, volume, m, tied = self._reached(contracted("eghd,ed->egh", g, self._strained(u)))
        before = self._reached(contracted("eghd,ed->egh", g, self._strained(state.displacement)))
        one = np.eye(3)
        old = PointState(state.strain, self._of_law(state.stress), state.internal)
        new_h, old_h = m[..., None, None] * f - one, before[3][..., None, None] * before[0] - one
        piola, rate, new = self.law.integrate(data, behaviour, new_h, old_h, old, want_tangent)
        rows, columns = np.array(pairs).T
        inverse = np.linalg.inv(f)
        turned, straight = inverse[..., columns, rows], f[..., rows, columns]
        _, share, share_rate, b, b_rate, b_second, swollen, swollen_rate = tied
        work = np.einsum("egh,egh->eg", piola, straight)
        dual = np.zeros((*volume.shape, len(pairs) + 1 + self.swells))
        nh = len(pairs)
        dual[..., :nh] = m[..., None] * piola + (pressure * b_rate - m * work / 3.0)[..., None] * turned
        dual[..., -1] = b - swollen if self.swells else b - self._softness(data) * pressure - self._volume_strain(data)
        if self.swells:
            dual[..., nh] = m * work / 3.0 * share - pressure * swollen_rate
        force = contracted("eghd,egh,eg->ed", g, dual, weights)
        matrix = None
        if want_tangent:
            change = np.zeros((*dual.shape[:2], nh, dual.shape[-1]))
            slope = np.zeros_like(dual)
            slope[..., :nh] = -m[..., None] / 3.0 * turned
            if self.swells:
                slope[..., nh] = m * share / 3.0
            change[..., :nh] = m[..., None, None] * np.eye(nh)
            change += straight[..., :, None] * slope[..., None, :]
            tangent = change.swapaxes(-1, -2) @ rate @ change
            force_of = np.zeros_like(dual)
            force_of[..., :nh] = piola
            tangent += force_of[..., :, None] * slope[..., None, :] + slope[..., :, None] * force_of[..., None, :]
            outer = turned[..., :, None] * turned[..., None, :]
            crossed = inverse[..., columns[:, None], rows[None, :]] * inverse[..., columns[None, :], rows[:, None]]
            tangent[..., :nh, :nh] += (work * m / 9.0 + pressure * b_second)[..., None, None] * outer
            tangent[..., :nh, :nh] += (work * m / 3.0 - pressure * b_rate)[..., None, None] * crossed
            if data.step.predicting and not self.swells:
                # code_aster's rates of two fields have p for the law's mean stress in what the deviator's turning takes (nufilg)
                aside = pressure - m * work / 3.0
                metric = np.where(rows[:, None] == rows, (inverse @ inverse.swapaxes(-1, -2))[..., columns[:, None], columns], 0.0)
                tangent[..., :nh, :nh] += aside[..., None, None] * (metric + crossed - 2.0 / 3.0 * outer)
            tangent[..., :nh, -1] += b_rate[..., None] * turned
            tangent[..., -1, :nh] += b_rate[..., None] * turned
            if self.swells:
                mixed = -(work * m * share / 9.0)[..., None] * turned
                tangent[..., :nh, nh] += mixed
                tangent[..., nh, :nh] += mixed
                tangent[..., nh, nh] += work * m * (share**2 / 9.0 + share_rate / 3.0)
                tangent[..., nh, -1] -= swollen_rate
                tangent[..., -1, nh] -= swollen_rate
            else:
                tangent[..., -1, -1] -= self._softness(data)
            matrix = self._virtual_work(g, tangent, weights)
        if self.swells and type(self.law) is WholeMultiplicative and data.has("swelling_cost"):
            held = self._gradient_stiffness(data, weights)
            force = force + np.einsum("eij,ej->ei", held, u)
            matrix = matrix + held if want_tangent else None
        kirchhoff = np.linalg.det(m[..., None, None] * f)[..., None] * new.stress
        mean = pressure * b_rate
        stress = self._kept_stress(kirchhoff, mean) / volume[..., None]
        return force, matrix, PointState(new.strain[..., :ns], stress, new.internal, u)


@cache
def mixed_large(mixed: Mixed, kind: type[Large]) -> MixedLarge:
    """The element with the kinematics of large strain; raises KeyError where they do not exist for it."""
    return MixedLarge(mixed, kind)
