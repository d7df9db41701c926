"""RELATION='RELAX_ACIER': tendons that relax under tension, along a line (r5.03.09, relax_acier_cable, relax_cable of code_aster).

    s' = E (e' - e_v'),  e_v' = <(s / F_PRG - r(e_v)) / ECOU_K>^ECOU_N,  r = ECRO_C e_v / (1 + (ECRO_B e_v)^ECRO_N)^(1 / ECRO_N)

(without the denominator where ECRO_B e_v is next to nothing) under strains and temperatures that grow evenly over the step, by the pair of
Cash and Karp. The tangent is s' / e' at the end of the step; where nothing is stretched that of the last one, E at first.

Internal variables: e_v, the tangent.
"""

from __future__ import annotations

from math import log10

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe import cash_karp
from pyaster_lite.fe.errors import ComputationFailed

from ._law import Law

LITTLE, LINEAR, LARGEST = 1e-8, 1e-6, 200.0
WORDS = ("drag", "power", "hardening_power", "hardening_bound", "hardening_rate")


def _power(x, exponent):
    """x^exponent; cash_karp.Stiff where that runs away."""
    if x > 0.0 and log10(x) * exponent > LARGEST:
        raise cash_karp.Stiff
    return x**exponent


class RelaxingBar(Law):
    """The law along a line."""

    internal_names = ("EPSPEQ", "TANGENTE")
    needs = {"young": "ELAS", "relaxing_drag": "RELAX_ACIER"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def stretch(self, increment, stress, internal, data, total=None):
        """Stress, internal variables and tangent, point by point."""
        young = np.broadcast_to(data.at_points("young"), increment.shape)
        kept = np.where(abs(internal[..., 1]) < LITTLE, young, internal[..., 1])
        dt = data.step.after - data.step.before
        if data.step.predicting or dt <= 0.0:
            return stress + young * increment, internal, kept
        warm = [np.broadcast_to(data.variables(before).get("TEMP", 0.0), increment.shape) for before in (True, False)]
        found, out, tangent = stress.copy(), internal.copy(), kept.copy()
        for e, g in np.ndindex(increment.shape):
            read = _reader(data.materials[data.owner[e]])
            speed, heat = increment[e, g] / dt, (warm[1][e, g] - warm[0][e, g]) / dt
            rates = _rates(read, speed, heat)
            start = [stress[e, g], 0.0, internal[e, g, 0], warm[0][e, g]]
            end, last = cash_karp.follow(rates, start, dt, self.precision, self.tries)
            found[e, g], out[e, g, 0] = end[0], end[2]
            if abs(speed) > LITTLE:
                slope = last[0] / speed
                tangent[e, g] = slope if abs(slope) >= LITTLE else young[e, g]
        out[..., 1] = tangent
        return found, out, tangent


def _reader(material):
    """Temperature -> E, the five constants and F_PRG, which the material of tendons may give."""
    names = ["young", *(f"relaxing_{word}" for word in WORDS)]
    names.append("relaxing_limit" if "relaxing_limit" in material else "tendon_limit")
    parts = [material.get(name) for name in names]
    if parts[-1] is None:
        raise ComputationFailed("RELAX_ACIER needs F_PRG, of its own or of BPEL_ACIER or ETCC_ACIER")
    if not any(callable(part) for part in parts):
        constants = [abs(float(part)) for part in parts]
        return lambda temperature: constants

    def read(temperature):
        around = {"TEMP": np.array([[temperature]]), "TEMP_REF": np.array([[temperature]]), "INST": np.zeros((1, 1))}
        return [abs(float(np.asarray(part(around)).ravel()[0]) if callable(part) else float(part)) for part in parts]

    return read


def _rates(read, speed, heat):
    """Of s, the strain, e_v and the temperature."""

    def rates(y):
        young, drag, power, hardens, bound, rate, limit = read(y[3])
        slipped = abs(y[2])
        back = rate * slipped
        if bound * slipped > LINEAR:
            back /= _power(1.0 + _power(bound * slipped, hardens), 1.0 / hardens)
        over = (y[0] / limit - back) / drag
        flow = _power(over, power) if over > 0.0 else 0.0
        return young * (speed - flow), speed, flow, heat

    return rates


class OnlyBars:
    """It has no form in space."""

    linear, symmetric = False, True
    internal_names, internal_size, needs = RelaxingBar.internal_names, 2, RelaxingBar.needs

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.fibre = RelaxingBar(precision, abs(tries))

    def within(self, precision, tries):
        """The law integrated to a relative precision, a step being cut `tries` times at most."""
        return OnlyBars(precision, tries)


BEHAVIOURS.add("RELAX_ACIER", OnlyBars())
