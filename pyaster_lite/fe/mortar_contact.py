"""Contact integrated surface on surface, as a nonlinear loop asks for it (fe.newton.CoupledContact; r5.03.55).

At each iteration the surfaces are paired where they are, and forces, equations of the multipliers and their exact tangent found there.
An iterate is balanced when the residual of both is, on the pairing it leads to, and when the last correction was small beside the
structure. Multipliers go on from one step to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.sparse import csr_array

from .bordered import Border, solve
from .contact_geometry import MANY
from .mortar_points import MortarPoints, PointState, derivatives
from .surface_contact import MovingSkins, SurfaceContact


class MortarLaw(Protocol):
    """What acts at the points of a zone, with `components` multipliers (0, 1 or as many as space has dimensions)."""

    components: int

    def act(self, seen: PointState, sizes: np.ndarray, first: bool):
        """Force (nq, 3) on the slave by surface, what works on the turning of its normal (nq, 3) or None, equations (nq, c).

        sizes (nq,) of the slave cells;  first: on the first pairing of all, where the beginning may be told
        """


@dataclass
class MortarGeometry(MovingSkins):
    """Zones that are MortarZones, the greatest size of the structure (m) and the dimension of its space."""

    size: float
    dim: int

    def __post_init__(self):
        super().__post_init__()
        carriers = np.concatenate([zone.carriers.nodes.ravel() for zone in self.zones])
        self.carriers = np.unique(carriers[carriers >= 0])


class MortarContact(SurfaceContact):
    """The contact of all zones.

    multipliers (c, nl) of the nodes geometry.carriers;  unmet (q,) what is left of their equations at the last iterate
    """

    lags = True
    """Whether a last correction, of displacements that were balanced already, leaves stresses behind, as in code_aster."""
    weighs = True
    """Whether contact forces count among those that residuals are compared with."""

    def __init__(self, geometry: MortarGeometry, laws: list[MortarLaw], resting: float):
        self.geometry, self.laws, self.resting = geometry, laws, resting
        # without multipliers there is one that is never asked for
        self.count = max(1, *(law.components for law in laws))
        self.equations = geometry.equations
        shape = self.count, len(geometry.carriers)
        self.multipliers = np.zeros(shape)
        self._left, self._left_force = self.multipliers.copy(), np.zeros(len(self.equations))
        self._acting = self.balanced_force = self._left_force
        self.unmet = np.zeros(self.multipliers.size)
        self.idle = self._idle()
        """(c, nl) multipliers that no law asks for."""
        self._target, self._pairings = -np.inf, 0
        self._moved = np.inf

    def _idle(self):
        idle = np.ones(self.multipliers.shape, bool)
        for zone, law in zip(self.geometry.zones, self.laws):
            nodes = zone.carriers.nodes
            idle[: law.components, np.searchsorted(self.geometry.carriers, np.unique(nodes[nodes >= 0]))] = False
        return idle

    def begin(self, t):
        """A step (or another attempt at it) towards t starts."""
        if t > self._target and np.isfinite(self._target):
            self._left, self._left_force = self.multipliers.copy(), self._acting
        self._target, self._moved = t, np.inf
        self.multipliers = self._left.copy()

    def solve(self, matrix, unbalanced, jump, u, increment):
        """The correction of displacements u, and of the multipliers."""
        self._pairings += 1
        force, laws, whole = self._system(u, u - increment, True)
        m = len(self.equations)
        uu, ul, lu, ll = whole[:m, :m], whole[:m, m:], whole[m:, :m], whole[m:, m:]
        if m <= MANY:
            uu, ul, lu, ll = (block.toarray() for block in (uu, ul, lu, ll))
        pinned = self.idle.ravel().copy()
        x, change, self.balanced_force = solve(matrix, unbalanced, jump, Border(self.equations, force, laws, uu, ul, lu, ll, pinned))
        self.multipliers = self.multipliers + change.reshape(self.multipliers.shape)
        table = self.geometry.table
        self._moved = abs(x[table[table >= 0]]).max(initial=0.0) / self.geometry.size
        return x

    def wait(self, u, increment):
        """The structure is moved by something else than a balance; multipliers stay."""
        self._moved = np.inf

    def forces_at(self, u, increment) -> np.ndarray:
        """(n,) contact forces at displacements u, paired there, the multipliers being as they are."""
        total = np.zeros(len(u))
        total[self.equations] = self._system(u, u - increment, False)[0]
        return total

    def move(self, u, increment):
        """The structure has moved to u, where everything is paired again."""
        self._acting, laws, _ = self._system(u, u - increment, False)
        self.unmet = np.where(self.idle.ravel(), 0.0, laws)

    def _system(self, u, before, tangent: bool):
        """Forces (m,), equations (q,) and their derivative (m + q, m + q), None where it is not asked for."""
        geometry = self.geometry
        x, start = geometry.positions(u), geometry.positions(before)
        size = len(u)
        place = np.full(size, -1)
        place[self.equations] = np.arange(len(self.equations))
        m, nl = len(self.equations), len(geometry.carriers)
        residual, entries = np.zeros(m + self.multipliers.size), []
        self._paired = []
        for zone, law in zip(geometry.zones, self.laws):
            points = zone.pair(x, geometry.coordinates)
            self._paired.append(points)
            if not len(points.pairs.slaves):
                continue
            values, slopes = self._local(points, law, x, start, tangent)
            own = [np.where((nodes >= 0)[:, :, None], geometry.table[nodes], -1).reshape(len(nodes), -1) for nodes in points.nodes[:2]]
            rows = np.concatenate([np.where(part >= 0, place[part], -1) for part in own], axis=1)
            carriers = points.nodes[2]
            rank = np.searchsorted(geometry.carriers, np.maximum(carriers, 0))
            columns = np.where((carriers >= 0)[:, :, None], m + np.arange(law.components) * nl + rank[:, :, None], -1)
            rows = np.concatenate([rows, columns.reshape(len(rows), -1)], axis=1)
            held = rows >= 0
            np.add.at(residual, rows[held], values[held])
            if tangent:
                both = held[:, :, None] & held[:, None, :] & (slopes != 0.0)
                wide = np.broadcast_to(rows[:, :, None], both.shape)
                tall = np.broadcast_to(rows[:, None, :], both.shape)
                entries.append((slopes[both], wide[both], tall[both]))
        force, laws = residual[:m], residual[m:]
        if not tangent:
            return force, laws, None
        values, rows, columns = (np.concatenate(part) for part in zip(*entries)) if entries else (np.empty(0),) * 3
        whole = csr_array((values, (rows.astype(int), columns.astype(int))), shape=(len(residual), len(residual)))
        return force, laws, whole

    def _local(self, points: MortarPoints, law, x, start, tangent):
        """Values (np, entries) of the residual of pairs, and their derivatives (np, entries, entries)."""
        slaves, masters, carriers = points.nodes
        rank = np.searchsorted(self.geometry.carriers, np.maximum(carriers, 0))
        held = self.multipliers[: law.components].T[rank] * (carriers >= 0)[:, :, None]
        before = start[slaves], start[masters]
        first = self._pairings <= 1

        def residual(own, other, multipliers):
            return points.residual(law, own, other, *before, multipliers, first)

        arrays = [x[slaves], x[masters], held]
        if tangent:
            return derivatives(residual, arrays, self.geometry.dim)
        values = residual(*arrays)
        return np.concatenate([v.reshape(len(v), -1) for v in values], axis=1), None

    def judged(self, u, increment) -> bool:
        """Whether the last correction was small."""
        return self._moved <= self.resting

    def penetration(self) -> float:
        """The deepest penetration (m) at the points."""
        return max(0.0, *(-points._gap.min(initial=0.0) for points in self._paired))
