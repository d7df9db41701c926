"""Pairing of slave nodes with master segments in the plane, as the discrete contact formulation does it (r5.03.50).

For one zone, with x the current positions of the nodes:

1. each slave node finds the nearest master node (or, along a given direction d, the one whose view makes the
   smallest cosine with d), dropped when farther than `reach`;
2. it is projected on every segment around that node: min |x_s - N(xi) x_m|, or x_s + b d = N(xi) x_m; xi beyond the
   ends is brought back to the end, and refused when it was farther out than `overhang`;
3. the nearest segment wins, one where the node falls inside before one where it does not;
4. the normal n points into the master body: that of the segment, of the slave nodes, of both, or interpolated between
   nodal normals; the gap is (x_p - x_s) . n, positive when open. As in code_aster the tangent of a curved segment is the
   mean of that at the projection and of that one step of 2 before, which beyond an end is where the point would fall.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

EPS = np.finfo(float).eps
ON_EDGE = 1e-12
CLOSE = 1e-4
"""Projections on curved cells stop once a step is below this share of the place, or below a hundredth of it near the middle."""
MOST = 200


@dataclass
class Zone:
    """What is paired with what; nodes are numbers of the mesh.

    slaves    (ns,) nodes that must not penetrate
    masters   (nc, 2 or 3) segments of the master side, vertices first, -1 where a middle node is missing
    slave_cells   segments of the slave side, likewise (their normals may be asked for)
    nodal     link with the nearest master node itself
    normal    "master", "slave" or "both"
    smooth    interpolate the master's normals between nodal averages
    direction (2,) of projection, None for the shortest distance
    overhang  how far outside a segment (in xi) a projection is still taken
    reach     greatest distance to the nearest master node, negative for any
    """

    slaves: np.ndarray
    masters: np.ndarray
    slave_cells: np.ndarray
    nodal: bool = False
    normal: str = "master"
    smooth: bool = False
    direction: np.ndarray | None = None
    overhang: float = 0.5
    reach: float = -1.0
    master_nodes: np.ndarray = field(init=False)
    around: np.ndarray = field(init=False)

    def __post_init__(self):
        self.master_nodes = np.unique(self.masters[self.masters >= 0])
        self.around = cells_around(self.master_nodes, self.masters)

    def pair(self, positions: np.ndarray) -> Pairs:
        """The links for the nodes' current `positions` (n_nodes, 2 or more)."""
        return pair_points(self, positions, positions[self.slaves, :2], self.slaves)


@dataclass
class Pairs:
    """The links found: one row per slave node that has a partner, or that was projected where `taken` tells which have one.

    slaves (nl,) rank in the zone; masters (nl, 1 to 3, to 9 in space) nodes, -1 for none; weights alike;
    normals, tangents (nl, 2 or 3); gaps (nl,); projections (nl, 2 or 3); laterals: the second tangents in space, else None
    """

    slaves: np.ndarray
    masters: np.ndarray
    weights: np.ndarray
    normals: np.ndarray
    tangents: np.ndarray
    gaps: np.ndarray
    projections: np.ndarray
    laterals: np.ndarray | None = None
    taken: np.ndarray | None = None


def pair_points(zone: Zone, positions: np.ndarray, slave_x: np.ndarray, nodes: np.ndarray, every: bool = False) -> Pairs:
    """The links of any points `slave_x` (ns, 2) of the slave side; `nodes` (ns,) on which they stand give the slave normals.

    With `every`, points that are projected too far away are rows too, which `taken` tells from the links.
    """
    x = positions[:, :2]
    nearest, found = nearest_masters(zone, slave_x, x[zone.master_nodes])
    if zone.nodal:
        kept = np.flatnonzero(found)
        reached = zone.master_nodes[nearest[kept]]
        masters, weights, projections = reached[:, None], np.ones((len(kept), 1)), x[reached]
        normals = _nodal_normals(zone.masters, x, zone.master_nodes)[nearest[kept]]
    else:
        cells, xi, before, inside = _project(zone, x, slave_x, nearest)
        found = found & inside
        kept = np.arange(len(found)) if every else np.flatnonzero(found)
        cells, xi = cells[kept], xi[kept]
        masters = zone.masters[cells]
        weights, slopes, _ = segment_shapes(xi, masters)
        slopes = slopes + segment_shapes(before[kept], masters)[1]
        corners = x[masters]
        projections = at_points(weights, corners)
        if zone.smooth:
            nodal = np.zeros_like(x)
            nodal[zone.master_nodes] = _nodal_normals(zone.masters, x, zone.master_nodes)
            normals = unit(at_points(weights, nodal[masters]))
        else:
            normals = _left(unit(at_points(slopes, corners)))
    if zone.normal != "master":
        own = -_nodal_normals(zone.slave_cells, x, nodes)[kept]
        normals = own if zone.normal == "slave" else unit(own + normals)
    gaps = ((projections - slave_x[kept]) * normals).sum(axis=1)
    return Pairs(kept, masters, weights, normals, -_left(normals), gaps, projections, taken=found[kept])


def nearest_masters(zone: Zone, slave_x: np.ndarray, master_x: np.ndarray):
    """Rank of the nearest master node of each slave, and whether it is within reach."""
    view = master_x[None] - slave_x[:, None]
    distance = np.sqrt((view**2).sum(axis=2))
    if zone.direction is not None:
        cosine = abs(view @ zone.direction) / (np.linalg.norm(zone.direction) * np.maximum(distance, EPS))
        distance = np.where(distance <= EPS, 1.0, cosine)
    nearest = distance.argmin(axis=1)
    if zone.reach <= 0.0:
        return nearest, np.ones(len(nearest), bool)
    return nearest, distance[np.arange(len(nearest)), nearest] <= zone.reach


def _project(zone, x, slave_x, nearest):
    """Best segment, its xi, xi one step before and whether the projection is acceptable, among the segments around the nearest nodes."""
    n = len(slave_x)
    if zone.around.shape[1] == 1:
        cells = zone.around[nearest, 0]
        nodes = zone.masters[cells]
        xi, before = _closest(x[nodes], nodes, slave_x, zone.direction)
        return cells, np.clip(xi, -1.0, 1.0), before, abs(xi) - 1.0 <= zone.overhang + ON_EDGE * (1 + zone.overhang)
    best_cell, best_xi, best_before = np.full(n, -1), np.zeros(n), np.zeros(n)
    best_distance, best_rank = np.full(n, np.inf), np.full(n, 3)
    for candidates in zone.around[nearest].T:
        rows = np.flatnonzero(candidates >= 0)
        if not rows.size:
            continue
        cells = candidates[rows]
        nodes = zone.masters[cells]
        corners = x[nodes]
        xi, before = _closest(corners, nodes, slave_x[rows], zone.direction)
        xi = xi.copy()
        on_edge = abs(abs(xi) - 1.0) <= ON_EDGE
        xi[on_edge] = np.sign(xi[on_edge])
        over = abs(xi) - 1.0
        refused = over > zone.overhang + ON_EDGE * (1 + zone.overhang)
        rank = np.where(over <= 0.0, 0, np.where(refused, 2, 1))
        xi = np.clip(xi, -1.0, 1.0)
        foot = at_points(segment_shapes(xi, nodes)[0], corners)
        distance = np.sqrt(((foot - slave_x[rows]) ** 2).sum(axis=1))
        old_rank, old = best_rank[rows], best_distance[rows]
        nearer = distance < old
        apart = abs(distance - old) > EPS * old
        better = (old_rank == 3) | np.where(rank == 0, (old_rank > 0) | (nearer & apart), (old_rank > 0) & nearer)
        rows = rows[better]
        best_cell[rows], best_xi[rows], best_before[rows] = cells[better], xi[better], before[better]
        best_distance[rows], best_rank[rows] = distance[better], rank[better]
    return best_cell, best_xi, best_before, best_rank < 2


def _closest(corners, nodes, point, direction):
    """xi of the projections of points on segments, along a direction or by the shortest distance (Newton), and xi one step before."""
    xi, before, along = np.zeros((3, len(point)))
    along += 1.0
    going = np.arange(len(point))
    for _ in range(MOST):
        values, slopes, curvature = segment_shapes(xi[going], nodes[going])
        own = corners[going]
        tangent, away = at_points(slopes, own), point[going] - at_points(values, own)
        if direction is None:
            slope = (tangent**2).sum(axis=1)
            if curvature is not None:
                slope = slope - (at_points(curvature, own) * away).sum(axis=1)
            step, moved = (away * tangent).sum(axis=1) / slope, 0.0
        else:
            left, across = away - along[going, None] * direction, np.array([-direction[1], direction[0]])
            step = (left @ across) / (tangent @ across)
            moved = ((left - step[:, None] * tangent) @ direction) / (direction @ direction)
            along[going] += moved
        before[going] = xi[going]
        xi[going] += step
        if curvature is None:
            return xi, xi
        going = going[unsettled(step**2 + moved**2, xi[going] ** 2 + (0.0 if direction is None else along[going] ** 2))]
        if not len(going):
            break
    return xi, before


def unsettled(step, size):
    """(n,) whether a projection goes on, from the squares of its last step and of where it is: as closely as code_aster projects."""
    small = size <= CLOSE
    return np.sqrt(step) > np.where(small, CLOSE / 100, CLOSE * np.sqrt(np.where(small, 1.0, size)))


def segment_shapes(xi, nodes):
    """Shape functions (nl, nn) of segments with those `nodes`, first derivatives, second ones (None when all are straight)."""
    if nodes.shape[1] == 2:
        half = np.full(len(xi), 0.5)
        return np.stack([0.5 - xi / 2, 0.5 + xi / 2], axis=1), np.stack([-half, half], axis=1), None
    q = (nodes[:, 2] >= 0) * 1.0
    bubble = q * (1 - xi * xi)
    values = np.stack([(1 - xi - bubble) / 2, (1 + xi - bubble) / 2, bubble], axis=1)
    slopes = np.stack([q * xi - 0.5, q * xi + 0.5, -2 * q * xi], axis=1)
    return values, slopes, np.stack([q, q, -2 * q], axis=1)


def at_points(weights, corners):
    """Sum over the nodes of weights (nl, nn) times corners (nl, nn, 2)."""
    return (weights[:, :, None] * corners).sum(axis=1)


def _nodal_normals(cells, x, nodes):
    """(n, 2) unit normals at `nodes`: the mean of those of the segments around, each taken at the node itself."""
    total = np.zeros_like(x)
    for local, xi in zip(range(cells.shape[1]), (-1.0, 1.0, 0.0)):
        held = cells[cells[:, local] >= 0]
        slopes = segment_shapes(np.full(len(held), xi), held)[1]
        np.add.at(total, held[:, local], _left(unit(at_points(slopes, x[held]))))
    return unit(total[nodes])


def cells_around(nodes: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """(n_nodes, most) cells that hold each node, in order, -1 where there are no more."""
    held = [np.flatnonzero((cells == node).any(axis=1)) for node in nodes]
    table = np.full((len(nodes), max(map(len, held), default=1)), -1)
    for row, found in zip(table, held):
        row[: len(found)] = found
    return table


def _left(v):
    return np.stack([-v[:, 1], v[:, 0]], axis=1)


def unit(v: np.ndarray) -> np.ndarray:
    """(n, dim) directions over their lengths, complex ones too."""
    return v / np.sqrt((v**2).sum(axis=1))[:, None]
