"""DRUCK_PRAGER: the cone of Drucker and Prager and how it hardens (u4.43.01)."""

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

KINDS = {"LINEAIRE": 1.0, "PARABOLIQUE": 2.0, "EXPONENTIEL": 3.0}
WORDS = {"H": "rate", "P_ULTM": "end", "SY_ULTM": "last", "P_C": "decay", "DILAT": "dilatancy", "DILAT_ULTM": "last_dilatancy"}


def properties(occurrence):
    """The slope, the yield stress, Pa, and what the hardening needs."""
    given = {f"cone_{name}": occurrence.get(word) for word, name in WORDS.items()}
    return {
        "cone_kind": KINDS[occurrence.ECROUISSAGE],
        "cone_slope": occurrence.ALPHA,
        "cone_yield": occurrence.SY,
        **{name: value for name, value in given.items() if value is not None},
    }


MATERIALS.add(
    "DRUCK_PRAGER",
    MaterialLaw(
        FACT(
            "f",
            **numbers("o", "ALPHA SY"),
            ECROUISSAGE=SIMP("o", into=tuple(KINDS)),
            b_lineaire=BLOC(equal("ECROUISSAGE", "LINEAIRE"), **numbers("o", "H P_ULTM")),
            b_parabolique=BLOC(equal("ECROUISSAGE", "PARABOLIQUE"), **numbers("o", "SY_ULTM P_ULTM")),
            b_expo=BLOC(equal("ECROUISSAGE", "EXPONENTIEL"), **numbers("o", "P_C SY_ULTM"), DILAT_ULTM=SIMP("f", typ="R", defaut=0.0)),
            DILAT=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
