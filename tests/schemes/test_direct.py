"""Every scheme on physical unknowns, whoever adds one: two masses on springs behind a support that moves."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.sparse import csr_array

from pyaster_lite.catalogue.registry import DIRECT_SCHEMES
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.direct_transient import DirectSystem, ModalDamping
from pyaster_lite.fe.energy_balance import EnergyBalance
from pyaster_lite.fe.errors import ComputationFailed
from tests.arguments import arguments

STIFFNESS = np.array([[50.0, -50.0, 0.0], [-50.0, 100.0, -50.0], [0.0, -50.0, 50.0]])
MASS = np.diag([0.0, 2.0, 1.0])
DAMPING = np.diag([0.0, 0.4, 0.2])
END = 1.5


def push(t):
    return np.array([0.0, 3.0 * np.sin(4.0 * t), 0.0])


def moving(t):
    return np.array([0.1 * (1.0 - np.cos(3.0 * t))])


def still(t):
    return np.zeros(1)


def system(mass=MASS, ground=still):
    elimination = Elimination(Relations.imposed(3, [0], ground))
    return DirectSystem(*(csr_array(m) for m in (mass, STIFFNESS, DAMPING)), elimination, push)


def ground_of(word):
    return moving if DIRECT_SCHEMES[word].moves else still


def march(word, step, made=None):
    made = made or system(ground=ground_of(word))
    scheme = DIRECT_SCHEMES[word](made, 0.0, np.zeros(3), np.zeros(3), np.zeros(3), args=arguments(DIRECT_SCHEMES[word]))
    if hasattr(scheme, "neighbours"):
        scheme.neighbours(np.zeros(3, int))
    kept, steps = [], []
    scheme.march([(0.0, step, round(END / step))], lambda s, n: kept.append((s.t, s.u.copy())), lambda s: steps.append(s.t))
    return scheme, kept, steps


def reference(ground):
    inverse = np.diag(1.0 / np.diag(MASS)[1:])

    def rates(t, y):
        u = np.concatenate((ground(t), y[:2]))
        v = np.concatenate(([0.0], y[2:]))
        return np.concatenate((y[2:], inverse @ (push(t) - STIFFNESS @ u - DAMPING @ v)[1:]))

    return solve_ivp(rates, (0.0, END), np.zeros(4), rtol=1e-10, atol=1e-12).y[:2, -1]


@pytest.mark.parametrize("word", DIRECT_SCHEMES.words())
def test_meets_the_motion(word):
    scheme, kept, steps = march(word, 1e-3)
    assert scheme.t == pytest.approx(END, abs=1e-12)
    assert steps == sorted(steps) and len(steps) >= len(kept)
    exact = reference(ground_of(word))
    assert scheme.u[0] == ground_of(word)(END)[0]
    np.testing.assert_allclose(scheme.u[1:], exact, atol=2e-3 * abs(exact).max())


@pytest.mark.parametrize("word", [w for w in DIRECT_SCHEMES.words() if not DIRECT_SCHEMES[w].explicit])
def test_implicit_schemes_are_of_second_order(word):
    errors = [abs(march(word, step)[0].u[1:] - reference(ground_of(word))).max() for step in (2e-2, 1e-2)]
    assert np.log2(errors[0] / errors[1]) > 1.7


@pytest.mark.parametrize("word", [w for w in DIRECT_SCHEMES.words() if not DIRECT_SCHEMES[w].moves])
def test_imposed_motions_are_refused_where_a_scheme_does_not_take_them(word):
    with pytest.raises(ComputationFailed, match="imposed displacements"):
        march(word, 1e-3, system(ground=moving))


@pytest.mark.parametrize("word", [w for w in DIRECT_SCHEMES.words() if DIRECT_SCHEMES[w].explicit])
def test_explicit_schemes_take_the_diagonal_of_the_mass(word):
    coupled = MASS + 0.1 * (np.eye(3, k=1) + np.eye(3, k=-1))
    np.testing.assert_array_equal(march(word, 1e-3, system(coupled))[0].u, march(word, 1e-3)[0].u)


def test_energies_count_from_what_pushes_first_and_modes_are_braked_as_a_step_before():
    """With u, v from (0, v0) to (u1, v1), the work is (f0 + f1)/2 . u1, and the modes take half of their force at v0 along u1."""
    made = system()
    made.modal = ModalDamping(np.array([[0.0], [1.0], [2.0]]), np.array([0.3]))
    u, v, start = np.array([0.0, 0.2, 0.1]), np.array([0.0, 1.0, 0.5]), np.array([0.0, 4.0, 5.0])
    balance = EnergyBalance(made, SimpleNamespace(t=0.0, u=0 * u, v=v, a=0 * u), start)
    balance.add(SimpleNamespace(t=0.5, u=u, v=0 * v, a=0 * u))
    supported = made.elimination.supported(STIFFNESS @ u - push(0.5))
    assert balance.totals["external"] == pytest.approx(0.5 * (start + push(0.5) + supported) @ u)
    assert balance.totals["damped"] == pytest.approx(0.5 * (DAMPING @ v + made.modal.force(v)) @ u)


def test_modal_damping_acts_on_its_mode_alone():
    """sum 2 xi/(mu w^3) (K x)(K x . v) of a mode x is 2 xi w mu v along it, nothing along the others."""
    stiffness, mass = STIFFNESS[1:, 1:], MASS[1:, 1:]
    w2, x = np.linalg.eigh(np.diag(np.diag(mass) ** -0.5) @ stiffness @ np.diag(np.diag(mass) ** -0.5))
    x = np.diag(np.diag(mass) ** -0.5) @ x
    w = np.sqrt(w2)
    damping = ModalDamping(stiffness @ x[:, :1], 2.0 * 0.05 / w[:1] ** 3)
    np.testing.assert_allclose(x.T @ damping.force(x[:, 0]), [2.0 * 0.05 * w[0], 0.0], atol=1e-12)


@pytest.mark.parametrize("word", ["NEWMARK", "WILSON"])
def test_gyroscopic_forces_turn_the_motion(word):
    """Their matrix is not symmetric: a mass on springs that spins, held by nothing, started along x."""
    spin = np.array([[0.0, 3.0], [-3.0, 0.0]])
    made = DirectSystem(
        *(csr_array(m) for m in (np.eye(2), 4.0 * np.eye(2), spin)), Elimination(Relations.stacked(2, [])), lambda t: np.zeros(2)
    )
    start = np.array([1.0, 0.0]), np.zeros(2), np.array([-4.0, 0.0])
    scheme = DIRECT_SCHEMES[word](made, 0.0, *start, args=arguments(DIRECT_SCHEMES[word]))
    scheme.march([(0.0, 1e-3, 1000)], lambda s, n: None)
    # z = x + i y obeys z'' - 3 i z' + 4 z = 0
    slow, fast = -1.0j, 4.0j
    z = (fast * np.exp(slow) - slow * np.exp(fast)) / (fast - slow)
    np.testing.assert_allclose(scheme.u, [z.real, z.imag], atol=1e-4)
