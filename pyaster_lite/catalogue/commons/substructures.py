"""The words by which substructures are placed, linked and loaded (u4.65.02, u4.65.12, u4.61.02)."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI


def substructures(placed: str):
    """SOUS_STRUC; `placed` is the status of its place."""
    return FACT(
        "o",
        max="**",
        NOM=SIMP("o"),
        MACR_ELEM_DYNA=SIMP("o", typ="macr_elem_dyna"),
        ANGL_NAUT=SIMP(placed, typ="R", max=3),
        TRANS=SIMP(placed, typ="R", max=3),
    )


def load_cases(status: str = "f", **more):
    """SOUS_STRUC of computations: the load cases of condensed substructures; `more` are further keywords."""
    return FACT(
        status,
        max="**",
        rules=(UN_PARMI("TOUT", "SUPER_MAILLE"),),
        CAS_CHARGE=SIMP("o"),
        TOUT=SIMP("f", into=("OUI",)),
        SUPER_MAILLE=SIMP("f", max="**", validators=(no_repeat,)),
        **more,
    )


def links():
    """LIAISON, two substructures by their interfaces."""
    return FACT(
        "o",
        max="**",
        rules=EXCLUS("GROUP_MA_MAIT_1", "GROUP_MA_MAIT_2"),
        SOUS_STRUC_1=SIMP("o"),
        INTERFACE_1=SIMP("o"),
        SOUS_STRUC_2=SIMP("o"),
        INTERFACE_2=SIMP("o"),
        GROUP_MA_MAIT_1=SIMP("f", max="**"),
        GROUP_MA_MAIT_2=SIMP("f", max="**"),
        OPTION=SIMP("f", into=("REDUIT", "CLASSIQUE"), defaut="CLASSIQUE"),
    )


def coincidence(status: str, **more):
    """VERIF: how far apart the nodes of linked interfaces may lie."""
    return FACT(
        status,
        **more,
        STOP_ERREUR=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        PRECISION=SIMP("f", typ="R", defaut=1e-3),
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
    )
