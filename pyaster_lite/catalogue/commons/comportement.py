"""COMPORTEMENT: which constitutive law each cell obeys; the values of RELATION are the open list behaviours/."""

from ..keywords import FACT, SIMP
from ..registry import BEHAVIOURS
from ..rules import EXCLUS
from .places import CELL_WORDS


def comportement() -> FACT:
    """The law of groups of cells; ELAS where none is named.

    PARM_THETA and RESI_CPLAN_MAXI steer the integration of viscous laws and of laws without plane stress; the laws of
    behaviours/ so far are neither.
    """
    return FACT(
        "f",
        max="**",
        rules=(EXCLUS("TOUT", "GROUP_MA"), EXCLUS("TOUT", "MAILLE")),
        RELATION=SIMP("f", into=lambda: tuple(BEHAVIOURS), defaut="ELAS"),
        DEFORMATION=SIMP("f", into=("PETIT",), defaut="PETIT"),
        **CELL_WORDS,
        PARM_THETA=SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=1.0, advisory=True),
        RESI_CPLAN_MAXI=SIMP("f", typ="R", advisory=True),
    )
