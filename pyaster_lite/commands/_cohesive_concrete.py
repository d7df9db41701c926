"""ENDO_LOCA_EXP and ENDO_FISS_EXP of DEFI_MATER_GC: the parameters of a damage from the strengths and the energy of cracks.

As u4.42.07, r7.01.44 and r5.03.28 have them.

With b = 0.1, A^2 = 2/3 + 3 b^2, r = FC/FT, w = s^2/(2 Ec) the energy by volume at the strength s in confined tension, Ec the oedometric
modulus, D the distance of cracks:

1.  SIG0 = FT/x,  A (r - 1) x + sqrt(2 + exp(-2 r x)) = sqrt(2 + exp(2 x)),  g = A x + sqrt(2 + exp(2 x))
2.  SIGC = SIG0 (1 - NU) y,  L y + |exp(y (1 - NU, NU, NU))| = g,  L^2 = 2/3 (1 - 2 NU)^2 + 3 b^2 (1 + NU)^2
3.  ENDO_LOCA_EXP: KAPPA = GF/(D w),  REST_RIGIDITE = E/(2 FC (1 - REST_RIGI_FC)), 0 where that is 0;  D at most 3/4 pi GF/w (P + 2)^(-3/2)
4.  ENDO_FISS_EXP, d half the width of the band: K = 3/4 GF/d,  C_GRAD_VARI = 3/8 GF d,  M = 3/2 Ec GF/(d SIGC^2), P + 2 at least,
    P = (3/4 pi GF/G_INIT)^(2/3) - 2,  REST_RIGIDITE = -E/(FC ln(REST_RIGI_FC)), 0 where that is 0,  PENA_LAGR = 1000 K
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI

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

ENDO_FISS_EXP = FACT(
    "f",
    rules=(UN_PARMI("P", "G_INIT"), EXCLUS("Q", "Q_REL")),
    **dict.fromkeys(("E", "FT", "FC", "GF", "LARG_BANDE"), SIMP("o", typ="R", val_min=0.0)),
    NU=SIMP("o", typ="R", val_min=0.0, val_max=0.5),
    P=SIMP("f", typ="R", val_min=1.0),
    G_INIT=SIMP("f", typ="R", val_min=0.0),
    Q=SIMP("f", typ="R", val_min=0.0),
    Q_REL=SIMP("f", typ="R", val_min=0.0, val_max=1.0),
    REST_RIGI_FC=SIMP("f", typ="R", val_min=0.0, val_max=0.99, defaut=0.9),
    COEF_RIGI_MINI=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
)


def graded_concrete(given):
    """Elasticity, ENDO_FISS_EXP and NON_LOCAL."""
    young, nu, fc, energy, half = given.E, given.NU, given.FC, given.GF, given.LARG_BANDE / 2.0
    scale, threshold, strength, oedometric = _strength(given)
    p = given.get("P")
    if p is None:
        p = (0.75 * pi * energy / given.G_INIT) ** (2 / 3) - 2.0
        if p < 1.0:
            raise given.wrong("G_INIT", f"P is {p:.3g} by it: it must be 1 at least")
    q = given.get("Q", 0.0)
    if "Q_REL" in given:
        q = given.Q_REL * ((1.11375 + 0.565239 * p - 0.003322 * p**2) * (1 - exp(-1.98935 * p)) - 0.01)
    k, m = 0.75 * energy / half, 1.5 * oedometric * energy / (half * strength**2)
    if m < p + 2.0:
        raise given.wrong("LARG_BANDE", f"M is {m:.3g} by it: it must be P + 2 = {p + 2.0:.3g} at least")
    share = given.REST_RIGI_FC
    law = {"K": k, "M": m, "P": p, "Q": q, "TAU": threshold, "SIG0": scale, "BETA": CONFINEMENT, "COEF_RIGI_MINI": given.COEF_RIGI_MINI}
    law |= {"REST_RIGIDITE": 0.0 if share == 0.0 else -young / (fc * log(share))}
    held = {"C_GRAD_VARI": 0.375 * energy * half, "PENA_LAGR": 1e3 * k, "PENA_LAGR_INCO": 0.0}
    return {"E": young, "NU": nu}, {"ENDO_FISS_EXP": law, "NON_LOCAL": held}


def _strength(given):
    """SIG0, g, SIGC and the oedometric modulus."""
    if given.FC / given.FT < LEAST_RATIO:
        raise given.wrong("FC", f"FC/FT is {given.FC / given.FT:.3g}: it must be {LEAST_RATIO} at least")
    nu, (scale, threshold) = given.NU, _threshold(given.FT, given.FC)
    return scale, threshold, scale * (1 - nu) * _confined(nu, threshold), given.E * (1 - nu) / ((1 + nu) * (1 - 2 * nu))


def cohesive_concrete(given):
    """Elasticity and ENDO_LOCA_EXP."""
    young, nu, fc, distance = given.E, given.NU, given.FC, given.DIST_FISSURE
    scale, _, strength, oedometric = _strength(given)
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
