"""The moving geometry of contact: when nodes are paired again, and the linear rows of the links found (r5.03.50)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .newton import StepFailed
from .pairing import Zone, pair


@dataclass(frozen=True)
class ZoneLaw:
    """Penalties (N/m) and Coulomb friction of one zone; `reduction` of the friction tangent far from balance."""

    normal: float
    tangential: float = 1.0
    friction: float = 0.0
    reduction: float = 0.0
    frictional: bool = False


@dataclass
class Links:
    """What one pairing gives to a contact algorithm.

    slaves      (nl,) rank of the slave node among those of all zones;  nodes (nl,) its number
    equations   (m,) equations of all nodes concerned
    normal, tangential  (nl, m) rows: the closing and the tangential motion of the slave relative to its master
    support     (nl, m) which equations a link acts on
    gaps        (nl,) gaps, updated by the algorithm as displacements are corrected
    normals, tangents, projections  (nl, 2)
    """

    slaves: np.ndarray
    nodes: np.ndarray
    equations: np.ndarray
    normal: np.ndarray
    tangential: np.ndarray
    support: np.ndarray
    gaps: np.ndarray
    normals: np.ndarray
    tangents: np.ndarray
    projections: np.ndarray


@dataclass
class Renewal:
    """How often the geometry is renewed within a step.

    rule       "automatic": until the motion since the last pairing is below `tolerance` of that before it, at most
               `most` times;  "fixed": `count` times in all;  "once": at the beginning of the step only
    """

    rule: str = "automatic"
    count: int = 2
    most: int = 10
    tolerance: float = 0.01


@dataclass
class ContactGeometry:
    """Pairs the zones on the moved positions.

    coordinates (n_nodes, 2) at rest;  table (n_nodes, 2) equations of DX, DY, -1 where a node carries none
    play        per zone, function (t, positions (ns, 2)) of a distance to take off the gaps, or None
    """

    zones: list[Zone]
    coordinates: np.ndarray
    table: np.ndarray
    renewal: Renewal
    play: list[Callable | None]
    zone_of_slave: np.ndarray = field(init=False)
    slave_nodes: np.ndarray = field(init=False)

    def __post_init__(self):
        self.slave_nodes = np.concatenate([zone.slaves for zone in self.zones])
        self.zone_of_slave = np.repeat(np.arange(len(self.zones)), [len(zone.slaves) for zone in self.zones])
        self._first = np.cumsum([0] + [len(zone.slaves) for zone in self.zones])
        self._carried = np.flatnonzero((self.table >= 0).all(axis=1))
        self._links: Links | None = None
        self._stale, self._time, self._count = True, 0.0, 1
        self._before: np.ndarray | float = 0.0
        self._since: np.ndarray | float = 0.0
        self._greatest = -1.0

    @property
    def n_slaves(self) -> int:
        """How many slave nodes all zones have."""
        return len(self.slave_nodes)

    def begin(self, t: float):
        """A step (or another attempt at it) towards t starts."""
        self._stale, self._time, self._count = True, t, 1
        self._before = self._since = 0.0

    def links(self, u: np.ndarray) -> Links:
        """The links in force; they are paired anew on the displacements u when that is due."""
        if self._stale:
            self._links, self._stale = self._pair(u), False
        return self._links

    def settled(self, increment: np.ndarray) -> bool:
        """Whether a balanced step may keep its geometry; the nodes are paired anew at the next iteration otherwise."""
        self._stale = True
        renewal = self.renewal
        if renewal.rule == "once":
            return True
        if renewal.rule == "fixed":
            self._count += 1
            return self._count > renewal.count
        self._before = self._before + self._since
        self._since = increment - self._before
        moved, before = self._largest(self._since), self._largest(self._before)
        smallest = 1e-6 * max(self._greatest, before) if self._greatest >= 0.0 else np.finfo(float).eps
        self._greatest = max(self._greatest, before)
        if before > smallest:
            ratio = moved / before
        else:
            ratio = (0.1 if before else 10.0) * renewal.tolerance
        if ratio < renewal.tolerance:
            return True
        if self._count == renewal.most:
            raise StepFailed("error", f"the contact geometry has not settled after {renewal.most} pairings (ratio {ratio:.3g})")
        self._count += 1
        return False

    def _largest(self, u):
        if np.ndim(u) == 0 or not self._carried.size:
            return 0.0
        return float(np.sqrt((u[self.table[self._carried]] ** 2).sum(axis=1)).max())

    def _pair(self, u):
        positions = self.coordinates.copy()
        positions[self._carried] += u[self.table[self._carried]]
        found = [pair(zone, positions) for zone in self.zones]
        width = max(p.masters.shape[1] for p in found)
        rank = np.concatenate([p.slaves + start for p, start in zip(found, self._first)])
        nodes = self.slave_nodes[rank]
        involved = np.column_stack([nodes, np.concatenate([_widened(p.masters, width, -1) for p in found])])
        shares = np.column_stack([np.ones(len(nodes)), -np.concatenate([_widened(p.weights, width, 0.0) for p in found])])
        gaps = np.concatenate([self._gaps(p, zone, play, positions) for p, zone, play in zip(found, self.zones, self.play)])
        normals, tangents = np.concatenate([p.normals for p in found]), np.concatenate([p.tangents for p in found])
        distinct, local = np.unique(involved, return_inverse=True)
        local = local.reshape(involved.shape)
        rows = np.zeros((len(nodes), len(distinct)))
        present = np.zeros((len(nodes), len(distinct)))
        link = np.arange(len(nodes))
        for column in range(involved.shape[1]):
            rows[link, local[:, column]] += shares[:, column]
            present[link, local[:, column]] = 1.0
        equations = self.table[distinct].ravel()
        usable = (equations >= 0) & np.repeat(distinct >= 0, 2)
        normal, tangential, support = (
            (rows[:, :, None] * normals[:, None, :]).reshape(len(nodes), -1)[:, usable],
            (rows[:, :, None] * tangents[:, None, :]).reshape(len(nodes), -1)[:, usable],
            np.repeat(present, 2, axis=1)[:, usable],
        )
        equations = equations[usable]
        if self._links is not None and np.array_equal(equations, self._links.equations):
            equations = self._links.equations
        projections = np.concatenate([p.projections for p in found])
        return Links(rank, nodes, equations, normal, tangential, support, gaps, normals, tangents, projections)

    def _gaps(self, pairs, zone, play, positions):
        if play is None:
            return pairs.gaps
        return pairs.gaps - play(self._time, positions[zone.slaves[pairs.slaves]])


def _widened(array, width, filling):
    missing = width - array.shape[1]
    return np.pad(array, ((0, 0), (0, missing)), constant_values=filling) if missing else array
