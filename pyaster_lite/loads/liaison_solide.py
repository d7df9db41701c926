"""LIAISON_SOLIDE: a set of nodes moves as a rigid body, in small rotations or, where it follows the motion, in any (u4.44.01).

Two to four corners keep their distances, in small rotations or in any (fe.rigid_links), and the other nodes their shares of the corners
(solide_tran). In small rotations nodes follow the first one that turns where there is one (drz12d, drz13d). The relations are those of
code_aster row by row, since their multipliers count among the unknowns. Bodies that some node does not follow in every direction have
relations of their own: as many unknowns are kept as a rigid motion has parameters.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.extended.level_sets import edges
from pyaster_lite.fe.rigid_links import Pairs

from ._member import COMPONENTS, LoadKeyword
from ._relations import RowList

NEAR = 1e-3
"""Of the shortest edge of a mesh, the distance of nodes that are as good as one where the deck tells none."""
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
        told = _add_body(rows, model, nodes, _nearest(occurrence, model.mesh))
        if not told and not add_rigid(rows, model, nodes, occurrence.DIST_MIN or 0.0):
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
        corners = _corners(x, _nearest(occurrence, model.mesh))
        if len(corners) < 2:
            raise occurrence.wrong(None, "the nodes of a rigid body that follows the motion are one on another")
        a, b = np.triu_indices(len(corners), 1)
        bodies.append(Pairs(np.stack([table[corners[a]], table[corners[b]]], axis=1), (x[corners[b]] - x[corners[a]])[:, carried]))
        _add_shares(rows, x, table, corners)
    found = rows.term("LIAISON_SOLIDE")
    return (found[0].relations if found else Relations.stacked(model.dofs.size, [])), bodies


def _nearest(occurrence, mesh):
    """The distance of nodes that are as good as one."""
    if occurrence.DIST_MIN:
        return occurrence.DIST_MIN
    ends = [block.nodes[:, edges(block.type)[:, :2]].reshape(-1, 2) for block in mesh.blocks if block.dim]
    ends = np.concatenate([np.empty((0, 2), int), *ends])
    lengths = np.linalg.norm(mesh.coordinates[ends[:, 0]] - mesh.coordinates[ends[:, 1]], axis=1)
    return NEAR * lengths[lengths > 0.0].min(initial=np.ptp(mesh.coordinates, axis=0).max())


def _corners(x, nearest):
    """(1 to 4,) the first of points (k, 3), and those in turn farthest from it, from their line and from their plane (getcara_lisno)."""
    places, chosen = x - x[0], [0]
    away = places
    for left in (lambda way: np.cross(way, places), lambda way: (places @ way)[:, None], lambda way: np.zeros_like(places)):
        size = np.linalg.norm(away, axis=1)
        far = int(size.argmax())
        if size[far] <= nearest:
            break
        chosen.append(far)
        away = left(away[far] / size[far])
    return np.array(chosen)


def _add_shares(rows, x, table, corners):
    """Add the relations of points (k, 3) of equations (k, d) that keep their shares of the corners, those nearest in their span."""
    shares = (x - x[corners[0]]) @ np.linalg.pinv(x[corners[1:]] - x[corners[0]])
    shares = np.concatenate([1.0 - shares.sum(axis=1, keepdims=True), shares], axis=1)
    for k in np.setdiff1d(np.arange(len(x)), corners):
        for own, equation in zip(table[corners].T, table[k]):
            rows.add([(equation, -1.0), *((e, share) for e, share in zip(own, shares[k]) if abs(share) > NONE)], 0.0, normed=True)


def _add_body(rows, model, nodes, nearest: float) -> bool:
    """Add the relations that code_aster writes for a body; False where its nodes do not carry what these speak of."""
    x, space = model.mesh.coordinates[nodes], 3 if model.dimension == 3 else 2
    table = np.stack([model.dofs.index(nodes, name) for name in COMPONENTS], axis=1)
    moves, spins = table[:, :space], table[:, 3:] if space == 3 else table[:, 5:]
    turning = np.flatnonzero((spins >= 0).all(axis=1))
    if len(turning):
        if (moves[turning[0]] < 0).any():
            return False
        _follow_one(rows, x, moves, spins, turning[0])
        return True
    if (moves < 0).any() or (spins >= 0).any():
        return False
    corners = _corners(x, nearest)
    for i, a in enumerate(corners):
        for b in corners[i + 1 :]:
            arm = (x[b] - x[a])[:space]
            rows.add([*zip(moves[b], arm), *zip(moves[a], -arm)], 0.0, normed=True)
    _add_shares(rows, x, moves, corners)
    return True


def _follow_one(rows, x, moves, spins, leader):
    """Add the relations of nodes that follow the motion and the rotation of one of them, equations moves (k, d) and spins (k, 1 or 3)."""
    for node in range(len(x)):
        if node == leader:
            continue
        arm = x[node] - x[leader]
        if (moves[node] >= 0).all():
            for axis, (own, led) in enumerate(zip(moves[node], moves[leader])):
                turned = [(spins[leader, -1], arm[1] if axis == 0 else -arm[0])]
                if spins.shape[1] == 3:
                    after, before = (axis + 1) % 3, (axis + 2) % 3
                    turned = [(spins[leader, after], -arm[before]), (spins[leader, before], arm[after])]
                rows.add([(own, 1.0), (led, -1.0), *turned], 0.0, normed=True)
        if (spins[node] >= 0).all():
            for own, led in zip(spins[node], spins[leader]):
                rows.add([(own, 1.0), (led, -1.0)], 0.0, normed=True)


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
