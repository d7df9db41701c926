"""Which of the computed instants something applies to: INST, LIST_INST or every so many steps."""

from __future__ import annotations

from ..conditions import equal, present
from ..keywords import BLOC, SIMP


def instants(every: str, dated=(("9.3.14", 1e-3),), everywhere: bool = False) -> dict:
    """The words that choose instants; `every` is the word of the interval in steps (PAS_ARCH, PAS_OBSE), `dated` former precisions.

    everywhere  whether a precision may also be told where no instant is
    """
    near = dict(
        CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
        b_prec_rela=BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP("f", typ="R", val_min=1e-300, defaut=1e-6, dated=dated)),
        b_prec_abso=BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R", val_min=1e-300)),
    )
    return {
        every: SIMP("f", typ="I", val_min=0),
        "LIST_INST": SIMP("f", typ="listr8_sdaster"),
        "INST": SIMP("f", typ="R", max="**"),
        **(near if everywhere else {"b_crit": BLOC(present("INST") | present("LIST_INST"), **near)}),
    }


class Chosen:
    """What those words choose: `Chosen(args, every)(number, t)` says whether step `number` ending at t is meant."""

    def __init__(self, args, every: str):
        listed = args.LIST_INST
        values = args.INST if args.INST is not None else listed
        self.values = None if values is None else [float(v) for v in values]
        self.every = 1
        self.relative, self.width = args.get("CRITERE") == "RELATIF", args.get("PRECISION")
        if self.values is None:
            step = args[every]
            self.every = 1 if step is None else step

    def __call__(self, number: int, t: float) -> bool:
        if self.values is None:
            return self.every != 0 and number % self.every == 0
        width = self.width * abs(t) if self.relative else self.width
        return any(abs(t - v) <= width for v in self.values)
