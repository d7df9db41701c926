"""ENGENDRE_TEST writes the tests that results, fields and tables pass as they are (u4.92.11)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._field_values import all_values
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.stored import PARTS, numbers_of
from pyaster_lite.concepts.table import Table

TOTALS = {
    "SOMM_ABS": lambda values: abs(values).sum(),
    "SOMME": lambda values: values.sum(),
    "MAX": lambda values: values.max(),
    "MIN": lambda values: values.min(),
}
WORDS = {"SOMME": "SOMM"}
"""What TEST_RESU and TEST_TABLE call a total that has another name here."""


@operator(
    "ENGENDRE_TEST",
    keywords=dict(
        UNITE=SIMP("f", typ="I", defaut=8),
        FORMAT=SIMP("f", into=("ASTER", "OBJET"), defaut="ASTER"),
        FORMAT_R=SIMP("f", defaut="1PE20.13", advisory=True),
        PREC_R=SIMP("f", defaut="1.E-10"),
        b_aster=BLOC(
            equal("FORMAT", "ASTER"),
            CO=SIMP("o", typ=("cham_gd_sdaster", "resultat_sdaster", "table_sdaster"), max="**", validators=(no_repeat,)),
            TYPE_TEST=SIMP("f", defaut="SOMM_ABS", into=tuple(TOTALS)),
        ),
        b_objet=BLOC(
            equal("FORMAT", "OBJET"),
            rules=UN_PARMI("TOUT", "CO"),
            TOUT=SIMP("f", into=("OUI",)),
            CO=SIMP("f", typ="concept", max="**", validators=(no_repeat,)),
            TYPE_TEST=SIMP("f", defaut="SOMME", into=("SOMME",)),
        ),
    ),
)
def engendre_test(args, context):
    """One test for each field at each storage order, and for each column of numbers."""
    if args.FORMAT == "OBJET":
        if args.TOUT is not None:
            raise args.not_yet("TOUT", "tests of all objects in memory have nothing to stand on here: CO names some")
        args.mark_read("PREC_R", "TYPE_TEST")
        context.write(args.UNITE, "".join(f"{line}\n" for concept in args.CO for line in _of_objects(concept)))
        return
    lines = [line for concept in args.CO for line in _tests(args, concept)]
    context.write(args.UNITE, "".join(f"{line}\n" for line in lines))


def _tests(args, concept):
    if isinstance(concept, Table):
        yield from _of_table(args, concept)
    elif isinstance(concept, Result):
        for name in concept.field_names():
            for order in concept.orders:
                if concept.has_field(name, order):
                    where = f"RESULTAT={concept.name}, NUME_ORDRE={order}, NOM_CHAM='{name}'"
                    yield from _of_values(args, "TEST_RESU(RESU", where, all_values(concept.field(name, order)))
    else:
        word = "CHAM_NO" if isinstance(concept, NodeField) else "CHAM_ELEM"
        yield from _of_values(args, f"TEST_RESU({word}", f"CHAM_GD={concept.name}", all_values(concept))


def _of_objects(concept):
    """One test for each name under which code_aster would keep numbers of a concept that has them here."""
    for part in PARTS:
        numbers = numbers_of(concept, part)
        if numbers is not None:
            total = numbers.sum().item()
            value = f"VALE_CALC_I={total}" if isinstance(total, int) else f"VALE_CALC={total:.13E}"
            yield f"TEST_RESU(OBJET=_F(NOM='{concept.name:<8}{part}', {value}))"


def _of_values(args, head, where, values):
    if values.size and not np.iscomplexobj(values):
        yield f"{head}=_F({where}, {_expected(args, values)}))"


def _of_table(args, table):
    for name in table.names:
        cells = [cell for cell in table.column(name) if isinstance(cell, float)]
        if cells:
            yield f"TEST_TABLE(TABLE={table.name}, NOM_PARA='{name}', {_expected(args, np.array(cells))})"


def _expected(args, values):
    kind = args.TYPE_TEST
    return f"TYPE_TEST='{WORDS.get(kind, kind)}', VALE_CALC={TOTALS[kind](values):.13E}, TOLE_MACHINE={args.PREC_R}"
