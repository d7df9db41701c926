"""IMPR_TABLE: write a table, filtered and sorted, as text, as a drawing or as an array (u4.91.03)."""

from __future__ import annotations

import itertools

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.chart import PILOTES, axes, curve_look
from pyaster_lite.catalogue.commons.table_filter import CRITERIA, precision, values
from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.commands._charts import chart_of, look, write_grace
from pyaster_lite.commands._titles import default_title
from pyaster_lite.commands.calc_table import column_filter
from pyaster_lite.concepts.number_format import table_format
from pyaster_lite.io.chart import Curve
from pyaster_lite.io.table_text import Layout, tableau


@operator(
    "IMPR_TABLE",
    legacy=(Renamed("FORMAT_C", None, last="11.2.8"),),
    keywords=dict(
        TABLE=SIMP("o", typ="table_sdaster"),
        FORMAT=SIMP(into=("TABLEAU", "ASTER", "TABLEAU_CROISE", "AGRAF", "XMGRACE", "NUMPY"), defaut="TABLEAU"),
        b_pilote=BLOC(equal("FORMAT", "XMGRACE"), PILOTE=SIMP(into=PILOTES, defaut=""), UNITE=SIMP(typ="I", defaut=29)),
        b_unite=BLOC(~equal("FORMAT", "XMGRACE"), UNITE=SIMP(typ="I", defaut=8)),
        FILTRE=FACT(
            max="**",
            NOM_PARA=SIMP("o"),
            CRIT_COMP=SIMP(into=CRITERIA, defaut="EQ"),
            b_vale=values(many=True),
            b_crit=BLOC(is_in("CRIT_COMP", "EQ", "NE"), **precision()),
        ),
        TRI=FACT(
            NOM_PARA=SIMP("o", max="**", validators=(no_repeat,)),
            ORDRE=SIMP(into=("CROISSANT", "DECROISSANT"), defaut="CROISSANT"),
        ),
        PAGINATION=SIMP(max="**"),
        FORMAT_R=SIMP(defaut="E12.5"),
        NOM_PARA=SIMP(max="**", validators=(no_repeat,)),
        IMPR_FONCTION=SIMP(into=("OUI", "NON"), defaut="NON"),
        b_tableau=BLOC(
            equal("FORMAT", "TABLEAU"),
            DEBUT_TABLE=SIMP(),
            FIN_TABLE=SIMP(defaut=""),
            SEPARATEUR=SIMP(defaut=" "),
            COMMENTAIRE=SIMP(defaut="#"),
            COMM_PARA=SIMP(defaut=""),
            DEBUT_LIGNE=SIMP(defaut=""),
            FIN_LIGNE=SIMP(defaut="\n"),
        ),
        b_forme=BLOC(equal("FORMAT", "XMGRACE"), **curve_look(), **axes()),
        TITRE=SIMP(),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def impr_table(args, context):
    """Write the table."""
    rows = args.TABLE.EXTR_TABLE()
    rows.titr = (args.TITRE or "") + (rows.titr or default_title(args.TABLE.getName()))
    for occurrence in args.FILTRE:
        rows = column_filter(rows, occurrence)
    if args.TRI is not None:
        missing = [name for name in args.TRI.NOM_PARA if name not in rows.para]
        if missing:
            raise args.TRI.wrong("NOM_PARA", f"the table has no column {missing[0]}", help=f"it has {', '.join(rows.para)}")
        rows.sort(args.TRI.NOM_PARA, args.TRI.ORDRE)
    names = _known(args, context, "NOM_PARA", rows.para) or rows.para
    rows = rows.SansColonneVide(names)
    for page in _pages(rows, _known(args, context, "PAGINATION", rows.para)):
        _write(args, context, page)
    if args.IMPR_FONCTION == "OUI":
        _write_functions(args, context, rows)


def _known(args, context, word, columns):
    """The columns a keyword names, without those that the table does not have: they are told."""
    names = args[word] or ()
    missing = [name for name in names if name not in columns]
    if missing:
        context.warn(args, word, f"the table has no filled column {', '.join(missing)}")
    return [name for name in names if name in columns]


def _pages(rows, names):
    """A table for each combination of values in some columns, without those columns."""
    if not names:
        yield rows
        return
    kept = [name for name in rows.para if name not in names]
    distinct = [sorted(set(getattr(rows, name).not_none_values())) for name in names]
    for combination in itertools.product(*distinct):
        page = rows
        for name, value in zip(names, combination):
            page = page & (getattr(page, name) == value)
        title = [f"{name}: {value}" for name, value in zip(names, combination)]
        page = page[kept]
        page.titr = "\n".join([*([rows.titr] if rows.titr else []), *title])
        yield page


def _write(args, context, rows):
    form = args.FORMAT
    if form == "NUMPY":
        _write_array(args, context, rows)
    elif form == "XMGRACE":
        args.mark_read("FORMAT_R")
        _write_curve(args, context, rows)
    else:
        rows = rows.Croise() if form == "TABLEAU_CROISE" else rows
        layout = _layout(args)
        context.write(args.UNITE, tableau(rows, form, layout) + "\n")


def _layout(args):
    real = table_format(args.FORMAT_R)
    if args.FORMAT != "TABLEAU":
        return Layout(real=real)
    return Layout(
        args.DEBUT_TABLE, args.FIN_TABLE, args.SEPARATEUR, args.COMMENTAIRE, args.COMM_PARA, args.DEBUT_LIGNE, args.FIN_LIGNE, real
    )


def _write_array(args, context, rows):
    """A .npy file: a row for each row, an empty cell as 0."""
    args.mark_read("FORMAT_R")
    texts = [name for name, kind in zip(rows.para, rows.type) if kind not in ("R", "I")]
    if texts:
        raise args.wrong("FORMAT", f"an array holds numbers only, but {', '.join(texts)} does not")
    table = np.array([[row.get(name) or 0.0 for name in rows.para] for row in rows.rows], float)
    with context.files.writing(args.UNITE, ".npy", args.span_of("UNITE")) as path, open(path, "wb") as stream:
        np.save(stream, table)


def _write_curve(args, context, rows):
    if len(rows.para) != 2:
        raise args.wrong("NOM_PARA", f"a curve needs two columns, not {len(rows.para)}")
    texts = [name for name, kind in zip(rows.para, rows.type) if kind not in ("R", "I")]
    if texts:
        raise args.wrong("NOM_PARA" if args.NOM_PARA else "TABLE", f"a curve needs numbers: {texts[0]} is a column of texts")
    points = [[row.get(name) for name in rows.para] for row in rows.rows]
    points = np.array([point for point in points if None not in point], float).reshape(-1, 2)
    curve = Curve(points.T, list(rows.para), **look(args))
    write_grace(args, context, chart_of(args, [curve]))


def _write_functions(args, context, rows):
    """Every function that a cell names, as columns."""
    for name in ("FONCTION", "FONCTION_C"):
        for cell in getattr(rows, name).not_none_values() if name in rows.para else ():
            function = rows.objects.get(cell.strip())
            if function is not None:
                lines = [f"# Fonction {cell.strip()}", *(" ".join(f"{v:12.5E}" for v in point) for point in zip(*function.Valeurs()))]
                context.write(args.UNITE, "\n".join(lines) + "\n")
