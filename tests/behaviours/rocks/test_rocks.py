"""Rocks that creep and break: their limits, the flows out of them, steps from the start and from the end."""

import numpy as np
import pytest

from pyaster_lite.behaviours.rocks._implicit import _Step
from pyaster_lite.behaviours.rocks._law import Heat
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

ELASTIC = {"young": 5000.0, "poisson": 0.12, "expansion": 0.0}
LKR = dict(
    air=0.1, power=0.0, strength=12.0, angle=1.5, lode=0.8, v1=2.1, v2=2.2, a2=0.65, m0=0.1, m1=4.1, meeting=45.0, xi1=0.017, xi2=0.03,
    xi5=0.0039, share=0.1, creep_rate=1.5e-13, creep_power=4.5, rho1=0.1, rho2=2.0, rho4=0.3, r_q=1e-4, r_m=1e-4, r_s=1e-3, r_x1=1e-2,
    r_x2=1e-2, r_x5=1e-2, activation=1000.0, coupling=1.0,
)  # fmt: skip
LETK = dict(
    air=0.1, power=0.0, strength=12.0, extension=1.10292, lode=0.8, xams=0.1, eta=0.04, a0=0.25, a_broken=0.6, a_peak=0.4, s0=5e-4, m0=0.01,
    m_broken=2.0, m_peak=6.0, m_last=0.61, xi_last=0.365, xi_broken=0.028, xi_peak=0.015, m_viscous=3.0, xi_viscous=0.0039,
    creep_rate=1.5e-12, creep_power=4.5, meeting=57.8, mu0=0.1, xi0=0.3, mu1=0.1, xi1=0.3,
)  # fmt: skip
ROCKS = {"LKR": LKR, "LETK": LETK}
WARM = [np.full(1, 330.0), np.full(1, 300.0)]
laws = pytest.mark.parametrize("word", ROCKS)
SIGMA = np.array([[14.0, 5.0, 6.5, 0.7, -0.4, 1.1]])


def rock_of(word, shear=2232.0, bulk=2193.0):
    words = {name: np.full(1, value) for name, value in ROCKS[word].items()}
    return BEHAVIOURS[word].rock(words, np.full(1, shear), np.full(1, bulk))


@laws
@pytest.mark.parametrize("xi", [0.004, 0.018, 0.025, 0.1, 0.5])
def test_the_normal_and_the_rates_of_the_limits_are_derivatives(word, xi):
    rock = rock_of(word)
    limits = rock.limits([np.zeros(1), np.zeros(1)])

    def f(sigma, x):
        return rock.criterion(limits.plastic(np.full(1, x)), rock.stress(sigma))[0][0]

    limit, at = limits.plastic(np.full(1, xi)), rock.stress(SIGMA)
    u = rock.criterion(limit, at)[1]
    assert u[0] > 0.0
    found = [(f(SIGMA + h, xi) - f(SIGMA - h, xi)) / 2e-5 for h in 1e-5 * np.eye(6)]
    np.testing.assert_allclose(rock.normal(limit, u, at)[0], found, atol=1e-7)
    by_xi = rock.by_limit(limit, limits.plastic_rates(np.full(1, xi), limit), u, at)[0]
    np.testing.assert_allclose(by_xi, (f(SIGMA, xi + 1e-8) - f(SIGMA, xi - 1e-8)) / 2e-8, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("xi", [0.004, 0.025, 0.1])
def test_heat_moves_the_limits_as_their_rates_say(xi):
    rock, x = rock_of("LKR"), np.full(1, xi)
    ahead, behind = (rock.limits([WARM[0] + h, WARM[1]]).plastic(x) for h in (1e-4, -1e-4))
    for rate, one, other in zip(rock.limits(WARM).heat_rates(x), ahead, behind, strict=True):
        np.testing.assert_allclose(rate, (one - other) / 2e-4, rtol=1e-6, atol=1e-12)


@laws
def test_limits_meet_between_their_stages(word):
    limits = rock_of(word).limits([np.zeros(1), np.zeros(1)])
    for edge in (0.015, 0.028, 0.365) if word == "LETK" else (0.017, 0.03):
        below, above = (np.array(limits.plastic(np.full(1, edge * (1 + h)))).ravel() for h in (-1e-12, 1e-12))
        np.testing.assert_allclose(below, above, rtol=1e-4, atol=1e-9)


def answer(word, strain, stress, values, dt=10.0, algorithm="NEWTON", warm=False):
    """Stress, variables and tangent of one point after a strain (6,) from a stress (6,), tension positive."""
    law = BEHAVIOURS[word].within(1e-12, 60).solved_by(algorithm)
    material = ELASTIC | {f"{word.lower()}_{name}": value for name, value in ROCKS[word].items()}

    def around(t):
        return {"TEMP": np.full((1, 1), 330.0 + t), "TEMP_REF": np.full((1, 1), 300.0)}

    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [material], np.zeros(1, int), {}, around if warm else None)
    internal = np.zeros((1, 1, law.internal_size))
    internal[0, 0, : len(values)] = values
    state = PointState(np.zeros((1, 1, 6)), np.reshape(stress, (1, 1, 6)), internal)
    found = law.integrate(np.reshape(strain, (1, 1, 6)).astype(float), state, data.between(0.0, dt), Space())
    return [part[0, 0] for part in found]


PUSHED = np.array([4e-5, -4e-4, 1e-4, 2e-5, -1e-5, 3e-5])
# from the first stage, and from past the peak with cohesion and without
STARTS = [(-3.0, [1e-4, 1e-4, 5e-5, 5e-5]), (-12.0, [0.02, 0.02, 3e-3, 3e-3]), (-9.0, [0.2, 0.2, 3.9e-3, 3.9e-3])]


@laws
@pytest.mark.parametrize("along,values", STARTS)
@pytest.mark.parametrize("warm", [False, True])
def test_a_step_from_its_end_stands_on_the_limit_and_its_tangent_is_its_derivative(word, along, values, warm):
    before = np.array([-5.0, -5.0 + along, -5.0, 0.0, 0.0, 0.0])
    stress, after, tangent = answer(word, 5 * PUSHED, before, values, algorithm="NEWTON_PERT", warm=warm)
    rock = rock_of(word)
    assert after[6] == 1.0 and after[0] > values[0]
    heat = [np.full(1, 340.0), WARM[1]] if warm else [np.zeros(1), np.zeros(1)]
    limits = rock.limits(heat)
    f = rock.criterion(limits.plastic(after[:1]), rock.stress(-stress[None]))[0]
    assert abs(f[0]) < 1e-9
    steps = (*1e-8 * np.eye(6), *-1e-8 * np.eye(6))
    moved = [answer(word, 5 * PUSHED + h, before, values, algorithm="NEWTON_PERT", warm=warm)[0] for h in steps]
    columns = [(moved[i] - moved[i + 6]) / 2e-8 for i in range(6)]
    np.testing.assert_allclose(tangent, np.array(columns).T, atol=2e-5 * abs(tangent).max())


@laws
def test_steps_from_the_start_tend_to_those_from_the_end(word):
    def apart(count):
        ends = []
        for algorithm in ("NEWTON", "SPECIFIQUE"):
            stress, values = np.array([-5.0, -8.0, -5.0, 0.0, 0.0, 0.0]), [1e-4, 1e-4, 5e-5, 5e-5]
            for _ in range(count):
                stress, values, _ = answer(word, 20 * PUSHED / count, stress, values, 100.0 / count, algorithm)
            ends.append(np.r_[stress, 1e3 * values[:4]])
        return abs(ends[0] - ends[1]).max()

    assert apart(120) < 0.3 * apart(30) < 0.3


@laws
@pytest.mark.parametrize("algorithm", ["NEWTON", "SPECIFIQUE"])
def test_within_its_limits_a_rock_is_elastic(word, algorithm):
    before = -20.0 * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    values = [0.01, 0.01, 1e-3, 1e-3]
    stress, after, tangent = answer(word, 1e-2 * PUSHED, before, values, algorithm=algorithm)
    np.testing.assert_allclose(stress, before + tangent @ (1e-2 * PUSHED), rtol=1e-12)
    np.testing.assert_allclose(after[:4], values)


@laws
def test_the_tangent_of_a_step_from_its_start_is_elastic_where_nothing_acts(word):
    before = -20.0 * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    _, _, tangent = answer(word, 1e-2 * PUSHED, before, [0.01, 0.01, 1e-3, 1e-3], algorithm="SPECIFIQUE")
    assert tangent[0, 0] == pytest.approx(5000 * 0.88 / 1.12 / 0.76) and tangent[3, 3] == pytest.approx(5000 / 1.12)


def test_the_volumes_of_lkr_add_up_to_that_of_the_strain():
    before = np.array([-5.0, -17.0, -5.0, 0.0, 0.0, 0.0])
    for algorithm in ("NEWTON", "SPECIFIQUE"):
        _, after, _ = answer("LKR", 5 * PUSHED, before, [0.02, 0.02, 3e-3, 3e-3], algorithm=algorithm)
        assert after[7] + after[9] + after[10] == pytest.approx(-5 * PUSHED[:3].sum(), rel=1e-9)
        assert after[11] == (0.0 if algorithm == "NEWTON" else 2.0)


def test_what_is_not_solved_in_time_is_told():
    with pytest.raises(LawFailed, match="ITER_INTE_MAXI"):
        law = BEHAVIOURS["LKR"].within(1e-12, 1)
        material = ELASTIC | {f"lkr_{name}": value for name, value in LKR.items()}
        data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [material], np.zeros(1, int)).between(0.0, 1.0)
        state = PointState(np.zeros((1, 1, 6)), -np.array([[[5.0, 17.0, 5.0, 0.0, 0.0, 0.0]]]), np.zeros((1, 1, 12)))
        law.integrate(np.reshape(5 * PUSHED, (1, 1, 6)), state, data, Space())
    with pytest.raises(ValueError, match="SPECIFIQUE"):
        BEHAVIOURS["LKR"].solved_by("BRENT")
    assert Heat().rise == 0.0


def test_volumes_of_lkr_are_forgotten_where_a_step_from_its_end_is_elastic():
    values = [0.0] * 9 + [1e-3, 2e-3, 1.0]
    before = np.array([-5.0, -5.0, -5.0, 0.0, 0.0, 0.0])
    assert not answer("LKR", 1e-3 * PUSHED, before, values)[1][9:12].any()
    assert answer("LKR", 1e-3 * PUSHED, before, values, algorithm="SPECIFIQUE")[1][9:11] == pytest.approx(values[9:11])


# as code_aster 17 computes them (srijac, lkijac): minus the rates of the residual, compression negative, by stress, slip, XIP and XIVP
WRITTEN = {
    "LKR": [
        [-0.001110017, 1.925932e-05, 0.0005432675, -8.416483e-06, -0.616482, -0.006138864, 0.1635197],
        [0.0003030439, -0.0006385493, 0.0001457324, 4.12659e-06, 1.900197, 0.008154977, -0.5054422],
        [0.0003333018, 0.0001924915, -0.001172857, 3.21852e-06, -1.326781, -0.009869915, 0.3524653],
        [-1.490299e-05, -2.359915e-06, 9.086518e-06, -0.0007613416, -0.05752409, -0.0003267164, 0.01529056],
        [0.0002571338, -0.0003048515, 0.0004161108, 1.284538e-05, 0.0, 0.05890421, 0.0],
        [-9.228345e-05, 0.0001070369, -0.0001536357, -4.555894e-06, -0.9792716, 0.9945058, 0.2603328],
        [-7.6769e-05, 9.924689e-05, -0.0001269678, -4.02322e-06, 0.0, 0.0, 1.260333],
    ],
    "LETK": [
        [-0.002805671, 0.0004966356, 0.001489944, -5.304156e-05, -0.3347331, -0.01162938, 0.5967618],
        [0.001179214, -0.002622825, 0.002897039, 6.446399e-05, 1.616083, 0.001037649, -4.124962],
        [0.001078895, 0.001785994, -0.005097224, -1.616225e-05, -1.544703, -0.01745712, 3.575596],
        [-6.864334e-05, 4.886221e-05, -3.216219e-05, -0.0009844242, -0.04459007, -0.000289532, 0.1079251],
        [0.0001534396, -0.000274925, 0.0004238326, 9.79119e-06, 0.0, 0.1816063, 0.0],
        [-0.0001821199, 0.001163925, -0.002055597, -3.076674e-05, -0.9209367, 0.9945551, 2.242291],
        [-0.0003294474, 0.001173648, -0.001882082, -3.435648e-05, 0.0, 0.0, 3.242291],
    ],
}  # fmt: skip


@laws
def test_newton_has_the_written_derivatives_of_code_aster(word):
    still = dict.fromkeys(("r_q", "r_m", "r_s", "r_x1", "r_x2", "r_x5", "activation"), np.zeros(1)) if word == "LKR" else {}
    rock, xip = rock_of(word, 5000.0 / 2.24, 5000.0 / 2.28), 0.018 if word == "LKR" else 0.02
    rock.__dict__.update(still)
    values, strain = np.zeros((1, 12)), np.array([[-1e-3, 2e-3, -8e-4, -1e-4]])
    values[0, [0, 2]] = xip, 1e-3
    y = np.array([[6.5, 24.0, 5.2, -0.4, 2e-3, xip + 1e-3, 1.5e-3]])
    step = _Step(rock, Heat(), strain, np.array([[6.4, 23.7, 5.3, -0.3]]), values, 20.0)
    found = -step.written(y, np.ones(1, bool))[0]
    found[:, :4] *= -1.0
    np.testing.assert_allclose(found, WRITTEN[word], rtol=3e-5, atol=1e-8)
    step.dt = 3000.0
    ended = step.written(y, np.ones(1, bool))[0]
    assert not ended[:6, 6].any() and ended[6, 6] == pytest.approx(-1.0)
