"""DEFI_OBSTACLE: the shape that a node, or two, may hit (u4.44.21)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.commands._points import rows
from pyaster_lite.concepts.obstacle import Obstacle
from pyaster_lite.fe import obstacles

SHAPES = {
    "CERCLE": obstacles.circle,
    "PLAN_Y": obstacles.planes_y,
    "PLAN_Z": obstacles.planes_z,
    "BI_CERCLE": obstacles.two_circles,
    "BI_PLAN_Y": obstacles.facing_planes_y,
    "BI_PLAN_Z": obstacles.facing_planes_z,
    "BI_CERC_INT": obstacles.nested_circles,
}


@operator(
    "DEFI_OBSTACLE",
    produces="table_fonction",
    early=True,
    keywords=dict(
        TYPE=SIMP(defaut="CERCLE", into=(*SHAPES, "DISCRET")),
        VALE=SIMP(typ="R", max="**"),
        VERIF=SIMP(defaut="FERME"),
    ),
)
def defi_obstacle(args, context):
    """Make the obstacle; DISCRET takes pairs (angle in degrees from 0 to 360, radius)."""
    if args.TYPE != "DISCRET":
        args.mark_read("VALE", "VERIF")
        return Obstacle(args.TYPE, SHAPES[args.TYPE])
    if "VALE" not in args:
        raise args.wrong("TYPE", "an obstacle of type DISCRET needs VALE: pairs of an angle in degrees and a radius")
    angles, radii = rows(args, "VALE", 2).T
    steps = np.diff(angles)
    if len(angles) < 2 or (steps <= 0.0).any():
        place = 2 * (int(np.flatnonzero(steps <= 0.0)[0]) + 1) if steps.size else 0
        raise args.wrong("VALE", "the angles of the outline must ascend, two points at least", item=place)
    if args.VERIF == "FERME" and (angles[0] != 0.0 or abs(angles[-1] - 360.0) > 1e-6):
        raise args.wrong("VALE", f"the outline must go round from 0 to 360 degrees, not from {angles[0]:g} to {angles[-1]:g}")
    return Obstacle("DISCRET", obstacles.outline(np.radians(angles), radii), np.radians(angles), radii)
