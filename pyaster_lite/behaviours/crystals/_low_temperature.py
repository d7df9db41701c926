"""Slip by densities of dislocations in body-centred metals at low temperature: MONO_DD_CC, MONO_DD_CC_IRRA (r5.03.11, 4.3).

With t the resolved stress of a system, r its density, R = sum of those of the others and the loops, k T the thermal energy:

    dG  = min(DELTAG0, k T ln(RHO_MOB B GH / (sqrt R rate)))       rate DEPDT, or that of the strains
    rs  = mu B / (2 TAU_0 (1 - dG/DELTAG0)^2)
    l   = 1 / min(sqrt R, (D + 2 rs) R) - D
    a   = sqrt((sum of a r of the others + A_IRRA loops) / R)
    ls  = max(l - 2 a rs, lc),  lc = 500 B (T/300)^2
    tc  = TAU_F + sqrt(max(0, a mu B (1/l - 1/(2 a rs + lc)))^2 + (mu B)^2 a_ss r)
    te  = |t| - tc
    nucleation   = RHO_MOB B GH ls exp(-DELTAG0 (1 - sqrt(te/TAU_0)) / k T)
    propagation  = GAMMA0 (|t| / tc)^N
    dp  = dt / (1/nucleation + 1/propagation)
    dr  = dp / B (1/D_LAT + (1 - te/TAU_0) (sqrt(a_ss r)/K_SELF + a R l/K_F) - r / (1/Y_AT + 2 pi te / mu B))
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._interaction import body_centred
from ._values import LEAST, lower, positive, sign, size, spread, upper

SYSTEMS = 12
LARGE = np.sqrt(np.finfo(float).max)
WORDS = ("B", "GH", "DELTAG0", "TAU_0", "D", "GAMMA0", "N", "DEPDT", "Y_AT", "D_LAT", "K_F", "K_SELF", "TAU_F", "RHO_MOB", "K_BOLTZ")


class LowTemperature:
    """The slip of one family, whose first variable is a density."""

    dense, kinematic = True, None
    heated = True

    def __init__(self, flow: str):
        self.flow = self.interaction = flow
        self.marks = SYSTEMS if flow == "MONO_DD_CC_IRRA" else 0
        self.table = body_centred()

    def words(self):
        """The parameters that are read, by factor keyword."""
        return {self.flow: (*WORDS, *(("A_IRRA", "XI_IRRA") if self.marks else ()))}

    def rates(self, stress, known, hardening, marks, point):
        """(..., n, 3) rates of the densities, gamma, p of resolved stresses (..., n); the densities are those of `hardening`."""
        return self._moved(stress, hardening[..., 0], marks, point, 1.0)

    def increments(self, stress, x, known, marks, point):
        """(..., n, 3) increments over a step whose densities grow by x (..., n)."""
        return self._moved(stress, known[..., 0] + x, marks, point, point.dt)

    def _moved(self, stress, density, marks, point, dt):
        own, mu = point.values[self.flow], point.mean_shear
        burgers, barrier, peak, heat = own["B"], own["DELTAG0"], own["TAU_0"], own["K_BOLTZ"] * point.temperature
        own_share = np.diagonal(point.interaction, axis1=-2, axis2=-1)
        others = density.sum(axis=-1, keepdims=True) - density
        forest = spread(point.interaction, density) - own_share * density
        if (np.real(density) < LEAST).any() or (np.real(others) < LEAST).any() or (np.real(forest) < LEAST).any():
            raise LawFailed("MONO_DD_CC: a density of dislocations vanishes")
        if self.marks:
            others, forest = others + marks, forest + own["A_IRRA"] * marks
        mobile = own["RHO_MOB"] * burgers * own["GH"]
        rate = np.where(own["DEPDT"] > LEAST, own["DEPDT"], point.rate)
        driven = rate > LEAST
        energy = heat * np.log(mobile / np.sqrt(others) / np.where(driven, rate, 1.0))
        left = 1.0 - np.where(driven, lower(barrier + 0.0 * energy, energy), barrier) / barrier
        bends = np.real(left) >= LEAST
        radius = np.where(bends, mu * burgers / (2.0 * peak * np.where(bends, left, 1.0) ** 2), LARGE)
        length = 1.0 / lower(np.sqrt(others), (own["D"] + 2.0 * radius) * others) - own["D"]
        strength = np.sqrt(forest / others)
        critical = 500.0 * burgers * (point.temperature / 300.0) ** 2
        reach = 2.0 * strength * radius
        source = upper(length - reach, critical + 0.0 * length)
        tension = positive(strength * mu * burgers * (1.0 / length - 1.0 / (reach + critical)))
        threshold = own["TAU_F"] + np.sqrt(tension**2 + (mu * burgers) ** 2 * own_share * density)
        above = size(stress) - threshold
        if (np.real(above) > peak).any():
            raise LawFailed("MONO_DD_CC: a resolved stress passes TAU_0")
        over = np.real(above) >= LEAST
        above = np.where(over, above, 0.0)
        root = np.where(over, np.sqrt(np.where(over, above, 1.0) / peak), 0.0)
        nucleation = mobile * source * np.exp(-barrier * (1.0 - root) / heat)
        propagation = own["GAMMA0"] * (size(stress) / threshold) ** own["N"]
        slow = sum(np.where(np.real(v) > LEAST, 1.0 / np.where(np.real(v) > LEAST, v, 1.0), 0.0) for v in (nucleation, propagation))
        moves = (np.real(slow) > LEAST) & (abs(np.real(stress)) > LEAST)
        total = np.where(moves, dt / np.where(moves, slow, 1.0), 0.0)
        ease = 1.0 - above / peak
        annihilated = 1.0 / (1.0 / own["Y_AT"] + 2.0 * np.pi * above / mu / burgers)
        made = np.sqrt(own_share * density) * ease / own["K_SELF"] + strength * others * length * ease / own["K_F"]
        growth = 1.0 / own["D_LAT"] + made - annihilated * density
        return np.stack(np.broadcast_arrays(growth * total / burgers, total * sign(stress), total), axis=-1)

    def irradiated(self, marks, known, slips, point, explicit):
        """The loops after slips (..., n)."""
        if not self.marks:
            return marks
        own = point.values[self.flow]
        # as in code_aster, an explicit step counts all that has slipped since the start, and an implicit one reads B for XI_IRRA
        return marks * np.exp(-(own["XI_IRRA"] * (known[..., 2] + slips) if explicit else own["B"] * slips))
