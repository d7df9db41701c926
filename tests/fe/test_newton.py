"""Newton's iterations, time schemes, relations and evolutions on systems small enough to check by hand."""

import numpy as np
import pytest

from pyaster_lite.fe.balance import Criteria
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import NotConverged
from pyaster_lite.fe.evolution import Remedy, evolve
from pyaster_lite.fe.iteration_matrix import IterationMatrix
from pyaster_lite.fe.line_search import LineSearch
from pyaster_lite.fe.newton import Newton, Options, State
from pyaster_lite.fe.time_list import Cutting, TimeList
from pyaster_lite.fe.time_scheme import ImplicitScheme, Static


class Springs:
    """Nodes on a line: springs of force k d + hard d^3 from each to the ground, masses, an end load f(t)."""

    def __init__(self, k, m=(0.0,), hard=0.0, load=lambda t: 0.0, relations=None, damping=None):
        self.size, self.hard, self.load = len(k), hard, load
        self.k, self.mass = np.diag(k), np.diag(np.broadcast_to(m, len(k)))
        self.damping, self.linear, self.definite, self.silent = damping, not hard, True, ()
        self.elimination = Elimination(relations or Relations.stacked(self.size, []))

    def internal_forces(self, state, increment, t):
        u = state.u + increment
        return self.k @ u + self.hard * u**3, None

    def stiffness(self, state, increment, t, tangent):
        return self.k + (np.diag(3 * self.hard * (state.u + increment) ** 2) if tangent else 0.0)

    def imposed_forces(self, t, starting=False):
        return None

    def dead_loads(self, t):
        return np.append(np.zeros(self.size - 1), self.load(t))

    def following_loads(self, t, u, v=None, a=None):
        return None

    def modal_damping(self, v):
        return None


def rest(n, u=0.0, v=0.0, a=0.0):
    full = [np.full(n, float(x)) for x in (u, v, a)]
    zero = np.zeros(n)
    return State(0.0, *full, zero, zero, zero)


def run(structure, scheme, instants, state=None, remedies=None, **options):
    newton = Newton(structure, Options(**options))
    steps = list(evolve(newton, scheme, TimeList(instants), state or rest(structure.size), *([remedies] if remedies else [])))
    return steps


def test_a_hardening_spring_balances_its_load():
    steps = run(Springs([10.0], hard=2.0, load=lambda t: 40 * t), Static(), [0, 0.5, 1], criteria=Criteria(1e-12))
    u = steps[-1].state.u[0]
    assert 10 * u + 2 * u**3 == pytest.approx(40.0, rel=1e-12)


class Relaxing(Springs):
    """A spring that loses a share of what it holds at the start of a step, whatever moves."""

    def internal_forces(self, state, increment, t):
        return 0.5 * (self.k @ state.u) + self.k @ increment, None


@pytest.mark.parametrize("integrated, first", [(True, 3.0), (False, 2.0)])
def test_a_step_may_start_from_what_the_laws_answer_while_nothing_moves(integrated, first):
    """k = 10, held force 20 that has relaxed to 10 under a load of 20: the first correction is 1, or nothing where it is not asked."""
    spring = Relaxing([10.0], hard=1e-300, load=lambda t: 20.0)
    held = rest(1, u=2.0)
    held.force = held.external = np.array([20.0])
    one = run(spring, Static(), [0, 1], held, integrated=integrated, most=1, accept_anyway=True, criteria=Criteria(None, 1e9))
    np.testing.assert_allclose(one[-1].state.u, first)


@pytest.mark.parametrize("prediction", [lambda t: np.ones(1), "extrapolate"])
def test_displacements_to_start_from_leave_the_tangent_of_rates(prediction):
    """From u = 1, where 10 u + 2 u^3 = 12, the correction that follows has the matrix of the prediction, 10 + 6 u^2 = 16."""
    spring = Springs([10.0], hard=2.0, load=lambda t: 13.6)
    held = rest(1, u=1.0)
    held.force = held.external = np.array([12.0])
    two = run(spring, Static(), [0, 1], held, prediction=prediction, every_iteration=0, most=2, accept_anyway=True)
    np.testing.assert_allclose(two[-1].state.u, 1.1)


@pytest.mark.parametrize("silent, iterations", [((), 2), ((0,), 1)])
def test_multipliers_hear_of_extrapolated_displacements_at_the_first_correction(silent, iterations):
    """3 u = 3 t, met at once: where a multiplier holds it, its growth over the factor 3 is a residual until something is corrected."""
    spring = Springs([10.0], relations=Relations(np.array([[3.0]]), lambda t: np.array([3.0 * t])))
    spring.silent = silent
    later = run(spring, Static(), [0, 1, 2, 3], prediction="extrapolate")[-1]
    assert len(later.course) == iterations
    assert later.course.largest[0] == pytest.approx(0.0 if silent else 1.0, abs=1e-12)
    np.testing.assert_allclose(later.state.u, 3.0)


def test_an_iterate_that_rests_balances_where_it_may():
    spring = Springs([10.0], hard=2.0, load=lambda t: 40.3 * t)
    unreachable = Criteria(1e-30)
    with pytest.raises(Exception, match="no balance"):
        run(spring, Static(), [0, 1], criteria=unreachable, most=5)
    steps = run(spring, Static(), [0, 1], criteria=unreachable, resting=1e-2, most=5)
    u = steps[-1].state.u[0]
    assert 10 * u + 2 * u**3 == pytest.approx(40.3, rel=1e-3)


@pytest.mark.parametrize("method", ["secant", "mixed"])
def test_line_search_helps_the_elastic_matrix(method):
    structure = Springs([10.0], hard=2.0, load=lambda t: 40 * t)
    searched = run(structure, Static(), [0, 1], tangent=False, most=60, line_search=LineSearch(method))
    u = searched[-1].state.u[0]
    assert 10 * u + 2 * u**3 == pytest.approx(40.0, rel=1e-5)
    with pytest.raises(NotConverged):
        run(structure, Static(), [0, 1], tangent=False, most=60)


def test_imposed_motion_and_its_reaction():
    relations = Relations.imposed(2, [0], lambda t: np.array([0.3 * t]))
    steps = run(Springs([10.0, 5.0], load=lambda t: 2 * t, relations=relations), Static(), [0, 1, 2])
    assert steps[-1].state.u == pytest.approx([0.6, 0.8])
    assert steps[-1].state.reaction == pytest.approx([-6.0, 0.0])


@pytest.mark.parametrize("unknown, iterations", [("displacement", 2), ("acceleration", 1)])
def test_what_supports_balance_counts_unless_accelerations_are_the_unknown(unknown, iterations):
    relations = Relations.imposed(2, [0], lambda t: np.array([0.3 * t]))
    structure = Springs([10.0, 5.0], 1.0, hard=2.0, relations=relations)
    steps = run(structure, ImplicitScheme(0.25, 0.5, unknown), [0, 1], criteria=Criteria(1e-6))
    assert len(steps[-1].course) == iterations
    assert steps[-1].state.u == pytest.approx([0.3, 0.0])


def test_multipliers_that_accelerate_add_up_the_reactions_of_predictions():
    relations = Relations.imposed(2, [1], lambda t: np.zeros(1))
    structure = Springs([10.0, 5.0], 1.0, load=lambda t: 7.0, relations=relations)
    dt, instants = 0.1, 6
    state = run(structure, ImplicitScheme(0.25, 0.5, "acceleration"), np.arange(instants) * dt, criteria=Criteria(1e-6))[-1].state
    u, v, a = 0.0, 0.0, 0.0
    for _ in range(instants - 1):
        added = 7.0 - u
        u, v, a = u + dt * v + dt**2 * (a / 2 + added / 4), v + dt * (a + added / 2), a + added
    assert state.pushes[:, 1] == pytest.approx([u, v, a])
    assert state.reaction == pytest.approx([0.0, 7.0])


def test_linear_relation_shares_the_load():
    relations = Relations(np.array([[1.0, -2.0]]), lambda t: np.zeros(1))
    state = run(Springs([3.0, 4.0], load=lambda t: 10.0, relations=relations), Static(), [0, 1])[-1].state
    assert state.u[0] == pytest.approx(2 * state.u[1])
    assert state.u[1] == pytest.approx(10 / (3 * 4 + 4))


def newmark(k, m, c, u, v, dt, n, beta, gamma):
    a = -(k * u + c * v) / m
    for _ in range(n):
        up, vp = u + dt * v + dt**2 * (0.5 - beta) * a, v + dt * (1 - gamma) * a
        a = -(k * up + c * vp) / (m + gamma * dt * c + beta * dt**2 * k)
        u, v = up + beta * dt**2 * a, vp + gamma * dt * a
    return u, v, a


@pytest.mark.parametrize("unknown", ["displacement", "acceleration"])
def test_newmark_follows_its_recurrence(unknown):
    k, m, c = 40.0, 2.0, 0.7
    structure = Springs([k], m, damping=np.array([[c]]))
    start = rest(1, u=1.0, v=0.5, a=-(k + c * 0.5) / m)
    start.force = np.array([k])
    steps = run(structure, ImplicitScheme(0.3, 0.6, unknown), np.arange(21) * 0.05, start, criteria=Criteria(1e-13))
    state = steps[-1].state
    expected = newmark(k, m, c, 1.0, 0.5, 0.05, 20, 0.3, 0.6)
    assert [state.u[0], state.v[0], state.a[0]] == pytest.approx(expected, rel=1e-9)


def test_hht_is_second_order_and_damps_high_frequencies():
    def last(dt, omega):
        structure = Springs([omega**2], 1.0)
        start = rest(1, u=1.0, a=-(omega**2))
        start.force = np.array([omega**2])
        alpha = -0.2
        scheme = ImplicitScheme((1 - alpha) ** 2 / 4, 0.5 - alpha, "displacement", eta=-alpha)
        steps = run(structure, scheme, np.arange(round(1 / dt) + 1) * dt, start, criteria=Criteria(1e-13))
        return steps[-1].state.u[0]

    errors = [abs(last(dt, 3.0) - np.cos(3.0)) for dt in (0.02, 0.01)]
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)
    assert abs(last(0.01, 2000.0)) < 1e-3


class ReadBack(Springs):
    """A spring whose stress is read back as half of what it was."""

    def begin(self, state, t, anew=True):
        return 0.5 * state.force


def test_forces_of_the_instant_before_are_those_that_balanced_it():
    """M a / 0.8 + K u = f + 0.25 (f_ - K u_), whatever the stresses that the step starts from are read back as."""
    spring = ReadBack([10.0], m=[2.0], load=lambda t: 7.0)
    held = rest(1, u=2.0)
    held.force, held.external = np.array([20.0]), np.array([25.0])
    scheme = ImplicitScheme(0.36, 0.7, "displacement", eta=0.2)
    state = run(spring, scheme, [0, 0.1], held, criteria=Criteria(1e-12))[-1].state
    np.testing.assert_allclose(2.0 * state.a / 0.8 + 10.0 * state.u, 7.0 + 0.25 * (25.0 - 20.0))


def test_a_failed_step_is_cut_and_then_given_up():
    structure = Springs([10.0], hard=2.0, load=lambda t: 40 * t)
    steps = run(structure, Static(), [0, 1], remedies=[Remedy("error", "cut", Cutting(4, 3))], most=3)
    assert len(steps) > 1 and steps[-1].state.time == 1.0
    with pytest.raises(NotConverged, match=r"step 1 to t = 1: no balance after 3 iterations"):
        run(structure, Static(), [0, 1], most=3)


def test_a_local_matrix_changes_the_solution_without_a_factorisation():
    rng = np.random.default_rng(1)
    base = rng.standard_normal((40, 40))
    base = base @ base.T + 40 * np.eye(40)
    relations = Relations.imposed(40, [3, 7], lambda t: np.zeros(2))
    elimination = Elimination(relations)
    where = np.array([2, 3, 11, 30])
    local = rng.standard_normal((4, 4))
    whole = base.copy()
    whole[np.ix_(where, where)] += local
    b = rng.standard_normal(40)
    matrix = IterationMatrix(base, elimination, True)
    matrix.correct(where, local)
    x = matrix.solve(b)
    free = elimination.free
    assert x[free] == pytest.approx(np.linalg.solve(whole[np.ix_(free, free)], b[free]))
    assert x[[3, 7]] == pytest.approx([0, 0])
    assert matrix @ x == pytest.approx(whole @ x)
