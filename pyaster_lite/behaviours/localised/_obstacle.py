"""What the devices that meet an obstacle share: its keywords and its place."""

from __future__ import annotations

from math import copysign, radians

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, UN_PARMI
from pyaster_lite.fe.frames import frame_of_axes, frame_of_axis
from pyaster_lite.fe.localised import Device, Site
from pyaster_lite.fe.obstacles import Clearance


def keywords():
    """The keywords that place an obstacle."""
    return {
        "INTITULE": SIMP("f"),
        "OBSTACLE": SIMP("o", typ="table_fonction"),
        "ORIG_OBST": SIMP("f", typ="R", min=3, max=3),
        "NORM_OBST": SIMP("o", typ="R", min=3, max=3),
        "ANGL_VRIL": SIMP("f", typ="R"),
        "JEU": SIMP("f", typ="R", defaut=1.0),
        "DIST_1": SIMP("f", typ="R", val_min=0.0),
        "DIST_2": SIMP("f", typ="R", val_min=0.0),
        "REPERE": SIMP("f", defaut="GLOBAL"),
        "SOUS_STRUC_1": SIMP("f"),
        "SOUS_STRUC_2": SIMP("f"),
    }


def keywords_of_shocks():
    """The keywords that place a shock: its nodes, or the cells that join them, and its obstacle."""
    nodes = {word: SIMP("f", typ="grno") for word in ObstacleDevice.nodes}
    return {"GROUP_MA": SIMP("f", typ="grma", max="**"), **nodes, **keywords()}


class ObstacleDevice(Device):
    """A device that pushes a node, or two, away from an obstacle in its local y-z plane."""

    nodes = ("GROUP_NO_1", "GROUP_NO_2")
    cells: str | None = "GROUP_MA"
    rules = (UN_PARMI("GROUP_MA", "GROUP_NO_1"), PRESENT_ABSENT("GROUP_MA", "GROUP_NO_2"))

    def __init__(self, site: Site, args):
        obstacle = args.OBSTACLE
        self.title, self.obstacle = args.INTITULE, obstacle
        if obstacle.paired and len(site.names) < 2:
            raise args.wrong("OBSTACLE", f"an obstacle of type {obstacle.type} stands between two nodes, but only one is given")
        thicknesses = args.DIST_1 or 0.0, args.DIST_2 or 0.0
        if obstacle.type == "BI_CERC_INT" and thicknesses[1] < thicknesses[0]:
            raise args.wrong("DIST_2", "DIST_2 must be at least DIST_1 for an obstacle of type BI_CERC_INT")
        shown = site if obstacle.paired else Site(site.names[:1], site.numbers[:1], site.coordinates[:1], site.shapes[:1], site.statics[:1])
        rotation, translation = _placing(site, args)
        point = rotation @ np.array(args.ORIG_OBST, float) + translation if "ORIG_OBST" in args else shown.middle
        super().__init__(site, _frame(site, args, rotation), point, obstacle.paired)
        signs = -copysign(1.0, self.origin[1]), -copysign(1.0, self.origin[2])
        self.gap = obstacle.shape(Clearance(args.JEU, thicknesses, signs))


def _placing(site: Site, args):
    """(rotation, translation) of the axes in which the obstacle is given: those of the whole, or of a substructure."""
    if args.REPERE == "GLOBAL":
        return np.eye(3), np.zeros(3)
    if args.REPERE not in site.placings:
        raise args.wrong("REPERE", f"there is no substructure {args.REPERE}")
    return site.placings[args.REPERE]


def _frame(site: Site, args, rotation) -> np.ndarray:
    """Local axes: x along NORM_OBST; the facing planes of two nodes take the line between the nodes for y or z."""
    normal, kind = rotation @ np.array(args.NORM_OBST, float), args.OBSTACLE.type
    if not normal.any():
        raise args.wrong("NORM_OBST", "NORM_OBST is the zero vector: it gives no direction")
    if "ANGL_VRIL" in args:
        return frame_of_axis(normal, radians(args.ANGL_VRIL))
    if kind == "BI_PLAN_Y":
        return frame_of_axes(normal, site.axis)
    if kind == "BI_PLAN_Z":
        return frame_of_axes(normal, np.cross(site.axis, normal))
    return frame_of_axis(normal)
