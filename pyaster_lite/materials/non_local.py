"""NON_LOCAL: what the gradients of a law's variable cost, and what holds the variable to its field (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._law import MaterialLaw

NAMES = {
    "LONG_CARA": "nonlocal_length",
    "C_GRAD_VARI": "gradient_cost",
    "PENA_LAGR": "gradient_penalty",
    "PENA_LAGR_INCO": "gradient_swelling_penalty",
    "C_GONF": "swelling_cost",
}


def properties(occurrence):
    """m (which models with regularised strains or stresses alone read), N (or J/m), Pa, Pa, N."""
    return {name: occurrence[word] for word, name in NAMES.items() if word in occurrence}


MATERIALS.add(
    "NON_LOCAL",
    MaterialLaw(
        FACT(
            "f",
            rules=(AU_MOINS_UN("LONG_CARA", "C_GONF", "C_GRAD_VARI", "PENA_LAGR"),),
            LONG_CARA=SIMP("f", typ="R"),
            C_GRAD_VARI=SIMP("f", typ="R"),
            PENA_LAGR=SIMP("f", typ="R"),
            PENA_LAGR_INCO=SIMP("f", typ="R", defaut=0.0),
            C_GONF=SIMP("f", typ="R"),
            # read by no law of code_aster
            COEF_RIGI_MINI=SIMP("f", typ="R", advisory=True),
        ),
        properties,
    ),
)
