"""INCREMENT: the instants of an evolution, and the part of them to compute."""

from ..conditions import present
from ..keywords import BLOC, FACT, SIMP
from ..rules import EXCLUS


def increment() -> FACT:
    """The list of instants with its bounds, by value or by number (from 0)."""
    return FACT(
        "o",
        rules=(EXCLUS("NUME_INST_INIT", "INST_INIT"), EXCLUS("NUME_INST_FIN", "INST_FIN")),
        LIST_INST=SIMP("o", typ=("listr8_sdaster", "list_inst")),
        NUME_INST_INIT=SIMP("f", typ="I", val_min=0),
        INST_INIT=SIMP("f", typ="R"),
        NUME_INST_FIN=SIMP("f", typ="I", val_min=0),
        INST_FIN=SIMP("f", typ="R"),
        b_inst=BLOC(
            present("INST_INIT") | present("INST_FIN"),
            CRITERE=SIMP("f", into=("RELATIF",), defaut="RELATIF", advisory=True),
            PRECISION=SIMP("f", typ="R", defaut=1e-6, dated=(("9.3.14", 1e-3),)),
        ),
    )
