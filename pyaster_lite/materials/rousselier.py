"""ROUSSELIER: growth of the cavities of a ductile metal (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, parameter

NAMES = {
    "D": "cavity_shape", "SIGM_1": "cavity_stress", "PORO_INIT": "cavity_initial", "PORO_CRIT": "cavity_joining",
    "PORO_ACCE": "cavity_faster", "PORO_LIMI": "cavity_last", "D_SIGM_EPSI_NORM": "cavity_fading", "AN": "cavity_starting",
    "BETA": "cavity_heating",
}  # fmt: skip
DEFAULTS = {"PORO_CRIT": 1.0, "PORO_ACCE": 1.0, "PORO_LIMI": 0.999, "D_SIGM_EPSI_NORM": 1.0, "AN": 0.0, "BETA": 0.85}


def _declared(make):
    return FACT("f", **make("o", "D SIGM_1 PORO_INIT"), **{word: SIMP("f", typ="R", defaut=value) for word, value in DEFAULTS.items()})


def properties(occurrence):
    """Pa and numbers."""
    return {name: parameter(occurrence, word) for word, name in NAMES.items()}


both("ROUSSELIER", _declared, properties)
