"""Static modes told apart by the node and component that they move."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import nodes_of

AXES = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")


def label(node, component: str) -> str:
    """NOEUD_CMP as code_aster writes it: the number of a node in the mesh, from 1, or ACCE; then the component."""
    return f"{node:<8}{component:<8}"


def driven_by(args, modes, direction) -> np.ndarray:
    """(n,): the sum of the static modes of the nodes of GROUP_NO, each by its part of `direction`."""
    nodes = nodes_of(args, modes.mesh)
    order_of = {modes.parameter("NOEUD_CMP", order): order for order in modes.orders}
    total = np.zeros(modes.dofs.size)
    for component, value in zip(AXES, direction):
        if abs(value) <= 1e-4:
            continue
        for node in nodes:
            name = str(modes.mesh.node_names[node])
            order = order_of.get(label(int(node) + 1, component))
            if order is None:
                raise args.wrong("GROUP_NO", f"{modes.name} has no static mode of {component} at node {name}")
            if modes.parameter("TYPE_DEFO", order) != "DEPL_IMPO":
                raise args.wrong("GROUP_NO", f"mode {order} of {modes.name} is not that of an imposed displacement")
            total += value * modes.vectors[order]
    return total


def unit_direction(args) -> np.ndarray:
    """DIRECTION, of length one."""
    direction = np.array([float(value) for value in args.DIRECTION])
    length = np.linalg.norm(direction)
    if length == 0.0:
        raise args.wrong("DIRECTION", "the direction is zero")
    return direction / length
