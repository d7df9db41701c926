"""The weak form of contact and friction: its tangent against finite differences, in every regime."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pyaster_lite.fe.contact_system import PointLaws, Points

N, M, NL = 4, 10, 3


def make(seed, penalised, friction_penalised, slip):
    """Points with the displacements, the increment and the multipliers of a state; the larger `slip`, the further they slide."""
    rng = np.random.default_rng(seed)
    angles = rng.uniform(0, 2 * np.pi, N)
    tangents = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    normals = np.stack([-tangents[:, 1], tangents[:, 0]], axis=1)
    points = Points(
        rng.normal(size=(N * 2, M)),
        rng.uniform(0.1, 1.0, (N, NL)),
        rng.uniform(0.5, 1.0, N),
        normals,
        tangents[:, None, :],
        rng.normal(size=(N, 2)),
        np.zeros(N),
    )
    laws = PointLaws(np.full(N, penalised), np.full(N, 2.0), np.full(N, 0.3), np.full(N, friction_penalised), np.full(N, 0.7))
    state = dict(u=rng.normal(size=M), increment=slip * rng.normal(size=M), multipliers=rng.normal(size=(2, NL)) * [[-3.0], [0.1]])
    return points, laws, state


def differences(function, x, h=1e-6):
    columns = []
    for i in range(x.size):
        step = np.zeros(x.size)
        step[i] = h
        columns.append((function(x + step.reshape(x.shape)) - function(x - step.reshape(x.shape))) / (2 * h))
    return np.stack(columns, axis=-1)


REGIMES = [(p, f, s) for p in (False, True) for f in (False, True) for s in (1e-3, 30.0)]


@pytest.mark.parametrize(("penalised", "friction_penalised", "slip"), REGIMES)
@pytest.mark.parametrize("some_press", [True, False])
def test_tangent_is_the_derivative(penalised, friction_penalised, slip, some_press):
    points, laws, state = make(7, penalised, friction_penalised, slip)
    pressing = np.array([True, some_press, True, some_press])
    threshold = np.full(N, -1.5)

    def terms(u, multipliers, tangent=False):
        return points.terms(laws, u, state["increment"] + u - state["u"], multipliers, pressing, threshold, tangent)

    found = terms(state["u"], state["multipliers"], True)
    assert (found.slides if slip > 1 else found.sticks)[pressing].all()
    by_u = differences(lambda u: np.concatenate((terms(u, state["multipliers"]).force, terms(u, state["multipliers"]).laws)), state["u"])
    assert found.uu == pytest.approx(by_u[:M], abs=1e-6)
    assert found.lu == pytest.approx(by_u[M:], abs=1e-6)
    by_l = differences(lambda f: np.concatenate((terms(state["u"], f).force, terms(state["u"], f).laws)), state["multipliers"])
    if not friction_penalised:
        assert found.ul == pytest.approx(by_l[:M], abs=1e-6)
    # how the law of friction changes with the pressure is left out: it is multiplied by a law that is met in the end
    by_l[M + NL :, :NL] = 0.0
    assert found.ll == pytest.approx(by_l[M:] + beyond_the_law(points, laws, pressing), abs=1e-6)


def beyond_the_law(points, laws, pressing):
    """What the tangent of penalised points that do not rub, f, has more than their law, - f / d (mmmvff)."""
    penalised = laws.penalised | laws.friction_penalised
    more = np.where(penalised & ~pressing, points.weights * (1.0 + 1.0 / laws.friction_stiffness), 0.0)
    block = points.shapes.T @ (more[:, None] * points.shapes)
    return np.kron(np.diag([0.0] + [1.0] * points.tangents.shape[1]), block)


def test_forces_of_master_and_slave_balance_and_friction_stays_below_its_limit():
    points, laws, state = make(3, False, False, 30.0)
    points.jump[:] = np.tile(np.eye(2, M) - np.eye(2, M, k=2), (N, 1))
    found = points.terms(laws, *state.values(), np.ones(N, bool), np.zeros(N), False)
    assert found.force[:2] == pytest.approx(-found.force[2:4])
    pressures = points.shapes @ state["multipliers"][0]
    assert np.linalg.norm(found.rubbing[:2]) <= 0.3 * (points.weights * abs(pressures)).sum() * (1 + 1e-12)


def test_points_that_do_not_press_only_free_their_multipliers():
    points, laws, state = make(5, False, False, 1.0)
    found = points.terms(laws, *state.values(), np.zeros(N, bool), np.zeros(N))
    assert not found.force.any() and not found.uu.any() and not found.ul.any() and not found.lu.any()
    change = np.linalg.solve(found.ll, -found.laws)
    assert state["multipliers"].ravel() + change == pytest.approx(np.zeros(2 * NL), abs=1e-12)


def in_space(seed, penalised, friction_penalised, slip):
    rng = np.random.default_rng(seed)
    frames = np.linalg.qr(rng.normal(size=(N, 3, 3)))[0]
    points = Points(
        rng.normal(size=(N * 3, M)),
        rng.uniform(0.1, 1.0, (N, NL)),
        rng.uniform(0.5, 1.0, N),
        frames[:, 0],
        frames[:, 1:],
        rng.normal(size=(N, 3)),
        np.zeros(N),
    )
    laws = PointLaws(np.full(N, penalised), np.full(N, 2.0), np.full(N, 0.3), np.full(N, friction_penalised), np.full(N, 0.7))
    multipliers = rng.normal(size=(3, NL)) * [[-3.0], [0.1], [0.1]]
    return points, laws, (rng.normal(size=M), slip * rng.normal(size=M), multipliers)


@pytest.mark.parametrize(("penalised", "friction_penalised", "slip"), REGIMES)
def test_in_space_the_tangent_is_the_derivative_and_the_sparse_one_is_the_same(penalised, friction_penalised, slip):
    points, laws, (u, increment, multipliers) = in_space(11, penalised, friction_penalised, slip)
    pressing, threshold = np.array([True, False, True, True]), np.full(N, -1.5)

    def both(x, f):
        found = points.terms(laws, x, increment + x - u, f, pressing, threshold, False)
        return np.concatenate((found.force, found.laws))

    found = points.terms(laws, u, increment, multipliers, pressing, threshold)
    assert (found.slides if slip > 1 else found.sticks)[pressing].all()
    by_u = differences(lambda x: both(x, multipliers), u)
    assert np.concatenate((found.uu, found.lu)) == pytest.approx(by_u, abs=1e-5)
    by_l = differences(lambda f: both(u, f), multipliers)
    if not friction_penalised:
        assert found.ul == pytest.approx(by_l[:M], abs=1e-6)
    by_l[M + NL :, :NL] = 0.0
    assert found.ll == pytest.approx(by_l[M:] + beyond_the_law(points, laws, pressing), abs=1e-6)
    points.jump, points.shapes = csr_array(points.jump), csr_array(points.shapes)
    sparse = points.terms(laws, u, increment, multipliers, pressing, threshold)
    for name in ("uu", "ul", "lu", "ll"):
        assert getattr(sparse, name).toarray() == pytest.approx(getattr(found, name))
    assert sparse.force == pytest.approx(found.force) and sparse.laws == pytest.approx(found.laws)


def test_large_slip_forgets_how_far_closed_points_slid():
    points, laws, (u, increment, multipliers) = in_space(13, False, False, 30.0)
    points.apart = -points.moved(u)
    pressing, laws.large_slip = np.ones(N, bool), np.ones(N, bool)
    near, far = (points.terms(laws, u, scale * increment, multipliers, pressing, np.zeros(N), False) for scale in (1.0, -3.0))
    assert near.slides.all() and far.slides.all() and near.rubbing.any()
    assert far.force == pytest.approx(near.force) and far.laws == pytest.approx(near.laws)
    points.apart = points.apart + 2e-6 * points.normals
    near, far = (points.terms(laws, u, scale * increment, multipliers, pressing, np.zeros(N), False) for scale in (1.0, -3.0))
    assert far.rubbing != pytest.approx(near.rubbing)


def test_large_slip_in_the_plane_loses_the_friction_of_points_that_slide():
    points, laws, state = make(7, False, False, 30.0)
    laws.large_slip = np.ones(N, bool)
    found = points.terms(laws, *state.values(), np.ones(N, bool), np.zeros(N))
    assert found.slides.all() and not found.rubbing.any() and found.contact.any()
