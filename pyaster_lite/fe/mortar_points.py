"""Contact integrated over what faces each other: points, their kinematics, and the residual of a law with its exact tangent (r5.03.55).

At a point xi of a slave cell, with ns its outward normal and the ray along it meeting the master cell at z:

    xs + g ns = xm(z)                          g the gap, positive where open
    dg, dz from  [tm, -ns] (dz, dg) = dus - dum + g dns         tm the tangents of the master
    v = -(xs_ - xm_(z) + g ns_)                what slips since the step began, x_ being places at its beginning

A law gives the force t on a unit of slave surface (its opposite acts on the master at z), what goes with the turning of the slave's
tangents, and the equations of its multipliers. Their tangent is taken by a step of the complex plane, which differentiates to rounding:
what follows is written with functions that know complex numbers, and decides by real parts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .body_stress import BodyStress
from .mortar_pairing import FacingCells, along_rays, diameters
from .mortar_skin import Skin, cast, normal_vectors
from .pairing import unit

TINY = 1e-30
"""The complex step."""
TOLERANCE, STEPS = 1e-8, 100


@dataclass
class MortarZone:
    """One zone: the two skins; `revolves` about the axis; cells farther apart than `reach` diameters are not paired (none if negative);
    `behind` gives the stress of the slave's bodies where a law reads it.
    """

    slaves: Skin
    masters: Skin
    revolves: bool = False
    reach: float = -1.0
    behind: BodyStress | None = None

    def __post_init__(self):
        self.carriers = self.slaves.straight() if self.slaves.flat else self.slaves
        """The slave cells with the nodes that carry multipliers."""

    def pair(self, x, rest) -> MortarPoints:
        """The points, nodes standing at x (n_nodes, 3), and at `rest` at the beginning."""
        slaves, masters = self.slaves, self.masters
        pairs = along_rays(slaves, masters, x, self.reach)
        curved = slaves.quadratic[pairs.slaves] | masters.quadratic[pairs.masters]
        parts = []
        for bent, family in ((False, ("FPG3", "FPG4")), (True, ("FPG4", "FPG7"))):
            rows = np.flatnonzero(curved == bent)
            rank, xi, weights = pairs.overlap.kept(rows).points(family[slaves.flat], slaves.flat, about_mean=True)
            parts.append((rows[rank], xi, weights))
        rank, xi, weights = (np.concatenate(own) for own in zip(*parts))
        order = np.argsort(rank, kind="stable")
        rank, xi, weights = rank[order], xi[order], weights[order]
        cells = pairs.slaves[rank]
        normals = slaves.outward(slaves.slopes(x, cells, xi))
        places = slaves.places(x, cells, xi)
        facing = pairs.masters[rank]
        feet, met = cast(masters, x, facing, places, normals, TOLERANCE, STEPS)
        if not met.all():
            feet[~met] = cast(masters.straight(), x, facing[~met], places[~met], normals[~met], TOLERANCE, STEPS)[0]
        weights = weights * slaves.measures(rest, cells, xi, self.revolves)
        found = MortarPoints(self, pairs, rank, xi, weights, feet, diameters(slaves, rest)[cells], x)
        if self.behind is not None:
            stress = np.einsum("qk,qkij->qij", found.shapes, self.behind.at(x - rest)[cells])
            found.pull = np.einsum("qij,qj->qi", stress, slaves.outward(slaves.slopes(rest, cells, xi)))
        return found


class MortarPoints:
    """The points of a pairing at x: rank of their pair, reference coordinates (nq, 2) on both sides, weights and cell sizes (nq,)."""

    def __init__(self, zone: MortarZone, pairs: FacingCells, rank, xi, weights, feet, sizes, x):
        self.zone, self.pairs, self.rank, self.weights, self.sizes = zone, pairs, rank, weights, sizes
        cells, facing = pairs.slaves[rank], pairs.masters[rank]
        self.shapes, self.slopes = zone.slaves.shapes(cells, xi)
        self.facing_shapes, self.facing_slopes = zone.masters.shapes(facing, feet)
        self._bends = zone.masters.bends(facing, feet)
        self.carried = zone.carriers.shapes(cells, xi)[0]
        self.nodes = zone.slaves.nodes[pairs.slaves], zone.masters.nodes[pairs.masters], zone.carriers.nodes[pairs.slaves]
        own, other = x[self.nodes[0]], x[self.nodes[1]]
        tangents = np.einsum("qak,qkd->qad", self.slopes, own[rank])
        normal = unit(normal_vectors(tangents, zone.slaves.flat))
        across = np.einsum("qak,qkd->qad", self.facing_slopes, other[rank])
        if not zone.slaves.flat:
            across[:, 1] = 0.0, 0.0, 1.0
        self._inverse = np.linalg.inv(np.stack([across[:, 0], across[:, 1], -normal], axis=2))
        foot = np.einsum("qk,qkd->qd", self.facing_shapes, other[rank])
        self.pull: np.ndarray | None = None
        """(nq, 3) what the bodies behind pull with on their surface at rest (N/m2)."""
        self._gap = ((foot - np.einsum("qk,qkd->qd", self.shapes, own[rank])) * normal).sum(axis=1)

    def state(self, own, other, own_before, other_before, multipliers) -> PointState:
        """What a law sees, nodes of the pairs standing at `own` and `other` (np, k, 3), before the step at the two others."""
        zone, rank = self.zone, self.rank
        tangents = np.einsum("qak,qkd->qad", self.slopes, own[rank])
        across = normal_vectors(tangents, zone.slaves.flat)
        normal = unit(across)
        place = np.einsum("qk,qkd->qd", self.shapes, own[rank])
        facing = other[rank]
        left = place + self._gap[:, None] * normal - np.einsum("qk,qkd->qd", self.facing_shapes, facing)
        moved = np.einsum("qij,qj->qi", self._inverse, left)
        gap = self._gap + moved[:, 2]
        along = moved[:, :2] if zone.slaves.flat else moved[:, :2] * np.array([1.0, 0.0])
        shapes = self.facing_shapes + np.einsum("qa,qak->qk", along, self.facing_slopes)
        slopes = self.facing_slopes + np.einsum("qb,qabk->qak", along, self._bends)
        lean = np.einsum("qak,qkd->qad", slopes, facing)
        before = np.einsum("qk,qkd->qd", self.shapes, own_before[rank])
        normal_before = unit(normal_vectors(np.einsum("qak,qkd->qad", self.slopes, own_before[rank]), zone.slaves.flat))
        facing_before = other_before[rank]
        slip = np.einsum("qk,qkd->qd", shapes, facing_before) - before - gap[:, None] * normal_before
        lean_before = np.einsum("qak,qkd->qad", slopes, facing_before)
        carried = np.einsum("qk,qkc->qc", self.carried, multipliers[rank])
        before = normal_before, lean_before
        return PointState(normal, across, tangents, lean, gap, slip, *before, carried, shapes, zone.slaves.flat, self.pull)

    def residual(self, law, own, other, own_before, other_before, multipliers, first):
        """(np, ks, 3), (np, km, 3) forces and (np, kl, c) equations of the pairs."""
        seen = self.state(own, other, own_before, other_before, multipliers)
        traction, turning, laws = law.act(seen, self.sizes, first)
        w = self.weights[:, None]
        traction, laws = w * traction, w * laws
        forces = self.shapes[:, :, None] * traction[:, None]
        if turning is not None:
            pull = seen.turned(w * turning)
            forces = forces + np.einsum("qak,qad->qkd", self.slopes, pull)
        return tuple(
            self._by_pair(values)
            for values in (forces, -seen.facing_shapes[:, :, None] * traction[:, None], self.carried[:, :, None] * laws[:, None])
        )

    def _by_pair(self, values):
        starts = np.searchsorted(self.rank, np.arange(len(self.pairs.slaves)))
        return np.add.reduceat(values, starts, axis=0) if len(values) else np.zeros((0, *values.shape[1:]), values.dtype)


@dataclass
class PointState:
    """What a law sees of points (nq, ...): outward normal and its vector before it is made a unit, slave and master tangents (nq, 2, 3),
    gap, slip (nq, 3), the normal and the master tangents where the step began, multipliers (nq, c), shape functions at the feet; `pull`
    (nq, 3) of the bodies behind, None where nobody asks.
    """

    normal: np.ndarray
    across: np.ndarray
    tangents: np.ndarray
    lean: np.ndarray
    gap: np.ndarray
    slip: np.ndarray
    normal_before: np.ndarray
    lean_before: np.ndarray
    multipliers: np.ndarray
    facing_shapes: np.ndarray
    flat: bool
    pull: np.ndarray | None = None

    def projected(self, forces):
        """(nq, 3) the force on the jump that works as `forces` (nq, 3) do on (dz, dg)."""
        columns = self.lean.copy()
        if not self.flat:
            columns[:, 1] = 0.0, 0.0, 1.0
        matrix = np.stack([columns[:, 0], columns[:, 1], -self.normal], axis=2)
        return np.linalg.solve(matrix.transpose(0, 2, 1), forces[:, :, None])[:, :, 0]

    def turned(self, forces):
        """(nq, 2, 3) the forces on the slave's tangents that work as `forces` (nq, 3) do on the turning of its normal."""
        size = np.sqrt((self.across**2).sum(axis=1))[:, None]
        b = (forces - (forces * self.normal).sum(axis=1)[:, None] * self.normal) / size
        if self.flat:
            return np.stack([np.cross(self.tangents[:, 1], b), np.cross(b, self.tangents[:, 0])], axis=1)
        first = np.stack([-b[:, 1], b[:, 0], np.zeros_like(b[:, 0])], axis=1)
        return np.stack([first, np.zeros_like(first)], axis=1)


def below(x):
    """min(x, 0)."""
    return np.where(x.real <= 0.0, x, 0.0)


def within(vectors, limit, normal):
    """The tangential parts of vectors (nq, 3), no longer than `limit` (nq,)."""
    flat = vectors - (vectors * normal).sum(axis=1)[:, None] * normal
    square = (flat**2).sum(axis=1)
    size = np.sqrt(np.where(square == 0.0, 1.0, square))
    beyond = (square != 0.0) & (size.real > limit.real)
    share = np.where(beyond, limit, size) / size
    return np.where((limit.real > 0.0)[:, None], share[:, None] * flat, 0.0)


def derivatives(function, arrays, dim: int):
    """Values (n, values) of `function` of real arrays [(n, k, c)], and their derivatives (n, values, entries).

    Entries of the arrays beyond component `dim` are not varied where they have three.
    """

    def flat(values):
        return np.concatenate([v.reshape(len(v), -1) for v in values], axis=1)

    value = flat(function(*arrays))
    columns = []
    for which, array in enumerate(arrays):
        for k in range(array.shape[1]):
            for c in range(array.shape[2]):
                if array.shape[2] == 3 and which < 2 and c >= dim:
                    columns.append(np.zeros_like(value))
                    continue
                varied = array.astype(complex)
                varied[:, k, c] += 1j * TINY
                columns.append(flat(function(*(varied if i == which else a for i, a in enumerate(arrays)))).imag / TINY)
    return value, np.stack(columns, axis=2)
