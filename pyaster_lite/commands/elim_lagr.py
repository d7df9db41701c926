"""ELIM_LAGR: a matrix whose relations are eliminated rather than held by multipliers (u4.55.03)."""

from __future__ import annotations

from copy import copy

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP


@operator(
    "ELIM_LAGR",
    produces="matr_asse_elim_r",
    keywords=dict(
        MATR_RIGI=SIMP("o", typ="matr_asse_depl_r"),
        MATR_ASSE=SIMP("f", typ="matr_asse_depl_r"),
        INFO=SIMP("f", typ="I", into=(1, 2), advisory=True),
    ),
)
def elim_lagr(args, context):
    """The matrix with the relations of MATR_RIGI; they are eliminated here wherever a matrix is solved, so that nothing else changes."""
    rigidity = args.MATR_RIGI
    matrix = args.MATR_ASSE if args.MATR_ASSE is not None else rigidity
    if matrix.dofs is not rigidity.dofs:
        raise args.wrong("MATR_ASSE", f"{matrix.name} and {rigidity.name} do not live on the same unknowns")
    made = copy(matrix)
    made.kind, made.relations, made.solver = "matr_asse_elim_r", rigidity.relations, None
    return made
