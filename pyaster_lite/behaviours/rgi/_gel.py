"""What reactions within concrete make, and what it presses with (r7.01.35; Sellier et al. 2017, Grimal et al.).

Alkalis and silica: A' = a (S - A) ((S - S0)/(1 - S0))^2 exp(-E/R (1/T - 1/Tr))/tau, S the saturation;  V = V0 (A - l)/(1 - l) past the
latency l. Ettringite delayed: see _ettringite. With v both volumes of products per volume of concrete:

1.  b = 2 v/(1 + v),   1/M = (b - v)(1 - b)/K + v/Kgel,  K the bulk modulus of concrete
2.  P = M (v - b (tr e - tr ea) - (1 - b) tr eg)/(1 + M v0/P0): e the strain, ea that of cracks by loads and of shear, eg that of cracks by
    the products; the void v0 fills as P grows to P0
3.  below the largest P so far, Pm, the void stays filled:  P = M (v - b (tr e - tr ea) - (1 - b) tr eg - v0 Pm/P0)
"""

from __future__ import annotations

import numpy as np

from . import _ettringite
from ._creep import GAS, ZERO


def saturated(words, ripe, water, pores):
    """Saturation, Biot's coefficient of the water and its pressure (n,), after van Genuchten; water and pores per volume."""
    wet = water >= pores
    share = water / pores
    filled = np.where(wet, 1.0, np.where(share > 0.0, np.minimum(share, 1.0), 0.01))
    m = words.suction_exponent
    known = np.where(m == 0.0, 0.5, m)
    sucked = -ripe.water_modulus * np.maximum(filled ** (-1.0 / known) - 1.0, 0.0) ** (1.0 - known)
    return filled, np.where(wet, 1.0, share) * ripe.water_biot, np.where(wet, 0.0, sucked)


def silica(words, advance, saturation, temperature, reference, dt):
    """How far the reaction of alkalis and silica has gone after dt."""
    lasting = words.asr_time > 0.0
    heat = np.exp(-words.asr_activation / GAS * (1.0 / (temperature + ZERO) - 1.0 / (reference + ZERO)))
    over = np.maximum(saturation - words.asr_moisture, 0.0)
    speed = heat / np.where(lasting, words.asr_time, 1.0) * (over / (1.0 - words.asr_moisture)) ** 2
    goes = (advance < saturation) & (over > 0.0)
    slow = np.where(goes, saturation - (saturation - advance) * np.exp(-speed * dt), advance)
    return np.where(lasting, slow, np.maximum(advance, saturation))


def products(words, old, first, saturation, temperature, reference, dt):
    """The phases after dt, by the names that the state has of them: `phases` is their volume."""
    reacts = words.asr_volume != 0.0
    asr = np.where(reacts, silica(words, old.asr, saturation, temperature, reference, dt), 0.0)
    volume = np.where(reacts & (asr > words.latency), words.asr_volume * (asr - words.latency) / (1.0 - words.latency), 0.0)
    late, formed = _ettringite.grown(words, old, first, saturation, temperature, dt)
    made = {"asr": asr, **late, "phases": volume + formed}
    if dt.all():
        return made
    return {name: np.where(dt == 0.0, getattr(old, name), value) for name, value in made.items()}


def pressed(words, ripe, volume, strain, cracks, own_cracks, most):
    """Steps 1 to 3: b, P, Pm and the rate of P by the trace of eg (n,)."""
    bulk = words.young / (3.0 * (1.0 - 2.0 * words.poisson))
    b = 2.0 * volume / (1.0 + volume)
    gel = np.where(words.gel_modulus > 0.0, words.gel_modulus, 1.0)
    soft = np.where(b > 0.0, (b - volume) * (1.0 - b) / bulk + volume / gel, 1.0)
    m = np.where(b > 0.0, 1.0 / soft, words.gel_modulus)
    over = volume - (b * (strain - cracks) + (1.0 - b) * own_cracks)
    stiff = m / (1.0 + m * words.gel_void / ripe.gel_limit)
    acts = (over > 0.0) & (volume > 0.0)
    pressure = np.where(acts, stiff * over, 0.0)
    grows = pressure >= most
    left = over - words.gel_void * most / ripe.gel_limit
    back = acts & ~grows
    pressure = np.where(back, np.maximum(m * left, 0.0), pressure)
    rate = np.where(acts, np.where(grows, -stiff, np.where(left > 0.0, -m, 0.0)), 0.0)
    return b, pressure, np.where(acts & grows, pressure, most), rate
