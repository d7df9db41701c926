"""ASSE_MATRICE: a matrix from element matrices (u4.61.22)."""

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.types import kind_of

from ._elementary import assemble, check_models


def _kind(args):
    kinds = {kind_of(matrix) for matrix in args.MATR_ELEM}
    for kind in ("matr_elem_depl_c", "matr_elem_temp_r", "matr_elem_pres_c"):
        if kind in kinds:
            return kind.replace("elem", "asse")
    return "matr_asse_depl_r"


@operator(
    "ASSE_MATRICE",
    produces=_kind,
    keywords=dict(
        MATR_ELEM=SIMP("o", typ="matr_elem", max="**"),
        NUME_DDL=SIMP("o", typ="nume_ddl_sdaster"),
        CHAR_CINE=SIMP("f", typ="char_cine_sdaster", max="**"),
        SYME=SIMP("f", into=("OUI",)),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def asse_matrice(args, context):
    """The sum on the unknowns of the numbering; its symmetric part with SYME."""
    model = args.NUME_DDL.model
    check_models(args, "MATR_ELEM", args.MATR_ELEM, model)
    check_models(args, "CHAR_CINE", args.CHAR_CINE, model)
    with context.timer("assembly"):
        made = assemble(list(args.MATR_ELEM), args.NUME_DDL, args.CHAR_CINE or ())
        if args.SYME == "OUI":
            made.matrix = ((made.matrix + made.matrix.T) / 2).tocsr()
        return made
