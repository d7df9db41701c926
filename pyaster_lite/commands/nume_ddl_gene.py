"""NUME_DDL_GENE: number the coordinates on a basis (u4.65.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.generalised import GeneralisedNumbering


@operator(
    "NUME_DDL_GENE",
    produces="nume_ddl_gene",
    keywords=dict(
        BASE=SIMP("o", typ=("mode_meca", "mode_gene")),
        STOCKAGE=SIMP("f", into=("DIAG", "PLEIN"), defaut="PLEIN", dated=(("11.0.13", "DIAG"),)),
        NB_VECT=SIMP("f", typ="I", val_min=1),
    ),
)
def nume_ddl_gene(args, context):
    """One coordinate per vector of the basis, NB_VECT of them at most."""
    size = len(args.BASE.orders)
    if "NB_VECT" in args:
        size = min(size, args.NB_VECT)
    return GeneralisedNumbering(args.BASE, size, args.STOCKAGE == "DIAG")
