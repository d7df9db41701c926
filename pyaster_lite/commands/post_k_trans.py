"""POST_K_TRANS: stress intensity factors over a transient in generalised coordinates, from those of the modes (u4.82.29)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._storage_selection import precision, select
from pyaster_lite.concepts.table import Table


@operator(
    "POST_K_TRANS",
    produces="table_sdaster",
    rules=(EXCLUS("TOUT_ORDRE", "NUME_ORDRE", "INST", "LIST_INST", "LIST_ORDRE"),),
    keywords=dict(
        RESU_TRANS=SIMP("o", typ="tran_gene"),
        K_MODAL=FACT(
            "o",
            rules=(UN_PARMI("FOND_FISS", "FISSURE"),),
            TABL_K_MODA=SIMP("o", typ="table_sdaster"),
            FOND_FISS=SIMP("f", typ="fond_fissure", advisory=True),
            FISSURE=SIMP("f", typ="fiss_xfem", advisory=True),
        ),
        TOUT_ORDRE=SIMP("f", into=("OUI",)),
        NUME_ORDRE=SIMP("f", typ="I", max="**", validators=(no_repeat,)),
        LIST_ORDRE=SIMP("f", typ="listis_sdaster"),
        INST=SIMP("f", typ="R", max="**", validators=(no_repeat,)),
        LIST_INST=SIMP("f", typ="listr8_sdaster"),
        **precision(),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def post_k_trans(args, context):
    """The factors of the modes weighed by their coordinates; points of a front are counted from 0, as in code_aster."""
    transient, modal = args.RESU_TRANS, args.K_MODAL.TABL_K_MODA
    names = [name for name in ("K1", "K2", "K3") if name in modal.names]
    if not names or any(value is None for name in names for value in modal.cells[name]):
        raise args.K_MODAL.wrong("TABL_K_MODA", "a table of K1 and K2 of modes is needed, as CALC_G and POST_K1_K2_K3 make them")
    space = "K3" in names
    points = max(modal.cells["NUM_PT"]) if space else 1
    factors = np.array([modal.cells[name] for name in names], float).reshape(len(names), -1, points)
    known, wanted = factors.shape[1], transient.displacements.shape[1]
    count = min(known, wanted)
    if known != wanted:
        context.warn(args, "K_MODAL", f"{transient.name} has {wanted} modes and the table {known}: the first {count} are taken")
    rows = []
    chosen = select(args, transient.name, transient.orders, {"INST": transient.times}, False)
    args.mark_read("CRITERE", "PRECISION")
    for row in chosen.first.tolist():
        found = np.einsum("kmp,m->pk", factors[:, :count], transient.displacements[row, :count])
        for point, values in enumerate(found.tolist()):
            head = {"NUME_ORDRE": int(transient.orders[row]), "INST": float(transient.times[row])}
            place = {"NUM_PT": point, "ABSC_CURV": modal.cells["ABSC_CURV"][point]} if space else {}
            rows.append({**head, **place, **dict(zip(names, values))})
    book = {"NUME_ORDRE": "I", "INST": "R", **({"NUM_PT": "I", "ABSC_CURV": "R"} if space else {}), **dict.fromkeys(names, "R")}
    return Table.from_rows(rows, book, title="POST_K_TRANS")
