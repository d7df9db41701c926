"""Drying of concrete: water that diffuses as heat is conducted (r7.01.12), and what holds it back (r7.01.12, r7.01.23).

    int w dC/dt + int grad w . D grad C = int_side w q,    C the water by volume, kg/m3, D = D(C, T) its diffusion, m2/s

A material tells D by its property diffusion, and how humid the pores are by its property desorption. The tangent leaves out what D
gains with C, as code_aster's does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from .conduction import Conductor, HeatSide
from .data import ElementData
from .errors import ComputationFailed

WATER = ("SECH",)
ZERO = 273.15
GAS = 8.314
"""J/(mol K)"""
MOLAR_MASS = 18.01528e-3
"""Of water, kg/mol."""
NARROW = 1e-6
"""How near to 0 and 1 saturations may come."""


@dataclass(frozen=True)
class Diffusion:
    """`law` of concentrations (ne, ng), of what surrounds the points by name, and of the material's properties, giving the diffusion of
    the liquid and of the vapour, (ne, ng) or numbers."""

    law: Callable[[np.ndarray, Mapping, Mapping], tuple]


def water_density(kelvin):
    """kg/m3 of liquid water."""
    return 314.4 + 685.6 * (1.0 - ((kelvin - ZERO) / 374.14) ** (1 / 0.55)) ** 0.55


def surface_tension(kelvin):
    """N/m of liquid water."""
    return 0.1558 * (1.0 - kelvin / 647.1) ** 1.26


@dataclass(frozen=True)
class Leverett:
    """Van Genuchten's desorption, moved by the temperature as Leverett says (r7.01.12).

    p = -a (S^(-1/n) - 1)^(1 - n) (s0/s) / sqrt(k),   a = rho(T0) R T0 / (A M),   k = 10^(h (2e-3 (T - T0) - 1e-6 (T - T0)^2))

    with S the saturation, n and A van Genuchten's, s the surface tension, h the thermal exponent; by Kelvin's law the humidity is
    exp(p M / (rho R T)). unit: the pressures of the deck in Pa.
    """

    factor: float
    exponent: float
    thermal: float
    reference: float
    porosity: float
    unit: float = 1.0

    def saturation(self, concentration):
        """S of kg/m3, of water of 1000 kg/m3."""
        return concentration / self.porosity / 1e3

    def pressure(self, concentration, temperature):
        """(capillary pressure in Pa, its slope in S as the diffusion takes it); raises ComputationFailed outside of the law's range."""
        saturation = np.asarray(self.saturation(concentration), float)
        if (saturation < 0.0).any() or (saturation > 1.0).any():
            wrong = saturation[(saturation < 0.0) | (saturation > 1.0)].flat[0]
            raise ComputationFailed(f"drying: a saturation of {wrong:.6g} lies outside 0 and 1")
        if (np.asarray(temperature) > 300.0).any():
            raise ComputationFailed("drying: the desorption of Leverett holds up to 300 degrees")
        s, n = np.clip(saturation, NARROW, 1.0 - NARROW), self.exponent
        kelvin, first = temperature + ZERO, self.reference + ZERO
        warmer = kelvin - first
        eased = 10.0 ** (self.thermal * (2e-3 * warmer - 1e-6 * warmer**2))
        a = water_density(first) * GAS * first / (self.factor * MOLAR_MASS)
        tension = surface_tension(kelvin) / surface_tension(first)
        pressure = -a * (s ** (-1 / n) - 1.0) ** (1.0 - n) / tension / np.sqrt(eased)
        slope = tension * np.sqrt(eased) * a * (1.0 - n) / n * s ** (-(1.0 + n) / n) * (s ** (-1 / n) - 1.0) ** (-n)
        return pressure, slope

    def humidity(self, concentration, temperature):
        """(relative humidity, capillary pressure in the deck's unit)."""
        pressure, _ = self.pressure(concentration, temperature)
        return kelvin_humidity(pressure, temperature + ZERO), pressure / self.unit


def kelvin_humidity(pressure, kelvin):
    """Kelvin's law."""
    return np.exp(pressure * MOLAR_MASS / (water_density(kelvin) * GAS * kelvin))


class DryingCell(Conductor):
    """A cell that dries: a Conductor of water, whose capacity is one."""

    unknowns = WATER

    def diffusion(self, data: ElementData, water: np.ndarray) -> np.ndarray:
        """(ne, ng, 2) the diffusion of the liquid and of the vapour at the points of concentrations (ne, nn)."""
        concentration = self.temperatures(data, water)
        found = np.zeros((*concentration.shape, 2))
        for rows, material in data.by_material():
            law = material.get("diffusion")
            if law is None:
                raise ComputationFailed("drying: some cells have a material without a law of diffusion")
            around = data.subset(rows).variables()
            if "TEMP" not in around:
                raise ComputationFailed("drying: the temperature is not known on all cells: give it by AFFE_VARC of AFFE_MATERIAU")
            found[rows, :, 0], found[rows, :, 1] = law.law(concentration[rows], around, material)
        return found

    def conductivity(self, data, temperature=None):
        """D in all directions; its slope is left out."""
        if temperature is None:
            raise ComputationFailed("drying depends on the concentration of water: SECH_NON_LINE solves it")
        value = self.diffusion(data, temperature).sum(axis=-1)[..., None, None] * np.eye(self.dim)
        return value, np.zeros_like(value)

    def humidity(self, data: ElementData, water: np.ndarray) -> np.ndarray:
        """(ne, ng, 2) relative humidity and capillary pressure at the points of concentrations (ne, nn), zero without a law."""
        concentration = self.temperatures(data, water)
        found = np.zeros((*concentration.shape, 2))
        for rows, material in data.by_material():
            law = material.get("desorption")
            if law is not None:
                around = data.subset(rows).variables()
                found[rows, :, 0], found[rows, :, 1] = law.humidity(concentration[rows], around.get("TEMP", np.nan))
        return found

    def unhydrated(self, data):
        """None: nothing hydrates here."""
        return None

    def _enthalpy(self, data, temperature):
        shape = len(data), len(self.rule("mass"))
        return (np.zeros(shape) if temperature is None else self.temperatures(data, temperature, "mass")), np.ones(shape)


class DryingSide(HeatSide):
    """A side of a cell that dries."""

    unknowns = WATER
