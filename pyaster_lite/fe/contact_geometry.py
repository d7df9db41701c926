"""The moving geometry of contact: when nodes are paired again, and the linear rows of the links found (r5.03.50)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from .newton import StepFailed
from .pairing import Zone

MANY = 400
"""Matrices on more equations than this are sparse."""


@dataclass(frozen=True)
class ZoneLaw:
    """Penalties (N/m) and Coulomb friction of one zone; `reduction` of the friction tangent far from balance."""

    normal: float
    tangential: float = 1.0
    friction: float = 0.0
    reduction: float = 0.0


@dataclass
class Links:
    """What one pairing gives to a contact algorithm.

    slaves      (nl,) rank of the slave node among those of all zones;  nodes (nl,) its number
    equations   (m,) equations of all nodes concerned
    normal, tangential  (nl, m) rows: the closing and the tangential motion of the slave relative to its master
    support     (nl, m) which equations a link acts on
    gaps        (nl,) gaps, updated by the algorithm as displacements are corrected
    normals, tangents, projections  (nl, 2), in space (nl, 3)
    lateral, laterals  in space the tangential motion along the second tangent and that tangent, None in the plane
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
    lateral: np.ndarray | None = None
    laterals: np.ndarray | None = None

    @property
    def directions(self) -> list[np.ndarray]:
        """The rows of tangential motion: one in the plane, two in space."""
        return [self.tangential] if self.lateral is None else [self.tangential, self.lateral]


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

    coordinates (n_nodes, 2 or 3) at rest;  table alike: equations of DX, DY (and DZ), -1 where a node carries none
    play        per zone, function (t, positions (n, 2 or 3), ranks (n,) of the slaves there) of a distance to take off the gaps, or None
    paired_at   displacements (n,) of the last pairing, None before the first
    """

    zones: list[Zone]
    coordinates: np.ndarray
    table: np.ndarray
    renewal: Renewal
    play: list[Callable | None]
    paired_at: np.ndarray | None = field(init=False, default=None)
    zone_of_slave: np.ndarray = field(init=False)
    slave_nodes: np.ndarray = field(init=False)

    def __post_init__(self):
        self.slave_nodes = np.concatenate([zone.slaves for zone in self.zones])
        self.zone_of_slave = np.repeat(np.arange(len(self.zones)), [len(zone.slaves) for zone in self.zones])
        self._first = np.cumsum([0] + [len(zone.slaves) for zone in self.zones])
        self._carried = np.flatnonzero((self.table >= 0).all(axis=1))
        involved = np.concatenate([np.ravel(nodes) for zone in self.zones for nodes in (zone.slaves, zone.masters, zone.slave_cells)])
        involved = np.unique(involved[involved >= 0])
        self._moving = involved[(self.table[involved] >= 0).all(axis=1)]
        self._positions = self.coordinates.copy()
        self._links: Links | None = None
        self._layout: Layout | None = None
        self._stale, self._time, self._count = True, 0.0, 1
        self._before: np.ndarray | float = 0.0
        self._since: np.ndarray | float = 0.0
        self._greatest = -1.0
        self._kept = np.zeros(len(self.slave_nodes))

    @property
    def stale(self) -> bool:
        """Whether the nodes are paired anew when links are asked for next."""
        return self._stale

    @property
    def n_slaves(self) -> int:
        """How many slave nodes all zones have."""
        return len(self.slave_nodes)

    def begin(self, t: float):
        """A step (or another attempt at it) towards t starts.

        An attempt that failed before its residuals were balanced leaves its links to the next one, as in code_aster, with the gaps
        that links of these numbers had after the last step (cfgeom, reajeu).
        """
        self._time, self._count = t, 1
        self._before = self._since = 0.0
        if not self._stale:
            self._links.gaps = self._kept[: len(self._links.gaps)].copy()

    def renew(self):
        """Pair at the next iteration."""
        self._stale = True

    def keep(self):
        """The step is over."""
        if self._links is not None:
            self._kept[: len(self._links.gaps)] = self._links.gaps

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
            ratio = (0.1 if before or (self._count > 1 and not moved) else 10.0) * renewal.tolerance
        if ratio < renewal.tolerance:
            return True
        if self._count == renewal.most:
            message = f"the contact geometry has not settled after {renewal.most} pairings (ratio {ratio:.3g})"
            raise StepFailed("error", message, known_as="MECANONLINE9_9")
        self._count += 1
        return False

    def _largest(self, u):
        if np.ndim(u) == 0 or not self._carried.size:
            return 0.0
        return float(np.sqrt((u[self.table[self._carried]] ** 2).sum(axis=1)).max())

    def _pair(self, u):
        self.paired_at, positions, moving = u, self._positions, self._moving
        positions[moving] = self.coordinates[moving] + u[self.table[moving]]
        found = [zone.pair(positions) for zone in self.zones]
        gaps = [self._gaps(p, zone, play, positions) for p, zone, play in zip(found, self.zones, self.play)]
        if len(found) == 1:
            (one,) = found
            rank, masters, weights, gaps = one.slaves, one.masters, one.weights, gaps[0]
            normals, tangents, projections, laterals = one.normals, one.tangents, one.projections, one.laterals
        else:
            width = max(p.masters.shape[1] for p in found)
            rank = np.concatenate([p.slaves + start for p, start in zip(found, self._first)])
            masters = np.concatenate([widened(p.masters, width, -1) for p in found])
            weights = np.concatenate([widened(p.weights, width, 0.0) for p in found])
            gaps = np.concatenate(gaps)
            normals, tangents, projections = (
                np.concatenate([getattr(p, name) for p in found]) for name in ("normals", "tangents", "projections")
            )
            laterals = None if found[0].laterals is None else np.concatenate([p.laterals for p in found])
        nodes = self.slave_nodes[rank]
        involved = np.column_stack([nodes, masters])
        if self._layout is None or not np.array_equal(self._layout.involved, involved):
            self._layout = Layout(involved, self.table)
        layout = self._layout
        shares = np.column_stack([np.ones(len(nodes)), -weights])
        normal, tangential = layout.rows(shares, normals), layout.rows(shares, tangents)
        lateral = None if laterals is None else layout.rows(shares, laterals)
        found = rank, nodes, layout.equations, normal, tangential, layout.support, gaps, normals, tangents, projections
        return Links(*found, lateral, laterals)

    def _gaps(self, pairs, zone, play, positions):
        if play is None:
            return pairs.gaps
        return pairs.gaps - play(self._time, positions[zone.slaves[pairs.slaves]], pairs.slaves)


def weighted_product(rows, weights):
    """R^T diag(w) R of rows R (n, m) with weights (n,): dense (m, m), or sparse where there are many columns."""
    if rows.shape[1] <= MANY:
        return (rows.T * weights) @ rows
    used = csr_array(rows[weights != 0.0])
    return (used.T * weights[weights != 0.0]) @ used


def widened(array, width, filling):
    missing = width - array.shape[1]
    return np.pad(array, ((0, 0), (0, missing)), constant_values=filling) if missing else array


class Layout:
    """Where the rows of links stand: `involved` (nl, k) nodes of each link, -1 for none."""

    def __init__(self, involved, table):
        self.involved = involved
        distinct, local = np.unique(involved, return_inverse=True)
        local = local.reshape(involved.shape)
        equations = table[distinct]
        usable = (equations >= 0) & (distinct >= 0)[:, None]
        position = np.full(usable.shape, -1)
        position[usable] = np.arange(usable.sum())
        self.equations = equations[usable]
        self._columns = position[local]
        self._links = np.broadcast_to(np.arange(len(involved))[:, None, None], self._columns.shape)
        self._whole = not (self._columns < 0).any()

    @cached_property
    def support(self):
        """(nl, m) 1 where a link acts."""
        support = np.zeros((len(self.involved), len(self.equations)))
        held = self._columns >= 0
        support[self._links[held], self._columns[held]] = 1.0
        return support

    def jumps(self, shares):
        """(nl d, m) rows with shares (nl, k) of the nodes' motion along each axis; sparse where there are many columns."""
        n, _, d = self._columns.shape
        shape = n * d, len(self.equations)
        held = self._columns >= 0
        rows = (self._links * d + np.arange(d))[held]
        values = np.broadcast_to(shares[:, :, None], held.shape)[held]
        if shape[1] > MANY:
            return csr_array((values, (rows, self._columns[held])), shape=shape)
        result = np.zeros(shape)
        result[rows, self._columns[held]] = values
        return result

    def rows(self, shares, directions):
        """(nl, m) rows with shares (nl, k) of the nodes' motion along directions (nl, 2 or 3)."""
        values = shares[:, :, None] * directions[:, None, :]
        result = np.zeros((len(self.involved), len(self.equations)))
        if self._whole:
            result[self._links, self._columns] = values
        else:
            held = self._columns >= 0
            result[self._links[held], self._columns[held]] = values[held]
        return result
