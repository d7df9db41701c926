"""SOLVEUR: which linear solver to use (u4.50.01).

Every METHODE runs on the same direct solvers, so that none of these words can change a result beyond rounding; they are
held to what code_aster takes all the same, since a deck should not be right here and wrong there.
"""

from __future__ import annotations

from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP

METHODS = ("MULT_FRONT", "LDLT", "MUMPS", "GCPC", "PETSC")
_YES_NO = ("OUI", "NON")


def _renum(*choices, default=None):
    return SIMP(into=choices, defaut=default or choices[0])


def _direct(*renum, default=None, elimination=_YES_NO, eliminate="NON"):
    """What the three direct methods share."""
    return dict(
        RENUM=_renum(*renum, default=default),
        NPREC=SIMP(typ="I", defaut=8),
        ELIM_LAGR=SIMP(into=elimination, defaut=eliminate),
        STOP_SINGULIER=SIMP(into=_YES_NO, defaut="OUI"),
    )


def _mumps():
    return dict(
        **_direct("AMD", "AMF", "PORD", "METIS", "QAMD", "SCOTCH", "AUTO", "PARMETIS", "PTSCOTCH", default="AUTO",
                  elimination=(*_YES_NO, "LAGR2"), eliminate="LAGR2"),
        TYPE_RESOL=SIMP(into=("NONSYM", "SYMGEN", "SYMDEF", "AUTO"), defaut="AUTO"),
        ACCELERATION=SIMP(into=("AUTO", "FR", "FR+", "FR++", "LR", "LR+", "LR++"), defaut="AUTO"),
        LOW_RANK_SEUIL=SIMP(typ="R", defaut=0.0),
        PRETRAITEMENTS=SIMP(into=("SANS", "AUTO"), defaut="AUTO"),
        POSTTRAITEMENTS=SIMP(into=("SANS", "AUTO", "FORCE", "MINI"), defaut="AUTO"),
        PCENT_PIVOT=SIMP(typ="I", val_min=1, defaut=35),
        REDUCTION_MPI=SIMP(typ="I", val_min=0, defaut=0),
        NB_RHS=SIMP(typ="I", val_min=1, val_max=32, defaut=1),
        RESI_RELA=SIMP(typ="R", defaut=-1.0),
        GESTION_MEMOIRE=SIMP(into=("IN_CORE", "OUT_OF_CORE", "AUTO", "EVAL"), defaut="AUTO"),
        FILTRAGE_MATRICE=SIMP(typ="R", defaut=-1.0),
        MIXER_PRECISION=SIMP(into=_YES_NO, defaut="NON"),
        MATR_DISTRIBUEE=SIMP(into=_YES_NO, defaut="NON"),
    )  # fmt: skip


def _iterative(*preconditioners, default, **fill):
    """What the two iterative methods share: stopping, and the preconditioners by factorisation."""
    return dict(
        ELIM_LAGR=SIMP(into=_YES_NO, defaut="NON"),
        PRE_COND=SIMP(into=("LDLT_INC", "LDLT_SP", "LDLT_DP", *preconditioners), defaut=default),
        RESI_RELA=SIMP(typ="R", defaut=1e-06),
        NMAX_ITER=SIMP(typ="I", defaut=0),
        b_incomplete=BLOC(equal("PRE_COND", "LDLT_INC"), RENUM=_renum("RCMK"), NIVE_REMPLISSAGE=SIMP(typ="I", defaut=0), **fill),
        b_simple=BLOC(
            is_in("PRE_COND", "LDLT_SP", "LDLT_DP"),
            RENUM=_renum("SANS", "METIS", "PARMETIS", default="PARMETIS"),
            REAC_PRECOND=SIMP(typ="I", defaut=30),
            PCENT_PIVOT=SIMP(typ="I", val_min=1, defaut=20),
            GESTION_MEMOIRE=SIMP(into=("IN_CORE", "AUTO"), defaut="AUTO"),
            LOW_RANK_SEUIL=SIMP(typ="R", defaut=0.0),
        ),
    )


def _petsc():
    multilevel = ("ML", "BOOMER", "GAMG", "BLOC_LAGR", "FIELDSPLIT", "HPDDM")
    return dict(
        **_iterative("JACOBI", "SOR", "SANS", *multilevel, default="LDLT_SP", REMPLISSAGE=SIMP(typ="R", defaut=1.0)),
        MATR_DISTRIBUEE=SIMP(into=_YES_NO, defaut="NON"),
        ALGORITHME=SIMP(into=("CG", "CR", "GMRES", "GCR", "FGMRES", "GMRES_LMP"), defaut="FGMRES"),
        OPTION_PETSC=SIMP(defaut=""),
        RESI_RELA_PC=SIMP(typ="R"),
        b_multilevel=BLOC(is_in("PRE_COND", *multilevel), RENUM=_renum("SANS")),
        b_fieldsplit=BLOC(equal("PRE_COND", "FIELDSPLIT"), PARTITION_CMP=SIMP(typ="I", max="**"), NOM_CMP=SIMP(max="**")),
        b_hpddm=BLOC(
            equal("PRE_COND", "HPDDM"),
            TYPE_RESOL=SIMP(into=("AUTO", "GENEO", "HARMO"), defaut="AUTO"),
            NB_MODE=SIMP(typ="I", val_min=1, defaut=30),
            SEUIL=SIMP(typ="R", val_min=0.0),
        ),
        b_others=BLOC(is_in("PRE_COND", "JACOBI", "SOR", "SANS"), RENUM=_renum("SANS", "RCMK")),
    )


def solveur(method: str = "MUMPS", methods: tuple[str, ...] = METHODS) -> FACT:
    """The factor keyword SOLVEUR, with the command's own default method and those that it takes."""
    return FACT(
        "d",
        advisory=True,
        METHODE=SIMP(into=methods, defaut=method),
        b_mult_front=BLOC(equal("METHODE", "MULT_FRONT"), **_direct("MD", "MDA", default="MDA")),
        b_ldlt=BLOC(equal("METHODE", "LDLT"), **_direct("RCMK")),
        b_mumps=BLOC(equal("METHODE", "MUMPS"), **_mumps()),
        b_gcpc=BLOC(equal("METHODE", "GCPC"), **_iterative(default="LDLT_INC")),
        b_petsc=BLOC(equal("METHODE", "PETSC"), **_petsc()),
    )
