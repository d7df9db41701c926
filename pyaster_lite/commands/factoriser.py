"""FACTORISER: an assembled matrix made ready to be solved with (u4.55.01)."""

from __future__ import annotations

import copy

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._linear_systems import prepared
from pyaster_lite.commands._solver_failures import refuse_overheld, told_by_solver
from pyaster_lite.fe.errors import SingularMatrix

MATRICES = ("matr_asse_depl_r", "matr_asse_depl_c", "matr_asse_temp_r", "matr_asse_pres_r", "matr_asse_pres_c")
_WORDS = {
    "METHODE": dict(into=("MULT_FRONT", "LDLT", "GCPC", "PETSC", "MUMPS"), defaut="MUMPS"),
    "PRE_COND": dict(into=("LDLT_INC", "JACOBI", "SOR", "LDLT_SP", "LDLT_DP")),
    "RENUM": {},
    "STOP_SINGULIER": dict(into=("OUI", "NON"), defaut="OUI"),
    "TYPE_RESOL": dict(into=("NONSYM", "SYMGEN", "SYMDEF", "AUTO")),
    "PRETRAITEMENTS": dict(into=("SANS", "AUTO")),
    "ELIM_LAGR": dict(into=("LAGR2", "NON")),
    "GESTION_MEMOIRE": dict(into=("IN_CORE", "OUT_OF_CORE", "EVAL", "AUTO")),
    "ACCELERATION": dict(into=("AUTO", "FR", "FR+", "LR", "LR+")),
    **{word: dict(typ="I") for word in ("NPREC", "PCENT_PIVOT", "NIVE_REMPLISSAGE", "REAC_PRECOND")},
    **{word: dict(typ="R") for word in ("REMPLISSAGE", "LOW_RANK_SEUIL")},
}
"""How code_aster would factorise: every method gives the same solutions here, and is told by its name where there is none."""


@operator(
    "FACTORISER",
    produces=lambda args: kind_of(args.get("MATR_ASSE")) or "matr_asse_depl_r",
    reuse="MATR_ASSE",
    keywords=dict(
        MATR_ASSE=SIMP("o", typ=MATRICES),
        **{word: SIMP("f", advisory=True, **more) for word, more in _WORDS.items()},
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def factoriser(args, context):
    """The relations are eliminated, what is left is factorised; raises SingularMatrix, Contradiction.

    With STOP_SINGULIER='NON' MUMPS goes on with a singular matrix: it is the solution that RESOUDRE finds wanting.
    """
    matrix = context.reused or copy.copy(args.MATR_ASSE)
    words = {word: value for word in _WORDS if (value := args.get(word)) is not None}
    matrix.singular = False
    with told_by_solver(words):
        refuse_overheld(matrix, words)
        try:
            prepared(matrix, context)
        except SingularMatrix:
            if args.METHODE != "MUMPS" or args.STOP_SINGULIER == "OUI":
                raise
            matrix.singular = True
    return matrix
