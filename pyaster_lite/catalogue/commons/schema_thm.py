"""SCHEMA_THM: how flows of porous media are summed up over a step."""

from ..keywords import FACT, SIMP


def schema_thm() -> FACT:
    """The implicit share of flows within a step."""
    return FACT(
        "f", PARM_THETA=SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=1.0), PARM_ALPHA=SIMP("f", typ="R", defaut=1.0)
    )
