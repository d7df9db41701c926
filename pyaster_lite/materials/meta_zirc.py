"""META_ZIRC: how zircaloy transforms (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.fe.metallurgy.zircaloy import Zircaloy

from ._law import MaterialLaw, numbers

WORDS = "TDEQ K N T1C T2C AC M QSR_K T1R T2R AR BR"

MATERIALS.add(
    "META_ZIRC",
    MaterialLaw(FACT("f", **numbers("o", WORDS)), lambda occurrence: {"zircaloy": Zircaloy(*(occurrence[word] for word in WORDS.split()))}),
)
