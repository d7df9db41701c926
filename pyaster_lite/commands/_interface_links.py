"""The conditions by which two interfaces move together (r4.06.02, section 4).

CLASSIQUE: at each pair of nodes, each component of the displacement in the axes of the whole is the same on both sides.
REDUIT: the difference of both sides does no work in the motions of the second interface.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.substructures import mates

TRIPLES = (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ"))
TINY = 1e-10


def conditions_of(level, context, whole, check) -> np.ndarray:
    """(m, n): the conditions of one LIAISON on the coordinates of all substructures."""
    sides = [_side(level, whole, number) for number in (1, 2)]
    nodes = _paired(level, context, sides, check)
    traces = [_traces(part, interface, own) for (part, interface), own in zip(sides, nodes)]
    if level.OPTION == "REDUIT":
        ours = _reduced(level, sides, nodes)
    else:
        (first, active), (second, others) = traces
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


def _paired(level, context, sides, check):
    """Positions in both interfaces of the nodes that face each other."""
    places = []
    for part, interface in sides:
        places.append(part.element.basis.mesh.coordinates[interface.nodes] @ part.rotation.T + part.translation)
    if len(places[0]) != len(places[1]):
        raise level.wrong(None, f"the interfaces have {len(places[0])} and {len(places[1])} nodes: they do not match")
    nearest, distance = mates(*places)
    if len(np.unique(nearest)) < len(nearest):
        raise level.wrong(None, "two nodes of the first interface face the same node of the second one")
    precision, relative = (1e-3, True) if check is None else (check.PRECISION, check.CRITERE == "RELATIF")
    if check is not None:
        check.mark_read("STOP_ERREUR")
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


def _reduced(level, sides, nodes):
    """Both sides against the traces of the vectors of the second one, all unknowns of the nodes counted."""
    traces = []
    for (part, interface), own in zip(sides, nodes):
        every = np.ones_like(interface.active)
        traces.append(_turned(part, _local(part, interface, own, every)))
    (first, active), (second, others) = traces
    if not np.array_equal(active, others):
        raise level.wrong(None, "the interfaces do not carry the same unknowns")
    moving = np.linalg.norm(second, axis=0) / max(1, int(active.sum())) > 2.3e-16
    against = second[:, moving].T
    return against @ first, against @ second
