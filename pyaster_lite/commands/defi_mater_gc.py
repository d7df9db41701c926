"""DEFI_MATER_GC: concrete and steel from what standards say of them (u4.42.07).

Concrete, with its strength fcj, modulus Eij, strength in traction ftj and strain at the peak eps_c, follows MAZARS with

    EPST0 = ftj / Eij,  EPSC0 = EPST0 / (NU sqrt 2),  K = 0.7,  AT = 0.9,  BT = 1 / EPST0,  BC = 1 / eps_c
    AC = (fcj / Eij - EPSC0) / (eps_c exp(BC (EPSC0 - eps_c)) - EPSC0),  SIGM_LIM = 0.6 fcj,  EPSI_LIM = 3.5e-3

ENDO_LOCA_EXP, ENDO_LOCA_TC and ENDO_FISS_EXP are made of strengths and of the energy of cracks by commands/_cohesive_concrete.
"""

from __future__ import annotations

from math import exp, log, sqrt

from pyaster_lite.catalogue.arguments import Keywords
from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, UN_PARMI
from pyaster_lite.commands._cohesive_concrete import (
    ENDO_FISS_EXP,
    ENDO_LOCA_EXP,
    ENDO_LOCA_TC,
    cohesive_concrete,
    graded_concrete,
    split_concrete,
)
from pyaster_lite.concepts.material import Material

CLASSES = (
    "C12/15", "C16/20", "C20/25", "C25/30", "C30/37", "C35/45", "C40/50", "C45/55", "C50/60", "C55/67", "C60/75", "C70/85", "C80/95",
    "C90/105",
)  # fmt: skip
ELASTIC = ("RHO", "ALPHA", "AMOR_ALPHA", "AMOR_BETA", "AMOR_HYST")
UNITS = {"MPa": 1.0, "Pa": 1e6}


def _reals(statut, words, **more):
    return {word: SIMP(statut, typ="R", val_min=0.0, **more) for word in words.split()}


UNIT = SIMP("o", into=tuple(UNITS))
MAZARS = FACT(
    "f",
    CODIFICATION=SIMP("o", into=("ESSAI", "BAEL91", "EC2")),
    b_bael91=BLOC(equal("CODIFICATION", "BAEL91"), UNITE_CONTRAINTE=UNIT, **_reals("o", "FCJ")),
    b_ec2=BLOC(equal("CODIFICATION", "EC2"), UNITE_CONTRAINTE=UNIT, CLASSE=SIMP("o", into=CLASSES)),
    b_essai=BLOC(
        equal("CODIFICATION", "ESSAI"),
        rules=(PRESENT_ABSENT("EPSD0", "EPST0"),),
        **_reals("o", "FCJ EIJ EPSI_C FTJ"),
        **_reals("f", "EPSD0 EPST0 K AC BC BT SIGM_LIM EPSI_LIM"),
        NU=SIMP("f", typ="R", val_min=0.0, val_max=0.5),
        AT=SIMP("f", typ="R", val_min=0.0, val_max=1.0),
        b_epsi=BLOC(present("EPST0"), **_reals("f", "EPSC0")),
    ),
)
BETON_GLRC = FACT(
    "f",
    CODIFICATION=SIMP("o", into=("ESSAI", "EC2")),
    b_ec2=BLOC(equal("CODIFICATION", "EC2"), UNITE_CONTRAINTE=UNIT, CLASSE=SIMP("o", into=CLASSES)),
    b_essai=BLOC(equal("CODIFICATION", "ESSAI"), **_reals("o", "FCJ EIJ EPSI_C FTJ"), NU=SIMP("f", typ="R", val_min=0.0, val_max=0.5)),
)
ACIER = FACT("f", **_reals("o", "E SY"), **_reals("f", "D_SIGM_EPSI SIGM_LIM EPSI_LIM"), NU=SIMP("f", typ="R", val_min=0.0, val_max=0.5))


@operator(
    "DEFI_MATER_GC",
    produces="mater_sdaster",
    early=True,
    rules=(UN_PARMI("MAZARS", "ACIER", "ENDO_LOCA_EXP", "ENDO_LOCA_TC", "ENDO_FISS_EXP", "BETON_GLRC"),),
    keywords=dict(
        MAZARS=MAZARS,
        ACIER=ACIER,
        ENDO_LOCA_EXP=ENDO_LOCA_EXP,
        ENDO_LOCA_TC=ENDO_LOCA_TC,
        ENDO_FISS_EXP=ENDO_FISS_EXP,
        BETON_GLRC=BETON_GLRC,
        **{word: SIMP("f", typ="R") for word in ELASTIC},
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def defi_mater_gc(args, context):
    """The material, as DEFI_MATERIAU would make it of the parameters that follow."""
    word, make = next((word, make) for word, make in MADE.items() if args[word] is not None)
    elastic, more = make(args[word])
    laws = {"ELAS": elastic | {word: args[word] for word in ELASTIC if word in args}} | more
    properties = {}
    for word, values in laws.items():
        declared = {name: SIMP("f", typ="R") for name in values}
        properties |= MATERIALS[word].properties(Keywords(f"{args.path}/{word}", None, values, {}, declared))
    return Material(laws, properties)


def _concrete(given):
    """Elasticity and MAZARS."""
    fcj, eij, ftj, peak, limit = _strengths(given)
    nu = given.get("NU", 0.2)
    tension = given.get("EPST0", ftj / eij)
    compression = given.get("EPSC0", tension / (nu * sqrt(2)))
    bc = given.get("BC", 1 / peak)
    ac = (fcj / eij - compression) / (peak * exp(bc * (compression - peak)) - compression)
    law = {"K": given.get("K", 0.7), "EPSC0": compression, "EPST0": tension, "AC": given.get("AC", ac), "AT": given.get("AT", 0.9)}
    law |= {"BC": bc, "BT": given.get("BT", 1 / tension), "SIGM_LIM": given.get("SIGM_LIM", 0.6 * fcj)}
    # code_aster reads EPSD0 and does not use it
    given.mark_read("EPSD0")
    return {"E": eij, "NU": nu}, {"MAZARS": law | {"EPSI_LIM": given.get("EPSI_LIM", limit)}}


def _strengths(given):
    """fcj, Eij, ftj, the strain at the peak and the limit of strain, in the unit that is asked for."""
    if given.CODIFICATION == "ESSAI":
        return given.FCJ, given.EIJ, given.FTJ, given.EPSI_C, 3.5e-3
    unit = UNITS[given.UNITE_CONTRAINTE]
    if given.CODIFICATION == "BAEL91":
        fcj = given.FCJ / unit
        return given.FCJ, 11000.0 * fcj**0.333333 * unit, (0.6 + 0.06 * fcj) * unit, 0.62e-3 * fcj**0.333333, 3.5e-3
    characteristic = float(given.CLASSE[1:].split("/")[0])
    mean, slender = characteristic + 8.0, characteristic > 50.0
    tension = 2.12 * log(1 + mean / 10.0) if slender else 0.3 * characteristic ** (2 / 3)
    limit = 2.8 + 27.0 * ((98.0 - mean) / 100.0) ** 4 if slender else 3.5
    peak = min(0.7 * mean**0.31, 2.8)
    return mean * unit, 22.0e3 * (mean / 10.0) ** 0.3 * unit, tension * unit, peak / 1000, limit / 1000


def _steel(given):
    """Elasticity and ECRO_LINE."""
    law = {"D_SIGM_EPSI": given.get("D_SIGM_EPSI", given.E / 1e4), "SY": given.SY}
    law |= {"SIGM_LIM": given.get("SIGM_LIM", given.SY / 1.1), "EPSI_LIM": given.get("EPSI_LIM", 1e-2)}
    return {"E": given.E, "NU": given.get("NU", 0.3)}, {"ECRO_LINE": law}


def _section_concrete(given):
    """Elasticity and what DEFI_GLRC reads."""
    fcj, eij, ftj, peak, _ = _strengths(given)
    return {"E": eij, "NU": given.get("NU", 0.2)}, {"BETON_GLRC": {"FCJ": fcj, "FTJ": ftj, "EPSI_C": peak}}


MADE = {
    "MAZARS": _concrete,
    "ACIER": _steel,
    "ENDO_LOCA_EXP": cohesive_concrete,
    "ENDO_LOCA_TC": split_concrete,
    "ENDO_FISS_EXP": graded_concrete,
    "BETON_GLRC": _section_concrete,
}
