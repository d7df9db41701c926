"""PROJ_BASE: matrices and vectors on a reduced basis (u4.63.11)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import formerly, operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands._modal_matrices import GENERALISED
from pyaster_lite.commands._projection import (
    KINDS_OF_VECTOR,
    PHYSICAL,
    kind_of_projected,
    numbered_basis,
    project_matrix,
    project_transient,
    project_vector,
)
from pyaster_lite.concepts.generalised import GeneralisedNumbering


def _made(args):
    """The concepts behind every CO(...)."""
    found = []
    numbering = args.get("NUME_DDL_GENE")
    if type(numbering).__name__ == "NewConcept":
        found.append((numbering, "nume_ddl_gene"))
    for level in args.get("MATR_ASSE_GENE", ()):
        found.append((level.MATRICE, kind_of_projected(level.get("MATR_ASSE", level.get("MATR_ASSE_GENE")))))
    found += [(level.VECTEUR, "vect_asse_gene_r") for level in args.get("VECT_ASSE_GENE", ())]
    return found + [(level.RESULTAT, "tran_gene") for level in args.get("RESU_GENE", ())]


@operator(
    "PROJ_BASE",
    creates=_made,
    rules=AU_MOINS_UN("MATR_ASSE_GENE", "VECT_ASSE_GENE", "RESU_GENE"),
    keywords=dict(
        BASE=SIMP("o", typ=("mode_meca", "mode_gene")),
        NB_VECT=SIMP("f", typ="I", val_min=1),
        STOCKAGE=SIMP("f", into=("PLEIN", "DIAG"), defaut="PLEIN"),
        NUME_DDL_GENE=SIMP("f", typ=("nume_ddl_gene", "CO")),
        MATR_ASSE_GENE=FACT(
            "f",
            max="**",
            rules=UN_PARMI("MATR_ASSE", "MATR_ASSE_GENE"),
            MATRICE=SIMP("o", typ="CO"),
            MATR_ASSE=SIMP("f", typ=PHYSICAL),
            MATR_ASSE_GENE=SIMP("f", typ=GENERALISED),
        ),
        VECT_ASSE_GENE=FACT(
            "f",
            max="**",
            rules=UN_PARMI("VECT_ASSE", "VECT_ASSE_GENE"),
            VECTEUR=SIMP("o", typ="CO"),
            TYPE_VECT=SIMP("o", into=KINDS_OF_VECTOR, dated=(("14.3.9", "FORC"),)),
            VECT_ASSE=SIMP("f", typ="cham_no_sdaster"),
            VECT_ASSE_GENE=SIMP("f", typ="vect_asse_gene"),
        ),
        RESU_GENE=FACT(
            "f",
            max="**",
            RESULTAT=SIMP("o", typ="CO"),
            TYPE_VECT=SIMP("o", into=KINDS_OF_VECTOR),
            RESU=SIMP("o", typ="dyna_trans"),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def proj_base(args, context):
    """Project every matrix, vector and transient."""
    numbering = _numbering(args, context)
    basis, shapes = args.BASE, numbered_basis(args, numbering)
    for level in args.MATR_ASSE_GENE:
        context.create(level.MATRICE, project_matrix(level, basis, shapes, numbering.diagonal))
    for level in args.VECT_ASSE_GENE:
        context.create(level.VECTEUR, project_vector(level, basis, shapes))
    for level in args.RESU_GENE:
        context.create(level.RESULTAT, project_transient(level, basis, shapes))


def _numbering(args, context):
    given = args.NUME_DDL_GENE
    if isinstance(given, GeneralisedNumbering):
        args.mark_read("NB_VECT", "STOCKAGE")
        return given
    size = min(len(args.BASE.orders), args.get("NB_VECT", len(args.BASE.orders)))
    numbering = GeneralisedNumbering(args.BASE, size, args.STOCKAGE == "DIAG")
    if given is not None:
        context.create(given, numbering)
    return numbering


formerly("MACRO_PROJ_BASE", "PROJ_BASE", "11.1.8", Renamed("PROFIL", "STOCKAGE", last="11.0.12"))
