"""AFFICHAGE: how much of the iterations is shown; nothing of it can change a result."""

from ..keywords import FACT, SIMP


def affichage() -> FACT:
    """Columns of the table of iterations and how often it is shown."""
    return FACT(
        "d",
        advisory=True,
        INFO_RESIDU=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        INFO_TEMPS=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        UNITE=SIMP("f", typ="I"),
        PAS=SIMP("f", typ="I", val_min=1),
    )
