"""What a law of the pores gives at the points, and what those of fluids do alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.porous import dual

from ._point import Point, spread


@dataclass
class Moves:
    """What carries the constituents, for finite volumes.

    weights    the densities that weigh in the liquid and in the gas, kg/m3;  permeability  (ne, ng or 1, dim, dim), m2
    mobility   rho k / mu by constituent, s/m2;  diffusion  by constituent, (concentration, what its differences are multiplied by)
    """

    weights: tuple
    permeability: np.ndarray
    mobility: dict
    diffusion: dict


@dataclass
class Filling:
    """What fills the pores at the end of the step.

    pores     (ne, ng) the change of the pressure that acts on the skeleton, against Biot's coefficients
    mass, enthalpy, flow  by constituent (1, 1), ...;  heat  its whole;  internal  the variables, in the law's order
    porosity, saturation  for what depends on them
    wet       the saturation that the thermal conductivity is read at, where it is another
    moves     what tells Moves, of laws that finite volumes know
    """

    pores: object
    mass: dict
    flow: dict
    internal: list
    porosity: object
    saturation: object
    enthalpy: dict = field(default_factory=dict)
    heat: object = None
    wet: float | None = None
    moves: Callable[[], Moves] | None = None


class Fluid:
    """A law of the pores: `fill(point, retention) -> Filling`.

    phases          the constituents of each pressure
    still           whether it is for skeletons that do not move alone
    crossing        whether finite volumes know it: it tells Moves
    internal_names  of its variables: those of code_aster after that of the density of the liquid
    needs           properties of the material that it reads, by the factor keyword that gives them
    """

    phases: tuple[int, int] = (1, 0)
    still: bool = False
    crossing: bool = False
    internal_names: tuple[str, ...] = ("POROSITE",)
    needs: dict[str, str] = {"initial.poro": "THM_INIT", "skeleton.rho": "THM_DIFFU"}

    def fill(self, point: Point, retention) -> Filling:
        """The masses, flows, enthalpies and variables at the end of the step."""
        raise NotImplementedError


def darcy(density, mobility, permeability, push, gravity, weight=None):
    """rho k/mu K (push + rho_w g), push less the gradient of the pressure; kg/(m2 s). What weighs is rho unless `weight` is given."""
    driven = push + spread(density if weight is None else weight) * gravity
    return spread(density * mobility) * dual.turned(permeability, driven)


def heat_content(point: Point, constituents):
    """C (J/m3/K) of the whole at constant strain: the grains', the constituents' pairs (content by volume, heat by mass), less T a D a.

    The grains have what the skeleton's density, that of the whole, leaves beside the constituents.
    """
    fluid = sum((mass for mass, _ in constituents), 0.0)
    grains = point.read("skeleton.rho") - fluid
    content = grains * point.read("skeleton.cp", 0.0) + sum((mass * heat for mass, heat in constituents), 0.0)
    if point.layout.mechanical:
        content = content - dual.value_of(point.t) * (point.expansion_stress * point.expansions).sum(axis=-1)
    if np.any(grains <= 0.0) or np.any(content <= 0.0):
        raise LawFailed("the grains of a porous medium have no mass or no heat left")
    return content


def heat_of(point: Point, content, works):
    """The heat Q' (J/m3) after the step, from the heat capacity C and pairs (change x of a pressure, its expansion a, 1/K).

    Q' = Q'_ + (T - dT/2) (a D : de + 3 sum a x) + C dT;  its slopes have T for T - dT/2.
    """
    t, warming = dual.value_of(point.t), dual.value_of(point.dt)
    work = sum(3.0 * rate * dual.value_of(change) for change, rate in works)
    slopes = [(point.t, content)] + [(change, 3.0 * rate * t) for change, rate in works]
    opened = 0.0
    if point.layout.mechanical:
        stress, dstrain = point.expansion_stress, point.dstrain
        # in two dimensions code_aster takes the strain across for a shear, here but not in the slopes
        scale = np.where(np.arange(point.layout.ns) == 2, np.sqrt(2.0), 1.0) if point.layout.dim == 2 else 1.0
        work = work + (stress * scale * dual.value_of(dstrain)).sum(axis=-1)
        if isinstance(dstrain, dual.Dual):
            opened = dual.Dual(np.zeros(point.shape), ((t[..., None] * stress)[..., None] * dstrain.slope).sum(axis=-2))
    return dual.given(point.old("heat") + (t - 0.5 * warming) * work + content * warming, *slopes) + opened


def liquid_enthalpy(point: Point, own, density, pressure):
    """h = h_ + c dT + (1 - 3 alpha T) dp / rho of a liquid, J/kg; the density is held in its slopes."""
    alpha = point.read("liquid.alpha", 0.0, TEMP=point.t)
    rate = (1.0 - 3.0 * alpha * dual.value_of(point.t)) / dual.value_of(density)
    return point.old(("enthalpy", own)) + point.read("liquid.cp", 0.0) * point.dt + rate * pressure


def gas_enthalpy(point: Point, own, heat):
    """h = h_ + c dT of a gas, J/kg."""
    return point.old(("enthalpy", own)) + heat * point.dt


def liquid_gap(point: Point, porosity, saturation):
    """The expansion of the liquid's share of the pores beside the skeleton's, 1/K."""
    phi = dual.value_of(porosity)
    own = point.expansion_gap(phi) + point.read("liquid.alpha", 0.0, TEMP=point.t) * phi
    return dual.value_of(saturation) * own


def gas_gap(point: Point, porosity, saturation):
    """That of the gas."""
    phi = dual.value_of(porosity)
    return (1.0 - dual.value_of(saturation)) * (point.expansion_gap(phi) + phi / 3.0 / dual.value_of(point.t))
