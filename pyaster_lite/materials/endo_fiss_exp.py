"""ENDO_FISS_EXP: damage of concrete with gradients, of an exponential threshold (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, made_of, parameter
from .endo_scalaire import SOFTENING, softening

NAMES = {**SOFTENING, "TAU": "level", "SIG0": "scale", "REST_RIGIDITE": "closing"}


def _declared(make):
    own = {"BETA": SIMP("f", typ="R", defaut=0.1), "REST_RIGIDITE": SIMP("o", typ="R", val_min=0.0)}
    return FACT("f", **softening(make), **make("o", "TAU SIG0"), **own)


def properties(occurrence):
    """J/m3, numbers and Pa."""
    values = {f"softening_{name}": parameter(occurrence, word) for word, name in NAMES.items()}
    return values | {"softening_spread": made_of(lambda beta: 3 * beta**2 - 1 / 3, parameter(occurrence, "BETA"))}


both("ENDO_FISS_EXP", _declared, properties)
