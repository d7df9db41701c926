"""Shocks whose stiffness joins the matrices while they last, against closed forms and against shocks as forces."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODAL_SCHEMES
from pyaster_lite.fe.modal_system import LocalForces, ModalSystem
from pyaster_lite.fe.modal_transient import march
from pyaster_lite.fe.shock_states import ShockStates, _solve_in_order

KN = 4.0e4


class Wall:
    """A wall that stops motion along local y at a gap."""

    rubs = False

    def __init__(self, shape, gap, damping=0.0):
        self.rows = np.zeros((3, len(shape)))
        self.rows[1] = shape
        self.origin, self.reach, self.cn = np.zeros(3), gap, damping
        self.state, self.answer = (), (0.0,)

    def gap(self, y, z):
        return self.reach - y, -1.0, 0.0

    def force(self, t, dt, q, p):
        deep = -self.gap(q[1], q[2])[0]
        push = max(0.0, KN * deep + self.cn * p[1]) if deep >= 0.0 else 0.0
        self.answer = (push,)
        return [0.0, -push, 0.0]


class Words(SimpleNamespace):
    def __contains__(self, word):
        return hasattr(self, word)


def run(devices, matrices, v, end, step, word="RUNGE_KUTTA_54", implicit=True, load=None, **flow):
    """The motion (t, u, v, case) at every step."""
    n = len(matrices[0])
    system = ModalSystem(*matrices, load or (lambda t: np.zeros(n)), LocalForces(devices))
    words = Words(TOLERANCE=1e-5, ALPHA=0.0, PAS_MINI=step, PAS_MAXI=step)
    start = 0.0, step, np.zeros(n), np.array(v, float)

    def make(*state):
        return MODAL_SCHEMES[word](*state, args=words)

    scheme = ShockStates(make, system, *start, **flow) if implicit else make(system, *start)
    kept = []
    march(scheme, end, [end], 1, lambda s, n: kept.append((s.t, *s.u, *s.v)))
    return np.array(kept), scheme


@pytest.mark.parametrize("word", ["RUNGE_KUTTA_32", "RUNGE_KUTTA_54", "DIFF_CENTRE"])
def test_a_mass_thrown_at_a_spring_comes_back_after_half_a_period(word):
    m, k, gap, speed = 2.0, 8.0, 0.1, 3.0
    kept, scheme = run([Wall([1.0], gap)], (np.array([m]), np.array([k]), np.zeros(1)), [speed], 0.2, 1e-4, word)
    w, hard = np.sqrt(k / m), np.sqrt((k + KN) / m)
    begins = np.arcsin(gap * w / speed) / w
    reaching = np.sqrt(speed**2 - (w * gap) ** 2)
    # in contact: m x'' + k x + KN (x - gap) = 0, about x0, until x = gap again
    x0 = KN * gap / (k + KN)
    radius = np.hypot(gap - x0, reaching / hard)
    lasts = 2 * (np.pi / 2 - np.arctan2(gap - x0, reaching / hard)) / hard
    assert kept[:, 1].max() == pytest.approx(x0 + radius, rel=2e-4)
    ends = begins + lasts
    after = kept[:, 0] > ends + 1e-3
    t = kept[after, 0] - ends
    expected = gap * np.cos(w * t) - reaching / w * np.sin(w * t)
    assert kept[after, 1] == pytest.approx(expected, abs=1e-3)
    assert scheme._case == 0 and set(scheme._bases) == {1}
    _, squares, _ = scheme._bases[1]
    assert squares == pytest.approx([hard**2], rel=1e-4)


def test_it_is_the_motion_that_shocks_as_forces_make():
    matrices = np.array([2.0, 1.0]), np.array([50.0, 400.0]), np.array([0.3, 0.2])
    load = lambda t: np.array([3.0 * np.sin(9.0 * t), 0.0])  # noqa: E731
    implicit, scheme = run([Wall([1.0, 0.4], 0.05, 3.0)], matrices, [1.0, 0.5], 0.3, 2e-5, load=load)
    explicit, _ = run([Wall([1.0, 0.4], 0.05, 3.0)], matrices, [1.0, 0.5], 0.3, 2e-5, implicit=False, load=load)
    for column in (1, 2):
        same = np.interp(explicit[:, 0], implicit[:, 0], implicit[:, column])
        assert same == pytest.approx(explicit[:, column], abs=2e-3 * abs(explicit[:, column]).max())
    assert 1 in scheme._bases


def test_the_basis_in_contact_is_that_of_the_stiffened_system():
    matrices = np.array([2.0, 1.0]), np.array([50.0, 400.0]), np.array([0.3, 0.2])
    shape = np.array([1.0, 0.4])
    _, scheme = run([Wall(shape, 0.05, 3.0)], matrices, [1.0, 0.5], 0.055, 2e-5)
    basis, squares, damping = scheme._bases[1]
    stiffened = np.diag(matrices[1]) + KN * np.outer(shape, shape)
    assert basis.T @ np.diag(matrices[0]) @ basis == pytest.approx(np.eye(2), abs=1e-12)
    assert basis.T @ stiffened @ basis == pytest.approx(np.diag(squares), rel=1e-4, abs=1e-4 * squares.max())
    damped = np.diag(matrices[2]) + 3.0 * np.outer(shape, shape)
    assert damping == pytest.approx(basis.T @ damped @ basis, rel=1e-3, abs=1e-4)


def test_the_flow_damps_the_modes_in_contact_anew():
    matrices = np.array([1.0, 1.0]), np.array([50.0, 400.0]), np.array([0.3, 0.2])
    still, shape = np.array([0.3, 0.2]), np.array([1.0, 0.4])
    flow = lambda w, mode: w * (mode @ mode)  # noqa: E731
    _, scheme = run([Wall(shape, 0.05)], matrices, [1.0, 0.5], 0.055, 2e-5, still=still, flow=flow)
    basis, squares, damping = scheme._bases[1]
    assert damping == pytest.approx(np.diag(np.sqrt(squares) * np.sum(basis**2, axis=0)), abs=1e-12)


def test_elimination_in_order_solves_what_is_regular():
    matrix = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
    right = np.array([1.0, 2.0, 3.0])
    assert _solve_in_order(matrix, right) == pytest.approx(np.linalg.solve(matrix, right))
    assert not np.isfinite(_solve_in_order(np.ones((2, 2)), np.array([1.0, 2.0]))).all()
