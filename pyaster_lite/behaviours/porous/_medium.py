"""A porous medium: the law of its skeleton and that of what fills it (r7.01.11).

s = s_ + the skeleton's response to de and dT          s_p = s_p_ - b dp      dp the pressure on the skeleton
q = - L grad T,   L = L_S(S) L_phi(phi) L_T(T) + L_c
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full
from pyaster_lite.fe.porous import dual
from pyaster_lite.fe.porous.layout import Layout
from pyaster_lite.fe.recalled import recalled
from pyaster_lite.fe.tensors import unit

from .._law import moduli
from ._dilation import dilation
from ._point import Point, spread
from ._unloading import Unloading


@dataclass(frozen=True, eq=False)
class _Surroundings:
    """What the skeleton's points are in, asked at an instant: told by its members, so that the same question can be recognised.

    around     those of all points, or None;  n_solid  how many of them are the skeleton's
    reference  values at any instant;  before, after  values before the end of the step and at it;  end  the instant of that end, s
    """

    around: Callable[[float], Mapping] | None
    n_solid: int
    reference: dict
    before: dict
    after: dict
    end: float

    @property
    def heat_is_unknown(self) -> bool:
        """Whether the temperature is one of the cell's own."""
        return "TEMP_REF" in self.reference

    def __call__(self, t: float) -> dict:
        given = {} if self.around is None else {name: value[:, : self.n_solid] for name, value in self.around(t).items()}
        return {**given, **self.reference, **(self.after if t == self.end else self.before)}


class Medium:
    """The law of a kit, as fe.porous.element asks it.

    skeleton   a law of solids (behaviours/), None where nothing moves;  fluid, retention  members of the open lists
    theta      the weight of the step's end in flows;  alpha  how much finite volumes hold on to what their gradients miss
    Internal variables are those of the skeleton, of the density of the liquid, then those of the fluid.
    """

    linear = False
    symmetric = False
    plane_stress = True

    def __init__(self, skeleton, fluid, retention, theta: float = 1.0, alpha: float = 1.0):
        self.skeleton, self.fluid, self.retention, self.theta, self.alpha = skeleton, fluid, retention, theta, alpha
        own = () if skeleton is None else skeleton.internal_names
        self.internal_names = (*own, "RHOLIQ", *fluid.internal_names)
        self.n_skeleton = len(own)
        self._recalling = recalled(skeleton)
        # told by thmCompNonLin of code_aster, to which HUJEUX alone is an exception
        self.restarts = skeleton is None or skeleton.starts_media

    @property
    def internal_size(self) -> int:
        """How many internal variables a point has."""
        return len(self.internal_names)

    def unloading(self) -> Medium:
        """The medium whose skeleton unloads."""
        if self.skeleton is None or self.skeleton.linear:
            return self
        return Medium(Unloading(self.skeleton), self.fluid, self.retention, self.theta, self.alpha)

    def gravity(self, data: ElementData, dim: int) -> np.ndarray:
        """(ne, 1, dim) the gravity at the end of the step, m/s2."""
        own = data.property("skeleton.gravity")[:, None, :dim]
        if not data.has("skeleton.pesa_mult"):
            return own
        return own * replace(data, surroundings=None).at_points("skeleton.pesa_mult", 1.0)[..., None]

    def follow(self, strain: np.ndarray, state: PointState, data: ElementData, layout: Layout, n_solid: int, want_tangent: bool):
        """Generalised stresses (with slopes where a tangent is wanted) and internal variables (ne, ng, nv) at the end of the step.

        The skeleton is followed on the first n_solid points; those after them repeat its state. Raises LawFailed.
        """
        internal = np.empty((*strain.shape[:2], self.internal_size))
        point = self._point(strain, state, data, layout, want_tangent)
        if layout.thermal and np.any(dual.value_of(point.t) <= 0.0):
            raise LawFailed("a temperature of a porous medium is not above absolute zero")
        # a damaged skeleton lets fluids through, another one may follow the porosity
        parts, filling = [], None if self.retention.damaged else self.fluid.fill(point, self.retention)
        if layout.mechanical and not getattr(self.skeleton, "whole_stress", False):
            skeleton, internal[..., : self.n_skeleton] = self._skeleton(point, state, n_solid, filling)
            point.damage = internal[..., 0] if self.retention.damaged else None
        filling = self.fluid.fill(point, self.retention) if filling is None else filling
        if layout.mechanical:
            pressure = filling.pores if getattr(self.skeleton, "bishop", True) else point.dp2
            pores = point.old("pores") - spread(pressure) * point.biot
            if getattr(self.skeleton, "whole_stress", False):
                skeleton, internal[..., : self.n_skeleton] = self._whole(point, state, n_solid, filling, pores)
            parts += [skeleton, pores]
        for own in layout.constituents:
            there = own in filling.mass
            parts += [spread(filling.mass[own] if there else point.old(("mass", own)))]
            parts += [filling.flow[own] if there else point.old(("flow", own))]
            if layout.thermal:
                parts += [spread(filling.enthalpy[own] if there else point.old(("enthalpy", own)))]
        if layout.thermal:
            parts += [spread(filling.heat), self._conduction(point, filling)]
        if layout.dilates:
            parts += [dilation(point.strain, data, layout)]
        self._keep(filling, internal)
        stress = dual.joined(parts)
        if want_tangent and not isinstance(stress, dual.Dual):
            stress = dual.Dual(stress, np.zeros((*stress.shape, layout.n_strains)))
        return stress, internal

    def hold(self, strain: np.ndarray, state: PointState, data: ElementData, layout: Layout, want_tangent: bool):
        """For finite volumes: the masses by constituent, what carries them (Moves) and internal variables at the end of the step.

        Numbers have slopes where a tangent is wanted. Raises LawFailed.
        """
        filling = self.fluid.fill(self._point(strain, state, data, layout, want_tangent), self.retention)
        internal = np.empty((*strain.shape[:2], self.internal_size))
        self._keep(filling, internal)
        return filling.mass, filling.moves(), internal

    def _point(self, strain, state, data, layout, want_tangent):
        """The points at the end of the step."""
        eye = np.eye(layout.n_strains)
        seeded = dual.Dual(strain, np.broadcast_to(eye, (*strain.shape, layout.n_strains))) if want_tangent else strain
        point = Point(data, layout, seeded, state.strain, state.stress, state.internal[..., self.n_skeleton :])
        point.gravity = self.gravity(data, layout.dim)
        return point

    def _keep(self, filling, internal):
        """The variables of the filling, put after those of the skeleton."""
        for column, value in enumerate(filling.internal, self.n_skeleton):
            internal[..., column] = dual.value_of(value)

    def _skeleton(self, point, state, n_solid, filling):
        """The stresses of the skeleton and its variables; tangents of nonlinear laws leave the temperature out, as in code_aster."""
        layout = point.layout
        at, repeat = layout.strain["strain"], np.concatenate([np.arange(n_solid), np.arange(point.shape[1] - n_solid)])
        if self.skeleton.linear:
            elasticity = np.broadcast_to(point.elasticity, (*point.shape, layout.ns, layout.ns))
            rise = dual.turned(elasticity, point.dstrain - spread(point.dt) * point.expansions)
            return (point.old("skeleton") + rise)[:, repeat, :], state.internal[..., : self.n_skeleton]
        own = PointState(
            point.before[:, :n_solid, at],
            state.stress[:, :n_solid, layout.stress["skeleton"]],
            state.internal[:, :n_solid, : self.n_skeleton],
        )
        strain = dual.value_of(point.strain)[:, :n_solid, at]
        data = self._surrounded(point, n_solid, filling)
        stress, variables, tangent = self._recalling.integrate(strain, own, data, layout.continuum)
        if isinstance(point.strain, dual.Dual):
            slope = np.zeros((*stress.shape, layout.n_strains))
            slope[..., at] = tangent
            return dual.Dual(stress[:, repeat], slope[:, repeat]), variables[:, repeat]
        return stress[:, repeat], variables[:, repeat]

    def _whole(self, point, state, n_solid, filling, pores):
        """The stresses of a skeleton whose law is one of total stresses, and its variables (HOEK_BROWN_TOT).

        The law starts from the stress before the step with the pores of its end. By the pores it moves as by a strain that would cause
        them; by the temperature a third of what it should, as in code_aster.
        """
        layout, first = point.layout, pores[..., 0]
        borne = dual.value_of(first)[..., None] * unit(layout.ns)
        stress = state.stress.copy()
        stress[..., layout.stress["skeleton"]] += borne
        whole, variables = self._skeleton(point, replace(state, stress=stress), n_solid, filling)
        if isinstance(whole, dual.Dual):
            pushed = whole.slope[..., layout.strain["strain"]] @ unit(layout.ns)
            bulk = np.broadcast_to(moduli(point.data).three_k, point.shape)
            slope = whole.slope + (pushed / bulk[..., None])[..., None] * first.slope[..., None, :]
            if layout.thermal:
                expansion = np.broadcast_to(point.data.at_points("expansion", 0.0), point.shape)
                slope = slope - (expansion[..., None] * pushed / 3.0)[..., None] * point.dt.slope[..., None, :]
            whole = dual.Dual(whole.value, slope)
        return whole - spread(first) * unit(layout.ns), variables

    def _surrounded(self, point, n_solid, filling):
        """The data with the first pressure and the temperature of the skeleton's points before and after the step, and its porosity."""
        step, around = point.data.step, point.data.surroundings
        ends = {"PCAP": (point.p1, point.dp1)} | ({"TEMP": (point.t, point.dt)} if point.layout.thermal else {})
        after = {name: dual.value_of(end)[:, :n_solid] for name, (end, _) in ends.items()}
        before = {name: after[name] - dual.value_of(change)[:, :n_solid] for name, (_, change) in ends.items()}
        reference = {"TEMP_REF": np.broadcast_to(point.read("initial.temp"), point.shape)[:, :n_solid]} if "TEMP" in ends else {}

        if filling is not None:
            after["PORO"] = np.broadcast_to(dual.value_of(filling.porosity), point.shape)[:, :n_solid]

        return replace(point.data, surroundings=_Surroundings(around, n_solid, reference, before, after, step.after))

    def _conduction(self, point, filling):
        """q = - L grad T; the porosity's part in its slopes is code_aster's (calcft), whose tangents a first iteration shows.

        d phi = cs (dp2 - S dp1) - 3 alpha_phi dT, for a liquid or a gas alone too, and zero where nothing moves;
        along each strain, shears too, d L = L_S L_phi' (b - phi 1) o L_T, term by term.
        """
        s, phi, layout = filling.saturation, dual.value_of(filling.porosity), point.layout
        around = dict(SAT=s if filling.wet is None else filling.wet, PORO=phi)
        by_s = dual.given(point.read("skeleton.lamb_s", 1.0, **around), (s, point.read("skeleton.d_lb_s", 0.0, **around)))
        by_phi, rate_phi = point.read("skeleton.lamb_phi", 1.0, **around), point.read("skeleton.d_lb_phi", 0.0, **around)
        if layout.mechanical:
            pressed, gap = rate_phi * point.compliance_of_grains(phi), point.expansion_gap(phi)
            parts = [(point.p1, -dual.value_of(s) * pressed), (point.p2, pressed), (point.t, -3.0 * rate_phi * gap)]
            by_phi = dual.given(np.broadcast_to(by_phi, point.shape), *parts)
        warm, rate, constant = point.conductivity()
        gradient = point.gradient("t")
        flow = spread(by_s * by_phi) * dual.turned(warm, gradient) + dual.turned(constant, gradient)
        if isinstance(flow, dual.Dual):
            along = dual.value_of(by_s) * dual.value_of(by_phi)
            slope = along[..., None] * (rate @ gradient.value[..., None])[..., 0]
            flow = dual.Dual(flow.value, flow.slope + slope[..., None] * point.t.slope[..., None, :])
            if layout.mechanical:
                opened = (full(point.biot) - spread(spread(phi)) * np.eye(3))[..., : layout.dim, : layout.dim] * warm
                opened = spread(dual.value_of(by_s) * rate_phi) * (opened @ gradient.value[..., None])[..., 0]
                flow.slope[..., layout.strain["strain"]] += opened[..., None]
        return -flow
