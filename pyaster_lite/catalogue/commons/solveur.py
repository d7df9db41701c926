"""SOLVEUR: which linear solver to use.

Every METHODE runs on the same direct solvers, so that none of these words can change a result beyond rounding.
"""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP

METHODS = ("MULT_FRONT", "LDLT", "MUMPS", "GCPC", "PETSC")
_TEXTS = (
    "RENUM", "ELIM_LAGR", "STOP_SINGULIER", "TYPE_RESOL", "ACCELERATION", "PRETRAITEMENTS", "POSTTRAITEMENTS",
    "GESTION_MEMOIRE", "MIXER_PRECISION", "MATR_DISTRIBUEE", "PRE_COND", "ALGORITHME", "OPTION_PETSC", "SYME",
)  # fmt: skip
_INTEGERS = ("NPREC", "PCENT_PIVOT", "REDUCTION_MPI", "NB_RHS", "NMAX_ITER", "NIVE_REMPLISSAGE", "REAC_PRECOND")
_REALS = ("RESI_RELA", "LOW_RANK_SEUIL", "FILTRAGE_MATRICE", "REMPLISSAGE")


def solveur(method: str = "MUMPS") -> FACT:
    """The factor keyword SOLVEUR, with the command's own default method."""
    return FACT(
        "d",
        advisory=True,
        METHODE=SIMP(into=METHODS, defaut=method),
        **{word: SIMP() for word in _TEXTS},
        **{word: SIMP(typ="I") for word in _INTEGERS},
        **{word: SIMP(typ="R") for word in _REALS},
    )
