"""RELATION='BETON_AGEING': concrete that creeps less the older it is, and more as it dries (r7.01.45).

The strain e is the sum of an elastic one, of those r of a Voigt body and i of a Maxwell dashpot that stiffens with age, and of d that
drying brings under stress. For each part (mean, deviator), with h = exp(- p M/(rho R T)) the humidity at the capillary pressure p and the
temperature T in the middle of the step of length dt, a = exp(E (1/T - 1/T_r)) / h:

1.  C = 3 K or 2 G;   C_r = a (3 K_r or 2 G_r),  V_r = a (3 eta_r or 2 eta_d);   V_i = a (3 K_i or 2 G_i) <t + dt/2 - t_0>
2.  w = h_ - h over the step where the humidity falls and h is no more than it has been, else 0
3.  stress = (e - V_r r_/(dt C_r + V_r) - i_ - d_) / (1/C + dt/(dt C_r + V_r) + dt/V_i + w/K_d)
4.  r = r_ + dt (stress - C_r r_)/(dt C_r + V_r),   i = i_ + dt stress/V_i,   d = d_ + w/K_d stress

Variables: r, i, d in Mandel's notation (4 in the plane, 6 in space each), the least h there has been, less 1.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mean, unit

from ._law import moduli, strain_increment
from ._restarting import Restarting

WORDS = ("voigt_k", "voigt_g", "voigt_eta_k", "voigt_eta_g", "ageing_k", "ageing_g", "poured", "drying", "arrhenius", "kelvin", "reference")
KINDS = ("FREV", "FIRR", "FDES")


class _Parts:
    """A linear law that acts on the mean and on the deviator apart, over points."""

    def __init__(self, spheric, deviatoric):
        self.spheric, self.deviatoric = spheric, deviatoric

    def of(self, function, *others):
        """Both parts of a function of this law's and of others'."""
        pairs = (
            function(self.spheric, *(other.spheric for other in others)),
            function(self.deviatoric, *(other.deviatoric for other in others)),
        )
        return _Parts(*pairs)

    def __call__(self, tensor):
        return (self.spheric * mean(tensor))[..., None] * unit(tensor.shape[-1]) + self.deviatoric[..., None] * deviator(tensor)


class AgeingConcrete(Restarting):
    """The law over all cells and points."""

    plane_stress = False
    surrounded = True
    needs = {"young": "ELAS", "concrete_voigt_k": "BETON_AGEING"}
    internal_names = (*(f"{kind}{axes}" for kind in KINDS for axes in AXES), "HMIN")

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        n, shape = strain.shape[-1], strain.shape[:2]
        own = dict(zip(WORDS, (np.broadcast_to(data.at_points(f"concrete_{word}"), shape) for word in WORDS)))
        elastic = moduli(data)
        stiff = _Parts(*(np.broadcast_to(part, shape) for part in (elastic.three_k, elastic.two_mu)))
        dt, old = data.step.after - data.step.before, state.internal
        humid, dried, least = self._drying(own, data, old[..., 3 * n])
        slow, held = self._creep(own, data, humid)
        age = np.maximum(data.step.before + 0.5 * dt - own["poured"], 0.0)
        flows = _Parts(3 * own["ageing_k"] * slow * age, 2 * own["ageing_g"] * slow * age)
        spring, dash = held
        both = spring.of(lambda c, v: dt * c + v, dash)
        with np.errstate(divide="ignore"):
            soft = stiff.of(lambda c, a, v: 1 / c + dt / a + dt / v + dried / own["drying"], both, flows)
        rigid = soft.of(lambda s: 1 / s)
        caused = state.strain + strain_increment(strain, state, data, continuum)[0]
        back, gone, shrunk = (old[..., k * n : (k + 1) * n] for k in range(3))
        stress = rigid(caused - dash.of(lambda v, a: v / a, both)(back) - gone - shrunk)
        internal = np.zeros_like(old)
        internal[..., :n] = back + both.of(lambda a: dt / a)(stress - spring(back))
        internal[..., n : 2 * n] = gone + flows.of(lambda v: dt / v)(stress)
        internal[..., 2 * n : 3 * n] = shrunk + (dried / own["drying"])[..., None] * stress
        internal[..., 3 * n] = least
        return stress, internal, isotropic_stiffness(rigid.deviatoric, rigid.spheric, n)

    def _drying(self, own, data, least):
        """(a temperature and a humidity in the middle of the step, w, the least humidity less 1) of step 2."""
        first, last = data.variables(before=True), data.variables()
        if not {"PCAP", "TEMP"} <= set(last):
            raise LawFailed("BETON_AGEING needs a capillary pressure and a temperature")

        def humidity(pressure, temperature):
            return np.exp(-pressure * own["kelvin"] / temperature)

        middle = [(first[name] + last[name]) / 2 for name in ("PCAP", "TEMP")]
        h, change = humidity(*middle), humidity(last["PCAP"], last["TEMP"]) - humidity(first["PCAP"], first["TEMP"])
        dries = (change <= 0.0) & (h <= least + 1.0)
        return (middle[1], h), np.where(dries, -change, 0.0), np.where(dries, h - 1.0, least)

    def _creep(self, own, data, humid):
        """a, and the spring and the dashpot of Voigt's body, of step 1."""
        temperature, h = humid
        slow = np.exp(own["arrhenius"] * (1 / temperature - 1 / own["reference"])) / h
        spring = _Parts(3 * own["voigt_k"] * slow, 2 * own["voigt_g"] * slow)
        return slow, (spring, _Parts(3 * own["voigt_eta_k"] * slow, 2 * own["voigt_eta_g"] * slow))


BEHAVIOURS.add("BETON_AGEING", AgeingConcrete())
