"""RELAX_ACIER: how the steel of tendons flows under tension, and hardens (u4.43.01, r5.03.09)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, functions, parameter

WORDS = {
    "F_PRG": "limit", "ECOU_K": "drag", "ECOU_N": "power", "ECRO_N": "hardening_power", "ECRO_B": "hardening_bound",
    "ECRO_C": "hardening_rate",
}  # fmt: skip


def properties(occurrence):
    """Stresses in Pa."""
    return {f"relaxing_{name}": parameter(occurrence, word) for word, name in WORDS.items() if occurrence[word] is not None}


MATERIALS.add(
    "RELAX_ACIER", MaterialLaw(FACT("f", **functions("f", "F_PRG"), **functions("o", "ECOU_K ECOU_N ECRO_N ECRO_B ECRO_C")), properties)
)
