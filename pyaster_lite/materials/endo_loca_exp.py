"""ENDO_LOCA_EXP: damage of concrete localised by the cells (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, parameter

NAMES = {
    "KAPPA": "toughness", "P": "shape", "SIGC": "strength", "SIG0": "scale", "BETA0": "confinement", "REST_RIGIDITE": "closing",
}  # fmt: skip


def _declared(make):
    words = make("o", "KAPPA P SIGC SIG0")
    if words["P"].types == ("R",):
        words |= {"KAPPA": SIMP("o", typ="R", val_min=0.0), "P": SIMP("o", typ="R", val_min=1.0)}
    return FACT("f", **words, BETA0=SIMP("f", typ="R", defaut=0.1), REST_RIGIDITE=SIMP("o", typ="R", val_min=0.0))


def properties(occurrence):
    """Numbers, and strengths, Pa."""
    return {f"local_{name}": parameter(occurrence, word) for word, name in NAMES.items()}


both("ENDO_LOCA_EXP", _declared, properties)
