"""CREA_COUPE: a table of cuts that begin and end on the skin of a mesh (u4.81.14)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import EXCLUS
from pyaster_lite.commands._cut_paths import check_columns, paths_of
from pyaster_lite.concepts.cut_path import Path, table_of
from pyaster_lite.fe.rays import meet

_APART, _OF_CELL, _OF_PATH = 1e-3, 1e-1, 5e-2
"""Two places where a line meets a skin are one unless they differ by more than these shares of the way, of a cell and of the cut."""


@operator(
    "CREA_COUPE",
    produces="table_sdaster",
    keywords=dict(
        COUPE=SIMP("o", typ="table_sdaster"),
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        NOM_AUTO=SIMP("f", defaut="NON", into=("OUI", "NON")),
        b_nom_auto=BLOC(
            equal("NOM_AUTO", "OUI"),
            PREFIXE=SIMP("f", defaut=""),
            NUME_INIT=SIMP("f", typ="I", defaut=1),
            PAS=SIMP("f", typ="I", defaut=1),
        ),
        REVOLUTION=FACT(
            "f",
            max="**",
            rules=EXCLUS("NOM_COUPE", "GROUP_COUPE"),
            AXE=SIMP("o", typ="R", min=3, max=3),
            CENTRE=SIMP("o", typ="R", min=3, max=3),
            ANGLE_AUTO=SIMP("f", defaut="OUI", into=("OUI", "NON")),
            b_angle_auto_oui=BLOC(
                equal("ANGLE_AUTO", "OUI"),
                NOMBRE=SIMP("o", typ="I", val_min=2),
                ANGLE_MAX=SIMP("o", typ="R", val_min=-360, val_max=360),
            ),
            b_angle_auto_non=BLOC(equal("ANGLE_AUTO", "NON"), ANGLE=SIMP("o", typ="R", max="**", val_min=-360, val_max=360)),
            GROUP_MA_ORIG=SIMP("o", typ="grma"),
            GROUP_MA_EXTR=SIMP("o", typ="grma"),
            NOM_COUPE=SIMP("f", max="**"),
            GROUP_COUPE=SIMP("f", max="**"),
            PREFIXE=SIMP("f", defaut=""),
        ),
    ),
)
def crea_coupe(args, context):
    """The cuts of COUPE, those that come of them by turning, each moved along itself until its ends are on their skins."""
    check_columns(args, args.COUPE)
    paths = paths_of(args, args.COUPE)
    if args.NOM_AUTO == "OUI":
        paths = _named(args, paths)
    _check(args, paths)
    paths = _with_turned(args, paths)
    if len({path.name for path in paths}) < len(paths):
        context.warn(args, "REVOLUTION", "two cuts have the same name")
    return table_of([_on_skins(args, path) for path in paths])


def _named(args, paths):
    """PREFIXE_number, the numbers filled up with zeros to one width."""
    numbers = [args.NUME_INIT + place * args.PAS for place in range(len(paths))]
    width, start = len(str(numbers[-1])), f"{args.PREFIXE}_" if args.PREFIXE else ""
    return [replace(path, name=f"{start}{number:0{width}d}") for path, number in zip(paths, numbers)]


def _check(args, paths):
    for place, path in enumerate(paths):
        if any(path.name == other.name for other in paths[:place]):
            raise args.wrong("COUPE", f"two cuts have the name {path.name}", known_as="COUPE_7")
    for path in paths:
        if path.count < 2:
            raise args.wrong("COUPE", f"the cut {path.name} needs two points or more", known_as="COUPE_14")
        unknown = next((skin for skin in path.skins if skin not in args.MAILLAGE.cell_groups), None)
        if unknown is not None:
            raise args.wrong(
                "COUPE", f"the cut {path.name} names the cell group {unknown}, that the mesh does not have", known_as="COUPE_2"
            )


def _with_turned(args, paths):
    """Behind each cut those that turn it."""
    turned = [[path] for path in paths]
    for level in args.REVOLUTION:
        for word in ("GROUP_MA_ORIG", "GROUP_MA_EXTR"):
            if level[word] not in args.MAILLAGE.cell_groups:
                raise level.wrong(word, f"the mesh has no cell group {level[word]}", known_as="COUPE_9")
        angles = _angles(level)
        axis = np.array(level.AXE, float) / np.linalg.norm(level.AXE)
        for path, own in zip(paths, turned):
            if not _chosen(level, paths, path):
                continue
            for angle in angles:
                points = _turned(path.points - level.CENTRE, axis, np.radians(angle)) + level.CENTRE
                shown = str(int(abs(angle))) if float(angle).is_integer() else str(round(abs(angle), 1)).replace(".", "-")
                name = f"{level.PREFIXE}{shown}-{path.name}"
                own.append(replace(path, points=points, name=name, skins=(level.GROUP_MA_ORIG, level.GROUP_MA_EXTR)))
    return [path for own in turned for path in own]


def _turned(points, axis, angle):
    """Points (n, 3) turned about an axis through the origin (Rodrigues); a right angle leaves what cos(pi/2) leaves and no more."""
    along = (points @ axis)[:, None] * axis
    return np.cos(angle) * points + np.sin(angle) * np.cross(axis, points) + (1.0 - np.cos(angle)) * along


def _angles(level):
    if level.ANGLE_AUTO == "NON":
        if 0 in level.ANGLE:
            raise level.wrong("ANGLE", "an angle of zero gives the cut itself", item=list(level.ANGLE).index(0), known_as="COUPE_13")
        return level.ANGLE
    if level.ANGLE_MAX == 0:
        raise level.wrong("ANGLE_MAX", "an angle of zero gives the cut itself", known_as="COUPE_13")
    steps = level.NOMBRE if abs(level.ANGLE_MAX) == 360.0 else level.NOMBRE - 1
    return [level.ANGLE_MAX / steps * place for place in range(1, level.NOMBRE)]


def _chosen(level, paths, path):
    """Whether a cut is to be turned: all are, unless NOM_COUPE or GROUP_COUPE choose."""
    for word, known_as, names in (
        ("NOM_COUPE", "COUPE_10", lambda path: [path.name]),
        ("GROUP_COUPE", "COUPE_11", lambda path: [" ".join(path.groups)]),
    ):
        if level[word] is not None:
            known = {name for other in paths for name in names(other)}
            for item, name in enumerate(level[word]):
                if name not in known:
                    raise level.wrong(word, f"the table has no cut {name}, it has {', '.join(sorted(known))}", item=item, known_as=known_as)
            return bool(set(names(path)) & set(level[word]))
    return True


def _on_skins(args, path: Path) -> Path:
    """Each end where the line first meets a cell of its skin, in the order of the cells."""
    mesh, points = args.MAILLAGE, path.points.copy()
    direction = path.direction
    for end, skin in enumerate(path.skins):
        reaches, sizes = _meetings(args, mesh, skin, points[end], direction)
        if not len(reaches):
            raise args.wrong("COUPE", f"the line of the cut {path.name} does not meet the skin {skin}", known_as="COUPE_6")
        ways, before = abs(np.diff(reaches)), abs(reaches)
        far = (ways > _APART * before[:-1]) & (ways > _OF_CELL * sizes[1:]) & (np.maximum(before[1:], before[:-1]) > _OF_PATH * path.length)
        if far.any():
            raise args.wrong("COUPE", f"the line of the cut {path.name} meets the skin {skin} at several places", known_as="COUPE_3")
        points[end] += reaches[0] * direction
    if np.linalg.norm(points[1] - points[0]) < 1e-12:
        raise args.wrong("COUPE", f"both ends of the cut {path.name} come to one place", known_as="COUPE_8")
    return replace(path, points=points)


def _meetings(args, mesh, skin, point, direction):
    """The ways (n,) along the direction to the cells of a skin that the line meets, in the group's order, and their sizes."""
    cells = mesh.cell_group(skin)
    dim, ways, sizes, met = mesh.dimension, np.zeros(len(cells)), np.zeros(len(cells)), np.zeros(len(cells), bool)
    for block in mesh.select(cells):
        if block.dim != dim - 1:
            text = f"the skin {skin} has cells {block.type}: those of a skin have one dimension less than the mesh"
            raise args.wrong("COUPE", text, known_as="COUPE_4")
        own = np.isin(cells, block.cells)
        corners = mesh.coordinates[block.nodes][:, :, :dim]
        ways[own], met[own] = meet(block.type, corners, point[:dim], direction[:dim])
        sizes[own] = np.linalg.norm(corners[:, :, None] - corners[:, None], axis=3).max(axis=(1, 2))
    return ways[met], sizes[met]
