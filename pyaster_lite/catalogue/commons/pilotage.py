"""PILOTAGE: how the intensity of the loads of TYPE_CHARGE='FIXE_PILO' and 'SUIV_PILO' is chosen (r5.03.80)."""

from ..conditions import equal
from ..keywords import BLOC, FACT, SIMP
from ..rules import EXCLUS, PRESENT_ABSENT
from .places import CELL_WORDS, NODE_WORDS, chosen

KINDS = ("DDL_IMPO", "LONG_ARC", "PRED_ELAS", "DEFORMATION", "ANA_LIM")
BY_CELLS = ("PRED_ELAS", "DEFORMATION")


def pilotage() -> FACT:
    """What controls the intensity, which of two solutions is taken, and within which bounds."""
    selections = ("NORM_INCR_DEPL", "RESIDU", "MIXTE")

    def selection(*more):
        return SIMP("f", into=(*selections, *more), defaut="NORM_INCR_DEPL")

    return FACT(
        "f",
        rules=(EXCLUS("NOEUD", "GROUP_NO"), PRESENT_ABSENT("TOUT", "GROUP_MA")),
        TYPE=SIMP("o", into=KINDS),
        COEF_MULT=SIMP("f", typ="R", defaut=1.0),
        EVOL_PARA=SIMP("f", into=("SANS", "CROISSANT", "DECROISSANT"), defaut="SANS"),
        ETA_PILO_MAX=SIMP("f", typ="R"),
        ETA_PILO_MIN=SIMP("f", typ="R"),
        ETA_PILO_R_MAX=SIMP("f", typ="R"),
        ETA_PILO_R_MIN=SIMP("f", typ="R"),
        PROJ_BORNES=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        b_arc=BLOC(equal("TYPE", "LONG_ARC"), SELECTION=selection("ANGL_INCR_DEPL")),
        b_other=BLOC(~equal("TYPE", "LONG_ARC"), SELECTION=selection()),
        **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
        **chosen(NODE_WORDS, "NOEUD", "GROUP_NO"),
        NOM_CMP=SIMP("f", typ="TXM", max="**"),
    )
