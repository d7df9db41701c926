"""MEMO_ECRO and MEMO_ECRO_FO: hardening that remembers the largest strains (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter

WORDS = {"MU": "rate", "Q_M": "most", "Q_0": "start", "ETA": "share"}


def declare(values):
    """The declaration; half of what strains gain goes into the radius by default where numbers are given."""
    share = {"ETA": SIMP("f", typ="R", defaut=0.5)} if values is numbers else values("o", "ETA")
    return FACT("f", **values("o", "MU Q_M Q_0"), **share)


def properties(occurrence):
    """memory_*: how fast (no unit) the hardening goes from its first to its last value, Pa, and the share of the radius."""
    return {f"memory_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("MEMO_ECRO", declare, properties)
