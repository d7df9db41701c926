"""RAFF_GP: a plane mesh is made finer ahead of a notch, where CALC_GP cuts slices (u7.03.51, r7.02.16).

Each time the cells are cut that have one of their points in a strip, hollow at its start and round at its end, which is at first three
times as wide as the notch, then twice, then 1.2 times, and so on from the start.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.concepts.adaptation.choice import on_rows
from pyaster_lite.concepts.adaptation.lineage import Unadaptable
from pyaster_lite.concepts.adaptation.step import adapted, lineage_of

_WIDTHS = (3.0, 2.0, 1.2)
"""Of the strip, in radii of the notch."""
_LONGER = (4, 2, 0)
"""How many slices more than asked for the strip holds."""


@operator(
    "RAFF_GP",
    produces="maillage_sdaster",
    keywords=dict(
        MAILLAGE_N=SIMP("o", typ="maillage_sdaster"),
        TRANCHE_2D=FACT(
            "o",
            CENTRE=SIMP("o", typ="R", max=2),
            RAYON=SIMP("o", typ="R"),
            ANGLE=SIMP("o", typ="R"),
            TAILLE=SIMP("o", typ="R"),
            NB_ZONE=SIMP("o", typ="I"),
        ),
        NB_RAFF=SIMP("f", typ="I", defaut=4),
    ),
)
def raff_gp(args, context):
    """The mesh of the last time."""
    mesh, slices = args.MAILLAGE_N, args.TRANCHE_2D
    ahead = np.array([np.cos(np.radians(slices.ANGLE)), np.sin(np.radians(slices.ANGLE))])
    for number in range(args.NB_RAFF):
        width = _WIDTHS[number % 3] * slices.RAYON
        start = np.array(slices.CENTRE) - width * ahead
        length = (slices.NB_ZONE + _LONGER[number % 3]) * slices.TAILLE
        chosen = _cells_in(mesh, start, ahead, length, width)
        context.say(f"{chosen.sum()} cells have a point in the strip")
        try:
            lineage = lineage_of(mesh)
            rows = np.flatnonzero(lineage.alive & lineage.leaf)
            mesh = adapted(mesh, lineage, rows[on_rows(lineage, chosen.astype(float))[rows] > 0.0])
        except Unadaptable as reason:
            raise args.not_yet("MAILLAGE_N", str(reason)) from None
    return mesh


def _cells_in(mesh, start, ahead, length, width) -> np.ndarray:
    """(n_cells,) whether one of the points of a cell of a plane is in the strip."""
    elements, found = MODELISATIONS["D_PLAN"].elements, np.zeros(mesh.n_cells, bool)
    for block in mesh.blocks:
        if block.dim != 2 or block.type not in elements:
            continue
        points = elements[block.type].point_functions @ mesh.coordinates[block.nodes][..., :2]
        found[block.cells] = in_strip(points, start, ahead, length, width).any(axis=1)
    return found


def in_strip(points, start, ahead, length, width) -> np.ndarray:
    """Whether points (..., 2) are in the strip of that half width that begins with a hollow half disc at `start`, goes on along the unit
    vector `ahead` and ends with a round half disc after `length`."""
    away = points - start
    along = away @ ahead
    across = np.linalg.norm(away - along[..., None] * ahead, axis=-1)
    straight = (along >= 0.0) & (along <= length) & (across <= width)
    end = (along >= length) & (np.hypot(along - length, across) <= width)
    return (straight | end) & ~((along >= 0.0) & (np.hypot(along, across) <= width))
