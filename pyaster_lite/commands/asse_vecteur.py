"""ASSE_VECTEUR: a field at nodes from element vectors (u4.61.23)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP

from ._elementary import check_models, nodal_field


@operator(
    "ASSE_VECTEUR",
    produces="cham_no_sdaster",
    keywords=dict(
        VECT_ELEM=SIMP("o", typ="vect_elem", max="**"),
        NUME_DDL=SIMP("o", typ="nume_ddl_sdaster"),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def asse_vecteur(args, context):
    """The sum of the vectors."""
    model = args.NUME_DDL.model
    check_models(args, "VECT_ELEM", args.VECT_ELEM, model)
    field = nodal_field(model, sum(part.vector for part in args.VECT_ELEM))
    field.imposed = sum((part.imposed for part in args.VECT_ELEM), ())
    field.numbering = args.NUME_DDL
    return field
