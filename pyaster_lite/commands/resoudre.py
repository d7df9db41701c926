"""RESOUDRE: the solution of a linear system (u4.55.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._elementary import QUANTITIES
from pyaster_lite.commands._linear_systems import imposed_values, prepared
from pyaster_lite.commands._physical_vectors import on_unknowns
from pyaster_lite.commands._solver_failures import INEXACT
from pyaster_lite.commands.factoriser import MATRICES
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.errors import ComputationFailed


@operator(
    "RESOUDRE",
    produces="cham_no_sdaster",
    reuse="CHAM_NO",
    keywords=dict(
        MATR=SIMP("o", typ=MATRICES),
        CHAM_NO=SIMP("o", typ="cham_no_sdaster"),
        CHAM_CINE=SIMP("f", typ="cham_no_sdaster"),
        MATR_PREC=SIMP("f", typ=MATRICES, advisory=True),
        RESI_RELA=SIMP("f", typ="R", defaut=1e-6, advisory=True),
        POSTTRAITEMENTS=SIMP("f", into=("SANS", "AUTO", "FORCE", "MINI"), defaut="AUTO", advisory=True),
        NMAX_ITER=SIMP("f", typ="I", defaut=0, advisory=True),
        ALGORITHME=SIMP("f", into=("CG", "CR", "GMRES", "GCR", "FGMRES"), defaut="FGMRES", advisory=True),
        INFO=SIMP("f", typ="I", into=(1, 2), advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def resoudre(args, context):
    """A u = f under the relations of A; they impose their values where f stands for loads that do, or CHAM_CINE
    for kinematic ones, zero else."""
    matrix, field, dofs = args.MATR, args.CHAM_NO, args.MATR.dofs
    if matrix.kinematic and args.CHAM_CINE is None:
        message = f"{matrix.name} was assembled with CHAR_CINE: their values are missing"
        raise args.wrong("MATR", message, help="give CHAM_CINE, that CALC_CHAR_CINE makes", known_as="ALGELINE3_41")
    if matrix.singular:
        raise ComputationFailed("the matrix is singular: no solution is as exact as RESI_RELA asks for", known_as=INEXACT)
    forces = on_unknowns(args, "CHAM_NO", dofs, field.mesh)
    elimination, solver = prepared(matrix, context)
    offset = _offset(args, elimination, field)
    with context.timer("solution"):
        right = elimination.reduce_vector(forces - matrix.matrix @ offset)
        solution = elimination.expand(solver.solve(right), offset)
    quantity = "DEPL" if matrix.model is None else QUANTITIES[matrix.model.phenomenon][:4]
    letter = "C" if quantity == "PRES" or np.iscomplexobj(solution) else "R"
    made = NodeField(field.mesh, f"{quantity}_{letter}", dofs.components, dofs.at_nodes(solution))
    if len(matrix.relations):
        pulled = forces - matrix.matrix @ solution
        if matrix.kinematic:
            # what CHAR_CINE imposes has no multipliers
            pulled[matrix.given_unknowns()] = 0.0
        made.pulled = dofs.at_nodes(pulled)
    if context.reused is not None:
        context.reused.quantity, context.reused.components, context.reused.values = made.quantity, made.components, made.values
        context.reused.imposed, context.reused.pulled = (), made.pulled
        return context.reused
    return made


def _offset(args, elimination, field):
    """(n,) the unknowns as the loads behind the right-hand side and CHAM_CINE impose them."""
    kinematic = args.CHAM_CINE
    parts = (*field.imposed, *(kinematic.imposed if kinematic is not None else ()))
    if not parts:
        return elimination.offset(0.0) if kinematic is not None else np.zeros(elimination.spread.shape[0])
    values = imposed_values(elimination.relations, parts)
    beyond = kinematic is not None and any(
        not np.isin(rows[[i for i, value in enumerate(given) if value]].indices, args.MATR.given_unknowns()).all()
        for rows, given in kinematic.imposed
    )
    if values is None or beyond:
        word = "CHAM_NO" if kinematic is None else "CHAM_CINE"
        message = "it stands for loads that impose what the matrix knows nothing of"
        raise args.wrong(word, message, known_as="" if kinematic is None else "ALGELINE_32")
    return elimination.spread @ values
