"""Keywords that the commands of linear dynamics share: schemes, laws of localised devices, functions of time."""

from __future__ import annotations

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import LOCALISED

_SCHEME_BEFORE = (("13.0.11", "NEWMARK"), ("17", "DIFF_CENTRE"))
FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
MOTION = {word: SIMP("f", typ=FUNCTION) for word in ("ACCE", "VITE", "DEPL")}


def schemes(registry, default):
    """SCHEMA_TEMPS: the schemes of a registry, each with its own keywords."""
    blocks = {f"b_{word}": BLOC(equal("SCHEMA", word), **registry[word].keywords) for word in registry}
    return FACT("d", SCHEMA=SIMP("f", defaut=default, into=registry.words, dated=_SCHEME_BEFORE), **blocks)


def relations():
    """COMPORTEMENT: the laws of localised devices, each with its own keywords."""
    blocks = {f"b_{word}": BLOC(equal("RELATION", word), rules=LOCALISED[word].rules, **LOCALISED[word].keywords) for word in LOCALISED}
    return FACT("f", max="**", RELATION=SIMP("o", into=LOCALISED), **blocks)


def at_instants():
    """How near to an instant a step counts as being there."""
    return {
        "CRITERE": SIMP("f", defaut="RELATIF", into=("RELATIF", "ABSOLU")),
        "b_rela": BLOC(equal("CRITERE", "RELATIF"), PRECISION=SIMP("f", typ="R", defaut=1e-6)),
        "b_abso": BLOC(equal("CRITERE", "ABSOLU"), PRECISION=SIMP("o", typ="R")),
    }
