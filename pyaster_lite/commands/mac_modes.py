"""MAC_MODES: how alike two families of modes are (u4.52.15)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.modal_expansion import assurance, difference

_MODES = ("mode_meca", "mode_meca_c", "mode_flamb")


@operator(
    "MAC_MODES",
    produces="table_sdaster",
    rules=PRESENT_PRESENT("IERI", "MATR_ASSE"),
    keywords=dict(
        BASE_1=SIMP("o", typ=_MODES),
        BASE_2=SIMP("o", typ=_MODES),
        MATR_ASSE=SIMP("f", typ=("matr_asse_depl_r", "matr_asse_depl_c")),
        IERI=SIMP("f", into=("OUI",)),
        TITRE=SIMP("f", max="**", advisory=True),
        INFO=SIMP("f", typ="I", defaut=1, into=(1, 2), advisory=True),
    ),
)
def mac_modes(args, context):
    """A row for each mode of the first family and each of the second."""
    first, second = args.BASE_1.shapes, args.BASE_2.shapes
    if args.BASE_1.dofs is None or args.BASE_2.dofs is None or len(first) != len(second):
        raise args.wrong("BASE_2", f"{args.BASE_1.name} and {args.BASE_2.name} are not on the same unknowns")
    if np.iscomplexobj(first) != np.iscomplexobj(second):
        raise args.wrong("BASE_2", "one family is real and the other complex")
    weight = args.MATR_ASSE.matrix if args.MATR_ASSE is not None else None
    if weight is not None and weight.shape[0] != len(first):
        raise args.wrong("MATR_ASSE", f"{args.MATR_ASSE.name} is on other unknowns than the modes")
    alike, across = assurance(first, second, weight)
    word = "MAC" if args.IERI is None else "IERI"
    alike = alike if args.IERI is None else difference(first, second, weight)
    rows = [
        {"NUME_MODE_1": i + 1, "NUME_MODE_2": j + 1, word: float(alike[i, j]), "Y1_W_Y2": float(across[i, j])}
        for i in range(first.shape[1])
        for j in range(second.shape[1])
    ]
    types = {"NUME_MODE_1": "I", "NUME_MODE_2": "I", word: "R", "Y1_W_Y2": "R"}
    if np.iscomplexobj(first):
        types.pop("Y1_W_Y2")
    return Table.from_rows(rows, types, title="MAC_MODES")
