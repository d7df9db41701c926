"""AMOR_MODAL: damping given mode by mode, on the physical unknowns."""

from ..keywords import FACT, SIMP
from ..rules import EXCLUS


def amor_modal(**more) -> FACT:
    """The modes and their reduced damping, the last value standing for those that follow; `more` are those of one command."""
    return FACT(
        "f",
        rules=EXCLUS("AMOR_REDUIT", "LIST_AMOR"),
        MODE_MECA=SIMP("f", typ="mode_meca"),
        AMOR_REDUIT=SIMP("f", typ="R", max="**"),
        LIST_AMOR=SIMP("f", typ="listr8_sdaster"),
        NB_MODE=SIMP("f", typ="I", val_min=1),
        **more,
    )
