"""ENDO_LOCA_EXP, ENDO_LOCA_TC and ENDO_FISS_EXP of DEFI_MATER_GC: the parameters of a damage from the strengths and the energy of cracks.

As u4.42.07, r7.01.44 and r5.03.28 have them.

With b = 0.1, A^2 = 2/3 + 3 b^2, r = FC/FT, w = s^2/(2 Ec) the energy by volume at the strength s in confined tension, Ec the oedometric
modulus, D the distance of cracks:

1.  SIG0 = FT/x,  A (r - 1) x + sqrt(2 + exp(-2 r x)) = sqrt(2 + exp(2 x)),  g = A x + sqrt(2 + exp(2 x))
2.  SIGC = SIG0 (1 - NU) y,  L y + |exp(y (1 - NU, NU, NU))| = g,  L^2 = 2/3 (1 - 2 NU)^2 + 3 b^2 (1 + NU)^2
3.  ENDO_LOCA_EXP: KAPPA = GF/(D w),  REST_RIGIDITE = E/(2 FC (1 - REST_RIGI_FC)), 0 where that is 0;  D at most 3/4 pi GF/w (P + 2)^(-3/2)
4.  ENDO_FISS_EXP, d half the width of the band: K = 3/4 GF/d,  C_GRAD_VARI = 3/8 GF d,  M = 3/2 Ec GF/(d SIGC^2), P + 2 at least,
    P = (3/4 pi GF/G_INIT)^(2/3) - 2,  REST_RIGIDITE = -E/(FC ln(REST_RIGI_FC)), 0 where that is 0,  PENA_LAGR = 1000 K
5.  ENDO_LOCA_TC: ENER_TRAC_RUPT_N = GF/(D w) with FT for s, D bounded as in 3.  By FIB_MODEL_CODE, in MPa and mm, what is not given is
    E = 21500 (FC/10)^(1/3), NU = 0.2, GF = 0.073 FC^0.18, FT = 0.3 (FC - 8)^(2/3), SIGM_COMP_SEUIL = 0.4 FC, COEF_ECRO_TRAC = 3.2
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
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

LEAST_SHAPE = (4 / (3 * pi)) ** (-2 / 3) - 2
"""COEF_ECRO_TRAC below which a cohesive crack would snap."""


def _two_codes(statut):
    return dict(
        **dict.fromkeys(("E", "GF", "FT", "SIGM_COMP_SEUIL"), SIMP(statut, typ="R", val_min=0.0)),
        NU=SIMP(statut, typ="R", val_min=0.0, val_max=0.5),
        COEF_ECRO_TRAC=SIMP(statut, typ="R", val_min=LEAST_SHAPE),
    )


STRESSES, LENGTHS = {"MPa": 1.0, "Pa": 1e6}, {"mm": 1.0, "m": 1e-3}
"""What a MPa and a mm are in a unit."""
ENDO_LOCA_TC = FACT(
    "f",
    **dict.fromkeys(("FC", "DIST_FISSURE"), SIMP("o", typ="R", val_min=0.0)),
    CODIFICATION=SIMP("f", into=("ESSAI", "FIB_MODEL_CODE"), defaut="ESSAI"),
    b_fib=BLOC(
        equal("CODIFICATION", "FIB_MODEL_CODE"),
        UNITE_CONTRAINTE=SIMP("o", into=tuple(STRESSES)),
        UNITE_LONGUEUR=SIMP("o", into=tuple(LENGTHS)),
        **_two_codes("f"),
    ),
    b_essai=BLOC(equal("CODIFICATION", "ESSAI"), **_two_codes("o")),
    TAU_REGU_VISC=SIMP("f", typ="R", val_min=0.0, defaut=0.0),
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
    _check_distance(given, given.GF / stored, given.P)
    share = given.REST_RIGI_FC
    closing = 0.0 if share == 0.0 else young / (2 * fc * (1 - share))
    law = {"KAPPA": given.GF / (distance * stored), "P": given.P, "SIGC": strength, "SIG0": scale, "BETA0": CONFINEMENT}
    return {"E": young, "NU": nu}, {"ENDO_LOCA_EXP": law | {"REST_RIGIDITE": closing}}


def split_concrete(given):
    """Elasticity and ENDO_LOCA_TC."""
    fc, distance, usual = given.FC, given.DIST_FISSURE, {}
    if given.CODIFICATION == "FIB_MODEL_CODE":
        mpa = STRESSES[given.UNITE_CONTRAINTE]
        own, area = fc / mpa, mpa * LENGTHS[given.UNITE_LONGUEUR]
        if own <= 8.0 and "FT" not in given:
            raise given.wrong("FC", f"FIB_MODEL_CODE tells no FT of a concrete of {own:.3g} MPa: it must be above 8")
        usual = {"E": 21500 * mpa * (own / 10.0) ** (1 / 3), "NU": 0.2, "GF": 0.073 * area * own**0.18}
        usual |= {"FT": 0.3 * mpa * max(own - 8.0, 0.0) ** (2 / 3), "SIGM_COMP_SEUIL": 0.4 * fc, "COEF_ECRO_TRAC": 3.2}
    names = ("E", "NU", "GF", "FT", "SIGM_COMP_SEUIL", "COEF_ECRO_TRAC")
    young, nu, energy, ft, onset, shape = (given.get(name, usual.get(name)) for name in names)
    stored = ft**2 / (2 * young * (1 - nu) / ((1 + nu) * (1 - 2 * nu)))
    _check_distance(given, energy / stored, shape)
    law = {"FT": ft, "FC": fc, "SIGM_COMP_SEUIL": onset, "COEF_ECRO_TRAC": shape, "TAU_REGU_VISC": given.TAU_REGU_VISC}
    return {"E": young, "NU": nu}, {"ENDO_LOCA_TC": law | {"ENER_TRAC_RUPT_N": energy / (distance * stored)}}


def _check_distance(given, length, shape):
    """DIST_FISSURE is such that the energy of cracks suffices, that of the volume at the strength being it over `length`."""
    most = 0.75 * pi * length * (shape + 2.0) ** -1.5
    if most < given.DIST_FISSURE:
        raise given.wrong("DIST_FISSURE", f"the energy of cracks that are so far from each other does not suffice: {most:.6g} at most")


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
