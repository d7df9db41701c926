"""COMPORTEMENT: which constitutive law each cell obeys; the values of RELATION are the open list behaviours/."""

from ..keywords import FACT, SIMP
from ..registry import BEHAVIOURS
from .places import CELL_WORDS


def comportement() -> FACT:
    """The law of groups of cells; ELAS where none is named."""
    return FACT(
        "f",
        max="**",
        RELATION=SIMP("f", into=lambda: tuple(BEHAVIOURS), defaut="ELAS"),
        DEFORMATION=SIMP("f", into=("PETIT",), defaut="PETIT"),
        **CELL_WORDS,
        **{word: SIMP("f", advisory=True) for word in ("PARM_THETA", "POST_ITER", "RESI_CPLAN_MAXI")},
    )
