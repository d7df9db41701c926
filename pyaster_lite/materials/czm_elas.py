"""CZM_ELAS: interfaces that are springs, shut on one side or stuck (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import EXCLUS

from ._law import MaterialLaw, numbers

KINDS = {"ELAS": 0, "UNILATER": 1, "PARFAITE": 2}


def properties(occurrence):
    """Stiffnesses, Pa/m, zero where they are not given, the penalty, Pa/m, and what holds across and along as numbers."""
    usual = occurrence.RIGI_NOR or 0.0
    return {
        "spring_pulled": usual if occurrence.RIGI_NOR_TRAC is None else occurrence.RIGI_NOR_TRAC,
        "spring_pressed": usual if occurrence.RIGI_NOR_COMP is None else occurrence.RIGI_NOR_COMP,
        "spring_along": occurrence.RIGI_TAN or 0.0,
        "spring_across_kind": KINDS[occurrence.ADHE_NOR],
        "spring_along_kind": KINDS[occurrence.ADHE_TAN],
        "spring_penalty": occurrence.PENA_LAGR_ABSO,
    }


MATERIALS.add(
    "CZM_ELAS",
    MaterialLaw(
        FACT(
            "f",
            rules=(EXCLUS("RIGI_NOR", "RIGI_NOR_TRAC"), EXCLUS("RIGI_NOR", "RIGI_NOR_COMP")),
            **numbers("f", "RIGI_NOR RIGI_NOR_TRAC RIGI_NOR_COMP RIGI_TAN"),
            ADHE_NOR=SIMP("f", into=tuple(KINDS), defaut="ELAS"),
            ADHE_TAN=SIMP("f", into=("ELAS", "PARFAITE"), defaut="ELAS"),
            PENA_LAGR_ABSO=SIMP("o", typ="R", val_min=0.0),
        ),
        properties,
    ),
)
