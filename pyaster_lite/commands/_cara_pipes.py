"""Pipes in AFFE_CARA_ELEM: their walls by POUTRE, and their axes and bends by ORIENTATION/GENE_TUYAU (u4.42.01, r3.08.06).

Pipes that follow one another, the last node of one being the first of the next, make a line; its generator, perpendicular to it, is
given at an end and carried along without a turn about it. A cell is a bend where its middle nodes leave the chord.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.fe.frames import angles_of_axes, rotation
from pyaster_lite.fe.pipe.element import Pipe

LITTLE = 1e-4


def pipe_cells(model) -> list[int]:
    """The cells that carry pipes."""
    return [int(cell) for group in model.groups if isinstance(group.element, Pipe) for cell in group.cells]


def wall(occurrence, cells) -> np.ndarray:
    """(k, 5) outer radius, thickness, layers, sectors, whether the metric varies across; raises Refused for other sections."""
    if occurrence.SECTION != "CERCLE" or occurrence.VARI_SECT != "CONSTANT":
        raise occurrence.wrong("SECTION", "pipes are round, with the same wall all along")
    given = dict(zip(map(str, np.atleast_1d(occurrence.CARA)), map(float, np.atleast_1d(occurrence.VALE))))
    if "R" not in given:
        raise occurrence.wrong("CARA", "a pipe needs its outer radius R")
    # without EP the section of a beam is full: so is that of a pipe
    thickness = given.get("EP", given["R"])
    values = [given["R"], thickness, occurrence.TUYAU_NCOU, occurrence.TUYAU_NSEC, float(occurrence.MODI_METRIQUE == "OUI")]
    return np.tile(np.array(values, float), (len(cells), 1))


def pipe_lines(occurrences, model) -> dict:
    """Entries of Characteristics.values: `pipe_line` (k, 4) chord, radius of the bend, its angle, where the generator stands around it,
    and `pipe_frames` (k, nn, 3, 3); raises Refused."""
    cells = pipe_cells(model)
    if not cells:
        return {}
    mesh = model.mesh
    nodes = {cell: mesh.cell_nodes(cell) for cell in cells}
    given = {}
    for occurrence in occurrences:
        if occurrence.CARA == "GENE_TUYAU":
            group = np.concatenate(list(look_up(occurrence, "GROUP_NO", mesh.node_group)))
            if len(group) != 1:
                raise occurrence.wrong("GROUP_NO", f"the generator of a line of pipes is given at one node, not at {len(group)}")
            given[int(group[0])] = occurrence
    found = {}
    for line in _lines(nodes):
        _follow(line, nodes, mesh, given, found)
    entries = {}
    for count in (3, 4):
        own = [cell for cell in cells if len(nodes[cell]) == count]
        if own:
            entries.setdefault("pipe_line", []).append((np.array(own), np.array([found[cell][0] for cell in own])))
            entries.setdefault("pipe_frames", []).append((np.array(own), np.array([found[cell][1] for cell in own])))
    return entries


def _lines(nodes):
    """Lists of cells that follow one another."""
    after = {}
    for cell, own in nodes.items():
        after.setdefault(int(own[0]), []).append(cell)
    ends = {int(own[1]) for own in nodes.values()}
    for cell, own in nodes.items():
        if int(own[0]) not in ends:
            line = [cell]
            while int(nodes[line[-1]][1]) in after and after[int(nodes[line[-1]][1])][0] not in line:
                line.append(after[int(nodes[line[-1]][1])][0])
            yield line


def _follow(line, nodes, mesh, given, found):
    """Give the cells of a line their axes, from the end where the generator is known."""
    first, last = int(nodes[line[0]][0]), int(nodes[line[-1]][1])
    occurrence = given.get(first) or given.get(last)
    sense = 0 if occurrence is None else 1 if first in given else -1
    precision = occurrence.PRECISION if occurrence is not None else LITTLE
    relative = occurrence is None or occurrence.CRITERE == "RELATIF"
    if occurrence is not None:
        generator = np.array(occurrence.VALE, float)
    else:
        x = mesh.coordinates[nodes[line[0]][1]] - mesh.coordinates[nodes[line[0]][0]]
        generator = np.array([-x[1], x[0], 0.0])
        if np.linalg.norm(generator) < LITTLE:
            generator = np.array([0.0, -x[2], x[1]])
    generator = generator / np.linalg.norm(generator)
    for cell in line if sense >= 0 else line[::-1]:
        places = mesh.coordinates[nodes[cell]]
        make = _cell if len(places) == 3 else _four
        *found[cell], generator, _ = make(places, generator, sense, precision, relative)


def _four(places, generator, *how):
    """As _cell of four nodes: two arcs of three nodes, each two thirds of it."""
    first, frames, _, middle = _cell(places[[0, 3, 2]], generator, *how)
    second, others, end, _ = _cell(places[[2, 1, 3]], middle, *how)
    whole = np.linalg.norm(places[1] - places[0])
    return np.array([whole, second[1], 1.5 * first[2], first[3]]), np.stack([frames[0], others[1], others[0], others[2]]), end, middle


def _cell(places, generator, sense, precision, relative):
    """(4,) as pipe_line, (3, 3, 3) axes at both ends and the middle, the generator at the other end and in the middle.

    sense  1 when the generator is that of the first node, -1 that of the last, 0 when code_aster makes one up
    """
    a, b, middle = places
    chord, near, far = b - a, middle - a, b - middle
    lengths = np.linalg.norm(near), np.linalg.norm(far)
    near, far = near / lengths[0], far / lengths[1]
    axis = np.cross(far, near)
    sine = np.linalg.norm(axis)
    if sine <= (precision if relative else precision / lengths[0] / lengths[1]):
        across = _unit(np.cross(np.cross(chord, generator), chord))
        frame = rotation(*angles_of_axes(chord, np.cross(chord, across)), tiny=0.0)
        return np.array([np.linalg.norm(chord), 0.0, 0.0, 0.0]), np.stack([frame] * 3), across, across
    axis, angle = axis / sine, 2 * np.arctan2(sine, near @ far)
    side, half = np.cross(chord, axis), angle / 2
    start, end = (chord * np.cos(half) - sign * side * np.sin(half) for sign in (1.0, -1.0))
    frames = np.stack([rotation(*angles_of_axes(x, np.cross(x, axis)), tiny=0.0) for x in (start, end, chord)])
    here, there = (start, end) if sense > 0 else (end, start)
    own, about = _unit(np.cross(np.cross(here, generator), here)), axis if sense < 0 else -axis
    carried, between = (
        _unit(own + np.sin(t) * np.cross(about, own) + (1 - np.cos(t)) * np.cross(about, np.cross(about, own))) for t in (angle, half)
    )
    around = np.arctan2(_unit(there) @ np.cross(carried, axis), axis @ carried)
    return np.array([np.linalg.norm(chord), np.linalg.norm(chord) / 2 / sine, angle, around]), frames, carried, between


def _unit(vector):
    return vector / np.linalg.norm(vector)
