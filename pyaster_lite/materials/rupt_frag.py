"""RUPT_FRAG: brittle cracks by Griffith's energy or Barenblatt's cohesion (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, parameter

KINEMATICS = {"UNILATER": 0, "GLIS_1D": 1, "GLIS_2D": 2}


def _declared(make):
    bounded = {"val_min": 1e-12, "val_max": 1.0} if make("f", "X")["X"].types == ("R",) else {}
    penalty = SIMP("f", typ=make("f", "X")["X"].types, **bounded)
    return FACT(
        "f",
        **make("o", "GC"),
        **make("f", "SIGM_C"),
        PENA_ADHERENCE=penalty,
        PENA_CONTACT=SIMP("f", typ="R", defaut=1.0),
        PENA_LAGR=SIMP("f", typ="R", defaut=100.0, val_min=1.01),
        RIGI_GLIS=SIMP("f", typ="R", defaut=10.0),
        CINEMATIQUE=SIMP("f", into=tuple(KINEMATICS), defaut="UNILATER"),
    )


def properties(occurrence):
    """Energy, N/m, strength, Pa, and penalties; the number of the kinematics that slips are kept to."""
    given = {"GC": "cohesive_energy", "SIGM_C": "cohesive_strength", "PENA_ADHERENCE": "cohesive_adherence"}
    return {
        **{name: parameter(occurrence, word) for word, name in given.items() if occurrence[word] is not None},
        "cohesive_contact": occurrence.PENA_CONTACT,
        "cohesive_penalty": occurrence.PENA_LAGR,
        "cohesive_sliding": occurrence.RIGI_GLIS,
        "cohesive_kinematics": KINEMATICS[occurrence.CINEMATIQUE],
    }


both("RUPT_FRAG", _declared, properties)
