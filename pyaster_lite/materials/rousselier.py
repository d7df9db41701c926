"""ROUSSELIER: growth of the cavities of a ductile metal (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, parameter

NAMES = {
    "D": "cavity_shape", "SIGM_1": "cavity_stress", "PORO_INIT": "cavity_initial", "PORO_CRIT": "cavity_joining",
    "PORO_ACCE": "cavity_faster", "PORO_LIMI": "cavity_last", "D_SIGM_EPSI_NORM": "cavity_fading", "AN": "cavity_starting",
    "BETA": "cavity_heating", "DP_MAXI": "cavity_step", "PORO_TYPE": "cavity_kind",
}  # fmt: skip
DEFAULTS = {"PORO_CRIT": 1.0, "PORO_ACCE": 1.0, "PORO_LIMI": 0.999, "D_SIGM_EPSI_NORM": 1.0, "AN": 0.0, "DP_MAXI": 0.1, "BETA": 0.85}
TYPES = (1.0, 2.0)
"""Whether the cavities follow the volume, or grow step by step."""


def _declared(make):
    defaults = {word: SIMP("f", typ="R", defaut=value) for word, value in DEFAULTS.items()}
    return FACT("f", **make("o", "D SIGM_1 PORO_INIT"), **defaults, PORO_TYPE=SIMP("f", typ="R", into=TYPES, defaut=1.0))


def properties(occurrence):
    """Pa and numbers."""
    return {name: parameter(occurrence, word) for word, name in NAMES.items()}


both("ROUSSELIER", _declared, properties)
