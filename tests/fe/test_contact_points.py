"""Integration over the slave side, and what its points are paired with."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.contact_geometry import Renewal
from pyaster_lite.fe.contact_points import ContinuousGeometry, SlavePoints
from pyaster_lite.fe.contact_rules import facet_rule, rule
from pyaster_lite.fe.pairing import Zone
from pyaster_lite.fe.pairing_space import FACETS, Facets, SpaceZone

EXACT_TO = [("gauss", n, 2 * n - 1) for n in range(1, 7)]
EXACT_TO += [("simpson", n, 3) for n in range(1, 5)]
EXACT_TO += [("newton_cotes", n, n + 1 - n % 2) for n in range(3, 9)]


@pytest.mark.parametrize(("kind", "order", "degree"), [*EXACT_TO, ("nodes", 0, 1)])
def test_rules_integrate_polynomials_of_their_degree(kind, order, degree):
    xi, weights = rule(kind, order, 2)
    for power in range(degree + 1):
        assert weights @ xi**power == pytest.approx((1 - (-1) ** (power + 1)) / (power + 1), abs=1e-13)


def test_rule_at_three_nodes_is_simpsons_in_the_order_of_the_nodes():
    xi, weights = rule("nodes", 0, 3)
    assert xi.tolist() == [-1, 1, 0] and weights == pytest.approx([1 / 3, 1 / 3, 4 / 3])


COORDINATES = np.array([[0, 0], [1, 0], [3, 0], [0.5, 1], [2.5, 1], [1.5, 1]], float)


def zone(**options):
    return Zone(np.array([3, 4, 5]), np.array([[1, 0], [2, 1]]), np.array([[3, 4, 5]]), **options)


def geometry(*zones, rule_words=("nodes", 0), axis=False):
    made = ContinuousGeometry(list(zones), COORDINATES, np.arange(12).reshape(-1, 2), Renewal(), [None] * len(zones))
    made.set_points([SlavePoints.of(z, COORDINATES, *rule_words, axis) for z in zones])
    return made


def test_weights_measure_the_surface_and_its_turn_about_the_axis():
    points = SlavePoints.of(zone(), COORDINATES, "gauss", 2, False)
    assert points.weights.sum() == pytest.approx(2.0)
    assert (points.node == -1).all() and not points.excluded.any()
    turned = SlavePoints.of(zone(), COORDINATES, "nodes", 0, True)
    assert turned.weights.sum() == pytest.approx(2.0 * 1.5)
    on_axis = SlavePoints.of(zone(), COORDINATES - [0.5, 0.0], "nodes", 0, True)
    assert 0.0 < on_axis.weights[0] < 1e-6


def test_points_find_their_masters_and_the_jump_across():
    made = geometry(zone())
    made.begin(1.0)
    u = np.zeros(12)
    u[7::2] = -0.25
    paired = made.links(u)
    assert paired.points.penetration(u[paired.equations]) == pytest.approx([-0.75] * 3)
    assert paired.points.normals == pytest.approx(np.array([[0.0, -1.0]] * 3))
    shift = np.tile([0.2, 0.0], 6)
    assert paired.points.moved(shift[paired.equations]) == pytest.approx(np.zeros((3, 2)), abs=1e-15)
    assert not paired.left_out.any()


def test_a_point_that_sees_no_master_or_whose_node_is_left_out_takes_no_part():
    far = geometry(Zone(np.array([3, 4, 5]), np.array([[1, 0]]), np.array([[3, 4, 5]])))
    far.begin(1.0)
    assert far.links(np.zeros(12)).left_out.tolist() == [False, True, True]
    excluded = geometry(Zone(np.array([4, 5]), np.array([[1, 0], [2, 1]]), np.array([[3, 4, 5]])))
    excluded.begin(1.0)
    assert excluded.links(np.zeros(12)).left_out.tolist() == [True, False, False]


def test_a_geometry_that_is_never_renewed_keeps_its_first_pairing():
    made = geometry(zone())
    made.renewal = Renewal("once")
    made.begin(1.0)
    first = made.links(np.zeros(12))
    made.begin(2.0)
    assert made.links(np.full(12, 0.3)) is first


ON_TRIANGLES = {"gauss": (1, 2, 3, 4, 5, 6), "simpson": (1, 1, 1, 1), "newton_cotes": (None, None, 3, 4, 5, 6, 7, 8)}


@pytest.mark.parametrize("cell", ("TRIA3", "QUAD4"))
@pytest.mark.parametrize(("kind", "order", "degree"), [*EXACT_TO, ("nodes", 0, 1)])
def test_facet_rules_integrate_polynomials_of_their_degree(kind, order, degree, cell):
    places, weights, at = facet_rule(kind, order, cell)
    if cell == "TRIA3" and kind != "nodes":
        degree = ON_TRIANGLES[kind][order - 1]
    fine = facet_rule("newton_cotes", 8, "TRIA3") if cell == "TRIA3" else facet_rule("gauss", 6, "QUAD4")
    for a in range(degree + 1):
        for b in range(degree + 1 - a):
            exact = fine[1] @ (fine[0][:, 0] ** a * fine[0][:, 1] ** b)
            assert weights @ (places[:, 0] ** a * places[:, 1] ** b) == pytest.approx(exact, abs=1e-13)
    assert (at >= 0).all() == (kind == "nodes")


@pytest.mark.parametrize("cell", FACETS)
def test_facets_carry_a_uniform_pressure_and_points_know_their_nodes(cell):
    flat = reference_cell(cell).nodes
    nodes, n = np.arange(len(flat)), len(flat)
    at = np.vstack([np.column_stack([flat, np.zeros(n)]), [[-3, -3, -1], [3, -3, -1], [3, 3, -1], [-3, 3, -1]]])
    zone = SpaceZone.of(nodes[1:], Facets.of([("QUAD4", n + np.arange(4))]), Facets.of([(cell, nodes)]))
    made = ContinuousGeometry([zone], at, np.arange(3 * len(at)).reshape(-1, 3), Renewal(), [None])
    made.set_points([SlavePoints.of(zone, at, "nodes", 0, False)])
    assert made.weights.sum() == pytest.approx(reference_cell(cell).volume)
    assert set(made.node[made.node >= 0]) == set(nodes if cell != "TRIA7" else nodes[:6])
    assert made.excluded.tolist() == (made.node == 0).tolist()
    made.begin(1.0)
    paired = made.links(np.zeros(3 * len(at)))
    points = paired.points
    assert points.penetration(np.zeros(len(paired.equations))) == pytest.approx(-1.0)
    assert points.normals == pytest.approx(np.tile([0.0, 0.0, -1.0], (len(points.normals), 1)))
    frames = np.concatenate([points.normals[:, None], points.tangents], axis=1)
    assert frames @ frames.transpose(0, 2, 1) == pytest.approx(np.tile(np.eye(3), (len(frames), 1, 1)))
    moment = (made.weights[:, None, None] * points.jump.reshape(-1, 3, len(paired.equations))).sum(axis=0)
    assert moment @ np.tile([0.1, 0.2, 0.3], len(at))[paired.equations] == pytest.approx(np.zeros(3), abs=1e-12)


def test_master_cells_are_measured_by_their_ends_medians_or_diagonals():
    plane = geometry(zone())
    plane.begin(1.0)
    plane.links(np.zeros(12))
    assert plane.master_sizes() == pytest.approx((1.0, 2.0))
    square, above = np.array([[0, 0], [3, 0], [3, 4], [0, 4]], float), np.array([[0.1, 0.1], [1, 0.1], [0.1, 1]])
    for corners, size in ((square, 10.0), (square[:3], np.hypot(1.5, 4.0)), (square[:2], 3.0)):
        n, at = len(corners), np.vstack([np.column_stack([part, np.full(len(part), z)]) for part, z in ((corners, 0.0), (above, 0.1))])
        masters = Facets.of([({2: "SEG2", 3: "TRIA3", 4: "QUAD4"}[n], np.arange(n))])
        slaves = Facets.of([("TRIA3", np.arange(n, n + 3)[::-1])])
        pair = SpaceZone.of(np.arange(n, n + 3), masters, slaves, master_axis=("across", np.array([0.0, -1.0, 0.0])) if n == 2 else None)
        space = ContinuousGeometry([pair], at, np.arange(at.size).reshape(-1, 3), Renewal(), [None])
        space.set_points([SlavePoints.of(pair, at, "nodes", 0, False)])
        space.begin(1.0)
        space.links(np.zeros(at.size))
        assert space.master_sizes() == pytest.approx((size, size))
