"""CRIT_STAB and MODE_VIBR: the modes that are looked for where steps of an evolution end."""

from ..conditions import equal
from ..keywords import BLOC, FACT, SIMP, ascending
from ..rules import EXCLUS
from .instants import instants

UNKNOWNS = (
    "DX", "DY", "DZ", "DRX", "DRY", "DRZ", "GRX", "PRES", "PHI", "DH", "VARI", "LAG_GV", "DAMG", "PRE1", "PRE2", "TEMP", "GONF",
    *(f"{direction}{side}{mode}" for side in "IO" for mode in range(2, 7) for direction in "UVW"), "WO", "WI1", "WO1",
    "DCX", "DCY", "DCZ", "H1X", "H1Y", "H1Z", "K1", "K2", "K3", "LIAISON", "LAGS_C",
    *(f"{name}{i}{j}" for name in ("V", "PRES") for i in range(1, 4) for j in range(1, 4)),
)  # fmt: skip
"""What may be left out of modes: the unknowns of solids, beams, pipes and fluids, those of cracks; LIAISON are the
multipliers of relations, which modes are searched without in any case."""


def _search(value: str) -> dict:
    """How many modes, or between which bounds; `value` is CHAR_CRIT or FREQ."""
    band = {value: SIMP("o", typ="R", min=2, max=2, validators=(ascending,))}
    return dict(
        OPTION=SIMP("f", into=("PLUS_PETITE", "BANDE", "CALIBRATION"), defaut="PLUS_PETITE"),
        b_bande=BLOC(equal("OPTION", "BANDE"), **band),
        b_petite=BLOC(equal("OPTION", "PLUS_PETITE"), **{f"NMAX_{value}": SIMP("f", typ="I", val_min=1, defaut=3)}),
        b_calibre=BLOC(equal("OPTION", "CALIBRATION"), **band),
        COEF_DIM_ESPACE=SIMP("f", typ="I", val_min=2, defaut=5, advisory=True),
        **instants("PAS_CALC", (), everywhere=True),
    )


def crit_stab() -> FACT:
    """Critical loads, or how stiff the structure still is."""
    return FACT(
        "f",
        rules=(EXCLUS("PAS_CALC", "LIST_INST", "INST"),),
        RIGI_GEOM=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        MODI_RIGI=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        TYPE=SIMP("f", into=("FLAMBEMENT", "STABILITE"), defaut="FLAMBEMENT"),
        PREC_INSTAB=SIMP("f", typ="R", defaut=1e-6),
        SIGNE=SIMP("f", into=("NEGATIF", "POSITIF", "POSITIF_NEGATIF"), defaut="POSITIF_NEGATIF"),
        b_excluded=BLOC(equal("RIGI_GEOM", "NON") | equal("MODI_RIGI", "OUI"), DDL_EXCLUS=SIMP("f", max=40, into=UNKNOWNS)),
        b_stab=BLOC(
            equal("TYPE", "STABILITE") & equal("RIGI_GEOM", "NON"),
            DDL_STAB=SIMP("o", max=40, into=UNKNOWNS),
        ),
        **_search("CHAR_CRIT"),
    )


def mode_vibr() -> FACT:
    """The modes of vibration around the state that a step ends in."""
    return FACT(
        "f",
        rules=(EXCLUS("PAS_CALC", "LIST_INST", "INST"),),
        MATR_RIGI=SIMP("f", into=("ELASTIQUE", "TANGENTE", "SECANTE"), defaut="ELASTIQUE"),
        **_search("FREQ"),
    )
