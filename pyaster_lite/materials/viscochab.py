"""VISCOCHAB and VISCOCHAB_FO: viscoplasticity of Chaboche with memory and recovery (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter

NEEDED = "K_0 K N B Q_M Q_0 C1 G1_0 C2 G2_0"
DEFAULTS = {
    "A_K": 0.0, "A_R": 1.0, "ALP": 0.0, "M_R": 1.0, "G_R": 0.0, "MU": 0.0, "QR_0": 0.0, "ETA": 0.5, "M_1": 1.0, "D1": 1.0, "G_X1": 0.0,
    "M_2": 1.0, "D2": 1.0, "G_X2": 0.0, "A_I": 1.0,
}  # fmt: skip


def declare(values):
    """The declaration; all is wanted where functions are given."""
    if values is numbers:
        return FACT("f", **values("o", NEEDED), **{word: SIMP("f", typ="R", defaut=value) for word, value in DEFAULTS.items()})
    return FACT("f", **values("o", f"{NEEDED} {' '.join(DEFAULTS)}"))


def properties(occurrence):
    """recovery.*: the parameters by their words in lower case, as in behaviours.viscochab."""
    return {f"recovery.{word.lower()}": parameter(occurrence, word) for word in (*NEEDED.split(), *DEFAULTS)}


both("VISCOCHAB", declare, properties)
