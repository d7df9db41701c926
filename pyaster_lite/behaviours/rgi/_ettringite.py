"""Ettringite that forms late, in concrete once hot (r7.01.35; Sellier and Multon 2018).

Aluminium and sulphur, mol per volume, sit in ettringite E1 and monosulphate M1 of the cement, E2 and M2 formed late, and free, A and S:

1.  at first E1 and M1 hold what 3 S per A in ettringite and 1 in monosulphate let them; V0 is that of ettringite from all of the scarcer
2.  above Td = T0 (K/Na)^n, Na the alkalis, K theirs of the law:  all phases dissolve as exp(-t/td), what is free is fixed as exp(-t/tf),
    td = d exp(-Na/K)/(exp(-E/R (1/T - 1/Td)) - 1),  tf = f (1 - exp(-Na/K))/max(exp(-F/R (1/T - 1/Tf)) - 1, 1e-3)
3.  below it E2 and M2 go, as exp(-t/tp), to what the free ones and they make:  tp = p/(h w a),
    h = (1 - exp(-E/R (1/T - 1/Td)))/(1 - exp(-E/R (1/Tr - 1/Td))) exp(-P/R (1/T - 1/Tr)),  w = exp(-(1 - S)/(1 - S0)),
    a = (1 - min(Na, B)/B)^q
"""

from __future__ import annotations

import numpy as np

from ._creep import GAS, ZERO

ETTRINGITE, MONOSULPHATE = 715e-6, 254.6e-6
"""m3/mol."""
SLOW = 1e-3
NAMES = ("ettringite", "monosulphate", "late_ettringite", "late_monosulphate", "aluminium", "sulphur")


def grown(words, old, first, saturation, temperature, dt):
    """What there is of each after dt and `late`, the share of the volume that could be (all by name), and the volume formed late."""
    forms = words.def_volume > 0.0
    if not forms.any():
        zero = np.zeros(len(forms))
        return dict.fromkeys((*NAMES, "late"), zero), zero
    with np.errstate(all="ignore"):
        held = [np.where(first, new, getattr(old, name)) for name, new in zip(NAMES, _at_first(words))]
        warm = temperature + ZERO
        dissolves = ZERO + words.dissolving * (words.alkali_scale / words.alkali) ** words.dissolving_exponent
        hot = _dissolved(words, held, warm, dissolves, dt)
        cold = _precipitated(words, held, warm, dissolves, saturation, dt)
        found = [np.where(forms, np.where(warm > dissolves, h, c), 0.0) for h, c in zip(hot, cold)]
        volume = found[2] * ETTRINGITE + found[3] * MONOSULPHATE
        share = np.where(forms, volume / words.def_volume, 0.0)
    return {**dict(zip(NAMES, found)), "late": share}, volume


def _at_first(words):
    """Step 1."""
    ratio, volume = words.sulphur_ratio, words.def_volume
    most = volume / ETTRINGITE
    rich = ratio >= 3.0
    aluminium = np.where(rich, most, np.where(ratio > 0.0, 3.0 * most / np.where(ratio > 0.0, ratio, 1.0), most))
    sulphur = np.where(rich, ratio * aluminium, 3.0 * most)
    much, little = sulphur >= 3.0 * aluminium, sulphur <= aluminium
    zero = np.zeros_like(most)
    return (
        np.where(much, aluminium, np.where(little, 0.0, (sulphur - aluminium) / 2.0)),
        np.where(much, 0.0, np.where(little, sulphur, (3.0 * aluminium - sulphur) / 2.0)),
        zero,
        zero,
        np.where(~much & little, aluminium - sulphur, 0.0),
        np.where(much, sulphur - 3.0 * aluminium, 0.0),
    )


def _dissolved(words, held, warm, dissolves, dt):
    """Step 2."""
    e1, m1, e2, m2, aluminium, sulphur = held
    quick = np.exp(-words.dissolving_activation / GAS * (1.0 / warm - 1.0 / dissolves)) - 1.0
    fixes = np.maximum(np.exp(-words.fixing_activation / GAS * (1.0 / warm - 1.0 / (words.fixing + ZERO))) - 1.0, SLOW)
    alkalis = np.exp(-words.alkali / words.alkali_scale)
    td, tf = words.dissolving_time * alkalis / quick, words.fixing_time * (1.0 - alkalis) / fixes
    stays, free, ratio = np.exp(-dt / td), np.exp(-dt / tf), tf / td
    bound = e1 + m1 + e2 + m2
    a = aluminium * free + bound * ratio / (ratio - 1.0) * (free - stays)
    s = sulphur + (3.0 * (e1 + e2) + m1 + m2) * (1.0 - stays)
    acts = quick > 0.0
    return [np.where(acts, new, was) for new, was in zip((e1 * stays, m1 * stays, e2 * stays, m2 * stays, a, s), held)]


def _precipitated(words, held, warm, dissolves, saturation, dt):
    """Step 3."""
    e1, m1, e2, m2, aluminium, sulphur = held
    reference = words.precipitating + ZERO
    far, near = (1.0 - np.exp(-words.dissolving_activation / GAS * (1.0 / t - 1.0 / dissolves)) for t in (warm, reference))
    heat = far / near * np.exp(-words.precipitating_activation / GAS * (1.0 / warm - 1.0 / reference))
    moist = np.where(words.def_moisture < 1.0, np.exp(-(1.0 - saturation) / (1.0 - words.def_moisture)), 0.0)
    alkalis = (1.0 - np.minimum(words.alkali, words.alkali_block) / words.alkali_block) ** words.precipitating_exponent
    speed = heat * moist * alkalis
    left = np.exp(-dt * speed / words.def_time)
    s, a = sulphur + 3.0 * e2 + m2, aluminium + e2 + m2
    much, little = s >= 3.0 * a, s <= a
    e_end = np.where(much, a, np.where(little, 0.0, (s - a) / 2.0))
    m_end = np.where(much, 0.0, np.where(little, s, (3.0 * a - s) / 2.0))
    e, m = e_end + (e2 - e_end) * left, m_end + (m2 - m_end) * left
    acts = speed > 0.0
    made = (e1, m1, e, m, aluminium - (e - e2) - (m - m2), sulphur - 3.0 * (e - e2) - (m - m2))
    return [np.where(acts, new, was) for new, was in zip(made, held)]
