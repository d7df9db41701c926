"""Solids whose law has a variable k that a field a is held to, so that gradients of a cost energy (r5.04.01, r5.04.04).

With m the multiplier that holds a to k, r and c numbers of the material, the law answers to its strains e and to phi = m + r a, and
the generalised stresses dual to (e, a, m, grad a) are, s being the law's stress,

    s,   m + r (a - k),   a - k,   c grad a

Where there is a pressure p and a swelling g besides, the law sees e' = dev e + g/3 1; with M = d(e', a, m, grad a)/d(e, p, g, a, m, grad a)
and v the number that the material gives besides, the stresses are M^T of those above, and

    of e: (p + v (tr e - g)) 1,   of p: tr e - g,   of g: -p - v (tr e - g)

Displacements are of the second degree, the fields linear. In large strain e is the logarithmic one and s its dual T; what is kept is
Cauchy's stress, and T behind the variables of the law.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .contraction import contracted
from .element import PointState
from .large_strain import ROOT
from .logarithmic_strain import Logarithmic, LogMotion
from .solid import Solid
from .vertex_fields import VertexFields

PENALTY = 1e3
"""r where the material gives none, as in code_aster, Pa."""


@dataclass
class Answer:
    """What a law answers to strains e and a field phi that drives its variable k, over all cells and points.

    stress     (ne, ng, ns)
    internal   (ne, ng, nv)
    tangent    (ne, ng, ns, ns) d stress / d e
    value      (ne, ng) k
    by_field   (ne, ng, ns) d stress / d phi
    rate       (ne, ng, ns) d k / d e
    rate_by_field  (ne, ng) d k / d phi
    """

    stress: np.ndarray
    internal: np.ndarray
    tangent: np.ndarray
    value: np.ndarray
    by_field: np.ndarray
    rate: np.ndarray
    rate_by_field: np.ndarray

    @classmethod
    def without_variable(cls, stress, internal, tangent) -> Answer:
        """Of a law that has none: k stays zero."""
        none = np.zeros(stress.shape[:2])
        return cls(stress, internal, tangent, none, np.zeros_like(stress), np.zeros_like(stress), none)


class Driven(Solid):
    """What cells do whose law a field drives, however they make their strains and fields.

    Members give strain_matrix and, for the fields and the gradient of a, field_matrix (ne, ng, nf + dim, nd), on all unknowns; `motion`
    are those of the displacements.  logarithmic  the solid whose strains are large, None where they are small
    """

    own_unknowns: tuple[str, ...] = ("VARI", "LAG_GV")
    graded = True
    # a multiplier makes matrices that are not definite
    symmetric = False
    telling = False
    logarithmic = None
    added_variables = 0

    @cached_property
    def _unit(self):
        """1 in Mandel's notation."""
        return np.array([1.0 if a == b else 0.0 for a, b in self.continuum.strains])

    @cached_property
    def _seen(self):
        """M (ns + 2 + dim, n)."""
        return np.eye(len(self._unit) + 2 + self.dim)

    def _coupling(self, data):
        """(ne, 1, n, n) what is added to the stresses of M, of the generalised strains; None where nothing is."""
        return None

    def _numbers(self, data):
        shape = (len(data), len(self.rule()))
        penalty, cost = data.at_points("gradient_penalty", PENALTY), data.at_points("gradient_cost")
        return np.broadcast_to(penalty, shape), np.broadcast_to(cost, shape)

    def _law_tangent(self, tangent, by_field, rate, rate_by_field, penalty, cost):
        """(ne, ng, n, n) of the stresses dual to (e, a, m, grad a)."""
        ns, r = len(self._unit), penalty
        result = np.zeros((*r.shape, ns + 2 + self.dim, ns + 2 + self.dim))
        result[..., :ns, :ns] = tangent
        result[..., :ns, ns], result[..., :ns, ns + 1] = by_field * r[..., None], by_field
        result[..., ns, :ns], result[..., ns + 1, :ns] = -rate * r[..., None], -rate
        held = 1 - r * rate_by_field
        result[..., ns, ns], result[..., ns + 1, ns + 1] = held * r, -rate_by_field
        result[..., ns, ns + 1] = result[..., ns + 1, ns] = held
        for axis in range(self.dim):
            result[..., ns + 2 + axis, ns + 2 + axis] = cost
        return result

    def _general_tangent(self, data, tangent):
        general, coupling = self._seen.T @ tangent @ self._seen, self._coupling(data)
        return general if coupling is None else general + coupling

    def stiffness(self, data):
        """Of elasticity, the variable staying as it is."""
        b, volume = self.strain_matrix(data)
        penalty, cost = self._numbers(data)
        none = np.zeros((*penalty.shape, len(self._unit)))
        elastic = self.continuum.elasticity(data.elasticity())
        tangent = self._law_tangent(elastic, none, none, np.zeros(penalty.shape), penalty, cost)
        return self._virtual_work(np.concatenate([b, self.field_matrix(data)], axis=2), self._general_tangent(data, tangent), volume)

    def start(self, data, behaviour):
        """At rest; the stresses of the fields behind that of the solid."""
        rest = super().start(data, behaviour)
        rest.stress = np.zeros((*rest.stress.shape[:2], self._seen.shape[1]))
        rest.internal = np.zeros((*rest.stress.shape[:2], behaviour.internal_size + self.added_variables))
        rest.displacement = np.zeros((len(data), self.size))
        return rest

    def _moved(self, data, u):
        """The strain e, its rates (ne, ng, ns, nd) with the unknowns, and how it goes with them in large strain."""
        if self.logarithmic is None:
            b, _ = self.strain_matrix(data)
            return contracted("egsd,ed->egs", b, self._strained(u)), b, None, None
        g, _ = self.logarithmic.gradient_matrix(data)
        h = contracted("eghd,ed->egh", g, self.logarithmic._strained(u[:, self.motion]))
        motion = LogMotion(self.logarithmic, self.logarithmic._square(h))
        return motion.strain, self._spread(motion.rate @ g), motion, g

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The generalised stresses and their tangent of the module's head."""
        ns = len(self._unit)
        strain, b, motion, g = self._moved(data, u)
        rows = self.field_matrix(data)
        matrix, volume = np.concatenate([b, rows], axis=2), self.point_weights(data)
        general = np.concatenate([strain, contracted("egfd,ed->egf", rows, u)], axis=-1)
        seen = general @ self._seen.T
        penalty, cost = self._numbers(data)
        a, multiplier = seen[..., ns], seen[..., ns + 1]
        old = self._law_state(state)
        if hasattr(behaviour, "driven"):
            answer = behaviour.driven(seen[..., :ns], multiplier + penalty * a, penalty, old, data, self.continuum)
        else:
            answer = Answer.without_variable(*behaviour.integrate(seen[..., :ns], old, data, self.continuum))
        apart = (a - answer.value)[..., None]
        held = np.concatenate([multiplier[..., None] + penalty[..., None] * apart, apart, cost[..., None] * seen[..., ns + 2 :]], axis=-1)
        dual = np.concatenate([answer.stress, held], axis=-1) @ self._seen
        coupling = self._coupling(data)
        if coupling is not None:
            dual = dual + (coupling @ general[..., None])[..., 0]
        force = contracted("egsd,egs,eg->ed", matrix, dual, volume)
        whole = None
        if want_tangent:
            tangent = self._law_tangent(answer.tangent, answer.by_field, answer.rate, answer.rate_by_field, penalty, cost)
            whole = self._virtual_work(matrix, self._general_tangent(data, tangent), volume)
            if motion is not None:
                rigid = self._before(old.stress, general) if data.step.predicting else dual[..., :ns]
                whole += self._spread(self._virtual_work(g, motion.rigidity(rigid), volume), 2)
        return force, whole, self._remembered(u, seen[..., :ns], dual, answer, motion)

    def _before(self, stress, general):
        """(ne, ng, ns) the stress of the solid that one of the law was part of."""
        return stress

    def elastic_stiffness(self, data, behaviour, u, state):
        """Of the law's secant where it has one, else of elasticity."""
        if not getattr(behaviour, "secants", False) or self.logarithmic is not None:
            return self.stiffness(data)
        strain, b, _, _ = self._moved(data, u)
        rows, (penalty, cost) = self.field_matrix(data), self._numbers(data)
        fields = contracted("egfd,ed->egf", rows, u)
        field = fields[..., 1] + penalty * fields[..., 0]
        answer = behaviour.driven(strain, field, penalty, self._law_state(state), data, self.continuum, secant=True)
        tangent = self._law_tangent(answer.tangent, answer.by_field, answer.rate, answer.rate_by_field, penalty, cost)
        return self._virtual_work(np.concatenate([b, rows], axis=2), tangent, self.point_weights(data))

    def reaches(self, data, behaviour, state, u, change, steered, reach, bounds):
        """The law's lines of reach, as fe.solid.Solid has them, along the strains and the field of change + e steered (ne, nd)."""
        b, _ = self.strain_matrix(data)
        rows, (penalty, _) = self.field_matrix(data), self._numbers(data)
        strains, fields = [], []
        for motion in (u + change, steered):
            found = contracted("egfd,ed->egf", rows, motion)
            fields.append(found[..., 1] + penalty * found[..., 0])
            strains.append(contracted("egsd,ed->egs", b, motion))
        return behaviour.driven_reaches(*strains, *fields, penalty, state, data, reach, bounds, self.continuum)

    def strain_reaches(self, data, behaviour, state, u, change, steered, reach, bounds):
        """As fe.solid.Solid has them; (ne, ng, 2, 2) of points that nothing has strained before: the tangents of |change + e steered|
        where it is the reach, but for their constants, which take the reach squared, as in code_aster (pidegv)."""
        before, fixed, per_unit = self._steered_strains(data, u, change, steered)
        lines = super().strain_reaches(data, behaviour, state, u, change, steered, reach, bounds)
        lines = np.stack([lines, np.full_like(lines, np.nan)], axis=-2)
        second, first, zeroth = (per_unit**2).sum(-1), (per_unit * fixed).sum(-1), (fixed**2).sum(-1)
        under = first**2 - second * (zeroth - reach**2)
        virgin = (before == 0.0).all(axis=-1) & (second > 0.0)
        found = virgin & (under >= 0.0)
        root = np.sqrt(under[found])[:, None] * (1.0, -1.0)
        slope = root / reach
        lines[found] = np.stack([reach**2 - (root - first[found][:, None]) / second[found][:, None] * slope, slope], axis=-1)
        return lines

    def _law_state(self, state):
        """What the law remembers: in large strain its stress stands behind its variables."""
        ns = len(self._unit)
        if self.logarithmic is None:
            return PointState(state.strain, state.stress[..., :ns], state.internal)
        scale = np.where(np.arange(ns) < 3, 1.0, ROOT)
        return PointState(state.strain, state.internal[..., -6:][..., :ns] * scale, state.internal[..., :-6])

    def _remembered(self, u, strain, dual, answer, motion):
        if motion is None:
            return PointState(strain, dual, answer.internal, u)
        ns = len(self._unit)
        kept = np.zeros((*strain.shape[:2], 6))
        kept[..., :ns] = answer.stress / np.where(np.arange(ns) < 3, 1.0, ROOT)
        stress = np.concatenate([motion.kept(dual[..., :ns]), dual[..., ns:]], axis=-1)
        return PointState(strain, stress, np.concatenate([answer.internal, kept], axis=-1), u)

    def nodal_forces(self, data, stress):
        """Of all generalised stresses."""
        return self._of_solid(data, stress) + self._of_fields(data, stress)

    def _of_solid(self, data, stress):
        b, volume = self.strain_matrix(data)
        return contracted("egsd,egs,eg->ed", b, stress[..., : len(self._unit)], volume)

    def _of_fields(self, data, stress):
        rows, volume = self.field_matrix(data), self.point_weights(data)
        return contracted("egfd,egf,eg->ed", rows, stress[..., len(self._unit) :], volume)

    def reference_force(self, data, references):
        """The sum over the points of |B|^T s, s having "stress", "multiplier" and "variable" (and, of the pressure, "strain")."""
        b, volume = self.strain_matrix(data)
        own = {"VARI": "multiplier", "LAG_GV": "variable", "PRES": "strain", "GONF": "stress"}
        level = [references["stress"] * scale for scale in self.mandel]
        level += [references[own[name]] for name in self.own_unknowns] + [0.0] * self.dim
        matrix = np.concatenate([b, self.field_matrix(data)], axis=2)
        return contracted("egsd,s,eg->ed", abs(matrix), np.array(level), volume)

    @property
    def _names(self):
        fields = {"PRES": "SIGONF", "GONF": "SIP", "VARI": "SIGV_A", "LAG_GV": "SIGV_L"}
        return (*(fields[name] for name in self.own_unknowns), *(f"SIGV_G{axis}" for axis in "XYZ"[: self.dim]))

    def shown(self, data, stress):
        """The tensors themselves, and the stresses of the fields."""
        ns = len(self._unit)
        shown, names = super().shown(data, stress[..., :ns])
        return np.concatenate([shown, stress[..., ns:]], axis=-1), (*names, *self._names)

    def kept(self, data, values):
        """Mandel's notation."""
        ns = len(self._unit)
        return np.concatenate([super().kept(data, values[..., :ns]), values[..., ns:]], axis=-1)


class Graded(Driven, VertexFields):
    """In small strain, with linear fields between the vertices."""

    own_unknowns = ("VARI", "LAG_GV")
    swells = False

    def moving(self, kind):
        """The same cells with the kinematics of fe.large_strain; None where there are none."""
        return GradedLogarithmic(self.cell, self.continuum, *self.families.values()) if kind is Logarithmic else None

    def field_matrix(self, data):
        """(ne, ng, nf + dim, nd) that makes the fields, and the gradient of a, of the unknowns."""
        rows = np.zeros((len(data), len(self.rule()), len(self.own_unknowns) + self.dim, self.size))
        for row, places in enumerate(self.places.values()):
            rows[:, :, row, places] = self._vertex_functions
        rows[:, :, len(self.own_unknowns) :, self.places["VARI"]] = self.vertex_gradients(data)
        return rows

    def resisting_forces(self, data, u, stress, moved=None):
        """(ne, nd) of Cauchy's stress where the displacements have brought the cells that `moved` (ne,) tells, those of the fields where
        the mesh is (lggvfc, lgicfc)."""
        now = data if moved is None else data.moved(u[:, self.motion] * moved[:, None])
        return self._of_solid(now, stress) + self._of_fields(data, stress)

    def state_forces(self, data, state):
        """As in a step: all cells have moved in large strain, and none else."""
        moved = None if self.logarithmic is None else np.ones(len(data), bool)
        return self.resisting_forces(data, state.displacement, state.stress, moved)


class GradedLogarithmic(Graded):
    """In large strain, GDEF_LOG."""

    straight = False
    added_variables = Logarithmic.added_variables

    def __init__(self, cell, continuum, stiffness, mass):
        super().__init__(cell, continuum, stiffness, mass)
        self.logarithmic = Logarithmic(cell, continuum, stiffness, mass)


class GradedMixed(GradedLogarithmic):
    """With a pressure and a swelling, in large strain."""

    own_unknowns = ("PRES", "GONF", "VARI", "LAG_GV")
    deformation = "GDEF_LOG"
    swells = True

    @cached_property
    def _seen(self):
        ns, one = len(self._unit), self._unit
        result = np.zeros((ns + 2 + self.dim, ns + 4 + self.dim))
        result[:ns, :ns], result[:ns, ns + 1] = np.eye(ns) - np.outer(one, one) / 3.0, one / 3.0
        result[ns:, ns + 2 :] = np.eye(2 + self.dim)
        return result

    def _coupling(self, data):
        ns, one, n = len(self._unit), self._unit, self._seen.shape[1]
        held, given = np.zeros((n, n)), np.zeros((n, n))
        held[:ns, ns] = held[ns, :ns] = one
        held[ns, ns + 1] = held[ns + 1, ns] = -1.0
        away = np.zeros(n)
        away[:ns], away[ns + 1] = one, -1.0
        given[:] = np.outer(away, away)
        return held + data.at_points("gradient_swelling_penalty", 0.0)[..., None, None] * given

    def _before(self, stress, general):
        ns = len(self._unit)
        return stress - (stress @ self._unit / 3.0)[..., None] * self._unit + general[..., ns, None] * self._unit
