"""LIAISON_SOLIDE: a set of nodes moves as a rigid body, in small rotations (u4.44.01).

A rigid motion has few parameters: as many unknowns as it has are kept, the others follow from them.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._member import COMPONENTS, LoadKeyword
from ._relations import RowList

ONE = 1e-6
"""The share of a mesh that nodes are apart which are as good as one."""


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("GROUP_NO", "GROUP_MA"),),
        **{word: NODE_WORDS[word] for word in ("GROUP_NO", "GROUP_MA")},
        **{word: EXCLUDED_NODES[word] for word in ("SANS_GROUP_MA", "SANS_GROUP_NO")},
        DIST_MIN=SIMP("f", typ="R", val_min=0.0),
    )


def terms(occurrences, model):
    """As many relations as unknowns that are not free."""
    rows = RowList(model)
    for occurrence in occurrences:
        nodes = wanted_nodes(occurrence, model.mesh)
        if len(nodes) < 2:
            raise occurrence.wrong(None, "a rigid body needs at least two nodes")
        if not add_rigid(rows, model, nodes, occurrence.DIST_MIN or 0.0):
            raise occurrence.wrong(None, "none of these nodes carries a displacement")
    return rows.term("LIAISON_SOLIDE")


def add_rigid(rows, model, nodes, nearest: float) -> bool:
    """Add the relations of a rigid body to the rows; False where no node moves."""
    from scipy.linalg import qr

    equations, motions = _rigid_motions(model, nodes, nearest)
    if not equations.size:
        return False
    _, triangle, order = qr(motions.T, pivoting=True, mode="economic")
    sizes = abs(np.diagonal(triangle))
    rank = int((sizes > 1e-10 * sizes[0]).sum())
    kept, others = order[:rank], order[rank:]
    weights = np.linalg.lstsq(motions[kept].T, motions[others].T, rcond=None)[0].T
    weights[abs(weights) < 1e-12] = 0.0
    for other, own in zip(others, weights):
        relation = [(equations[other], 1.0)] + [(equations[k], -w) for k, w in zip(kept, own)]
        rows.add(relation, 0.0)
    return True


def _rigid_motions(model, nodes, nearest):
    """Equations (k,) of the nodes and the unit rigid motions (k, 6) on them, about the middle of the nodes, in sizes
    of the set. Nodes not farther than `nearest` from one point, or from one line, are taken to be on it."""
    place = model.mesh.coordinates[nodes] - model.mesh.coordinates[nodes].mean(axis=0)
    axis = np.linalg.eigh(place.T @ place)[1][:, -1]
    for near in (place @ np.outer(axis, axis), np.zeros_like(place)):
        if nearest and np.linalg.norm(place - near, axis=1).max() <= nearest:
            place = near
    # nodes on one another turn alike, and nothing else
    size = max(np.ptp(place, axis=0).max(), ONE * np.ptp(model.mesh.coordinates, axis=0).max(), np.finfo(float).tiny)
    equations, motions = [], []
    for column, name in enumerate(COMPONENTS):
        own = model.dofs.index(nodes, name)
        rows = np.zeros((len(nodes), 6))
        rows[:, column] = 1.0 if column < 3 else 1.0 / size
        if column < 3:
            a, b = (column + 1) % 3, (column + 2) % 3
            rows[:, 3 + a], rows[:, 3 + b] = place[:, b] / size, -place[:, a] / size
        equations.append(own[own >= 0])
        motions.append(rows[own >= 0])
    return np.concatenate(equations), np.concatenate(motions)


LOADS.add("LIAISON_SOLIDE", LoadKeyword(declare, terms, functions=False))
