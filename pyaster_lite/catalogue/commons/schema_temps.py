"""SCHEMA_TEMPS of DYNA_NON_LINE: the time scheme; each member of schemes/ brings its own words."""

from ..conditions import equal, is_in
from ..keywords import BLOC, FACT, SIMP
from ..registry import SCHEMES


def schema_temps(statut: str = "o", only: tuple[str, ...] = ()) -> FACT:
    """The scheme, its words and the unknown it is written in; `only` the schemes that the command takes, all when it is empty."""
    members = {word: SCHEMES[word] for word in only or SCHEMES}
    impulsive = [word for word, member in members.items() if getattr(member, "impulsive", False)]
    explicit = [word for word, member in members.items() if member.explicit]
    plain = [word for word in explicit if word not in impulsive]
    implicit = [word for word in members if word not in explicit and word not in impulsive]
    kinds = {
        "b_explicit": (plain, {"FORMULATION": SIMP("o", into=("ACCELERATION",))}),
        "b_stable": (explicit, {"STOP_CFL": SIMP("f", into=("OUI", "NON"), defaut="OUI")}),
        "b_impulsive": (impulsive, {"FORMULATION": SIMP("f", into=("VITESSE",), defaut="VITESSE")}),
        "b_implicit": (implicit, {"FORMULATION": SIMP("o", into=("DEPLACEMENT", "ACCELERATION"))}),
    }
    return FACT(
        statut,
        SCHEMA=SIMP("o", into=tuple(members)),
        COEF_MASS_SHIFT=SIMP("f", typ="R", defaut=0.0),
        **{block: BLOC(is_in("SCHEMA", *words), **further) for block, (words, further) in kinds.items() if words},
        **{f"b_{word.lower()}": BLOC(equal("SCHEMA", word), **member.keywords) for word, member in members.items() if member.keywords},
    )
