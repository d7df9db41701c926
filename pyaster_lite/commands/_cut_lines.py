"""The lines of MACR_LIGN_COUPE: their points, a mesh of segments through them, and axes along them."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import asin, atan2, degrees

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock, Mesh

_WHOLE = 360.0
_LITTLE = 1e-8


@dataclass
class Line:
    """A line: the group that it makes in the mesh of lines, its points (n, 3), and the angles of those of an arc."""

    name: str
    points: np.ndarray
    angles: list[float] = field(default_factory=list)
    closed: bool = False


def lines_of(args, context, mesh) -> list[Line]:
    """One for each LIGN_COUPE; raises Refused."""
    found, number = [], 0
    if len({level.TYPE == "ARC" for level in args.LIGN_COUPE}) > 1:
        raise args.wrong("LIGN_COUPE", "arcs do not go together with other lines")
    for level in args.LIGN_COUPE:
        if level.TYPE in ("GROUP_NO", "GROUP_MA"):
            found.append(_through_group(level, context, mesh))
            continue
        number += 1
        make = _segment if level.TYPE == "SEGMENT" else _arc
        found.append(make(level, mesh, f"LICOU{number}"))
    return found


def _point(level, word, mesh):
    """The coordinates that a word gives, three of them."""
    given = level[word]
    if len(given) < mesh.dimension:
        raise level.wrong(word, f"the mesh is in {mesh.dimension} dimensions, {word} has {len(given)} coordinates")
    return np.array([*given[: mesh.dimension], 0.0][:3])


def _end(level, which, mesh):
    group = level.get(f"GROUP_NO_{which}")
    if group is None:
        return _point(level, f"COOR_{which}", mesh)
    nodes = _known(level, f"GROUP_NO_{which}", mesh.node_group, group)
    if len(nodes) != 1:
        raise level.wrong(f"GROUP_NO_{which}", f"the group must hold one node, but holds {len(nodes)}")
    return mesh.coordinates[nodes[0]]


def _known(level, word, find, name):
    try:
        return find(name)
    except KeyError as unknown:
        raise level.wrong(word, str(unknown)) from None


def _segment(level, mesh, name):
    first, last = _end(level, "ORIG", mesh), _end(level, "EXTR", mesh)
    share = np.arange(level.NB_POINTS)[:, None] / (level.NB_POINTS - 1)
    return Line(name, first + share * (last - first))


def _arc(level, mesh, name):
    """Points from COOR_ORIG about CENTRE by ANGLE, in space about DNOR."""
    first, centre = _point(level, "COOR_ORIG", mesh), _point(level, "CENTRE", mesh)
    arm = first - centre
    if np.linalg.norm(arm) < _LITTLE:
        raise level.wrong("CENTRE", "the arc has no radius")
    normal = np.array([0.0, 0.0, 1.0])
    if mesh.dimension == 3:
        if level.DNOR is None:
            raise level.wrong(None, "in space an arc needs its normal: give DNOR")
        normal = np.array(level.DNOR, float) / np.linalg.norm(level.DNOR)
    else:
        level.mark_read("DNOR")
    closed = abs(level.ANGLE - _WHOLE) < _LITTLE
    count = level.NB_POINTS
    angles = np.arange(count) * level.ANGLE / (count if closed else count - 1)
    turn = np.radians(angles)[:, None]
    return Line(name, centre + np.cos(turn) * arm + np.sin(turn) * np.cross(normal, arm), angles.tolist(), closed)


def _through_group(level, context, mesh):
    """The nodes of a group, or those of a line of cells in order."""
    if level.TYPE == "GROUP_NO":
        nodes = _known(level, "GROUP_NO", mesh.node_group, level.GROUP_NO)
        return Line(level.GROUP_NO, mesh.coordinates[nodes])
    name = level.GROUP_MA
    cells = _known(level, "GROUP_MA", mesh.cell_group, name)
    odd = [cell for cell in cells if CELL_TYPES[mesh.cell_type(cell)].dim != 1]
    if odd:
        raise level.wrong("GROUP_MA", f"the cell {mesh.cell_names[odd[0]]} is no segment")
    if level.MAILLAGE is not mesh:
        raise level.wrong("MAILLAGE", f"{level.MAILLAGE.name} is not the mesh that is cut")
    ends = {word: level[word] for word in ("GROUP_NO_ORIG", "GROUP_NO_EXTR", "VECT_ORIE") if word in level}
    copy = context.run("COPIER", CONCEPT=mesh)
    copy.name = mesh.name
    copy.node_groups.pop(name, None)
    ordered = dict(OPTION="NOEUD_ORDO", NOM=name, GROUP_MA=name, ORIGINE="SANS", **ends)
    copy = context.run("DEFI_GROUP", reuse=copy, MAILLAGE=copy, CREA_GROUP_NO=ordered)
    return Line(name, mesh.coordinates[copy.node_group(name)])


def mesh_of_lines(lines: list[Line], mesh) -> Mesh:
    """Segments from point to point, groups of cells and of nodes by line."""
    points = np.concatenate([line.points for line in lines])
    cells, node_groups, cell_groups, start, count = [], {}, {}, 0, 0
    for line in lines:
        nodes = np.arange(start, start + len(line.points))
        pairs = np.stack([nodes[:-1], nodes[1:]], axis=1)
        if line.closed:
            pairs = np.concatenate([pairs, [[nodes[-1], nodes[0]]]])
        cells.append(pairs)
        node_groups[line.name], cell_groups[line.name] = nodes, np.arange(count, count + len(pairs))
        start, count = start + len(nodes), count + len(pairs)
    nodes = np.concatenate(cells).astype(np.int32)
    made = Mesh(points, [CellBlock("SEG2", nodes, np.arange(len(nodes)))], node_groups, cell_groups, space_dimension=mesh.dimension)
    made.name = "LINES"
    return made


def nautical_angles(x, y) -> list[float]:
    """Nautical angles in degrees of axes whose first and second ones are x and y, as code_aster's cuts have them."""
    z = np.cross(x, y)
    if x[0] ** 2 + x[1] ** 2 > _LITTLE:
        return [degrees(atan2(x[1], x[0])), degrees(-asin(x[2])), degrees(atan2(y[2], z[2]))]
    return [degrees(atan2(-y[0], y[1])), degrees(-asin(x[2])), 0.0]


def along_segment(level, mesh) -> tuple[list[float], list[float] | None]:
    """Nautical angles of axes along a segment, the second one VECT_Y or, where that is not across, made so (told as well)."""
    along = _end(level, "EXTR", mesh) - _end(level, "ORIG", mesh)
    if np.linalg.norm(along) < _LITTLE:
        raise level.wrong("COOR_EXTR", "both ends are at one place: there are no axes along the line")
    along = along / np.linalg.norm(along)
    if level.VECT_Y is None:
        raise level.wrong(None, "REPERE='LOCAL' needs VECT_Y")
    across = np.array([*level.VECT_Y, 0.0][:3])
    if np.linalg.norm(across) < _LITTLE or np.linalg.norm(np.cross(along, across)) < _LITTLE:
        raise level.wrong("VECT_Y", "VECT_Y must not be along the line")
    across, changed = across / np.linalg.norm(across), None
    if abs(along @ across) > _LITTLE:
        third = np.cross(along, across)
        across = np.cross(third / np.linalg.norm(third), along)
        changed = across.tolist()
    if mesh.dimension == 2:
        return [degrees(atan2(along[1], along[0]))], changed
    return nautical_angles(along, across), changed


def along_group(level, line: Line, dimension: int) -> list[list[float]]:
    """Nautical angles at each point of a line through a group, the first axis along the mean of its segments there.

    As in code_aster these have no part along z.
    """
    steps = np.diff(line.points, axis=0) * [1.0, 1.0, 0.0]
    tangents = np.concatenate([steps[:1], steps[:-1] + steps[1:], steps[-1:]])
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    if dimension == 2:
        level.mark_read("VECT_Y")
        return [[degrees(atan2(x[1], x[0]))] for x in tangents]
    if level.VECT_Y is None:
        raise level.wrong(None, "REPERE='LOCAL' needs VECT_Y in space")
    angles = []
    for x in tangents:
        z = np.cross(x, np.array([*level.VECT_Y, 0.0][:3]))
        z /= np.linalg.norm(z)
        angles.append(nautical_angles(x, np.cross(z, x)))
    return angles
