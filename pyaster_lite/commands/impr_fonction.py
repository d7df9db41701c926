"""IMPR_FONCTION: write functions as columns or draw them (u4.33.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.chart import PILOTES, axes, curve_look
from pyaster_lite.catalogue.conditions import equal, of_kind, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._charts import chart_of, look, write_grace
from pyaster_lite.concepts.function import OutsideDomain
from pyaster_lite.concepts.number_format import table_format
from pyaster_lite.concepts.row_table import RowTable
from pyaster_lite.io.chart import Curve, agraf, draw
from pyaster_lite.io.table_text import Layout, tableau

ONE = ("fonction_sdaster", "formule")


@operator(
    "IMPR_FONCTION",
    keywords=dict(
        FORMAT=SIMP(into=("TABLEAU", "AGRAF", "XMGRACE", "LISS_ENVELOP"), defaut="TABLEAU"),
        b_pilote=BLOC(equal("FORMAT", "XMGRACE"), PILOTE=SIMP(into=PILOTES, defaut=""), UNITE=SIMP(typ="I", defaut=29)),
        b_agraf=BLOC(equal("FORMAT", "AGRAF"), UNITE=SIMP(typ="I", defaut=25), UNITE_DIGR=SIMP(typ="I", defaut=26)),
        b_format1=BLOC(
            ~equal("FORMAT", "LISS_ENVELOP"),
            COURBE=FACT(
                "o",
                max="**",
                rules=UN_PARMI("FONCTION", "LIST_RESU", "FONC_X", "ABSCISSE"),
                FONCTION=SIMP(typ=("fonction_sdaster", "formule", "formule_c", "fonction_c", "nappe_sdaster")),
                LIST_RESU=SIMP(typ="listr8_sdaster"),
                FONC_X=SIMP(typ=ONE),
                ABSCISSE=SIMP(typ="R", max="**"),
                b_fonction=BLOC(present("FONCTION"), LIST_PARA=SIMP(typ="listr8_sdaster")),
                b_fonction_c=BLOC(of_kind("FONCTION", "fonction_c", "formule_c"), PARTIE=SIMP(into=("REEL", "IMAG"))),
                b_list_resu=BLOC(present("LIST_RESU"), LIST_PARA=SIMP("o", typ="listr8_sdaster")),
                b_fonc_x=BLOC(present("FONC_X"), FONC_Y=SIMP("o", typ=ONE), LIST_PARA=SIMP(typ="listr8_sdaster")),
                b_vale_resu=BLOC(present("ABSCISSE"), ORDONNEE=SIMP("o", typ="R", max="**")),
                TRI=SIMP(into=("N", "X", "Y", "XY", "YX"), defaut="N"),
                **curve_look(),
            ),
        ),
        b_format2=BLOC(
            equal("FORMAT", "LISS_ENVELOP"),
            COURBE=FACT(
                "o",
                max="**",
                rules=UN_PARMI("NAPPE", "NAPPE_LISSEE"),
                NAPPE=SIMP(typ="nappe_sdaster"),
                NAPPE_LISSEE=SIMP(typ="nappe_sdaster"),
            ),
            UNITE=SIMP(typ="I", defaut=25),
        ),
        b_tableau=BLOC(
            equal("FORMAT", "TABLEAU"),
            UNITE=SIMP(typ="I", defaut=8),
            SEPARATEUR=SIMP(defaut=" "),
            COMMENTAIRE=SIMP(defaut="#"),
            COMM_PARA=SIMP(defaut=""),
            DEBUT_LIGNE=SIMP(defaut=""),
            FIN_LIGNE=SIMP(defaut="\n"),
            FORMAT_R=SIMP(defaut="E12.5"),
        ),
        TITRE=SIMP(),
        SOUS_TITRE=SIMP(),
        b_graphique=BLOC(~equal("FORMAT", "TABLEAU"), **axes()),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    ),
)
def impr_fonction(args, context):
    """Gather the curves and write them."""
    if args.FORMAT == "LISS_ENVELOP":
        chart = chart_of(args, [curve for occurrence in args.COURBE for curve in _spectra(occurrence)])
        with context.files.writing(args.UNITE, ".png", args.span_of("UNITE")) as path:
            draw(chart, path, "png")
        return
    shared = _shared_abscissas(args) if args.FORMAT == "TABLEAU" else None
    curves = []
    for occurrence in args.COURBE:
        # the columns of a TABLEAU have the abscissas of the first curve
        occurrence.mark_read("STYLE", "COULEUR", "MARQUEUR", "FREQ_MARQUEUR", *(["LIST_PARA"] if args.FORMAT == "TABLEAU" else []))
        curves += [curve.sorted(occurrence.TRI) for curve in _curves(occurrence, context, shared, len(curves))]
    chart = chart_of(args, curves)
    if args.FORMAT == "XMGRACE":
        write_grace(args, context, chart)
    elif args.FORMAT == "AGRAF":
        data, directives = agraf(chart)
        context.write(args.UNITE, data)
        context.write(args.UNITE_DIGR, directives)
    else:
        context.write(args.UNITE, _columns(args, context, chart))


def _spectra(args):
    """The spectra of a family before (NAPPE) or after smoothing: a colour for each damping, dotted before."""
    family = args.NAPPE or args.NAPPE_LISSEE
    smooth = args.NAPPE is None
    name = f"NAPPE_LISSEE {family.name}" if smooth else family.name
    return [
        Curve(
            np.array([f.x, f.y]),
            [f.properties.parameter, f.properties.result],
            legend=f"{name} {family.properties.parameter}={value:g}",
            style=1 if smooth else 2,
            colour=i + 1,
        )
        for i, (value, f) in enumerate(zip(family.values, family.functions))
    ]


def _shared_abscissas(args):
    """What every curve of a TABLEAU is interpolated at: the first LIST_PARA, else the abscissas of the first curve."""
    given = next((o.LIST_PARA for o in args.COURBE if o.get("LIST_PARA") is not None), None)
    if given is not None:
        return given.getValuesAsArray()
    first = args.COURBE[0]
    if first.FONCTION is not None:
        function = first.FONCTION
        if function.kind in ("formule", "formule_c"):
            raise first.wrong("FONCTION", "a formula has no points of its own: give LIST_PARA")
        return (function.functions[0] if function.kind == "nappe_sdaster" else function).x
    if first.FONC_X is not None:
        if first.FONC_X.kind == "formule":
            raise first.wrong("FONC_X", "a formula has no points of its own: give LIST_PARA")
        return first.FONC_X.x
    return np.array(first.ABSCISSE, float)


def _curves(args, context, shared, number):
    if args.FONCTION is not None:
        return _of_function(args, context, shared, number)
    if args.FONC_X is not None:
        return [_parametric(args, shared, number)]
    word, other = ("LIST_PARA", "LIST_RESU") if args.LIST_RESU is not None else ("ABSCISSE", "ORDONNEE")
    x, y = np.array(list(args[word]), float), np.array(list(args[other]), float)
    if len(x) != len(y):
        raise args.wrong(other, f"{other} has {len(y)} values for the {len(x)} of {word}")
    labels = [args.LIST_PARA.name, args.LIST_RESU.name] if word == "LIST_PARA" else ["Absc", "Ordo"]
    return [Curve(np.array([x, y]), labels, **_look(args, args.LIST_RESU))]


def _look(args, concept):
    """As the keywords say; the legend is the name of the concept where they say none."""
    style = look(args)
    return {**style, "legend": style["legend"] or getattr(concept, "name", "")}


def _points(args, function, shared):
    """The abscissas at which to take a function: shared ones, those asked for, or its own."""
    if shared is not None:
        return shared
    if args.LIST_PARA is not None:
        return args.LIST_PARA.getValuesAsArray()
    if function.kind in ("formule", "formule_c"):
        raise args.wrong("FONCTION", "a formula has no points of its own: give LIST_PARA")
    return function.x


def _of_function(args, context, shared, number):
    function = args.FONCTION
    style = _look(args, function)
    if function.kind == "nappe_sdaster":
        return _of_family(args, context, shared, number, style)
    names = function.parameters or (function.properties.parameter,)
    if len(names) != 1:
        raise args.wrong("FONCTION", f"{function.name} has {len(names)} parameters: only functions of one can be written")
    x = _points(args, function, shared)
    y = _values(args, context, function, names, x)
    if y is None:
        return []
    result = "TOUTRESU" if function.kind.startswith("formule") else function.properties.result
    label = f"{result}_{number}"
    if not np.iscomplexobj(y):
        return [Curve(np.array([x, y]), [names[0], label], **style)]
    if args.PARTIE is None:
        return [Curve(np.array([x, y.real, y.imag]), [names[0], f"{label}_R", f"{label}_I"], **style)]
    return [Curve(np.array([x, y.imag if args.PARTIE == "IMAG" else y.real]), [names[0], label], **style)]


def _of_family(args, context, shared, number, style):
    family, curves = args.FONCTION, []
    for value, function in zip(family.values, family.functions):
        x = _points(args, function, shared)
        y = _values(args, context, family, family.parameters, np.full(len(x), value), x)
        if y is not None:
            legend = f"{style['legend']} {family.properties.parameter}={value:g}"
            labels = [family.inner_parameter, f"{family.properties.result}_{number + len(curves)}"]
            curves.append(Curve(np.array([x, y]), labels, **{**style, "legend": legend}))
    return curves


def _values(args, context, function, names, *points):
    """The values, or None (and a warning) when the function does not reach that far."""
    try:
        return np.asarray(function.evaluate(**dict(zip(names, points))))
    except OutsideDomain as problem:
        context.warn(args, "FONCTION", f"left out: {problem}")
        return None


def _parametric(args, shared, number):
    """FONC_Y over FONC_X, at the abscissas of FONC_X or of LIST_PARA."""
    first, second = args.FONC_X, args.FONC_Y
    given = args.LIST_PARA
    if given is None and first.kind == "formule":
        raise args.wrong("FONC_X", "a formula has no points of its own: give LIST_PARA")
    t = first.x if given is None else given.getValuesAsArray()
    columns, names = [], []
    for i, function in enumerate((first, second)):
        parameter = function.parameters[0]
        columns.append(np.asarray(function.evaluate(**{parameter: t})))
        result = "TOUTRESU" if function.kind == "formule" else function.properties.result
        names.append(f"{result}_{number + i}")
    if given is not None:
        columns, names = [t, *columns], [first.parameters[0], *names]
    return Curve(np.array(columns), names, **_look(args, first))


def _columns(args, context, chart):
    """All curves side by side over the abscissas of the first."""
    curves = chart.curves
    if not curves:
        return ""
    first = curves[0].columns[0]
    names, columns = [curves[0].labels[0]], [first]
    for curve in curves:
        x = curve.columns[0]
        if len(x) != len(first) or np.abs(x - first).max() > 1e-4 * np.abs(first).max():
            context.warn(args, "COURBE", f"{curve.legend or 'a curve'} has other abscissas than the first one")
        names += curve.labels[1:]
        columns += list(curve.columns[1:])
    rows = [{n: float(c[i]) for n, c in zip(names, columns) if i < len(c)} for i in range(len(first))]
    title = [*chart.title.split("\n"), chart.subtitle]
    for i, curve in enumerate(curves):
        title += [f"Courbe {i}", *curve.legend.split("\n")]
    mark = args.COMMENTAIRE
    table = RowTable(rows, names, ["R"] * len(names), "\n".join(f"{mark} {line}" for line in title))
    layout = Layout(
        separator=args.SEPARATEUR, comment=args.COMMENTAIRE, comment_names=args.COMM_PARA, line_start=args.DEBUT_LIGNE,
        line_end=args.FIN_LIGNE, real=table_format(args.FORMAT_R),
    )  # fmt: skip
    return tableau(table, "TABLEAU", layout) + "\n"
