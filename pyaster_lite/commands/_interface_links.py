"""The conditions by which two interfaces move together (r4.06.02, section 4).

CLASSIQUE: at each pair of nodes, each component of the displacement in the axes of the whole is the same on both sides; where
the meshes do not match, nodes of one side follow the cells of the other, the master (GROUP_MA_MAIT_).
REDUIT: the difference of both sides does no work in the motions of the second interface, or of the first one when the second is
the master; where the meshes do not match, nodes follow the rigid motion that fits the nearest nodes of the master best.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.point_location import Cells, locate
from pyaster_lite.fe.substructures import following_rigidly, mates

TRIPLES = (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ"))
TINY = 1e-10


def conditions_of(level, context, whole, check) -> np.ndarray:
    """(m, n): the conditions of one LIAISON on the coordinates of all substructures."""
    sides = [_side(level, whole, number) for number in (1, 2)]
    if check is not None:
        check.mark_read("STOP_ERREUR", "PRECISION", "CRITERE")
    masters = [number for number in (0, 1) if level.get(f"GROUP_MA_MAIT_{number + 1}")]
    if level.OPTION == "REDUIT":
        ours = _reduced(level, context, sides, masters[0] if masters else 0, check)
    elif masters:
        ours = _interpolated(level, sides, masters[0])
    else:
        nodes = _paired(level, context, sides, check)
        (first, active), (second, others) = (_traces(part, interface, own) for (part, interface), own in zip(sides, nodes))
        if not np.array_equal(active, others):
            raise level.wrong(None, "the interfaces do not hold the same components in the axes of the whole")
        ours = first[active], second[active]
    conditions = np.zeros((len(ours[0]), whole.size))
    for (part, _), block, sign in zip(sides, ours, (1.0, -1.0)):
        conditions[:, whole.span(part.name)] += sign * block
    return conditions


def _side(level, whole, number):
    part = whole.named(level[f"SOUS_STRUC_{number}"])
    if part is None:
        raise level.wrong(f"SOUS_STRUC_{number}", f"there is no substructure {level[f'SOUS_STRUC_{number}']}")
    interface = part.element.basis.interfaces.named(level[f"INTERFACE_{number}"])
    if interface is None:
        raise level.wrong(f"INTERFACE_{number}", f"{part.name} has no interface {level[f'INTERFACE_{number}']}")
    return part, interface


def stands(part):
    """(n_nodes, 3) where the nodes of a substructure stand in the whole."""
    return part.element.basis.mesh.coordinates @ part.rotation.T + part.translation


def _interpolated(level, sides, master):
    """Both sides at the nodes of the slave, the master's by the functions of the cells that they stand in."""
    (part, interface), (slave, followers) = sides[master], sides[1 - master]
    mesh, word = part.element.basis.mesh, f"GROUP_MA_MAIT_{master + 1}"
    cells = np.unique(np.concatenate(look_up(level, word, mesh.cell_group)))
    cells = cells[mesh.cell_dim(cells) == mesh.cell_dim(cells).max()]
    parts = [Cells(block.type, CELL_TYPES[block.type].linear, block.cells, block.nodes) for block in mesh.select(cells)]
    axes = 2 if mesh.cell_dim(cells).max() == 2 and np.ptp(mesh.coordinates[:, 2]) == 0.0 else 3
    found = locate(stands(slave)[followers.nodes][:, :axes], stands(part)[:, :axes], parts)
    place = np.full(len(mesh.coordinates) + 1, -1)
    place[interface.nodes] = np.arange(len(interface.nodes))
    weights = np.zeros((len(followers.nodes), len(interface.nodes)))
    columns = place[found.nodes]
    rows, which = np.nonzero(columns >= 0)
    np.add.at(weights, (rows, columns[rows, which]), found.weights[rows, which])
    own, active = _traces(slave, followers, np.arange(len(followers.nodes)))
    theirs = _traces(part, interface, np.arange(len(interface.nodes)))[0]
    led = np.tensordot(weights, theirs.reshape(len(interface.nodes), 6, -1), 1).reshape(len(own), -1)
    pair = led[active], own[active]
    return pair if master == 0 else pair[::-1]


def meet(sides, check):
    """Whether every node of an interface faces one of the other; sides ((substructure, interface), the same), `check` VERIF or None."""
    places = [stands(part)[interface.nodes] for part, interface in sides]
    if len(places[0]) != len(places[1]):
        return False
    nearest, distance = mates(*places)
    scale = 1.0 if check is not None and check.CRITERE == "ABSOLU" else max(np.linalg.norm(x, axis=1).max(initial=0.0) for x in places)
    return len(np.unique(nearest)) == len(nearest) and distance <= (1e-3 if check is None else check.PRECISION) * scale


def _paired(level, context, sides, check):
    """Positions in both interfaces of the nodes that face each other."""
    places = [stands(part)[interface.nodes] for part, interface in sides]
    if len(places[0]) != len(places[1]):
        raise level.wrong(None, f"the interfaces have {len(places[0])} and {len(places[1])} nodes: they do not match")
    nearest, distance = mates(*places)
    if len(np.unique(nearest)) < len(nearest):
        raise level.wrong(None, "two nodes of the first interface face the same node of the second one")
    precision, relative = (1e-3, True) if check is None else (check.PRECISION, check.CRITERE == "RELATIF")
    scale = max(np.linalg.norm(place, axis=1).max(initial=0.0) for place in places) if relative else 1.0
    if distance > precision * scale:
        text = f"nodes of the interfaces that should meet are {distance:.3g} m apart"
        if check is None or check.STOP_ERREUR == "OUI":
            raise level.wrong(None, text)
        context.warn(level, None, text)
    return np.arange(len(nearest)), nearest


def _traces(part, interface, order):
    """((6 k, n) components at the nodes in the axes of the whole, (6 k,) which of them the interface speaks of)."""
    return _turned(part, _local(part, interface, order, interface.active))


def _local(part, interface, order, active):
    """[(values (k, 3, n), held (k, 3))] of translations and of rotations in the substructure's own axes, zero where not `active`."""
    dofs, shapes = part.element.basis.dofs, part.element.basis.shapes
    found = []
    for names in TRIPLES:
        values, held = np.zeros((len(order), 3, shapes.shape[1])), np.zeros((len(order), 3), bool)
        for axis, name in enumerate(names):
            if name in dofs.components:
                column = dofs.components.index(name)
                equations = dofs.table[interface.nodes[order], column]
                held[:, axis] = active[order, column] & (equations >= 0)
                values[held[:, axis], axis] = shapes[equations[held[:, axis]]]
        found.append((values, held))
    return found


def _turned(part, local):
    whole, active = [], []
    for values, held in local:
        whole.append(np.einsum("ij,kjn->kin", part.rotation, values))
        active.append((np.abs(part.rotation)[None] @ held[:, :, None].astype(float))[:, :, 0] > TINY)
    values, active = np.concatenate(whole, axis=1), np.concatenate(active, axis=1)
    return values.reshape(-1, values.shape[2]), active.ravel()


def _reduced(level, context, sides, master, check):
    """Both sides against the traces of the vectors of the slave, all unknowns of the nodes counted."""
    facing = meet(sides, check)
    level.mark_read("GROUP_MA_MAIT_1", "GROUP_MA_MAIT_2")
    nodes = _paired(level, context, sides, check) if facing else [np.arange(len(interface.nodes)) for _, interface in sides]
    traces = []
    for (part, interface), own in zip(sides, nodes):
        every = np.ones_like(interface.active)
        traces.append(_turned(part, _local(part, interface, own, every)))
    (led, leading), (own, active) = traces[master], traces[1 - master]
    if not facing:
        places = [stands(part)[interface.nodes] for part, interface in sides]
        flat = np.ptp(sides[master][0].element.basis.mesh.coordinates[:, 2]) == 0.0
        led = following_rigidly(places[1 - master], places[master], leading.reshape(-1, 6), 2 if flat else 5) @ led
        led = np.where(active[:, None], led, 0.0)
    elif not np.array_equal(active, leading):
        raise level.wrong(None, "the interfaces do not carry the same unknowns")
    moving = np.linalg.norm(own, axis=0) / max(1, int(active.sum())) > 2.3e-16
    against = own[:, moving].T
    pair = against @ led, against @ own
    return pair if master == 0 else pair[::-1]
