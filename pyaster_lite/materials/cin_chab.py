"""CIN1_CHAB and CIN2_CHAB: hardening of Chaboche with one or two back stresses (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter

DEFAULTS = {"B": 0.0, "K": 1.0, "W": 0.0, "A_I": 1.0}
COMMON = {"R_0": "first", "B": "rate", "K": "kinematic_ratio", "W": "kinematic_rate", "A_I": "recall_ratio"}


def _declare(own):
    def declare(values):
        if values is numbers:
            rest = {word: SIMP("f", typ="R", defaut=value) for word, value in DEFAULTS.items()}
            return FACT("f", **values("o", f"R_0 {own}"), **values("f", "R_I"), **rest)
        return FACT("f", **values("o", f"R_0 R_I B K W A_I {own}"))

    return declare


def _properties(backs):
    def properties(occurrence):
        """chaboche_*: the yield stress from first to last, Pa, and C and gamma of the back stresses."""
        found = {f"chaboche_{name}": parameter(occurrence, word) for word, name in COMMON.items()}
        found["chaboche_last"] = parameter(occurrence, "R_I" if occurrence.get("R_I") is not None else "R_0")
        for i, (modulus, recall) in enumerate(backs, 1):
            found[f"chaboche_modulus_{i}"], found[f"chaboche_recall_{i}"] = parameter(occurrence, modulus), parameter(occurrence, recall)
        return found

    return properties


both("CIN1_CHAB", _declare("C_I G_0"), _properties([("C_I", "G_0")]))
both("CIN2_CHAB", _declare("C1_I C2_I G1_0 G2_0"), _properties([("C1_I", "G1_0"), ("C2_I", "G2_0")]))
