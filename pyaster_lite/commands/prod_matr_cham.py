"""PROD_MATR_CHAM: a matrix times a field at nodes (u4.72.03)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.concepts.field import NodeField


@operator(
    "PROD_MATR_CHAM",
    produces="cham_no_sdaster",
    keywords=dict(
        MATR_ASSE=SIMP("o", typ="matr_asse_gd"),
        CHAM_NO=SIMP("o", typ="cham_no_sdaster"),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def prod_matr_cham(args, context):
    """The product, on the unknowns of the matrix; the field counts as zero where it carries nothing.

    The multipliers of a solution pull at the relations of the matrix, which say what they impose.
    """
    matrix = args.MATR_ASSE
    if args.CHAM_NO.mesh is not matrix.model.mesh:
        raise args.wrong("CHAM_NO", f"{args.CHAM_NO.name} lives on another mesh than {matrix.name}")
    u = vector_of(args.CHAM_NO, matrix.dofs)
    values = matrix.dofs.at_nodes(matrix.matrix @ u)
    solved = args.CHAM_NO.pulled is not None and len(matrix.relations) and args.CHAM_NO.pulled.shape == values.shape
    product = values + args.CHAM_NO.pulled if solved else values
    quantity = "DEPL_C" if np.iscomplexobj(product) else "DEPL_R"
    made = NodeField(matrix.model.mesh, quantity, matrix.dofs.components, product)
    if solved:
        multiplied = matrix.relations.matrix[: len(matrix.relations) - matrix.kinematic]
        made.imposed = ((multiplied, multiplied @ u),)
    return made
