"""CALC_CHAR_CINE: the values that kinematic loads impose, as a field at nodes (u4.61.03)."""

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.field import NodeField

from ._elementary import QUANTITIES, check_models


@operator(
    "CALC_CHAR_CINE",
    produces="cham_no_sdaster",
    keywords=dict(
        NUME_DDL=SIMP("o", typ="nume_ddl_sdaster"),
        CHAR_CINE=SIMP("o", typ="char_cine_sdaster", max="**"),
        INST=SIMP("f", typ="R", defaut=0.0),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def calc_char_cine(args, context):
    """Zero where nothing is imposed; RESOUDRE/CHAM_CINE takes it beside the matrix that the same loads were assembled in."""
    model = args.NUME_DDL.model
    check_models(args, "CHAR_CINE", args.CHAR_CINE, model)
    imposed = sum((load.imposed(args.INST) for load in args.CHAR_CINE), ())
    vector = np.zeros(model.dofs.size, np.result_type(float, *(values for _, values in imposed)))
    for matrix, values in imposed:
        vector[matrix.indices] = values / matrix.data
    field = NodeField(model.mesh, QUANTITIES[model.phenomenon], model.dofs.components, model.dofs.at_nodes(vector))
    field.imposed = imposed
    return field
