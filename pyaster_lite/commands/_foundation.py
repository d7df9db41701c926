"""A stiffness (or damping) of the ground shared out among the nodes of a foundation (u4.42.01, u4.52.13).

A node has the share c of its cells' weighted areas (lengths of edges in the plane), each spread evenly over its nodes; translations are
shared by c, and of rotations what the translations about the centre do not bring:  c (R_x - sum c (K_y z^2 + K_z y^2)), ...
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up


def centre_of(occurrence, mesh) -> np.ndarray:
    """(3,) the point that the words name, the origin where they name none."""
    if "COOR_CENTRE" in occurrence:
        return np.array([*occurrence.COOR_CENTRE, 0.0])[:3]
    if "GROUP_NO_CENTRE" not in occurrence:
        return np.zeros(3)
    nodes = np.concatenate(list(look_up(occurrence, "GROUP_NO_CENTRE", mesh.node_group)))
    return mesh.coordinates[nodes[0]]


def shares(occurrence, mesh, dimension: int, word: str = "GROUP_MA") -> tuple[np.ndarray, np.ndarray]:
    """Nodes of a foundation, in order of first appearance, and the share (n,) of each (groups of cells under `word`). Raises Refused."""
    factors = occurrence.COEF_GROUP if "COEF_GROUP" in occurrence else occurrence.FONC_GROUP
    groups = list(look_up(occurrence, word, mesh.cell_group))
    if len(factors) != len(groups):
        given = "COEF_GROUP" if "COEF_GROUP" in occurrence else "FONC_GROUP"
        raise occurrence.wrong(given, f"{len(groups)} groups of cells take {len(groups)} values, not {len(factors)}")
    centre, share, seen = centre_of(occurrence, mesh), {}, set()
    for factor, cells in zip(factors, groups):
        for cell in map(int, cells):
            if cell in seen:
                continue
            seen.add(cell)
            nodes = mesh.cell_nodes(cell)
            places = mesh.coordinates[nodes]
            size = _size(occurrence, word, mesh, cell, places, dimension)
            weight = factor.evaluate(X=np.linalg.norm(centre - places.mean(axis=0))) if hasattr(factor, "evaluate") else factor
            for node in map(int, nodes):
                share[node] = share.get(node, 0.0) + size * float(weight) / len(nodes)
    values = np.array(list(share.values()))
    return np.array(list(share)), values / values.sum()


def _size(occurrence, word, mesh, cell, places, dimension):
    """The length of an edge, or the area of a face by its corners."""
    kind = mesh.cell_type(cell)
    if dimension == 2 or kind.startswith("SEG"):
        return np.linalg.norm(places[1] - places[0])
    if kind.startswith("TRIA"):
        across = places[2] - places[0], places[1] - places[0]
    elif kind.startswith("QUAD"):
        across = places[2] - places[0], places[3] - places[1]
    else:
        raise occurrence.wrong(word, f"cell {mesh.cell_names[cell]} is a {kind}: a foundation is made of edges or faces")
    return np.linalg.norm(np.cross(*across)) / 2


def to_share(values, places, centre, share, plane: bool) -> np.ndarray:
    """What is shared out of the stiffness `values` of a foundation: the translations, and what is left of the rotations."""
    x, y, z = (places - centre).T
    if plane and len(values) == 3:
        kx, ky, turn = values
        return np.array([kx, ky, turn - (share * (ky * x**2 + kx * y**2)).sum()])
    if len(values) != 6:
        return values
    kx, ky, kz, *turns = values
    about = [(share * arm).sum() for arm in (ky * z**2 + kz * y**2, kx * z**2 + kz * x**2, ky * x**2 + kx * y**2)]
    return np.array([kx, ky, kz, *(turn - own for turn, own in zip(turns, about))])
