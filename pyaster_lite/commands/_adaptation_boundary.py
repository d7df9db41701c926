"""MACR_ADAP_MAIL: the curves and surfaces that new nodes are laid on (u7.03.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.commands._mesh_words import cell_groups
from pyaster_lite.concepts.adaptation.boundary import Boundary, Curve, Surface
from pyaster_lite.concepts.mesh_lines import NoLine, ordered_line

_GROUPS = dict(typ="grma", max="**", validators=(no_repeat,))


def _point(*words):
    return {word: SIMP("o", typ="R") for word in words}


_CENTRE = _point("X_CENTRE", "Y_CENTRE", "Z_CENTRE")
WORDS = dict(
    MAILLAGE_FRONTIERE=SIMP(typ="maillage_sdaster"),
    b_frontiere=BLOC(present("MAILLAGE_FRONTIERE"), GROUP_MA_FRONT=SIMP(**_GROUPS)),
    FRONTIERE_ANALYTIQUE=FACT(
        max="**",
        NOM=SIMP("o", advisory=True),
        TYPE=SIMP("o", into=("SPHERE", "CYLINDRE", "CONE_A", "CONE_R", "TORE")),
        **_CENTRE,
        b_radius=BLOC(is_in("TYPE", "SPHERE", "CYLINDRE", "CONE_R", "TORE"), RAYON=SIMP("o", typ="R", val_min=0.0)),
        b_axis=BLOC(is_in("TYPE", "CYLINDRE", "CONE_A", "TORE"), **_point("X_AXE", "Y_AXE", "Z_AXE")),
        b_second=BLOC(is_in("TYPE", "CONE_R", "TORE"), RAYON2=SIMP("o", typ="R", val_min=0.0)),
        b_other=BLOC(is_in("TYPE", "CONE_R"), **_point("X_CENTRE2", "Y_CENTRE2", "Z_CENTRE2")),
        b_angle=BLOC(is_in("TYPE", "CONE_A"), ANGLE=SIMP("o", typ="R", val_min=0.0)),
        GROUP_MA=SIMP("o", **_GROUPS),
    ),
)


def boundary_of(args, mesh, lineage) -> Boundary | None:
    """What the sides of the mesh stand for, None when the deck tells nothing of it."""
    followed = []
    if args.MAILLAGE_FRONTIERE:
        followed += [(lineage.of_cell[mesh.cell_groups[name]], curve) for name, curve in _curves(args, mesh)]
    for level in args.FRONTIERE_ANALYTIQUE:
        rows = lineage.of_cell[np.concatenate(cell_groups(level, "GROUP_MA", mesh))]
        followed.append((rows, _surface(level)))
    return Boundary(followed) if followed else None


def _curves(args, mesh):
    """(group, curve) of the groups of segments that the mesh of the boundary has under the same names."""
    source = args.MAILLAGE_FRONTIERE
    if args.get("GROUP_MA_FRONT"):
        cell_groups(args, "GROUP_MA_FRONT", source)
        names = [name.strip() for name in args.GROUP_MA_FRONT]
    else:
        names = [name for name, cells in source.cell_groups.items() if (source.cell_dim(cells) == 1).all()]
    for name in names:
        if name not in mesh.cell_groups:
            continue
        try:
            nodes, _ = ordered_line(source, source.cell_groups[name], closed=True)
        except NoLine as reason:
            word = "GROUP_MA_FRONT" if args.get("GROUP_MA_FRONT") else "MAILLAGE_FRONTIERE"
            raise args.wrong(word, f"{name}: {reason}") from None
        yield name, Curve(source.coordinates[nodes])


def _surface(level):
    kind, centre = level.TYPE, np.array([level.X_CENTRE, level.Y_CENTRE, level.Z_CENTRE])
    if kind == "SPHERE":
        return Surface(centre, np.zeros(3), level.RAYON)
    if kind == "CONE_R":
        return _cone_between(level, centre)
    axis = np.array([level.X_AXE, level.Y_AXE, level.Z_AXE])
    if not axis.any():
        raise level.wrong("X_AXE", "the axis has no direction")
    if kind == "CONE_A":
        return Surface(centre, axis, slope=np.tan(np.radians(level.ANGLE)))
    return Surface(centre, axis, level.RAYON, tube=level.RAYON2 if kind == "TORE" else 0.0)


def _cone_between(level, centre):
    """The cone through two circles: its apex stands where the radius is nothing."""
    other = np.array([level.X_CENTRE2, level.Y_CENTRE2, level.Z_CENTRE2])
    first, second = level.RAYON, level.RAYON2
    if first == second or (other == centre).all():
        raise level.wrong("RAYON2", "two circles with one radius or one centre make no cone")
    apex = centre + (other - centre) * first / (first - second)
    return Surface(apex, other - centre, slope=abs(first - second) / np.linalg.norm(other - centre))
