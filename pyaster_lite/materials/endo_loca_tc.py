"""ENDO_LOCA_TC: damage of concrete in tension and in compression, localised by the cells (u4.43.01)."""

from math import pi

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, parameter

NAMES = {"ENER_TRAC_RUPT_N": "energy", "COEF_ECRO_TRAC": "shape", "FT": "tension", "SIGM_COMP_SEUIL": "onset", "FC": "compression"}
LEAST_SHAPE = (4 / (3 * pi)) ** (-2 / 3) - 2
"""The shape of cohesive cracks below which their law would snap."""


def _declared(make):
    words = make("o", " ".join(NAMES))
    if words["FT"].types == ("R",):
        least = dict.fromkeys(NAMES, 0.0) | {"COEF_ECRO_TRAC": LEAST_SHAPE, "FC": 1.0}
        words = {word: SIMP("o", typ="R", val_min=least[word]) for word in NAMES}
    return FACT("f", **words, TAU_REGU_VISC=SIMP("f", typ="R", val_min=0.0, defaut=0.0))


def properties(occurrence):
    """Numbers, strengths (Pa) and a delay (s)."""
    found = {f"concrete.{name}": parameter(occurrence, word) for word, name in NAMES.items()}
    return found | {"concrete.delay": occurrence.TAU_REGU_VISC}


both("ENDO_LOCA_TC", _declared, properties)
