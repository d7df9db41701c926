"""DIS_CONTACT: contact with friction in a discrete element, and a spring beside it (u4.43.01)."""

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_ABSENT

from ._law import MaterialLaw

NAMES = {
    "RIGI_NOR": "shock_stiffness",
    "RIGI_TAN": "shock_tangential_stiffness",
    "AMOR_NOR": "shock_damping",
    "AMOR_TAN": "shock_tangential_damping",
}
"""What is known of a material only where it is said."""
NOT_IN_CORNERS = ("RIGI_TAN", "AMOR_NOR", "AMOR_TAN", "COULOMB", "DIST_1", "DIST_2", "JEU")


def properties(occurrence):
    """What RELATION='DIS_CHOC' asks for."""
    across = [occurrence.KT1, occurrence.KT2]
    if occurrence.KT and any(across):
        raise occurrence.wrong("KT", "KT stands for both KT1 and KT2: give the one or the others")
    closing = occurrence.INST_COMP_INIT
    if closing is not None and closing[1] <= closing[0]:
        raise occurrence.wrong("INST_COMP_INIT", "the gap closes from an instant to a later one")
    corner = occurrence.CONTACT == "COIN_2D"
    if corner:
        beside = next((word for word in NOT_IN_CORNERS if occurrence[word] is not None), None)
        if beside or occurrence.RIGI_NOR is None:
            raise occurrence.wrong(beside or "CONTACT", "a corner takes RIGI_NOR alone, and what is elastic beside it")
    given = {name: occurrence[word] for word, name in NAMES.items() if occurrence[word] is not None}
    return {
        "shock_friction": occurrence.COULOMB or 0.0,
        "shock_gap": occurrence.JEU or 0.0,
        "shock_distances": [occurrence.DIST_1 or 0.0, occurrence.DIST_2 or 0.0],
        "spring_beside": [occurrence.KP, *([occurrence.KT] * 2 if occurrence.KT else across)],
        **({"shock_corner": list(occurrence.PRECISION)} if corner else {}),
        **({} if closing is None else {"shock_closing": list(closing)}),
        **given,
    }


MATERIALS.add(
    "DIS_CONTACT",
    MaterialLaw(
        FACT(
            "f",
            rules=(PRESENT_ABSENT("DIST_2", "JEU"),),
            RIGI_NOR=SIMP("f", typ="R"),
            RIGI_TAN=SIMP("f", typ="R"),
            AMOR_NOR=SIMP("f", typ="R"),
            AMOR_TAN=SIMP("f", typ="R"),
            KP=SIMP("f", typ="R", defaut=0.0),
            KT=SIMP("f", typ="R", defaut=0.0),
            KT1=SIMP("f", typ="R", defaut=0.0),
            KT2=SIMP("f", typ="R", defaut=0.0),
            COULOMB=SIMP("f", typ="R", val_min=0.0),
            DIST_1=SIMP("f", typ="R", val_min=0.0),
            DIST_2=SIMP("f", typ="R", val_min=0.0),
            JEU=SIMP("f", typ="R", val_min=0.0),
            INST_COMP_INIT=SIMP("f", typ="R", min=2, max=2),
            CONTACT=SIMP("f", into=("1D", "COIN_2D"), defaut="1D"),
            b_corner=BLOC(equal("CONTACT", "COIN_2D"), PRECISION=SIMP("o", typ="R", min=3, max=3)),
        ),
        properties,
    ),
)
