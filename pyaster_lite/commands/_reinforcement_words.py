"""The keywords of AFFE in the design of reinforced concrete, and what they make: rules for plates and for beams (u4.81.42)."""

from __future__ import annotations

from math import ceil, log

from pyaster_lite.catalogue.conditions import equal, less_than
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.reinforcement.cracking import Cracking
from pyaster_lite.fe.reinforcement.design import CrackingDesign, Rules, ServiceDesign, UltimateDesign
from pyaster_lite.fe.reinforcement.sandwich import SandwichRules
from pyaster_lite.fe.reinforcement.section import Wishes
from pyaster_lite.fe.reinforcement.service import Service
from pyaster_lite.fe.reinforcement.shear import Strengths
from pyaster_lite.fe.reinforcement.ultimate import Ultimate

_DIAMETERS = ("PHI_INF_X", "PHI_SUP_X", "PHI_INF_Y", "PHI_SUP_Y", "PHI_INF_Z", "PHI_SUP_Z")
_PLATE_SIDES = ("INF", "SUP")
_BEAM_SIDES = ("INF_Y", "SUP_Y", "INF_Z", "SUP_Z")
_OF_SOME_STATES = (
    *("SEUIL_SYME", "RHO_LONGI_MIN", "RHO_TRNSV_MIN", "ALPHA_E", "N", "FE", "FYK", "FCJ", "FCK", "EYS", "KT", *_DIAMETERS),
    *("GAMMA_S", "GAMMA_C", "ALPHA_CC", "TYPE_DIAGRAMME", "CLASSE_ACIER", "UTIL_COMPR", "SIGS_ELS", "SIGC_ELS_QP"),
    *(f"SIGC_{side}_ELS" for side in (*_PLATE_SIDES, *_BEAM_SIDES)),
    *(f"WMAX_{side}" for side in (*_PLATE_SIDES, *_BEAM_SIDES)),
)
"""Words that one limit state reads and another has no use for: a deck gives them all for several designs of one structure."""


METHOD = dict(
    METHODE_2D=SIMP("f", into=("CAPRA-MAURY", "SANDWICH"), defaut="CAPRA-MAURY"),
    PAS_THETA=SIMP("f", typ="R", defaut=5.0),
    PAS_EPAI=SIMP("f", typ="R", defaut=0.01),
    PAS_SIGM=SIMP("f", typ="R", defaut=0.1),
    COND_109=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
)
"""How bars of plates are looked for."""


def _reals(*names):
    return {name: SIMP("f", typ="R") for name in names}


def _structure(kind, sides):
    words = [f"{start}_{side}{end}" for start, end in (("C", ""), ("SIGC", "_ELS"), ("WMAX", "")) for side in sides]
    return BLOC(equal("TYPE_STRUCTURE", kind), **{word: SIMP("o" if word.startswith("C_") else "f", typ="R") for word in words})


def affe(code: str, safety=("GAMMA_S", "GAMMA_C"), long_term=0.85):
    """AFFE for BAEL91 or EC2: `safety` are the words of the partial factors, `long_term` is the default of ALPHA_CC."""
    euro = code == "EC2"
    own = {"ALPHA_E": SIMP("f", typ="R"), **_reals("FYK", "FCK")} if euro else _reals("N", "FE", "FCJ")
    if euro:
        own |= {
            "UTIL_COMPR": SIMP("f", into=("OUI", "NON"), defaut="NON"),
            "CLASSE_ACIER": SIMP("f", into=("A", "B", "C"), defaut="B"),
        }
    return FACT(
        "o",
        max="**",
        rules=(UN_PARMI("TOUT", "GROUP_MA"),),
        TOUT=SIMP("f", into=("OUI",)),
        GROUP_MA=SIMP("f", typ="grma", max="**", validators=(no_repeat,)),
        TYPE_STRUCTURE=SIMP("o", into=("1D", "2D")),
        FERR_SYME=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        SEUIL_SYME=SIMP("f", typ="R"),
        FERR_COMP=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        EPURE_CISA=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        FERR_MIN=SIMP("f", into=("NON", "OUI", "CODE"), defaut="NON"),
        **_reals("RHO_LONGI_MIN", "RHO_TRNSV_MIN"),
        b_plate=_structure("2D", _PLATE_SIDES),
        b_beam=_structure("1D", _BEAM_SIDES),
        **own,
        **_reals("SIGS_ELS", "SIGC_ELS_QP", "KT"),
        **_reals(*_DIAMETERS),
        EYS=SIMP("f", typ="R"),
        TYPE_DIAGRAMME=SIMP("f", into=("B1", "B2"), defaut="B2"),
        RHO_ACIER=SIMP("f", typ="R", defaut=-1.0),
        b_difficulty=BLOC(
            ~less_than("RHO_ACIER", 0.0),
            ALPHA_REINF=SIMP("f", typ="R", defaut=1.0),
            ALPHA_SHEAR=SIMP("f", typ="R", defaut=1.0),
            ALPHA_STIRRUPS=SIMP("f", typ="R", defaut=1.0),
            RHO_CRIT=SIMP("f", typ="R", defaut=150.0),
            DNSTRA_CRIT=SIMP("f", typ="R", defaut=0.006),
            L_CRIT=SIMP("f", typ="R", defaut=1.0),
        ),
        **_reals(*safety),
        ALPHA_CC=SIMP("f", typ="R", defaut=long_term),
    )


def sides(occurrence, start: str, end: str = "") -> tuple[tuple[float, float], ...]:
    """(lower, upper) of a plate; of a beam those along z, then those along y. Raises Refused where one is missing."""
    if occurrence.TYPE_STRUCTURE == "2D":
        return ((_need(occurrence, f"{start}_INF{end}"), _need(occurrence, f"{start}_SUP{end}")),)
    return tuple((_need(occurrence, f"{start}_INF_{axis}{end}"), _need(occurrence, f"{start}_SUP_{axis}{end}")) for axis in "ZY")


def design(args, occurrence):
    """The design that one AFFE asks for; raises Refused where it lacks a value."""
    for word in _OF_SOME_STATES:
        occurrence.mark_read(word)
    return {"ELU": _ultimate, "ELS": _service, "ELS_QP": _cracking}[args.TYPE_COMB](args, occurrence)


def layers(args, occurrence) -> SandwichRules:
    """The rules of the model of layers that one AFFE asks for; raises Refused where it lacks a value or a step is too wide."""
    if args.TYPE_COMB != "ELU":
        raise args.wrong("METHODE_2D", "plates are made of layers at the ultimate limit state alone: TYPE_COMB='ELU'")
    for word in ("PAS_EPAI", "PAS_SIGM"):
        if not 0.0 < args[word] <= 0.2:
            raise args.wrong(word, "the step is above 0 and at most 0.2")
    for word in _OF_SOME_STATES:
        occurrence.mark_read(word)
    euro = args.CODIFICATION == "EC2"
    words = ("FCK", "FYK") if euro else ("FCJ", "FE")
    least = {"NON": None, "CODE": "CODE"}.get(occurrence.FERR_MIN, ())
    if least == ():
        least = _need(occurrence, "RHO_LONGI_MIN"), _need(occurrence, "RHO_TRNSV_MIN")
    return SandwichRules(
        *(_need(occurrence, word) for word in (*words, "GAMMA_C", "GAMMA_S")),
        membrane=args.COND_109 == "OUI",
        turn=args.PAS_THETA,
        depth=args.PAS_EPAI,
        ratio=args.PAS_SIGM,
        mega=args.UNITE_CONTRAINTE == "MPa",
        compressed=occurrence.FERR_COMP == "OUI",
        symmetric=_need(occurrence, "SEUIL_SYME") if occurrence.FERR_SYME == "OUI" else None,
        added=occurrence.EPURE_CISA == "OUI",
        pushed=euro and occurrence.UTIL_COMPR == "OUI",
        least=least,
    )


def _need(occurrence, word):
    value = occurrence.get(word)
    if value is None:
        raise occurrence.wrong("TYPE_STRUCTURE", f"this design needs {word}")
    return float(value)


def _same(occurrence, pairs, text):
    if occurrence.FERR_SYME == "OUI" and any(lower != upper for lower, upper in pairs):
        raise occurrence.wrong("FERR_SYME", f"symmetric bars need the same {text} at both faces")
    return pairs


def _strength(args, occurrence):
    """Characteristic strengths of concrete and of steel."""
    return tuple(occurrence.get(word) for word in (("FCK", "FYK") if args.CODIFICATION == "EC2" else ("FCJ", "FE")))


def _rules(args, occurrence, safety=1.0) -> Rules:
    concrete, steel = _strength(args, occurrence)
    symmetric = occurrence.FERR_SYME == "OUI"
    _same(occurrence, sides(occurrence, "C"), "cover")
    mega = args.UNITE_CONTRAINTE == "MPa"
    wishes = Wishes(
        compressed=occurrence.FERR_COMP == "OUI",
        symmetric=symmetric,
        tolerance=_need(occurrence, "SEUIL_SYME") if symmetric else 0.0,
        steps=ceil(1.0 / args.PAS_EPAI),
        stress=1.0 if mega else 1e-6,
        length=1.0 if mega else 1e3,
    )
    euro, plate = args.CODIFICATION == "EC2", occurrence.TYPE_STRUCTURE == "2D"
    if euro:
        concrete = _need(occurrence, "FCK")
    pushed = occurrence.get("UTIL_COMPR") == "OUI"
    least = (None, None)
    if occurrence.FERR_MIN == "OUI":
        least = _need(occurrence, "RHO_LONGI_MIN"), _need(occurrence, "RHO_TRNSV_MIN")
    elif occurrence.FERR_MIN == "CODE":
        if not concrete or not steel:
            raise occurrence.wrong("FERR_MIN", "the code's least bars need the strengths of concrete and of steel")
        least = _least(concrete, steel, wishes.stress, plate)
    shear = Strengths(euro, plate, concrete or 1.0, 1.0, 1.0, safety, pushed)
    return Rules(wishes, shear, occurrence.EPURE_CISA == "OUI", *least)


def _least(concrete, steel, stress, plate):
    """Least shares of bars by the code (EN 1992-1-1, 9.2.1.1 and 9.2.2), strengths in the user's unit as in the code followed."""
    return max(0.26 * _tensile(concrete * stress) / steel, 0.0013), 0.0 if plate else 0.08 * concrete**0.5 / steel


def _tensile(cube):
    """The mean strength of concrete in tension, MPa, by that in compression, MPa (EN 1992-1-1, table 3.1)."""
    return 0.30 * cube ** (2.0 / 3.0) if cube <= 50.0 else 2.12 * log(1.0 + (cube + 8.0) / 10.0)


def _ultimate(args, occurrence):
    words = ("FCK", "FYK") if args.CODIFICATION == "EC2" else ("FCJ", "FE")
    concrete, steel = (_need(occurrence, word) for word in words)
    given = (concrete, occurrence.ALPHA_CC, _need(occurrence, "GAMMA_C"), steel, _need(occurrence, "GAMMA_S"), _need(occurrence, "EYS"))
    rules = _rules(args, occurrence, safety=occurrence.GAMMA_C)
    sloped = occurrence.TYPE_DIAGRAMME == "B1"
    if args.CODIFICATION == "EC2":
        return UltimateDesign(Ultimate.eurocode(*given, occurrence.CLASSE_ACIER, sloped, rules.wishes.stress), rules)
    if sloped:
        raise occurrence.wrong("TYPE_DIAGRAMME", "BAEL91 has no sloped diagram of steel")
    return UltimateDesign(Ultimate.bael(*given), rules)


def _service(args, occurrence):
    ratio = _need(occurrence, "ALPHA_E" if args.CODIFICATION == "EC2" else "N")
    steel, rules = _need(occurrence, "SIGS_ELS"), _rules(args, occurrence)
    limits = _same(occurrence, sides(occurrence, "SIGC", "_ELS"), "stress of concrete")
    return ServiceDesign(tuple(Service(steel, *pair, ratio, rules.wishes.stress) for pair in limits), rules)


def _cracking(args, occurrence):
    euro = args.CODIFICATION == "EC2"
    ratio = _need(occurrence, "ALPHA_E" if euro else "N")
    concrete, steel = (_need(occurrence, word) for word in (("FCK", "FYK") if euro else ("FCJ", "FE")))
    rules = _rules(args, occurrence)
    tensile = _tensile(concrete * rules.wishes.stress) / rules.wishes.stress
    common = (_need(occurrence, "SIGC_ELS_QP"), ratio, steel, _need(occurrence, "EYS"), tensile, _need(occurrence, "KT"))
    laws = tuple(Cracking(*common, *pair) for pair in _same(occurrence, sides(occurrence, "WMAX"), "width of cracks"))
    axes = "XY" if occurrence.TYPE_STRUCTURE == "2D" else "ZY"
    sizes = tuple((_need(occurrence, f"PHI_INF_{axis}"), _need(occurrence, f"PHI_SUP_{axis}")) for axis in axes)
    return CrackingDesign(laws, _same(occurrence, sizes, "diameter"), rules)
