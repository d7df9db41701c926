"""ASSE_MATR_GENE: matrices of linked substructures (u4.65.04)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.commands._linked import linked
from pyaster_lite.concepts.matrix import GeneralisedMatrix

MATRICES = {"RIGI_GENE": "stiffness", "RIGI_GENE_C": "stiffness", "MASS_GENE": "mass", "AMOR_GENE": "damping"}


@operator(
    "ASSE_MATR_GENE",
    produces=lambda args: "matr_asse_gene_c" if args.get("OPTION") == "RIGI_GENE_C" else "matr_asse_gene_r",
    keywords=dict(
        NUME_DDL_GENE=SIMP("o", typ="nume_ddl_gene"),
        METHODE=SIMP("f", into=("CLASSIQUE", "INITIAL"), defaut="CLASSIQUE"),
        b_option=BLOC(equal("METHODE", "CLASSIQUE"), OPTION=SIMP("o", into=tuple(MATRICES))),
    ),
)
def asse_matr_gene(args, context):
    """The blocks of the substructures, whose links are eliminated when the matrix is used; INITIAL is for a deck's Python to fill."""
    whole = linked(args)
    if args.METHODE == "INITIAL":
        return GeneralisedMatrix("matr_asse_gene_r", whole, np.zeros((args.NUME_DDL_GENE.size,) * 2))
    name = MATRICES[args.OPTION]
    matrix = whole.assembled(lambda part: getattr(part.element, name))
    kind = "matr_asse_gene_c" if args.OPTION == "RIGI_GENE_C" else "matr_asse_gene_r"
    made = GeneralisedMatrix(kind, whole, matrix.astype(complex) if kind.endswith("c") else matrix)
    made.links = args.NUME_DDL_GENE.links
    return made
