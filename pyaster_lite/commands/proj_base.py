"""PROJ_BASE: matrices and vectors on a reduced basis (u4.63.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands._modal_matrices import GENERALISED, whole
from pyaster_lite.commands._physical_vectors import on_unknowns
from pyaster_lite.concepts.generalised import GeneralisedNumbering
from pyaster_lite.concepts.matrix import GeneralisedMatrix, GeneralisedVector

PHYSICAL = ("matr_asse_depl_r", "matr_asse_depl_c")


def _made(args):
    """The concepts behind every CO(...)."""
    found = []
    numbering = args.get("NUME_DDL_GENE")
    if type(numbering).__name__ == "NewConcept":
        found.append((numbering, "nume_ddl_gene"))
    for level in args.get("MATR_ASSE_GENE", ()):
        matrix = level.get("MATR_ASSE")
        complex_matrix = getattr(matrix, "kind", "") == "matr_asse_depl_c"
        found.append((level.MATRICE, "matr_asse_gene_c" if complex_matrix else "matr_asse_gene_r"))
    found += [(level.VECTEUR, "vect_asse_gene_r") for level in args.get("VECT_ASSE_GENE", ())]
    return found


@operator(
    "PROJ_BASE",
    creates=_made,
    rules=AU_MOINS_UN("MATR_ASSE_GENE", "VECT_ASSE_GENE"),
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
            TYPE_VECT=SIMP("o", into=("FORC", "DEPL", "VITE", "ACCE")),
            VECT_ASSE=SIMP("f", typ="cham_no_sdaster"),
            VECT_ASSE_GENE=SIMP("f", typ="vect_asse_gene"),
        ),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def proj_base(args, context):
    """Project: a matrix A becomes X^T A X, a force f becomes X^T f, a motion u becomes (X^T X)^-1 X^T u."""
    numbering = _numbering(args, context)
    basis, shapes = args.BASE, args.BASE.shapes[:, : numbering.size]
    for level in args.MATR_ASSE_GENE:
        word = "MATR_ASSE" if "MATR_ASSE" in level else "MATR_ASSE_GENE"
        matrix = level[word]
        _check_size(level, word, matrix.matrix.shape[0], shapes, basis)
        product = shapes.T @ (whole(matrix) @ shapes)
        kind = "matr_asse_gene_c" if np.iscomplexobj(product) else "matr_asse_gene_r"
        context.create(level.MATRICE, GeneralisedMatrix(kind, basis, product.diagonal().copy() if numbering.diagonal else product))
    for level in args.VECT_ASSE_GENE:
        projected = _project(level, basis, shapes)
        kind = "vect_asse_gene_c" if np.iscomplexobj(projected) else "vect_asse_gene_r"
        context.create(level.VECTEUR, GeneralisedVector(kind, basis, projected))


def _numbering(args, context):
    given = args.NUME_DDL_GENE
    if isinstance(given, GeneralisedNumbering):
        if given.basis is not args.BASE:
            raise args.wrong("NUME_DDL_GENE", f"{given.name} numbers the vectors of another basis than {args.BASE.name}")
        args.mark_read("NB_VECT", "STOCKAGE")
        return given
    size = len(args.BASE.orders)
    if "NB_VECT" in args:
        size = min(size, args.NB_VECT)
    numbering = GeneralisedNumbering(args.BASE, size, args.STOCKAGE == "DIAG")
    if given is not None:
        context.create(given, numbering)
    return numbering


def _check_size(level, word, size, shapes, basis):
    if size != shapes.shape[0]:
        raise level.wrong(word, f"{level[word].name} has {size} unknowns, the vectors of {basis.name} have {shapes.shape[0]}")


def _project(level, basis, shapes):
    if "VECT_ASSE" in level:
        if basis.basis is not None:
            raise level.wrong("VECT_ASSE", f"{basis.name} is made of generalised modes: give VECT_ASSE_GENE")
        vector = on_unknowns(level, "VECT_ASSE", basis.dofs, basis.mesh)
    else:
        vector = level.VECT_ASSE_GENE.vector
        _check_size(level, "VECT_ASSE_GENE", len(vector), shapes, basis)
    product = shapes.T @ vector
    return product if level.TYPE_VECT == "FORC" else np.linalg.solve(shapes.T @ shapes, product)
