"""ARCHIVAGE: which instants and which fields are kept in the result."""

from ..keywords import FACT, SIMP, no_repeat
from ..rules import AU_PLUS_UN
from .instants import instants


def archivage() -> FACT:
    """Every PAS_ARCH steps or at given instants, less the fields left out; the first and the last instant are always kept."""
    return FACT(
        "d",
        rules=(AU_PLUS_UN("PAS_ARCH", "LIST_INST", "INST"),),
        CHAM_EXCLU=SIMP("f", max="**", validators=(no_repeat,), defaut=("RESI_NOEU", "RESI_RELA_NOEU")),
        **instants("PAS_ARCH"),
    )
