"""code_aster.MacroCommands.Utils.veri_matr_tang: the tangent of a cell beside that by differences, in a table (TYPE_MATR_TANG)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import Command
from pyaster_lite.catalogue.keywords import SIMP, Body
from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.compared_tangents import WIDTH, apart
from pyaster_lite.concepts.table import Table

COLUMNS = {"I": "I", "J": "I", "MAT_TGTE": "R", "MAT_PERT": "R", "MAT_DIFF": "R"}
WORDS = {
    "SYMETRIE": SIMP("f", into=("OUI", "NON"), defaut="NON"),
    "DIFFERENCE": SIMP("f", into=("OUI",), defaut="OUI", advisory=True),
    "PRECISION": SIMP("f", typ="R", defaut=1.0e-4),
    "PREC_ZERO": SIMP("f", typ="R", defaut=1.0e-12),
}


def _skew(matrix) -> float:
    """How much of a matrix is not symmetric."""
    return float(np.linalg.norm(matrix - matrix.T) / 2 / np.linalg.norm(matrix))


@SERVED.register("code_aster.MacroCommands.Utils.veri_matr_tang.VERI_MATR_TANG", "Contrib.veri_matr_tang.VERI_MATR_TANG")
def veri_matr_tang(study):
    """VERI_MATR_TANG(): of the last evolution that compared tangents."""

    def run(args, context):
        pairs = [found for found in (getattr(concept, "tangents", None) for concept in context.concepts.values()) if found is not None]
        if not pairs:
            raise args.wrong(None, "no evolution has compared tangents", help="TYPE_MATR_TANG='VERIFICATION' makes it do so")
        own, other = pairs[-1]
        if args.SYMETRIE == "OUI":
            context.say(f"not symmetric: {_skew(own):.3g} of the tangent, {_skew(other):.3g} of that by differences")
        # as in code_aster PRECISION only says whether there is any: all terms are told then, whatever it is
        rows = apart(own, other, args.PRECISION != 0.0, args.PREC_ZERO)
        many = sum(row["MAT_DIFF"] > WIDTH for row in rows)
        context.say(f"{many} of {own.size} terms of the tangent differ from those by differences")
        return Table.from_rows(rows, COLUMNS)

    command = Command("VERI_MATR_TANG", Body([], WORDS), run, produces="table_sdaster")

    def call(**words):
        return study.callable(command)(**words)

    return call
