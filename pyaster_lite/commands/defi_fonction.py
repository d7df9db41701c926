"""DEFI_FONCTION: a real or complex function of one parameter, by its points (u4.31.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import PARAMETERS, extrapolation, interpolation
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._flow_line import nodes_along
from pyaster_lite.commands._points import check_logarithms, in_order, properties, rows
from pyaster_lite.concepts.function import Function


@operator(
    "DEFI_FONCTION",
    produces=lambda values: "fonction_c" if "VALE_C" in values else "fonction_sdaster",
    early=True,
    rules=UN_PARMI("VALE", "VALE_C", "VALE_PARA", "NOEUD_PARA", "ABSCISSE"),
    keywords=dict(
        NOM_PARA=SIMP("o", into=PARAMETERS),
        NOM_RESU=SIMP(defaut="TOUTRESU"),
        VALE=SIMP(typ="R", min=2, max="**"),
        VALE_C=SIMP(typ="R", min=2, max="**"),
        ABSCISSE=SIMP(typ="R", min=2, max="**"),
        b_abscisse=BLOC(present("ABSCISSE"), ORDONNEE=SIMP("o", typ="R", min=2, max="**")),
        VALE_PARA=SIMP(typ="listr8_sdaster"),
        b_vale_para=BLOC(present("VALE_PARA"), VALE_FONC=SIMP("o", typ="listr8_sdaster")),
        NOEUD_PARA=SIMP(typ="no", max="**"),
        b_noeud_para=BLOC(present("NOEUD_PARA"), MAILLAGE=SIMP("o", typ="maillage_sdaster"), VALE_Y=SIMP("o", typ="R", max="**")),
        INTERPOL=interpolation(),
        PROL_DROITE=extrapolation(),
        PROL_GAUCHE=extrapolation(),
        VERIF=SIMP(into=("CROISSANT", "NON"), defaut="CROISSANT"),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP(max="**", advisory=True),
    ),
)
def defi_fonction(args, context):
    """Make the function."""
    reading = properties(args, args.NOM_PARA)
    word, width, x, y = _points(args)
    strict = args.VERIF == "CROISSANT" and word != "VALE_PARA"
    x, y = in_order(args, word, x, y, strict, width, context)
    check_logarithms(args, word, x, y, reading.interpolation)
    return Function(x, y, reading)


def _points(args):
    """(keyword, values a point takes in it, abscissas, ordinates)."""
    if "VALE" in args:
        table = rows(args, "VALE", 2)
        return "VALE", 2, table[:, 0], table[:, 1]
    if "VALE_C" in args:
        table = rows(args, "VALE_C", 3)
        return "VALE_C", 3, table[:, 0], table[:, 1] + 1j * table[:, 2]
    if "NOEUD_PARA" in args:
        return "NOEUD_PARA", 1, *_at_nodes(args)
    word, other = ("VALE_PARA", "VALE_FONC") if "VALE_PARA" in args else ("ABSCISSE", "ORDONNEE")
    x, y = np.array(list(args[word]), float), np.array(list(args[other]), float)
    if len(x) != len(y):
        raise args.wrong(other, f"{other} has {len(y)} values for the {len(x)} of {word}")
    return word, 1, x, y


def _at_nodes(args):
    """The points at nodes of a line, by ascending curvilinear abscissa."""
    mesh, names, y = args.MAILLAGE, list(args.NOEUD_PARA), np.array(args.VALE_Y, float)
    if len(names) != len(y):
        raise args.wrong("VALE_Y", f"VALE_Y has {len(y)} values for {len(names)} nodes")
    nodes, abscissas = nodes_along(args, "MAILLAGE", mesh)
    at = dict(zip(nodes.tolist(), abscissas.tolist()))
    x = []
    for item, name in enumerate(names):
        node = mesh.find_node(name)
        if node not in at:
            raise args.wrong("NOEUD_PARA", f"the line of {mesh.name} has no node {name}", item=item)
        x.append(at[node])
    order = np.argsort(x, kind="stable")
    return np.array(x)[order], y[order]
