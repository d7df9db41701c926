"""TAHERI and TAHERI_FO: plasticity of metals under cycles (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "R_0": "start", "ALPHA": "exponent", "M": "softening", "A": "hardening", "B": "fading", "C1": "first", "C_INF": "last", "S": "most",
}  # fmt: skip


def declare(values):
    """The declaration."""
    return FACT("f", **values("o", " ".join(WORDS)))


def properties(occurrence):
    """Stresses, Pa, and numbers."""
    return {f"taheri_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("TAHERI", declare, properties)
