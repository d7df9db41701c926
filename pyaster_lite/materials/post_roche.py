"""POST_ROCHE, POST_ROCHE_FO: Ramberg and Osgood's curve and the strengths of pipes that Roche's method asks for (u4.43.01).

plastic strain = RAMB_OSGO_FACT (stress / E)^(1 / RAMB_OSGO_EXPO); RP02_MOY is 1.25 times RP02_MIN unless given.
"""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, made_of, parameter

NAMES = {
    "RAMB_OSGO_FACT": "pipe_factor",
    "RAMB_OSGO_EXPO": "pipe_exponent",
    "RP02_MIN": "pipe_least_yield",
    "RM_MIN": "pipe_least_strength",
    "RP02_MOY": "pipe_mean_yield",
    "COEF": "pipe_coefficient",
}


def _words(**kind):
    least = {} if "typ" in kind and kind["typ"] is FUNCTION else {"val_min": 0.0}
    needed = {word: SIMP("o", **kind, **least) for word in ("RAMB_OSGO_FACT", "RAMB_OSGO_EXPO")}
    others = {word: SIMP("f", **kind, **least) for word in ("RP02_MIN", "RM_MIN", "RP02_MOY")}
    return FACT("f", **needed, **others, COEF=SIMP("f", typ="R", defaut=1.0, val_min=1.0))


def _properties(occurrence):
    found = {name: parameter(occurrence, word) for word, name in NAMES.items()}
    if found["pipe_mean_yield"] is None and found["pipe_least_yield"] is not None:
        found["pipe_mean_yield"] = made_of(lambda least: 1.25 * least, found["pipe_least_yield"])
    return {name: value for name, value in found.items() if value is not None}


MATERIALS.add("POST_ROCHE", MaterialLaw(_words(typ="R"), _properties))
MATERIALS.add("POST_ROCHE_FO", MaterialLaw(_words(typ=FUNCTION), _properties))
