"""LIAISON_SOLIDE: a set of nodes moves as a rigid body, in small rotations or, where it follows the motion, in any (u4.44.01).

In small rotations a rigid motion has few parameters: as many unknowns as it has are kept, the others follow from them. In any rotations
two to four corners keep their distances (fe.rigid_links), the other nodes their shares of the corners (solide_tran).
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.constraints import Relations

from pyaster_lite.fe.rigid_links import Pairs

from ._member import COMPONENTS, DISPLACEMENTS, LoadKeyword
from ._relations import RowList

NEAR = 1e-6
"""Of the size of a mesh, the distance of nodes that are as good as one where the deck tells none."""
NONE = 1e-12
"""A share of a corner that is none."""
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
    made = rows.term("LIAISON_SOLIDE")
    for term in made:
        term.following = lambda: _following(occurrences, model)
    return made


def _following(occurrences, model):
    """The relations of the other nodes and the pairs of corners of each body."""
    rows, bodies = RowList(model), []
    for occurrence in occurrences:
        nodes = wanted_nodes(occurrence, model.mesh)
        table = np.stack([model.dofs.index(nodes, name) for name in COMPONENTS], axis=1)
        carried = table[:, :3].max(axis=0) >= 0
        if (table[:, 3:] >= 0).any():
            raise occurrence.not_yet(None, "rigid bodies of nodes that turn do not follow the motion yet")
        if (table[:, :3][:, carried] < 0).any():
            raise occurrence.wrong(None, "the nodes of a rigid body that follows the motion do not carry the same displacements")
        x, table = model.mesh.coordinates[nodes], table[:, :3][:, carried]
        corners = _corners(x, occurrence.DIST_MIN or NEAR * np.ptp(model.mesh.coordinates, axis=0).max())
        if len(corners) < 2:
            raise occurrence.wrong(None, "the nodes of a rigid body that follows the motion are one on another")
        a, b = np.triu_indices(len(corners), 1)
        bodies.append(Pairs(np.stack([table[corners[a]], table[corners[b]]], axis=1), (x[corners[b]] - x[corners[a]])[:, carried]))
        edges = x[corners[1:]] - x[corners[0]]
        shares = np.linalg.lstsq(edges.T, (x - x[corners[0]]).T, rcond=None)[0].T
        shares = np.concatenate([1.0 - shares.sum(axis=1, keepdims=True), shares], axis=1)
        for k in np.setdiff1d(np.arange(len(nodes)), corners):
            for own, equation in zip(table[corners].T, table[k]):
                rows.add([(equation, -1.0), *((e, share) for e, share in zip(own, shares[k]) if abs(share) > NONE)], 0.0)
    found = rows.term("LIAISON_SOLIDE")
    return (found[0].relations if found else Relations.stacked(model.dofs.size, [])), bodies


def _corners(x, nearest):
    """(2 to 4,) the first of points (k, 3), and those in turn farthest from it, from their line and from their plane (getcara_lisno)."""
    chosen, left = [0], x - x[0]
    for _ in range(3):
        size = np.linalg.norm(left, axis=1)
        far = int(size.argmax())
        if size[far] <= nearest:
            break
        chosen.append(far)
        way = left[far] / size[far]
        left = left - np.outer(left @ way, way)
    return np.array(chosen)


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
