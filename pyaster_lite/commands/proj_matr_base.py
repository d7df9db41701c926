"""PROJ_MATR_BASE: a matrix on a reduced basis (u4.63.12)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._projection import PHYSICAL, kind_of_projected, numbered_basis, project_matrix


@operator(
    "PROJ_MATR_BASE",
    produces=lambda args: kind_of_projected(args.get("MATR_ASSE", args.get("MATR_ASSE_GENE"))),
    rules=UN_PARMI("MATR_ASSE", "MATR_ASSE_GENE"),
    keywords=dict(
        BASE=SIMP("o", typ=("mode_meca", "mode_gene")),
        NUME_DDL_GENE=SIMP("o", typ="nume_ddl_gene"),
        MATR_ASSE=SIMP("f", typ=PHYSICAL),
        MATR_ASSE_GENE=SIMP("f", typ=("matr_asse_gene_r", "matr_asse_gene_c")),
    ),
)
def proj_matr_base(args, context):
    """X^T A X."""
    numbering = args.NUME_DDL_GENE
    return project_matrix(args, args.BASE, numbered_basis(args, numbering), numbering.diagonal)
