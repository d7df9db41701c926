"""ENDO_LOCA_EXP of DEFI_MATER_GC: the parameters of a damage from the strengths and the energy of cracks (u4.42.07, r7.01.44).

With b = 0.1, A^2 = 2/3 + 3 b^2, r = FC/FT, w = s^2/(2 Ec) the energy by volume at the strength s in confined tension, Ec the oedometric
modulus, D the distance of cracks:

1.  SIG0 = FT/x,  A (r - 1) x + sqrt(2 + exp(-2 r x)) = sqrt(2 + exp(2 x)),  g = A x + sqrt(2 + exp(2 x))
2.  SIGC = SIG0 (1 - NU) y,  L y + |exp(y (1 - NU, NU, NU))| = g,  L^2 = 2/3 (1 - 2 NU)^2 + 3 b^2 (1 + NU)^2
3.  KAPPA = GF/(D w),  REST_RIGIDITE = E/(2 FC (1 - REST_RIGI_FC)), 0 where that is 0;  D at most 3/4 pi GF/w (P + 2)^(-3/2)
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

from pyaster_lite.catalogue.keywords import FACT, SIMP

CONFINEMENT = 0.1
LEAST_RATIO = 5.83
"""Below this ratio of strengths the threshold has no such form."""

ENDO_LOCA_EXP = FACT(
    "f",
    **dict.fromkeys(("E", "FT", "FC", "GF", "DIST_FISSURE"), SIMP("o", typ="R", val_min=0.0)),
    NU=SIMP("o", typ="R", val_min=0.0, val_max=0.5),
    P=SIMP("o", typ="R", val_min=1.0),
    REST_RIGI_FC=SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=0.95),
)


def cohesive_concrete(given):
    """Elasticity and ENDO_LOCA_EXP."""
    young, nu, ft, fc, distance = given.E, given.NU, given.FT, given.FC, given.DIST_FISSURE
    if fc / ft < LEAST_RATIO:
        raise given.wrong("FC", f"FC/FT is {fc / ft:.3g}: it must be {LEAST_RATIO} at least")
    scale, threshold = _threshold(ft, fc)
    strength = scale * (1 - nu) * _confined(nu, threshold)
    oedometric = young * (1 - nu) / ((1 + nu) * (1 - 2 * nu))
    stored = strength**2 / (2 * oedometric)
    most = 0.75 * pi * given.GF / stored * (given.P + 2.0) ** -1.5
    if distance > most:
        raise given.wrong("DIST_FISSURE", f"the energy of cracks that are so far from each other does not suffice: {most:.6g} at most")
    share = given.REST_RIGI_FC
    closing = 0.0 if share == 0.0 else young / (2 * fc * (1 - share))
    law = {"KAPPA": given.GF / (distance * stored), "P": given.P, "SIGC": strength, "SIG0": scale, "BETA0": CONFINEMENT}
    return {"E": young, "NU": nu}, {"ENDO_LOCA_EXP": law | {"REST_RIGIDITE": closing}}


def _threshold(ft, fc):
    """SIG0 and g of step 1."""
    a, r = sqrt(2 / 3 + 3 * CONFINEMENT**2), fc / ft
    slope = a * (r - 1)
    x = slope - 1 + sqrt((1 - slope) ** 2 - 2 * (1 - sqrt(3)))
    for _ in range(100):
        pressed, pulled = sqrt(2 + exp(-2 * r * x)), sqrt(2 + exp(2 * x))
        step = (slope * x + pressed - pulled) / (slope - r * exp(-2 * r * x) / pressed - exp(2 * x) / pulled)
        x -= step
        if abs(step) <= 1e-14 * abs(x):
            break
    return ft / x, a * x + sqrt(2 + exp(2 * x))


def _confined(nu, threshold):
    """y of step 2."""
    linear = sqrt(2 / 3 * (1 - 2 * nu) ** 2 + 3 * CONFINEMENT**2 * (1 + nu) ** 2)
    shares = (1 - nu, nu, nu)
    y = min(log(threshold**2 - 2) / (2 * (1 - nu)), threshold / linear)
    for _ in range(100):
        squares = [exp(2 * y * share) for share in shares]
        norm = sqrt(sum(squares))
        step = (linear * y + norm - threshold) / (linear + sum(s * share for s, share in zip(squares, shares)) / norm)
        y -= step
        if abs(step) <= 1e-15 * y:
            break
    return y
