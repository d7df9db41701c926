"""What elastic solids store, and how it changes with the temperature at given strains (r7.02.01, r7.02.03).

    w = s : S : s / 2 + int_0^p R dp

with S the compliance, R(p) the hardening of a law that is elastic on the curve of plasticity (p = 0 in linear elasticity).
With T the temperature, K and mu the moduli, alpha the mean expansion from T_ref,

    w,T = K,T e^2 / 2 + mu,T |e'|^2 - tr s (alpha + alpha,T (T - T_ref))

e the trace and e' the deviator of the elastic strains. On the curve, the deviatoric part changes its sign, and linear hardening adds
2 R R,T / 3 (2 mu) + d/dT int R dp, p following from the strain; other curves are taken as if they did not change.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.tensors import deviator

from ._law import moduli

STEP = 1e-3
"""K: parameters are taken as straight over that much temperature."""


def temperature_slope(data: ElementData, name: str, missing: float | None = None) -> np.ndarray | float:
    """(ne, ng) derivative of a material property by the temperature, towards lower ones where a curve bends."""
    if not data.varies(name):
        return 0.0
    here = data.at_points(name, missing)
    for step in (-STEP, STEP):
        try:
            return (_warmer(data, step).at_points(name, missing) - here) / step
        except (ValueError, ArithmeticError):
            if step > 0:
                raise
    raise AssertionError


def _warmer(data, step):
    around = data.surroundings

    def warmer(t):
        values = dict(around(t)) if around is not None else {}
        return values | ({"TEMP": values["TEMP"] + step} if "TEMP" in values else {})

    return replace(data, surroundings=warmer, _kept={})


def of_linear(stress, elastic, data: ElementData):
    """(w, w,T) of linear isotropic elasticity, stress and elastic strains (ne, ng, ns)."""
    energy = 0.5 * (stress * elastic).sum(axis=-1)
    trace = elastic[..., :3].sum(axis=-1)
    shear = (deviator(elastic) ** 2).sum(axis=-1)
    moduli = Slopes(data)
    return energy, 0.5 * moduli.bulk * trace**2 + moduli.shear * shear - stress[..., :3].sum(axis=-1) * moduli.expansion


class Slopes:
    """How the moduli K and mu change with the temperature, and alpha + alpha,T (T - T_ref)."""

    def __init__(self, data: ElementData):
        young, poisson = data.at_points("young"), data.at_points("poisson")
        by_young, by_poisson = temperature_slope(data, "young"), temperature_slope(data, "poisson")
        whole = 1.0 - 2.0 * poisson
        self.bulk = (by_young + 2.0 * young / whole * by_poisson) / (3.0 * whole)
        self.shear = ((1.0 + poisson) * by_young - young * by_poisson) / (2.0 * (1.0 + poisson) ** 2)
        variables = data.variables()
        self.expansion = 0.0
        if data.has("expansion"):
            self.expansion = data.at_points("expansion", 0.0)
            if "TEMP" in variables and "TEMP_REF" in variables:
                self.expansion = self.expansion + temperature_slope(data, "expansion", 0.0) * (variables["TEMP"] - variables["TEMP_REF"])


def on_the_curve(stress, p, now, data: ElementData):
    """(w, w,T) of a law that is elastic on the curve of von Mises' plasticity.

    stress (ne, ng, ns); p (ne, ng) its plastic strain, zero below the yield stress; now (_hardening.Yield)
    """
    trace = stress[..., :3].sum(axis=-1) / now.elasticity.three_k
    size, limit = np.sqrt(1.5 * (deviator(stress) ** 2).sum(axis=-1)), now.hardening.at(p)[0]
    # R, also where the search took no plastic strain for near enough
    size = np.where((p > 0.0) | (size > limit), limit, size)
    strain_size = size / now.elasticity.two_mu + 1.5 * p
    given = moduli(data)
    if hasattr(now.hardening, "young"):
        # A curve by points has its own Young's modulus; as in code_aster the energy is that of ELAS, on the curve from its trial stress
        trial = given.two_mu * strain_size
        p = np.where(p > 0.0, now.hardening.slip(trial, 1.5 * now.elasticity.two_mu, np.zeros_like(p)), 0.0)
        size = np.where(p > 0.0, now.hardening.at(p)[0], trial)
    two_mu, three_k = given.two_mu, given.three_k
    energy = three_k * trace**2 / 6.0 + size**2 / (3.0 * two_mu) + now.hardening.area(p)
    slopes = Slopes(data)
    plastic = p > 0.0
    change = 2.0 * slopes.shear * size**2 / (3.0 * two_mu**2)
    change = np.where(plastic, -change, change)
    if hasattr(now.hardening, "changes") and plastic.any():
        rate, area = now.hardening.changes(p, strain_size, 2.0 * slopes.shear, two_mu, temperature_slope, data)
        change = change + np.where(plastic, size * rate / (1.5 * two_mu) + area, 0.0)
    return energy, 0.5 * slopes.bulk * trace**2 + change - stress[..., :3].sum(axis=-1) * slopes.expansion
