"""EXTR_TABLE: the concept that a cell of a table names, or the number it holds (u4.33.04)."""

from __future__ import annotations

from copy import copy
from numbers import Real

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.table_filter import table_filter
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.types import kind_matches, kind_of
from pyaster_lite.commands._tables import filtered, one_cell

CONCEPTS = (
    "MATR_ASSE_GENE_R", "MATR_ELEM_DEPL_R", "VECT_ELEM_DEPL_R", "MATR_ELEM_TEMP_R", "VECT_ELEM_TEMP_R", "CHAM_GD_SDASTER",
    "CHAM_NO_SDASTER", "CARTE_SDASTER", "CHAM_ELEM", "MODE_MECA", "TABLE_SDASTER", "FONCTION_SDASTER", "FONCTION_C",
    "NAPPE_SDASTER",
)  # fmt: skip
NUMBERS = {"ENTIER": int, "REEL": float}


@operator(
    "EXTR_TABLE",
    produces=lambda values: values.TYPE_RESU.lower() if values.TYPE_RESU in CONCEPTS else None,
    keywords=dict(
        TYPE_RESU=SIMP("o", into=(*CONCEPTS, *NUMBERS)),
        TABLE=SIMP("o", typ=("table_sdaster", "table_container")),
        NOM_PARA=SIMP("o"),
        FILTRE=table_filter(),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def extr_table(args, context):
    """Find the one cell; a concept is copied, so that it has a name of its own."""
    table = filtered(args.TABLE, args.FILTRE)
    cell = one_cell(args, table)
    if args.TYPE_RESU in NUMBERS:
        if not isinstance(cell, Real):
            raise args.wrong("NOM_PARA", f"the cell {cell!r} is no real number")
        return NUMBERS[args.TYPE_RESU](cell)
    names = {str(cell).strip()}
    if "NOM_OBJET" in table.cells:
        row = table.column(args.NOM_PARA).index(cell)
        names.add(str(table.column("NOM_OBJET")[row]).strip())
    concept = next((table.objects[name] for name in names if name in table.objects), None) or context.concepts.get(str(cell).strip())
    if kind_of(concept) is None:
        raise args.wrong("NOM_PARA", f"the cell {cell!r} names no concept of this table")
    wanted = args.TYPE_RESU.lower()
    if wanted not in ("cham_gd_sdaster", "carte_sdaster") and not kind_matches(concept, wanted):
        raise args.wrong("TYPE_RESU", f"{cell} is of type {concept.kind}, not {wanted}")
    return copy(concept)
