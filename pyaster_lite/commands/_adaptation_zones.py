"""MACR_ADAP_MAIL: zones of space where a mesh is to be cut or put together (u7.03.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP


def _reals(*words):
    return {word: SIMP("o", typ="R") for word in words}


def _radii(*words):
    return {word: SIMP("o", typ="R", val_min=0.0) for word in words}


ZONE = FACT(
    max="**",
    TYPE=SIMP("o", into=("RECTANGLE", "BOITE", "DISQUE", "SPHERE", "CYLINDRE", "DISQUE_PERCE", "TUYAU")),
    USAGE=SIMP(into=("RAFFINEMENT", "DERAFFINEMENT"), defaut="RAFFINEMENT"),
    b_box=BLOC(is_in("TYPE", "RECTANGLE", "BOITE"), **_reals("X_MINI", "X_MAXI", "Y_MINI", "Y_MAXI")),
    b_height=BLOC(equal("TYPE", "BOITE"), **_reals("Z_MINI", "Z_MAXI")),
    b_disc=BLOC(is_in("TYPE", "DISQUE", "SPHERE", "DISQUE_PERCE"), **_reals("X_CENTRE", "Y_CENTRE")),
    b_ball=BLOC(equal("TYPE", "SPHERE"), **_reals("Z_CENTRE")),
    b_full=BLOC(is_in("TYPE", "DISQUE", "SPHERE", "CYLINDRE"), **_radii("RAYON")),
    b_hollow=BLOC(is_in("TYPE", "DISQUE_PERCE", "TUYAU"), **_radii("RAYON_INT", "RAYON_EXT")),
    b_along=BLOC(
        is_in("TYPE", "CYLINDRE", "TUYAU"),
        **_reals("X_AXE", "Y_AXE", "Z_AXE", "X_BASE", "Y_BASE", "Z_BASE"),
        **_radii("HAUTEUR"),
    ),
)


def zone_values(args, points) -> np.ndarray:
    """(n,) 1 at points to be cut around, -1 at those where pieces are put together, 0 elsewhere; of several zones the last one counts."""
    found = np.zeros(len(points))
    for zone in args.ZONE:
        found[_inside(zone, points)] = 1.0 if zone.USAGE == "RAFFINEMENT" else -1.0
    return found


def _inside(zone, points):
    kind = zone.TYPE
    if kind in ("RECTANGLE", "BOITE"):
        axes = "XYZ" if kind == "BOITE" else "XY"
        return np.all([(points[:, i] >= zone[f"{a}_MINI"]) & (points[:, i] <= zone[f"{a}_MAXI"]) for i, a in enumerate(axes)], axis=0)
    least, most = (zone.RAYON_INT, zone.RAYON_EXT) if kind in ("DISQUE_PERCE", "TUYAU") else (0.0, zone.RAYON)
    if kind in ("CYLINDRE", "TUYAU"):
        axis = np.array([zone.X_AXE, zone.Y_AXE, zone.Z_AXE])
        if not axis.any():
            raise zone.wrong("X_AXE", "the axis has no direction")
        arm = points - [zone.X_BASE, zone.Y_BASE, zone.Z_BASE]
        height = arm @ axis / np.linalg.norm(axis)
        away = np.linalg.norm(np.cross(arm, axis), axis=1) / np.linalg.norm(axis)
        return (height >= 0.0) & (height <= zone.HAUTEUR) & (away >= least) & (away <= most)
    centre = [zone.X_CENTRE, zone.Y_CENTRE] + ([zone.Z_CENTRE] if kind == "SPHERE" else [])
    away = np.linalg.norm(points[:, : len(centre)] - centre, axis=1)
    return (away >= least) & (away <= most)
