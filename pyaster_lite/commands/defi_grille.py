"""DEFI_GRILLE: a regular mesh on which the level sets of cracks grow beside that of the body (u4.82.22)."""

from __future__ import annotations

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.crack_enrichment import parts_of
from pyaster_lite.fe.extended.propagation.grid import Crooked, Grid


@operator(
    "DEFI_GRILLE",
    produces="maillage_sdaster",
    keywords=dict(MAILLAGE=SIMP("o", typ="maillage_sdaster"), INFO=SIMP("f", typ="I", into=(0, 1, 2), defaut=0, advisory=True)),
)
def defi_grille(args, context):
    """A copy of the mesh, once its cells have been found to be regular."""
    try:
        grid = Grid(parts_of(args.MAILLAGE)[1], args.MAILLAGE.coordinates, args.MAILLAGE.dimension)
    except Crooked as reason:
        raise args.wrong("MAILLAGE", str(reason)) from None
    context.say(f"the shortest edge of the grid: {grid.smallest:.6g}")
    return args.MAILLAGE.copy()
