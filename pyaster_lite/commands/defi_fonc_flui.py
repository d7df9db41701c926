"""DEFI_FONC_FLUI: the velocity of a flow across a tube, along its abscissa (u4.35.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.function_reading import extrapolation, interpolation
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._flow_line import nodes_along
from pyaster_lite.commands._points import properties
from pyaster_lite.concepts.function import Function

LEONARD = {
    0: (
        (0, 15.3, 30, 40, 48.5, 61.3, 75, 83.6, 90, 96.4, 105, 118.7, 131.5, 140, 150, 164.7, 180),
        (0, 1.08, 1.77, 1.72, 1.33, 0.95, 0.67, 0.59, 0.58, 0.59, 0.67, 0.95, 1.33, 1.72, 1.77, 1.08, 0),
    ),
    2: (
        (
            *(0, 14.5, 29, 33.49, 33.51, 39, 47.4, 60, 70.99, 71.01, 75.4, 84, 90, 96, 104.6, 108.99, 109.01, 120, 132.6, 141),
            *(146.49, 146.51, 151, 165, 180),
        ),
        (
            *(0, 0.2, 0.7, 1, 0.18, 0.32, 0.48, 0.61, 0.7, 0.16, 0.29, 0.5, 0.54, 0.5, 0.29, 0.16, 0.7, 0.61, 0.48, 0.32),
            *(0.18, 1, 0.7, 0.2, 0),
        ),
    ),
    3: (
        (
            *(0, 14.8, 25.7, 25.72, 30.7, 39.6, 48, 51.42, 51.44, 60.3, 75.2, 77.13, 77.15, 84, 90, 96, 102.85, 102.87, 104.8),
            *(119.7, 128.56, 128.58, 132, 140.4, 149.3, 154.28, 154.3, 165.2, 180),
        ),
        (
            *(0, 0.48, 0.69, 0.27, 0.54, 0.89, 1.16, 1.24, 0.02, 0.08, 0.79, 0.86, 0.17, 0.49, 0.55, 0.49, 0.17, 0.86, 0.79),
            *(0.08, 0.02, 1.24, 1.16, 0.89, 0.54, 0.27, 0.69, 0.48, 0),
        ),
    ),
}
"""The velocities by angle, degrees, around the bend of a tube of steam generators, by the number of its anti-vibration bars."""


@operator(
    "DEFI_FONC_FLUI",
    produces="fonction_sdaster",
    early=True,
    rules=(UN_PARMI("NOEUD_INIT", "GROUP_NO_INIT"), UN_PARMI("NOEUD_FIN", "GROUP_NO_FIN")),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        NOEUD_INIT=SIMP("f", typ="no"),
        GROUP_NO_INIT=SIMP("f", typ="grno"),
        NOEUD_FIN=SIMP("f", typ="no"),
        GROUP_NO_FIN=SIMP("f", typ="grno"),
        VITE=FACT(
            "o",
            PROFIL=SIMP("o", into=("UNIFORME", "LEONARD")),
            b_uniforme=BLOC(equal("PROFIL", "UNIFORME"), VALE=SIMP("f", typ="R", defaut=1.0)),
            b_leonard=BLOC(equal("PROFIL", "LEONARD"), NB_BAV=SIMP("f", typ="I", defaut=0, into=tuple(LEONARD))),
        ),
        INTERPOL=interpolation(),
        PROL_DROITE=extrapolation(),
        PROL_GAUCHE=extrapolation(),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def defi_fonc_flui(args, context):
    """The velocity at the nodes of the line, zero before the first node and after the last."""
    nodes, abscissas = nodes_along(args, "MAILLAGE", args.MAILLAGE)
    first, last = (_place(args, nodes, end) for end in ("INIT", "FIN"))
    if first >= last:
        raise args.wrong("GROUP_NO_FIN" if "GROUP_NO_FIN" in args else "NOEUD_FIN", "the flow ends before it starts along the line")
    values, part = np.zeros(len(nodes)), slice(first, last + 1)
    if args.VITE.PROFIL == "UNIFORME":
        values[part] = args.VITE.VALE
    else:
        angles = 180.0 * (abscissas[part] - abscissas[first]) / (abscissas[last] - abscissas[first])
        values[part] = np.interp(angles, *LEONARD[args.VITE.NB_BAV])
    return Function(abscissas, values, properties(args, "ABSC").changed(result="VITE"))


def _place(args, nodes, end):
    """Where an end of the flow is among the nodes of the line."""
    word = f"GROUP_NO_{end}" if f"GROUP_NO_{end}" in args else f"NOEUD_{end}"
    mesh = args.MAILLAGE
    found = np.atleast_1d(mesh.node_group(args[word]) if word.startswith("GROUP") else mesh.find_node(args[word]))
    if len(found) != 1:
        raise args.wrong(word, f"the group {args[word]} has {len(found)} nodes: a flow starts and ends at one")
    here = np.flatnonzero(nodes == found[0])
    if not len(here):
        raise args.wrong(word, f"the line of {mesh.name} has no node {args[word]}")
    return int(here[0])
