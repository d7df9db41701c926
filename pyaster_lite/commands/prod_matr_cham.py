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
    """The product, on the unknowns of the matrix; the field counts as zero where it carries nothing."""
    matrix = args.MATR_ASSE
    if args.CHAM_NO.mesh is not matrix.model.mesh:
        raise args.wrong("CHAM_NO", f"{args.CHAM_NO.name} lives on another mesh than {matrix.name}")
    product = matrix.matrix @ vector_of(args.CHAM_NO, matrix.dofs)
    quantity = "DEPL_C" if np.iscomplexobj(product) else "DEPL_R"
    return NodeField(matrix.model.mesh, quantity, matrix.dofs.components, matrix.dofs.at_nodes(product))
