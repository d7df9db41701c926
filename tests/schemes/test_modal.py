"""Every scheme of the modal transient, whoever adds one: the motion of damped oscillators under a constant force."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from pyaster_lite.catalogue.registry import MODAL_SCHEMES
from pyaster_lite.catalogue.versions import version
from pyaster_lite.fe.modal_system import ModalSystem, Spin, TurningSystem
from pyaster_lite.fe.modal_transient import StepFailed, march
from tests.arguments import arguments

PULSATION = np.array([3.0, 11.0])
MASS = np.array([2.0, 0.5])
DAMPING = 0.05
FORCE = np.array([4.0, -7.0])
END = 2.0


def oscillators(full=False, mass=MASS):
    matrices = mass, mass * PULSATION**2, 2.0 * DAMPING * PULSATION * mass
    if full:
        matrices = tuple(np.diag(m) for m in matrices)
    return ModalSystem(*matrices, lambda t: FORCE)


def exact(t, mass=MASS):
    """Response from rest to a force applied at once."""
    damped = PULSATION * np.sqrt(1.0 - DAMPING**2)
    decay = np.exp(-DAMPING * PULSATION * t)
    still = FORCE / (mass * PULSATION**2)
    return still * (1.0 - decay * (np.cos(damped * t) + DAMPING * PULSATION / damped * np.sin(damped * t)))


def run(word, step, full=False, mass=MASS, **given):
    scheme = MODAL_SCHEMES[word]
    system = oscillators(full, mass)
    start = scheme(system, 0.0, step, np.zeros(2), np.zeros(2), args=arguments(scheme, **given))
    kept = []
    march(start, END, [0.7777, END], 1, lambda s, n: kept.append((s.t, s.u)))
    return kept


COUPLING = np.array([[2.0, 0.5], [0.5, 1.0]])


@pytest.mark.parametrize(
    ("word", "damping"),
    [
        ("NEWMARK", np.diag([1.2, 0.8])),  # C = diag(2 xi w m_ii)
        ("TRBDF2", np.diag([0.6, 0.8])),  # C = diag(2 xi w)
        ("DEVOGE", COUPLING * [0.6, 0.8]),  # M^-1 C = diag(2 xi w)
    ],
)
def test_dampings_of_modes_beside_a_mass_that_couples_are_those_of_the_scheme(word, damping):
    """Without a force, what a damping matrix does and what rates do are the same (but the accelerations that TRBDF2 balances)."""
    scheme, ended = MODAL_SCHEMES[word], []
    for rates in (None, np.array([0.6, 0.8])):
        system = ModalSystem(COUPLING, np.diag([18.0, 60.0]), damping, lambda t: np.zeros(2))
        system.rates = rates
        start = scheme(system, 0.0, 1e-3, np.array([1.0, -0.5]), np.zeros(2), args=arguments(scheme))
        march(start, 0.5, [0.5], 1000, lambda s, n: ended.append(s.u))
    assert ended[1] == pytest.approx(ended[0], rel=1e-9)


def test_devogelaere_divides_forces_by_the_mass_in_the_place_of_its_factors():
    """L = [[1, 0], [0.5, 1]], D = diag(2, 1), U = [[1, 0.5], [0, 1]] for M = [[2, 0.5], [0.5, 1]]: a = U^-1 D^-1 L^-1 f."""
    system = ModalSystem(COUPLING, np.zeros((2, 2)), np.zeros((2, 2)), lambda t: np.array([2.0, 3.0]))
    system.coupled = True
    scheme = MODAL_SCHEMES["DEVOGE"]
    start = scheme(system, 0.0, 1e-2, np.zeros(2), np.zeros(2), args=arguments(scheme))
    march(start, 1.0, [1.0], 1000, lambda s, n: None)
    assert start.u == pytest.approx([0.0, 1.0], abs=1e-12)  # half of a = [1 - 0.5 * 2, 2]


@pytest.mark.parametrize("word", MODAL_SCHEMES.words())
def test_meets_the_exact_motion(word):
    kept = run(word, 1e-3)
    times = np.array([t for t, _ in kept])
    assert abs(times - 0.7777).min() < 1e-12 and times[-1] == pytest.approx(END, abs=1e-12)
    assert (np.diff(times) > 0).all()
    scale = abs(FORCE / (MASS * PULSATION**2))
    for t, u in kept:
        assert (abs(u - exact(t)) < 0.05 * scale).all()


@pytest.mark.parametrize("word", [w for w in MODAL_SCHEMES.words() if w != "ITMI"])
def test_full_and_diagonal_matrices_agree(word):
    # TRBDF2 takes the damping of diagonal matrices for that of unit masses, as code_aster's does.
    mass = np.ones(2) if word == "TRBDF2" else MASS
    diagonal, full = run(word, 2e-3, mass=mass), run(word, 2e-3, full=True, mass=mass)
    assert len(diagonal) == len(full)
    np.testing.assert_allclose([u for _, u in full], [u for _, u in diagonal], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("word, order", [("NEWMARK", 2), ("TRBDF2", 2), ("DIFF_CENTRE", 1)])
def test_order_of_accuracy(word, order):
    mass = np.ones(2) if word == "TRBDF2" else MASS

    def error(step):
        scheme = MODAL_SCHEMES[word]
        march_of = scheme(oscillators(mass=mass), 0.0, step, np.zeros(2), np.zeros(2), args=arguments(scheme))
        march(march_of, END, [END], 1, lambda s, n: None)
        return abs(march_of.u - exact(END, mass)).max()

    assert np.log2(error(5e-3) / error(2.5e-3)) == pytest.approx(order, abs=0.1)


def test_an_adaptive_step_that_falls_too_low_is_said():
    with pytest.raises(StepFailed, match="below the smallest one allowed"):
        run("ADAPT_ORDRE2", 0.5, PAS_MINI=0.4, NMAX_ITER_PAS=16)


@pytest.mark.parametrize("time, growing", [(None, [5, 10]), ("13.0.11", [5, 10]), ("13.0.10", [6, 7, 8, 9, 10, 11])])
def test_calm_steps_grow_as_they_did_in_their_time(time, growing):
    scheme = MODAL_SCHEMES["ADAPT_ORDRE2"]
    start = scheme(oscillators(), 0.0, 1e-6, np.zeros(2), np.zeros(2), args=arguments(scheme))
    start.date(time and version(time))
    assert [number for number in range(1, 12) if start.judge(0.1, 1e-6, 1)[1] > 1.05e-6] == growing


@pytest.mark.parametrize("time, adaptive", [(None, True), ("13.0.11", True), ("13.0.10", False)])
def test_devoge_has_had_a_constant_step(time, adaptive):
    scheme = MODAL_SCHEMES["DEVOGE"]
    start = scheme(oscillators(), 0.0, 1e-6, np.zeros(2), np.zeros(2), args=arguments(scheme))
    start.date(time and version(time))
    assert start.adaptive == adaptive


@pytest.mark.parametrize("word", ("NEWMARK", "TRBDF2", "DEVOGE", "DIFF_CENTRE"))
def test_a_rotor_gains_speed(word):
    """Against a fine march of u'' + (D + s(t) G) u' + (K + r R) u = f, whatever takes G and R."""
    gyroscopic, circulatory = np.array([[0.0, 0.4], [-0.4, 0.0]]), np.array([[0.0, 0.1], [-0.1, 0.0]])
    stiffness, damping, force = np.diag([4.0, 9.0]), 0.05 * np.eye(2), np.array([1.0, 0.5])
    spin = Spin(gyroscopic, lambda t: 2.0 + t, circulatory, lambda t: 1.0)

    def slopes(t, y):
        u, v = y[:2], y[2:]
        return np.concatenate([v, force - (damping + (2.0 + t) * gyroscopic) @ v - (stiffness + circulatory) @ u])

    wanted = solve_ivp(slopes, (0.0, 3.0), np.zeros(4), rtol=1e-10, atol=1e-12).y[:2, -1]
    given = np.eye(2), stiffness, damping, lambda t: force, None
    system = ModalSystem(*given, spin) if word == "DIFF_CENTRE" else TurningSystem(*given, spin, 0.0)
    member, step = MODAL_SCHEMES[word], 1e-3
    words = {"PAS_MINI": step, "PAS_MAXI": step} if word == "DEVOGE" else {}
    scheme = member(system, 0.0, step, np.zeros(2), np.zeros(2), args=arguments(member, **words))
    march(scheme, 3.0, [3.0], 10**9, lambda *_: None)
    np.testing.assert_allclose(scheme.u, wanted, atol=3e-3 * abs(wanted).max())
