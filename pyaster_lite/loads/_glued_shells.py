"""Shells glued to solids and solids to shells: two of the ways of LIAISON_MAIL (u4.44.01).

A node of a shell on a solid, of normal n and thickness e:
1. its displacement is that of the solid where it stands;
2. its rotation about t2 and about t3, two axes across n, is the difference between the displacements of the solid
   at e/2 above and at e/2 below it, along t3 and along t2, divided by e: what turns n as the solid does.
A node of a solid at the offset d from the point of the shell nearest to it: u = U + R x d, with U and R the displacement and the rotation
of the shell there. Quadratic shells whose middle node turns and does not move have their displacement from the nodes around it.
"""

import numpy as np

from pyaster_lite.fe.point_location import Cells, locate

from ._member import DISPLACEMENTS, ROTATIONS
from ._relations import equation_of

_AROUND = {"TRIA7": ("TRIA6", 6), "QUAD9": ("QUAD8", 8)}
"""Cells of shells with a node in the middle, and what the nodes around it make."""


def shells_to_solids(occurrence, model, nodes, masters, reach, rows):
    """Relations of nodes of shells with the cells of solids that they stand in; raises Refused where a normal is missing."""
    mesh, places = model.mesh, model.mesh.coordinates
    normals = _normals(occurrence, mesh, nodes)
    half = 0.5 * occurrence.EPAIS * normals
    middle = locate(places[nodes], places, masters, reach)
    above, below = (locate(places[nodes] + side * half, places, masters) for side in (1.0, -1.0))
    axes = _axes(normals)
    for row, node in enumerate(nodes.tolist()):
        if middle.cells[row] < 0:
            continue
        held = middle.terms(row)
        if not _stands_on(node, held):
            for name in DISPLACEMENTS:
                own = (equation_of(occurrence, model, node, name), -1.0)
                rows.add([own, *((equation_of(occurrence, model, master, name), weight) for master, weight in held)], 0.0)
        _, second, third = axes[row]
        for turning, moving in ((second, -third), (third, second)):
            relation = [(equation_of(occurrence, model, node, name), -factor) for name, factor in zip(ROTATIONS, turning)]
            for found, sign in ((above, 1.0), (below, -1.0)):
                for master, weight in found.terms(row):
                    factors = sign * weight / occurrence.EPAIS * moving
                    relation += [(equation_of(occurrence, model, master, name), factor) for name, factor in zip(DISPLACEMENTS, factors)]
            rows.add(relation, 0.0)


def solids_to_shells(occurrence, model, nodes, masters, reach, rows):
    """Relations of nodes of solids with the cells of shells that they are nearest to."""
    places = model.mesh.coordinates
    turning = locate(places[nodes], places, masters, reach)
    around = [Cells(kind, part.linear, part.numbers, part.nodes[:, :count]) for part in masters for kind, count in [_around(part)]]
    moving = turning if all(part.kind not in _AROUND for part in masters) else locate(places[nodes], places, around, reach)
    for row, node in enumerate(nodes.tolist()):
        held = turning.terms(row)
        if not held:
            continue
        x, y, z = places[node] - sum(weight * places[master] for master, weight in held)
        levers = {"DX": (("DRY", z), ("DRZ", -y)), "DY": (("DRZ", x), ("DRX", -z)), "DZ": (("DRX", y), ("DRY", -x))}
        if _stands_on(node, moving.terms(row)):
            continue
        for name in DISPLACEMENTS:
            relation = [(equation_of(occurrence, model, node, name), -1.0)]
            relation += [(equation_of(occurrence, model, master, name), weight) for master, weight in moving.terms(row)]
            for rotation, lever in levers[name]:
                relation += [(equation_of(occurrence, model, master, rotation), weight * lever) for master, weight in held if lever]
            rows.add(relation, 0.0)


def _around(part):
    return _AROUND.get(part.kind, (part.kind, part.nodes.shape[1]))


def _stands_on(node, held) -> bool:
    """Whether a node follows itself: a relation that says nothing."""
    return any(master == node and abs(weight - 1.0) < 1e-2 for master, weight in held)


def _normals(occurrence, mesh, nodes):
    """(n, 3) of CHAM_NORMALE at nodes."""
    field = occurrence.CHAM_NORMALE
    if set(field.components) < set("XYZ"):
        raise occurrence.wrong("CHAM_NORMALE", f"this is no field of normals: it has {', '.join(field.components)}")
    found = np.stack([field.component(name)[nodes] for name in "XYZ"], axis=-1)
    lost = np.flatnonzero(np.isnan(found).any(axis=1))
    if len(lost):
        raise occurrence.wrong("CHAM_NORMALE", f"the field has no normal at node {mesh.node_names[nodes[lost[0]]]}")
    return found


def _axes(normals):
    """(n, 3, 3) frames, axes in rows, the first along each normal n. With k the last axis of space where n is large and l the one after
    it, the second is that of e_l - n_l e_k, which is what code_aster takes: across n only where n_l is zero or n lies along k."""
    frames = np.zeros((len(normals), 3, 3))
    for frame, normal in zip(frames, normals):
        frame[0] = normal / np.linalg.norm(normal)
        large = int(np.flatnonzero(abs(frame[0]) >= 0.5)[-1])
        frame[1, (large + 1) % 3], frame[1, large] = 1.0, -frame[0, (large + 1) % 3]
        frame[1] /= np.linalg.norm(frame[1])
        frame[2] = np.cross(frame[0], frame[1])
    return frames
