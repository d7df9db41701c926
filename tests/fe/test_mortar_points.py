"""Points of surfaces that face each other: their gaps, the exact tangent of every law, and what rigid motions and friction ask for."""

from __future__ import annotations

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.contact.mortar._law import Friction
from pyaster_lite.fe.mortar_points import MortarZone, derivatives
from pyaster_lite.fe.mortar_skin import Skin, cast
from pyaster_lite.fe.pairing_space import Facets


def plane_zone(kinds=("SEG2", "SEG2")):
    """A slave segment over a longer, slightly turned master one: their nodes' places and the zone."""
    at = [[0.2, 0.1, 0.0], [1.1, 0.05, 0.0], [-0.5, 0.0, 0.0], [2.0, 0.1, 0.0], [0.65, 0.09, 0.0], [0.75, 0.03, 0.0]]
    sides = []
    for kind, ends, middle in zip(kinds, ((0, 1), (3, 2)), (4, 5)):
        sides.append(Skin(Facets.of([(kind, np.array([*ends, middle] if kind == "SEG3" else ends))]), False))
    return np.array(at), MortarZone(*sides)


def space_zone(kinds=("TRIA3", "QUAD4")):
    """A slave facet under a larger master one."""
    slave = {"TRIA3": [[0.1, 0.1], [0.8, 0.2], [0.2, 0.9]], "QUAD4": [[0.1, 0.1], [0.8, 0.2], [0.9, 0.8], [0.2, 0.9]]}[kinds[0]]
    master = {"TRIA3": [[-1, -1], [-1, 3], [3, -1]], "QUAD4": [[-1, -1], [-1, 2], [2, 2], [2, -1]]}[kinds[1]]
    at = np.array([[x, y, 0.02 * x * y] for x, y in slave] + [[x, y, 0.1 + 0.03 * x - 0.01 * x * y] for x, y in master])
    n = len(slave)
    skins = [Skin(Facets.of([(kind, nodes)]), True) for kind, nodes in zip(kinds, (np.arange(n), np.arange(n, len(at))))]
    return at, MortarZone(*skins)


ZONES = [
    *(plane_zone(kinds) for kinds in (("SEG2", "SEG2"), ("SEG3", "SEG2"), ("SEG2", "SEG3"))),
    *(space_zone(kinds) for kinds in (("TRIA3", "QUAD4"), ("QUAD4", "TRIA3"))),
]
FRICTIONS = [Friction(), Friction("given", 0.3), Friction("coulomb", 0.4), Friction("stuck")]


@pytest.mark.parametrize("at, zone", ZONES)
@pytest.mark.parametrize("word", list(MORTARS))
@pytest.mark.parametrize("friction", FRICTIONS, ids=lambda f: f.kind)
@pytest.mark.parametrize("pull", [-5.0, 5.0])
def test_the_tangent_is_the_derivative_of_the_residual(at, zone, word, friction, pull):
    dim = 3 if zone.slaves.flat else 2
    law = MORTARS[word](7.0, 0 if word == "PENALISATION" else dim, friction, 11.0)
    points = zone.pair(at, at)
    own, other, carriers = points.nodes
    random = np.random.default_rng(1)
    before = at + 0.01 * random.standard_normal(at.shape) * np.array([1, 1, dim > 2])
    held = 0.1 * random.standard_normal((*carriers.shape, law.components))
    normal = zone.slaves.outward(zone.slaves.slopes(at, np.array([0]), np.zeros((1, 2))))[0]
    held = held + pull * (normal if word == "ROBUSTE" else np.eye(3)[0])[: law.components]
    arrays = [at[own], at[other], held]

    def residual(x, y, m):
        return points.residual(law, x, y, before[own], before[other], m, False)

    value, slopes = derivatives(residual, arrays, dim)

    def whole(x, y, m):
        moved = at.copy()
        moved[own[0]], moved[other[0]] = x[0], y[0]
        # points stay where they are on the slave cell; what they face follows
        again = type(points)(zone, points.pairs, points.rank, xi, points.weights, feet(moved), points.sizes, moved)
        return np.concatenate([v.ravel() for v in again.residual(law, x, y, before[own], before[other], m, False)])

    xi = reference(points, at)

    def feet(moved):
        cells, facing = points.pairs.slaves[points.rank], points.pairs.masters[points.rank]
        rays = zone.slaves.outward(zone.slaves.slopes(moved, cells, xi))
        return cast(zone.masters, moved, facing, zone.slaves.places(moved, cells, xi), rays, 1e-13, 200)[0]

    assert whole(*arrays) == pytest.approx(value[0], abs=1e-9)
    step, column = 1e-6, 0
    scale = abs(slopes).max() + 1e-12
    for which, array in enumerate(arrays):
        for k in range(array.shape[1]):
            for c in range(array.shape[2]):
                if not (which < 2 and c >= dim):
                    ends = []
                    for sign in (1, -1):
                        varied = [a.copy() for a in arrays]
                        varied[which][0, k, c] += sign * step
                        ends.append(whole(*varied))
                    assert (ends[0] - ends[1]) / (2 * step) == pytest.approx(slopes[0, :, column], abs=2e-6 * scale)
                column += 1


def reference(points, at):
    """Where the points are on their slave cells, found again from their shape functions."""
    zone = points.zone
    _, xi, _ = points.pairs.overlap.points(_family(zone), zone.slaves.flat, about_mean=True)
    return xi


def _family(zone):
    bent = zone.slaves.quadratic[0] or zone.masters.quadratic[0]
    return ("FPG7" if bent else "FPG4") if zone.slaves.flat else ("FPG4" if bent else "FPG3")


@pytest.mark.parametrize("at, zone", ZONES)
@pytest.mark.parametrize("word", list(MORTARS))
def test_forces_are_in_balance(at, zone, word):
    law = MORTARS[word](1e3, 0 if word == "PENALISATION" else 1)
    points = zone.pair(at, at)
    own, other, carriers = points.nodes
    sunk = at.copy()
    sunk[own[0]] += np.array([0.0, -0.3, 0.0]) if not zone.slaves.flat else np.array([0.0, 0.0, 0.3])
    points = zone.pair(sunk, at)
    held = np.full((*carriers.shape, law.components), -2.0)
    slave, master, _ = points.residual(law, sunk[own], sunk[other], at[own], at[other], held, False)
    assert abs(slave).max() > 0.0
    assert slave.sum(axis=(0, 1)) == pytest.approx(-master.sum(axis=(0, 1)))


def test_gaps_are_along_the_slave_normal():
    at, zone = plane_zone()
    at[:, 1] = [0.3, 0.3, 0.0, 0.0, 0.3, 0.0]
    points = zone.pair(at, at)
    assert points._gap == pytest.approx(np.full(3, 0.3))
    assert points.weights.sum() == pytest.approx(0.9)
