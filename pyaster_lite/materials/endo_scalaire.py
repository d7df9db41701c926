"""ENDO_SCALAIRE: damage with gradients, of an elliptic threshold (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, functions, parameter

SOFTENING = {"K": "energy", "M": "slope", "P": "shape", "Q": "second_shape", "COEF_RIGI_MINI": "least_share"}
NAMES = {**SOFTENING, "C_VOLU": "volume", "C_COMP": "pressed"}


def softening(make):
    """Declarations of what damages with gradients share."""
    words = make("o", "K P M")
    if words["P"].types == ("R",):
        words |= {"K": SIMP("o", typ="R", val_min=0.0), "P": SIMP("o", typ="R", val_min=1.0)}
    return words | {"Q": SIMP("f", typ="R", defaut=0.0), "COEF_RIGI_MINI": SIMP("f", typ="R", defaut=1e-5)}


def _declared(make):
    own = {"C_COMP": SIMP("f", typ="R", defaut=0.0), "C_VOLU": SIMP("f", typ="R", defaut=1.0, val_min=0.0)}
    return FACT("f", **softening(make), **(make("o", "C_COMP C_VOLU") if make is functions else own))


def properties(occurrence):
    """J/m3, and numbers."""
    return {f"softening_{name}": parameter(occurrence, word) for word, name in NAMES.items()}


both("ENDO_SCALAIRE", _declared, properties)
