"""LIRE_TABLE: a table from a text file (u7.02.03)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.io.table_reader import read_table


@operator(
    "LIRE_TABLE",
    produces="table_sdaster",
    early=True,
    keywords=dict(
        UNITE=SIMP("o", typ="I"),
        FORMAT=SIMP(into=("ASTER", "LIBRE", "TABLEAU"), defaut="TABLEAU", dated=(("11.1.9", "ASTER"),)),
        NUME_TABLE=SIMP(typ="I", defaut=1),
        SEPARATEUR=SIMP(defaut=" "),
        RENOMME_PARA=SIMP(into=("UNIQUE",)),
        TITRE=SIMP(),
        INFO=SIMP(typ="I", into=(1, 2), advisory=True),
    ),
)
def lire_table(args, context):
    """Read it."""
    path = context.files.path(args.UNITE, "r", span=args.span_of("UNITE"))
    rows = read_table(path, args.FORMAT, args.SEPARATEUR, args.NUME_TABLE, unique=args.RENOMME_PARA == "UNIQUE")
    table = rows.to_table()
    table.title = args.TITRE or table.title
    return table
