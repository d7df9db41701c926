"""What happens at the points of a porous medium over a step, and the formulae that laws of fluids share (r7.01.11, sections 4 and 6)."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import sqrt

import numpy as np

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.frames import turned_diagonal
from pyaster_lite.fe.porous import dual
from pyaster_lite.fe.porous.layout import Layout

from .. import _law

LARGEST = 5.0
"""The largest logarithmic change of a porosity or of a density in a step."""


class Point:
    """The unknowns at the end of the step (with slopes where a tangent is wanted), their changes, and what the materials say.

    p1, p2, t       the unknowns, Pa and K;  dp1, dp2, dt  their changes over the step, zero where they are none
    volume, before_volume, dvolume  the volumetric strain, that before the step, its change, arrays;  dstrain (ne, ng, ns) all strains'
    old_stress, old_internal  generalised stresses and internal variables before the step
    gravity         (ne, 1, dim), m/s2;  damage  (ne, ng) of the skeleton, where the permeability follows it
    """

    gravity: np.ndarray
    damage: np.ndarray | None = None

    def __init__(self, data: ElementData, layout: Layout, strain, before, old_stress, old_internal):
        self.data, self.layout, self.strain, self.before = data, layout, strain, before
        self.old_stress, self.old_internal = old_stress, old_internal
        self.shape = before.shape[:2]
        self.p1, self.dp1 = self._unknown("p1", "initial.pre1")
        self.p2, self.dp2 = self._unknown("p2", "initial.pre2")
        self.t, self.dt = self._unknown("t", "initial.temp")
        self.dstrain = self.volume = self.before_volume = self.dvolume = 0.0
        if layout.mechanical:
            at = layout.strain["strain"]
            self.dstrain = strain[..., at] - before[..., at]
            trace = slice(at.start, at.start + 3)
            self.volume, self.before_volume = dual.value_of(strain)[..., trace].sum(axis=-1), before[..., trace].sum(axis=-1)
            self.dvolume = self.volume - self.before_volume

    def _unknown(self, name, initial):
        start = np.broadcast_to(self.data.property(initial, 0.0)[:, None], self.shape)
        if name not in self.layout.strain:
            return start, np.zeros(self.shape)
        row = self.layout.strain[name].start
        return self.strain[..., row] + start, self.strain[..., row] - self.before[..., row]

    def gradient(self, name: str):
        """(ne, ng, dim) of an unknown."""
        return self.strain[..., self.layout.strain[f"grad {name}"]]

    def old(self, name) -> np.ndarray:
        """A generalised stress before the step."""
        values = self.old_stress[..., self.layout.stress[name]]
        return values[..., 0] if values.shape[-1] == 1 else values

    def has(self, name: str) -> bool:
        """Whether a material has the property."""
        return self.data.has(name)

    def read(self, name: str, default=None, **variables) -> np.ndarray:
        """(ne, ng or 1) a property of the materials at these values of what it may depend on."""
        if not self.data.varies(name):
            return self.data.property(name, default)[:, None]
        known = {key: np.broadcast_to(dual.value_of(value), self.shape) for key, value in variables.items()}
        around = self.data.surroundings
        own = replace(self.data, surroundings=lambda t: known if around is None else {**around(t), **known})
        return own.at_points(name, default)

    @cached_property
    def porosity(self) -> np.ndarray:
        """That of the reference state (ne, 1)."""
        return self.read("initial.poro")

    @cached_property
    def storage(self) -> np.ndarray | None:
        """EMMAG, how the porosity of a skeleton that does not move follows the pressure, 1/Pa; None where no material has it."""
        return self.read("skeleton.emmag", 0.0) if self.has("skeleton.emmag") else None

    @cached_property
    def expansion(self) -> np.ndarray:
        """The linear expansion of the skeleton (ne, ng or 1), or along the material's axes (ne, ng or 1, 3); 1/K."""
        if not (self.layout.mechanical and self.layout.thermal and self.has("expansion")):
            return np.zeros((1, 1))
        return self.read("expansion", 0.0, TEMP=self.t)

    @cached_property
    def expansions(self) -> np.ndarray:
        """(ne, ng or 1, ns) the expansion along the axes, Mandel's notation."""
        if self.expansion.ndim == 2:
            return spread(self.expansion) * self.identity
        return self.turned([self.expansion[..., axis] for axis in range(3)])

    @cached_property
    def expansion_stress(self) -> np.ndarray:
        """(ne, ng or 1, ns) D alpha, Pa/K."""
        return (self.elasticity @ self.expansions[..., None])[..., 0]

    @cached_property
    def elasticity(self) -> np.ndarray:
        """(ne, ng or 1, ns, ns) of the drained skeleton."""
        known = np.broadcast_to(dual.value_of(self.t), self.shape)
        return self.layout.continuum.elasticity(replace(self.data, surroundings=lambda t: {"TEMP": known}).elasticity())

    @cached_property
    def biot(self) -> np.ndarray:
        """Biot's coefficients (ne, 1, ns), Mandel's notation."""
        if self.has("skeleton.biot_l"):
            along = [self.read(f"skeleton.biot_{axis}", 0.0) for axis in ("l", "t" if self.has("skeleton.biot_t") else "l", "n")]
            return self.turned(along)
        own = self.read("skeleton.biot_coef", 0.0)
        if self.storage is not None and not self.storage.any():
            own = self.porosity
        return own[..., None] * self.identity

    @cached_property
    def identity(self) -> np.ndarray:
        """(ns,) the unit tensor."""
        return np.array([1.0 if a == b else 0.0 for a, b in self.layout.continuum.strains])

    def turned(self, along) -> np.ndarray:
        """(ne, 1 or ng, ns) the tensor with these values (ne, ...) along the material's axes, in the global ones."""
        tensor = turned_diagonal(np.stack(along, axis=-1), self.data.characteristics.get("material_frame"))
        pairs = [("XYZ".index(a), "XYZ".index(b)) for a, b in self.layout.continuum.strains]
        return np.stack([tensor[..., i, j] * (1.0 if i == j else sqrt(2.0)) for i, j in pairs], axis=-1)

    @property
    def isotropic(self) -> bool:
        """Whether pressures act alike in all directions."""
        return not self.has("skeleton.biot_l")

    @cached_property
    def bulk(self) -> np.ndarray:
        """The drained bulk modulus (ne, ng or 1), Pa."""
        return _law.moduli_of(self.read("young", TEMP=self.t), self.read("poisson", TEMP=self.t)).three_k / 3.0

    @cached_property
    def _grains_bulk(self):
        """The bulk modulus of the grains of an anisotropic medium, Pa: D 1 = 3 K_s (1 - b) along its first axis where b is not 1 there.

        None where the grains do not yield.
        """
        own = np.broadcast_to(self.elasticity[..., :3, :3].sum(axis=-1), (*self.elasticity.shape[:-2], 3))
        gaps = np.broadcast_to(1.0 - self.biot[..., :3], own.shape)
        for axis in (0, 2):
            if (abs(gaps[..., axis]) > 1e-21).all():
                return own[..., axis] / (3.0 * gaps[..., axis])
        return None

    def expansion_gap(self, porosity) -> np.ndarray:
        """alpha_phi (1/K): how the porosity `porosity` differs in expansion from the skeleton, a third of (b - phi 1) : alpha."""
        if not self.layout.mechanical:
            return np.zeros((1, 1))
        return ((self.biot - spread(porosity) * self.identity) * self.expansions / 3.0).sum(axis=-1)

    def compliance_of_grains(self, porosity) -> np.ndarray:
        """(b - phi) / K_s, 1/Pa."""
        if not self.layout.mechanical:
            return self.storage if self.storage is not None else np.zeros((1, 1))
        if self.isotropic:
            b = self.biot[..., 0]
            return (b - porosity) * (1 - b) / self.bulk
        grains = self._grains_bulk
        return (self.biot[..., :3] - spread(porosity)).sum(axis=-1) / (3.0 * grains) if grains is not None else np.zeros((1, 1))

    def porosity_after(self, old: np.ndarray, pressure):
        """The porosity at the end of the step, from that before it and the change of pressure on the grains.

        phi = b - (b - phi_) exp(- de_v + 3 alpha dT - dp (1 - b) / K)                               in isotropic media
        phi = phi_ + b : de - phi_ de_v - 3 alpha_phi dT + dp (b - phi) / K_s                         in others
        phi = phi_ + dp EMMAG                                                                         where nothing moves

        Its slopes are those of the volume of the pores in small strains, b : de - 3 alpha_phi dT + dp (b - phi) / K_s.
        """
        change, warming = dual.value_of(pressure), dual.value_of(self.dt)
        if not self.layout.mechanical:
            value = old + change * (0.0 if self.storage is None else self.storage)
        elif self.isotropic:
            b = self.biot[..., 0]
            log = 3.0 * self.expansion * warming - self.dvolume - change * ((1 - b) / self.bulk)
            value = b - (b - old) * bounded_exp(log)
        else:
            gap, grains = self.expansion_gap(self.porosity), self.compliance_of_grains(self.porosity)
            strained = (self.biot * dual.value_of(self.dstrain)).sum(axis=-1)
            value = old + strained - old * self.dvolume - 3.0 * gap * warming + change * grains
        slopes = [(pressure, self.compliance_of_grains(value)), (self.t, -3.0 * self.expansion_gap(value))]
        return dual.given(np.broadcast_to(value, self.shape), *slopes) + self._pores_opened()

    def opened_porosity(self, old: np.ndarray, pressure):
        """That by the volume of the reference state, with the moduli of its porosity phi_0 (only where the skeleton moves):

        phi = phi_ + b : de - 3 alpha_phi(phi_0) dT + dp (b - phi_0) / K_s
        """
        strained = (self.biot * dual.value_of(self.dstrain)).sum(axis=-1)
        gap, grains = self.expansion_gap(self.porosity), self.compliance_of_grains(self.porosity)
        value = old + strained - 3.0 * gap * dual.value_of(self.dt) + dual.value_of(pressure) * grains
        return dual.given(np.broadcast_to(value, self.shape), (pressure, grains), (self.t, -3.0 * gap)) + self._pores_opened()

    def _pores_opened(self):
        """b : de, its slopes alone."""
        if not isinstance(self.dstrain, dual.Dual):
            return 0.0
        return dual.Dual(np.zeros(self.shape), (self.biot[..., None] * self.dstrain.slope).sum(axis=-2))

    def mass_after(self, own, content, before: np.ndarray, referred: bool = False):
        """m_ + rho phi S (1 + e_v) - that before: the mass of a constituent by volume of the reference state, kg/m3.

        Without the strains where the porosity is `referred` to that volume. The slopes are those of the content rho phi S, whose porosity
        counts the volume already.
        """
        now, then = (1.0, 1.0) if referred else (1.0 + self.volume, 1.0 + self.before_volume)
        value = self.old(("mass", own)) + dual.value_of(content) * now - before * then
        return dual.Dual(value, content.slope) if isinstance(content, dual.Dual) else value

    def liquid_density(self, old, pressure):
        """rho = rho_ exp(dp / K - 3 alpha dT) of the liquid, kg/m3."""
        log = pressure * self.read("liquid.un_sur_k", 0.0)
        if self.layout.thermal:
            log = log - 3.0 * self.read("liquid.alpha", 0.0, TEMP=self.t) * self.dt
        return old * bounded_exp(log)

    def gas_density(self, kind: str, pressure, temperature):
        """M p / (R T) of a perfect gas, kg/m3."""
        return pressure / temperature * (self.read(f"{kind}.mass_mol") / self.read("skeleton.r_gaz"))

    def viscosity(self, kind: str):
        """Of a fluid at its temperature, Pa s."""
        value = np.broadcast_to(self.read(f"{kind}.visc", TEMP=self.t), self.shape)
        return dual.given(value, (self.t, self.read(f"{kind}.d_visc_temp", 0.0, TEMP=self.t)))

    def permeability(self, porosity) -> np.ndarray:
        """The intrinsic one (ne, ng or 1, dim, dim), m2; its changes with porosity and damage are left out of tangents."""
        if self.damage is not None:
            return self.read("skeleton.perm_end", ENDO=self.damage)[..., None, None] * np.eye(self.layout.dim)
        return self._conducting("skeleton.perm_in", ("skeleton.permin_l", "skeleton.permin_t", "skeleton.permin_n"), PORO=porosity)

    def conductivity(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The thermal conductivity L_T(T), its derivative, and L_c that depends on nothing; (ne, ng or 1, dim, dim), W/(m K)."""

        def along(stem, even):
            return self._conducting(f"skeleton.{even}", [f"skeleton.{stem}{axis}" for axis in "ltn"], TEMP=self.t)

        return along("lamb_t", "lamb_t"), along("d_lb_t", "d_lb_t"), along("lamb_c_", "lamb_ct")

    def _conducting(self, even, axes, **variables):
        dim = self.layout.dim
        along, across, normal = axes
        if not self.has(along):
            return self.read(even, 0.0, **variables)[..., None, None] * np.eye(dim)
        second = across if self.has(across) else along
        values = [np.broadcast_to(self.read(name, 0.0, **variables), self.shape) for name in (along, second, normal)]
        return turned_diagonal(np.stack(values, axis=-1), self.data.characteristics.get("material_frame"))[..., :dim, :dim]


def spread(number):
    """One more axis, for a plain array or one with slopes."""
    return number[..., None]


def bounded_exp(log):
    """The exponential; LawFailed where a step changes too much at once."""
    if np.any(dual.value_of(log) > LARGEST):
        raise LawFailed("a porosity or a density changes by more than exp(5) in the step")
    return dual.exp(log)
