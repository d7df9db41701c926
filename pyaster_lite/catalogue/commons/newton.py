"""NEWTON, RECH_LINEAIRE and CONVERGENCE: how a nonlinear step is balanced (u4.51.03)."""

from ..conditions import present
from ..keywords import BLOC, FACT, SIMP
from ..rules import AU_MOINS_UN, PRESENT_ABSENT

REFERENCES = {"SIGM_REFE": "stress", "EFFORT_REFE": "force", "MOMENT_REFE": "moment", "DEPL_REFE": "jump", "EPSI_REFE": "strain"}
REFERENCES |= {"FLUX_HYD1_REFE": "flow 1", "FLUX_HYD2_REFE": "flow 2", "FLUX_THER_REFE": "heat flow"}
REFERENCES |= {"VARI_REFE": "variable", "LAGR_REFE": "multiplier", "PI_REFE": "projection"}
"""The words of reference values, by what the elements call them."""

PREDICTIONS = ("TANGENTE", "ELASTIQUE", "EXTRAPOLE", "DEPL_CALCULE")


def newton() -> FACT:
    """Which matrix, how often made anew, and where the iterations start from."""
    return FACT(
        "d",
        PREDICTION=SIMP("f", into=PREDICTIONS),
        MATRICE=SIMP("f", into=("TANGENTE", "ELASTIQUE"), defaut="TANGENTE"),
        REAC_INCR=SIMP("f", typ="I", val_min=0, defaut=1),
        REAC_ITER=SIMP("f", typ="I", val_min=0, defaut=1, dated=(("13.1.8", 0),)),
        REAC_ITER_ELAS=SIMP("f", typ="I", val_min=0, defaut=0),
        PAS_MINI_ELAS=SIMP("f", typ="R", val_min=0.0),
        EVOL_NOLI=SIMP("f", typ="evol_noli"),
        MATR_RIGI_SYME=SIMP("f", into=("OUI", "NON"), defaut="NON"),
    )


def line_search(*more: str) -> FACT:
    """How much of a correction is taken, by the secant (CORDE) or one of `more` methods."""
    return FACT(
        "f",
        METHODE=SIMP("f", into=("CORDE", *more), defaut="CORDE"),
        RESI_LINE_RELA=SIMP("f", typ="R", val_min=0.0, defaut=0.1),
        ITER_LINE_MAXI=SIMP("f", typ="I", val_min=0, val_max=999, defaut=3),
        RHO_MIN=SIMP("f", typ="R", val_min=0.0, defaut=1e-2),
        RHO_MAX=SIMP("f", typ="R", val_min=0.0, defaut=10.0),
        RHO_EXCL=SIMP("f", typ="R", val_min=0.0, defaut=0.9e-2),
    )


def convergence() -> FACT:
    """When the residual is small enough, and how long to try."""
    references = dict.fromkeys(REFERENCES, SIMP("f", typ="R"))
    return FACT(
        "d",
        rules=PRESENT_ABSENT("RESI_REFE_RELA", "RESI_GLOB_MAXI", "RESI_GLOB_RELA", "RESI_COMP_RELA"),
        b_refe_rela=BLOC(present("RESI_REFE_RELA"), rules=AU_MOINS_UN(*REFERENCES), **references),
        RESI_REFE_RELA=SIMP("f", typ="R"),
        RESI_GLOB_RELA=SIMP("f", typ="R"),
        RESI_GLOB_MAXI=SIMP("f", typ="R"),
        RESI_COMP_RELA=SIMP("f", typ="R"),
        ITER_GLOB_MAXI=SIMP("f", typ="I", val_min=0, defaut=10),
        ARRET=SIMP("f", into=("OUI", "NON"), defaut="OUI"),
        VERIF=SIMP("f", into=("TOUT", "AU_MOINS_UN"), defaut="TOUT"),
        ITER_GLOB_ELAS=SIMP("f", typ="I", val_min=0, defaut=25),
    )
