"""SCHEMA_TEMPS of DYNA_NON_LINE: the time scheme; each member of schemes/ brings its own words."""

from ..conditions import equal, is_in
from ..keywords import BLOC, FACT, SIMP
from ..registry import SCHEMES


def schema_temps() -> FACT:
    """The scheme, its words and the unknown it is written in."""
    members = {word: SCHEMES[word] for word in SCHEMES}
    explicit = [word for word, member in members.items() if member.explicit]
    implicit = [word for word, member in members.items() if not member.explicit]
    return FACT(
        "o",
        SCHEMA=SIMP("o", into=tuple(members)),
        COEF_MASS_SHIFT=SIMP("f", typ="R", defaut=0.0),
        b_explicit=BLOC(
            is_in("SCHEMA", *explicit),
            FORMULATION=SIMP("o", into=("ACCELERATION",)),
            STOP_CFL=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        ),
        b_implicit=BLOC(is_in("SCHEMA", *implicit), FORMULATION=SIMP("o", into=("DEPLACEMENT", "ACCELERATION"))),
        **{f"b_{word.lower()}": BLOC(equal("SCHEMA", word), **member.keywords) for word, member in members.items() if member.keywords},
    )
