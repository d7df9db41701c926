"""Bars smeared in concrete along up to five directions (r7.01.35; Sellier and Millard 2019).

Along a bar v, E the strain:  e = v.E v + |E v - (v.E v) v|^2/2.  Its stress s, the plastic strain p with linear kinematic hardening H:

1.  without creep:  s = E (e - p),  |s - H p| <= SY
2.  with creep (TAUM, EKR), over a step dt, a the elastic strain at its start, c = 1/2 its share at the end:
        k' to (1 - exp(-dt/tk)) (a/psi - k),   m' to f ln(1 + dt/(f tm)) a,   tk = TAUK/h,   tm = TAUM exp(m/(a f))/f where m goes with a
    f = EKR l h/(SKR/E);  l = L/(L - u), L = 2/3 XFL/(XFL - 1), u = |s - H p|/SY;  h = exp(+-ATR exp(CTM max(umax, MUS)) |T - TTR|^XNR)
3.  PRE is its stress at first, and whenever it changes
4.  through a crack n of concrete it pulls along d, turned towards the crack's opening by what bends it against concrete (dowel action);
    of the stress, (1 - Dr) is that of bars in whole concrete and Dr that through the cracks, Dr those of _cracks.closing
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._creep import THETA
from ._points import along, components, turned_back

NAMES = ("EPSIN", "EPSEQ", "SNR", "ERM", "MUR", "ERK", "SPR")
"""Strain, plastic strain, stress, Maxwell's strain, largest load so far, Kelvin's strain, and PRE, of a bar."""
STRESS = NAMES.index("SNR")
HOTTEST = 200.0
ALIGNED = 1e-6
BENT = np.pi / 4.0
TOLERANCE = 1.0 + 1e-6
LEAST = 1e-20


def stretched(strain, direction):
    """e of strains (n, 3, 3) along unit directions (n, 3)."""
    pulled = np.einsum("nij,nj->ni", strain, direction)
    axial = (pulled * direction).sum(axis=1)
    return axial + 0.5 * ((pulled - axial[:, None] * direction) ** 2).sum(axis=1)


def answered(bar, old, strain, first, heat, dt):
    """The variables (n, 7) after a step to the strain e (n,), from those before; `heat` is the mean temperature, `bar` says the rest."""
    before, p, s, m, largest, k, pre = old.T
    imposed = (pre != bar.pre) & ~first
    s = np.where(first, bar.pre, s)
    p, m, k = (np.where(first, 0.0, x) for x in (p, m, k))
    largest = np.where(first | imposed, np.maximum(abs(bar.pre / bar.strength), largest), largest)
    flows = (dt != 0.0) & (bar.maxwell_time != 0.0) & (bar.creep_strain != 0.0)
    rise = strain - before
    found = *_yielded(bar, s, p, rise, largest), m, k
    if flows.any():
        found = [np.where(flows, y, x) for x, y in zip(found, _crept(bar, s, p, m, k, rise, largest, heat, dt, flows))]
    absent = bar.share <= 0.0
    found = [np.where(imposed | absent, x, y) for x, y in zip((bar.pre, p, largest, m, k), found)]
    stress, plastic, most, maxwell, kelvin = found
    return np.stack([strain, plastic, stress, maxwell, most, kelvin, bar.pre], axis=1)


def _yielded(bar, s, p, rise, largest):
    """Step 1: s, p and the largest load."""
    trial = s + bar.young * rise
    over = trial - bar.hardening * p
    dp = np.sign(over) * np.maximum(abs(over) - bar.strength, 0.0) / (bar.young + bar.hardening)
    return trial - bar.young * dp, p + dp, np.maximum(abs(s / bar.strength), largest)


def _crept(bar, s, p, m, k, rise, largest, heat, dt, flows):
    """Step 2: s, p, the largest load, m and k."""
    a = s / bar.young
    load = np.minimum(abs((s - bar.hardening * p) / bar.strength), 1.0)
    largest = np.maximum(load, largest)
    bends = bar.nonlinear > 1.0
    limit = 2.0 / 3.0 * np.where(bends, bar.nonlinear, 2.0) / np.where(bends, bar.nonlinear - 1.0, 1.0)
    warmer = heat - bar.reference
    rate = bar.activation * np.exp(bar.coupling * np.maximum(largest, bar.threshold))
    hot = np.exp(np.sign(warmer) * rate * abs(warmer) ** bar.exponent)
    if (flows & ((bends & (limit < load)) | (hot > HOTTEST))).any():
        raise LawFailed("creep of bars in concrete: their load or their temperature is beyond what the law takes")
    larger = np.where(bends, limit / (limit - load), 1.0)
    f = np.where(flows, bar.creep_strain * larger * hot / (bar.creep_stress / bar.young), 1.0)
    x = m / np.where(abs(a) > LEAST, a, np.where(np.signbit(a), -LEAST, LEAST))
    tm = np.where(flows, bar.maxwell_time, 1.0) * np.exp(np.maximum(x, 0.0) / f) / f
    lasting = bar.kelvin_time > 0.0
    goes = np.where(lasting, -np.expm1(-dt * hot / np.where(lasting, bar.kelvin_time, 1.0)), 0.0)
    dk, by_k = goes * (a / bar.kelvin_ratio - k), goes * THETA / bar.kelvin_ratio
    long = f * np.log(1.0 + dt / (f * tm))
    dm, by_m = a * long, long * THETA
    eased = 1.0 + by_k + by_m
    grown = (rise - dk - dm) / eased
    stress = s + bar.young * grown
    over = stress - bar.hardening * p
    back = -np.sign(over) * np.maximum(abs(over) - bar.strength, 0.0) / (bar.young + bar.hardening * eased)
    stress, plastic = stress + bar.young * back, p - back * eased
    if (flows & (abs(stress - bar.hardening * plastic) > bar.strength * TOLERANCE)).any():
        raise LawFailed("creep of bars in concrete does not find their plastic strain")
    grown = grown + back
    return stress, plastic, largest, m + dm + by_m * grown, k + dk + by_k * grown


def together(bars, stresses, held, damage, compression):
    """The stress of concrete and bars (n, 3, 3) from what each holds: step 4."""
    o, closing = damage.openings, damage.closing
    whole, through = np.zeros_like(held), np.zeros_like(held)
    for bar, stress in zip(bars, stresses.T):
        force = (bar.share * stress)[:, None]
        whole += force[:, :, None] * bar.direction[:, :, None] * bar.direction[:, None, :]
        for i in range(3):
            pulls = force * _dowel(bar, o.values[:, i], o.axes, i, stress, compression)
            pulls = np.where((damage.tension[:, i] > 0.0)[:, None], pulls, 0.0)
            through[:, :, i] += np.maximum(closing[:, i], 0.0)[:, None] * pulls
    through = 0.5 * (through + through.swapaxes(1, 2))
    left = 1.0 - np.maximum(closing[:, :, None], closing[:, None, :])
    rest = (1.0 - sum(bar.share for bar in bars))[:, None, None]
    return rest * held + turned_back(o.axes, along(o.axes, whole) * left + through)


def _dowel(bar, width, axes, i, stress, compression):
    """What a bar's direction becomes through crack i (n, 3), in the axes of the cracks, times the cosine of both.

    A bar square to the crack keeps its direction in the axes of the points, as code_aster has it.
    """
    normal = axes[:, :, i]
    cosine = (bar.direction * normal).sum(axis=1)
    v = np.where((cosine < 0.0)[:, None], -bar.direction, bar.direction)
    cosine = abs(cosine)
    across = width[:, None] * normal - (width * cosine)[:, None] * v
    slip = np.sqrt((across**2).sum(axis=1))
    most = 2.0 * BENT * bar.diameter * abs(stress) / compression
    slack = most > 0.0
    angle = 2.0 * np.arcsin(np.sqrt(np.where(slack & (slip <= most), slip / np.where(slack, most, 1.0), 0.5)))
    angle = np.maximum(np.arccos(np.minimum(cosine, 1.0)), angle)[:, None]
    sideways = across / np.where(slip > 0.0, slip, np.inf)[:, None]
    turned = np.sin(angle) * sideways + np.cos(angle) * v
    found = np.einsum("nji,nj->ni", axes, turned) * cosine[:, None]
    found = np.where(slack[:, None], found, 0.0)
    return np.where((cosine > 1.0 - ALIGNED)[:, None], v, np.where((cosine == 0.0)[:, None], 0.0, found))


def stiffness(bars):
    """(n, 6, 6) of the bars in whole concrete, shear as it is."""
    total = 0.0
    for bar in bars:
        own = components(bar.direction[:, :, None] * bar.direction[:, None, :])
        total = total + (bar.share * bar.young)[:, None, None] * own[:, :, None] * own[:, None, :]
    return total
