"""Compressible fluids that vibrate about rest, their walls and their surfaces (r4.02.02, r4.02.04, r4.02.05).

With p the pressure, phi the potential of the displacements (p = -rho phi''), psi that of the velocities (p = -rho psi'), and

    Q = int N^T N / c^2      H = int grad N^T grad N      S = int_side N^T N      R = int_side N^T n N

there are three formulations, each with its unknowns. The fluid itself:

    p, phi    K_pp = Q / rho     M_p,phi = M_phi,p = Q     M_phi,phi = -rho H
    p         K_pp = H           M_pp = Q
    psi       K = -rho H         M = -rho Q

a wall that moves with a structure of displacements u, n pointing out of the fluid:

    p, phi    M_u,phi = M_phi,u^T = rho R
    p         K_up = -R          M_pu = rho R^T
    psi       C_u,psi = C_psi,u^T = rho R

and a side that waves leave through, q = (1 + a) / (1 - a) with a what it reflects, and L the distance of a source:

    p, phi    C_p,phi = S / (q c)     Z_phi,phi = -rho S / (q c)     M_phi,phi = -rho S / (q L)
    p         C_pp = S / (q c)        K_pp = S / (q L)
    psi       C = -rho S / (q c)      K = -rho S / (q L)

Z goes with the third derivative of the unknowns in time. Material properties: fluid_density, kg/m3; fluid_speed c, m/s;
fluid_gravity, m/s2; fluid_reflection a; fluid_distance L, m (0: a plane wave).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import LinearElement
from .isoparametric import Isoparametric
from .kinematics import Continuum, Plane
from .skin import Side

Term = tuple[str, str, str, float, int]
"""Row, column, integral, sign and power of the density of one block of a matrix; "U" stands for all displacements."""


@dataclass(frozen=True)
class Formulation:
    """The unknowns of a node of the fluid, the last of which sources act on, and the blocks of the matrices by option."""

    unknowns: tuple[str, ...]
    fluid: Mapping[str, tuple[Term, ...]]
    wall: Mapping[str, tuple[Term, ...]]
    opening: Mapping[str, tuple[Term, ...]]


PRESSURE_POTENTIAL = Formulation(
    ("PRES", "PHI"),
    {
        "stiffness": (("PRES", "PRES", "Q", 1.0, -1),),
        "mass": (("PRES", "PHI", "Q", 1.0, 0), ("PHI", "PRES", "Q", 1.0, 0), ("PHI", "PHI", "H", -1.0, 1)),
    },
    {"mass": (("U", "PHI", "R", 1.0, 1), ("PHI", "U", "R", 1.0, 1))},
    {
        "mass": (("PHI", "PHI", "S/qL", -1.0, 1),),
        "damping": (("PRES", "PHI", "S/qc", 1.0, 0),),
        "radiation": (("PHI", "PHI", "S/qc", -1.0, 1),),
    },
)
PRESSURE = Formulation(
    ("PRES",),
    {"stiffness": (("PRES", "PRES", "H", 1.0, 0),), "mass": (("PRES", "PRES", "Q", 1.0, 0),)},
    {"stiffness": (("U", "PRES", "R", -1.0, 0),), "mass": (("PRES", "U", "R", 1.0, 1),)},
    {"stiffness": (("PRES", "PRES", "S/qL", 1.0, 0),), "damping": (("PRES", "PRES", "S/qc", 1.0, 0),)},
)
POTENTIAL = Formulation(
    ("PSI",),
    {"stiffness": (("PSI", "PSI", "H", -1.0, 1),), "mass": (("PSI", "PSI", "Q", -1.0, 1),)},
    {"damping": (("U", "PSI", "R", 1.0, 1), ("PSI", "U", "R", 1.0, 1))},
    {"stiffness": (("PSI", "PSI", "S/qL", -1.0, 1),), "damping": (("PSI", "PSI", "S/qc", -1.0, 1),)},
)
VANISHING = 1e-15
"""Speeds and distances below this stand for none."""


def inverse(values: np.ndarray) -> np.ndarray:
    """1 / values, zero where they vanish."""
    there = abs(values) > VANISHING
    return np.where(there, 1.0 / np.where(there, values, 1.0), 0.0)


class FluidElement(LinearElement):
    """What cells, walls and openings of a fluid share: matrices made of the terms of a formulation."""

    terms: Mapping[str, tuple[Term, ...]]

    def _integral(self, data: ElementData, name: str) -> np.ndarray:
        """(ne, nn, nn), or (ne, nn, dim, nn) of R."""
        raise NotImplementedError

    def _made(self, data: ElementData, option: str, sense: float = 1.0) -> np.ndarray | None:
        if option not in self.terms:
            return None
        names = self.components[0]
        count, width = len(self.components), len(names)
        result = 0.0
        moving = [i for i, name in enumerate(names) if name in ("DX", "DY", "DZ")]
        for row, column, integral, sign, power in self.terms[option]:
            block = sign * sense * self._integral(data, integral)
            if power:
                density = data.property("fluid_density")
                block = block * (density if power == 1 else inverse(density)).reshape(-1, *[1] * (block.ndim - 1))
            made = np.zeros((len(data), count, width, count, width), block.dtype)
            if row == "U":
                made[:, :, moving, :, names.index(column)] = np.moveaxis(block, 2, 0)
            elif column == "U":
                made[:, :, names.index(row), :, moving] = np.moveaxis(block, 2, 0)
            else:
                made[:, :, names.index(row), :, names.index(column)] = block
            result = result + made
        return result.reshape(len(data), self.size, self.size)

    def _speed(self, data: ElementData) -> np.ndarray:
        """(ne,) of sound."""
        return data.property("fluid_speed", None if self.dim == self.space else 0.0)

    def stiffness(self, data):
        """(ne, nd, nd); it may not be symmetric."""
        return self._made(data, "stiffness")

    def mass(self, data):
        """(ne, nd, nd); it may not be definite, nor symmetric."""
        return self._made(data, "mass")

    def damping(self, data, stiffness=None, mass=None):
        """(ne, nd, nd)."""
        return self._made(data, "damping")

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) nothing: the mass is that of the cells of fluid."""
        return np.zeros((len(data), 10))

    def weight(self, data, acceleration):
        """None: what weighs on a fluid at rest is in its pressure at rest."""
        return None


class Fluid(Isoparametric, FluidElement):
    """A cell of fluid."""

    def __init__(self, cell: str, continuum: Continuum, family: str, formulation: Formulation):
        super().__init__(cell, continuum, family, family, formulation.unknowns)
        self.space, self.terms = continuum.dim, formulation.fluid

    def _integral(self, data, name):
        gradient, functions, _, volume = self.geometry(data)
        if name == "Q":
            square = inverse(self._speed(data)) ** 2
            return contracted("eg,gn,gm->enm", volume * square[:, None], functions, functions)
        if self.components[0] == PRESSURE.unknowns:
            volume = volume * self._conducts(data)[:, None]
        return contracted("eg,egin,egim->enm", volume, gradient, gradient)

    def _conducts(self, data):
        """(ne,) whether there is a fluid at all."""
        return (abs(self._speed(data)) > VANISHING) & (abs(data.property("fluid_density")) > VANISHING)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) as Isoparametric.inertia_of."""
        return self.inertia_of(data, data.property("fluid_density"))


class FluidSide(Side, FluidElement):
    """A side of a fluid: the speeds that are imposed there."""

    outward = 1.0
    """The sign of the speeds along the normal that go out of the fluid."""

    def __init__(self, cell: str, continuum: Continuum, family: str, formulation: Formulation):
        super().__init__(cell, continuum, family, formulation.unknowns)
        self.space, self.terms, self.formulation = continuum.dim, {}, formulation

    def normal_speed(self, data: ElementData, speed, direction=None) -> np.ndarray:
        """(ne, nd) of a speed, a number or (ne, ng), m/s, along the normal or by its part in a direction (ne, ng, 3)."""
        area = self.point_weights(data)
        flow = self.outward * np.broadcast_to(speed, area.shape) * area
        if direction is not None:
            size = np.linalg.norm(direction, axis=-1)
            along = (direction * self.normals(data.coordinates)).sum(axis=-1) * inverse(size) / area
            flow = flow * np.where(size > VANISHING, along, 1.0)
        return self._on_source(-data.property("fluid_density")[:, None] * (flow @ self._functions))

    def answering(self, data: ElementData, impedance) -> np.ndarray:
        """(ne, nd, nd) of p = Z v, Z a number, Pa.s/m, zero for none: S / (q c) of an opening with q c = Z / rho."""
        density, functions = data.property("fluid_density"), self._functions
        over = density * inverse(np.broadcast_to(impedance, density.shape))
        block = contracted("eg,gn,gm->enm", self.point_weights(data) * over[:, None], functions, functions)
        terms = self.formulation.opening
        ((row, column, _, sign, power),) = terms["radiation" if self.formulation is PRESSURE_POTENTIAL else "damping"]
        count, width = len(self.components), len(self.components[0])
        result = np.zeros((len(data), count, width, count, width), block.dtype)
        names = self.components[0]
        result[:, :, names.index(row), :, names.index(column)] = sign * block * (density if power else np.ones_like(density))[:, None, None]
        return result.reshape(len(data), self.size, self.size)

    def incident(self, data: ElementData, pressure) -> np.ndarray:
        """(ne, nd) of the pressure, a number or (ne, ng), of a wave that comes along the normal."""
        area = self.point_weights(data)
        return self._on_source((pressure * area) @ self._functions * inverse(data.property("fluid_speed"))[:, None])

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) nothing: a pressure acts on the structures behind."""
        return np.zeros((len(data), self.size))

    def _on_source(self, values):
        result = np.zeros((len(values), len(self.components), len(self.components[0])), values.dtype)
        result[:, :, -1] = values
        return result.reshape(len(values), -1)

    def _integral(self, data, name):
        functions = self._functions
        if name == "R":
            normals = self.normals(data.coordinates)[..., : self.continuum.dim]
            return contracted("gn,egi,gm->enim", functions, normals, functions)
        reflected = data.property("fluid_reflection", 0.0)
        over = inverse(self._speed(data) if name == "S/qc" else data.property("fluid_distance", 0.0)) * (1 - reflected) / (1 + reflected)
        return contracted("eg,gn,gm->enm", self.point_weights(data) * over[:, None], functions, functions)


class Wall(FluidSide):
    """A side where a fluid meets a structure; its normal points out of the fluid."""

    loaded_only = False
    outward = -1.0

    def __init__(self, cell: str, continuum: Continuum, family: str, formulation: Formulation):
        super().__init__(cell, continuum, family, formulation)
        self.components = ((*continuum.unknowns, formulation.unknowns[-1]),) * len(self.components)
        self.terms, self.symmetric = formulation.wall, formulation is not PRESSURE

    def pressure(self, data, pressure, shear=0.0):
        """(ne, nd) of a pressure, a number or (ne, ng), that pushes the structure along the normal."""
        normals = self.normals(data.coordinates)[..., : self.continuum.dim]
        result = np.zeros((len(data), len(self.components), len(self.components[0])))
        force = normals * np.broadcast_to(pressure, normals.shape[:2])[..., None]
        result[:, :, :-1] = np.einsum("gn,egi->eni", self._functions, force)
        return result.reshape(len(data), -1)


class Opening(FluidSide):
    """A side that waves leave through; `sense` -1 lets them come in."""

    loaded_only = False
    absorbs = True

    def __init__(self, cell: str, continuum: Continuum, family: str, formulation: Formulation):
        super().__init__(cell, continuum, family, formulation)
        self.terms = formulation.opening

    def damping(self, data, stiffness=None, mass=None, sense: float = 1.0, potential: bool = True):
        """(ne, nd, nd); None where pressures are damped by potentials and these are said to take no part."""
        if self.formulation is PRESSURE_POTENTIAL and not potential:
            return None
        return self._made(data, "damping", sense)

    def radiation(self, data: ElementData, sense: float = 1.0):
        """(ne, nd, nd) by the third derivative of the unknowns in time."""
        return self._made(data, "radiation", sense)


class FreeSurface(Isoparametric, FluidElement):
    """A horizontal surface of a fluid that gravity g holds, h its rise: K_hh = rho g S, M_phi,h = M_h,phi = rho S."""

    terms = {"stiffness": (("DH", "DH", "gS", 1.0, 1),), "mass": (("PHI", "DH", "S", 1.0, 1), ("DH", "PHI", "S", 1.0, 1))}
    space = 3

    def __init__(self, cell: str, family: str):
        super().__init__(cell, Plane(), family, family, ("PHI", "DH"))

    def _integral(self, data, name):
        _, functions, _, area = self.geometry(data)
        gravity = data.property("fluid_gravity")[:, None] if name == "gS" else 1.0
        return contracted("eg,gn,gm->enm", area * gravity, functions, functions)
