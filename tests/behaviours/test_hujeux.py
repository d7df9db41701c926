"""Hujeux's law: its surfaces against finite differences, closed forms under pressure, a triaxial test, loads that turn."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.behaviours.hujeux._memory import Memory
from pyaster_lite.behaviours.hujeux._predictor import slopes_of_change, solved, tangent_of_rates
from pyaster_lite.behaviours.hujeux._soil import Soil
from pyaster_lite.behaviours.hujeux._surfaces import Planes, cyclic_excess, monotone_excess
from pyaster_lite.behaviours.hujeux._system import Acting, Equations
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.frames import mandel_rotation
from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.fe.tensors import isotropic_stiffness
from pyaster_lite.materials.elas_orth import orthotropic
from tests.behaviours.steel import STEEL, points

SINE = np.sin(np.radians(33.0))
YOUNG, POISSON, N, BETA, D = 6.19335997e8, 0.3, 0.4, 24.0, 2.5
ELASTICITY = isotropic_stiffness(YOUNG / (1 + POISSON), YOUNG / (1 - 2 * POISSON), 6)
SAND = Soil(
    ELASTICITY, N, BETA, D, 0.2, SINE, SINE, -1e6, -1e6, 1e-4, 8e-3, 0.1, 0.2, 0.005, 0.001, 0.05, 0.9, 1.0, 0.005, 0.001, 1.0, 0.0
)  # fmt: skip
WORDS = {f"hujeux_{name}": getattr(SAND, name) for name in Soil.__dataclass_fields__ if name != "elasticity"}
DATA = STEEL | WORDS | {"young": YOUNG, "poisson": POISSON, "elasticity": ELASTICITY}
STRESSES = np.array([[-9e4, -1.2e5, -1.8e5, 1e4, -5e3, 8e3], [-2e5, -1e5, -1.3e5, -2e4, 1e4, 3e3]])


def planes(stress, cyclic=True):
    history = np.tile([0.2, -0.1, 0.6, 0.9], (len(stress), 3, 1)) * cyclic
    return Planes(SAND, stress, np.full(len(stress), -1e-3), np.full((len(stress), 3), 0.3), history, np.full((len(stress), 3), cyclic))


def differences(function, stress, width=1.0):
    """By central differences, the components of the stress last."""
    steps = width * np.eye(6)
    return np.stack([(function(stress + s) - function(stress - s)) / (2 * width) for s in steps], axis=-1)


@pytest.mark.parametrize("cyclic", [False, True])
def test_normals_are_the_derivatives_of_the_surfaces(cyclic):
    found = differences(lambda s: planes(s, cyclic).excess, STRESSES)
    np.testing.assert_allclose(planes(STRESSES, cyclic).normals(), found, atol=1e-7)


@pytest.mark.parametrize("cyclic", [False, True])
def test_flows_turn_as_their_rates_say(cyclic):
    """But for the volume's part, which code_aster has the other way round: the symmetric parts."""
    mobility = np.full((2, 3), 0.4)
    found = differences(lambda s: planes(s, cyclic).flows(mobility), STRESSES)
    rates = planes(STRESSES, cyclic).flow_rates(mobility)
    np.testing.assert_allclose(rates + np.swapaxes(rates, 2, 3), found + np.swapaxes(found, 2, 3), atol=1e-11)


def start(pressure=1e5, cells=1, size=6):
    stress = np.zeros((cells, 1, size))
    stress[..., :3] = -pressure
    return PointState(np.zeros((cells, 1, size)), stress, np.zeros((cells, 1, 50)))


def stepped(state, increment, tries=1, continuum=None):
    """The state after one more step, and its tangent."""
    law = BEHAVIOURS["HUJEUX"].within(1e-10, tries)
    strain = state.strain + increment
    data = points(DATA, cells=len(strain))
    stress, internal, tangent = law.integrate(strain, state, data, continuum or Space())
    return PointState(strain, stress, internal), tangent


def squeezed(compaction):
    return np.array([-compaction / 3] * 3 + [0.0] * 3)


def test_pressed_evenly_it_follows_the_closed_form():
    """1/(1 - r) grows by (1 - exp(-BETA e))/(BETA CMON), p = D PCO exp(BETA e) r, the elastic strain by p^(1 - N)."""
    first, slip = 5e4, 2e-3
    r0 = first / (D * 1e6)
    r = 1 - 1 / (1 / (1 - r0) + (1 - np.exp(-BETA * slip)) / (BETA * 0.2))
    pressure = D * 1e6 * np.exp(BETA * slip) * r
    bulk = YOUNG / 3 / (1 - 2 * POISSON)
    elastic = ((pressure / 1e6) ** (1 - N) - (first / 1e6) ** (1 - N)) * 1e6 / bulk / (1 - N)
    state = start(first)
    for _ in range(10):
        state, _ = stepped(state, squeezed((elastic + slip) / 10))
    memory = Memory(state.internal[0, 0])
    assert -state.stress[0, 0, 0] == pytest.approx(pressure, rel=4e-3)
    assert memory.swelling == pytest.approx(-slip, rel=8e-3) and memory.radius[3] == pytest.approx(r, rel=4e-3)
    assert abs(monotone_excess(SAND, state.stress[0], Memory(state.internal[0]))[0, 3]) < 1e-8


def compressed(height, steps, pressure=1e5):
    """A drained triaxial test: the stress stays across the axis."""
    state, side = start(pressure), [0, 1, 3, 4, 5]
    increment = np.zeros(6)
    increment[2] = -height / steps
    for _ in range(steps):
        for _ in range(20):
            found, tangent = stepped(state, increment)
            off = found.stress[0, 0, side] + pressure * np.array([1, 1, 0, 0, 0])
            if abs(off).max() < 1e-6 * pressure:
                break
            increment[side] -= np.linalg.solve(tangent[0, 0][np.ix_(side, side)], off)
        state = found
    return state


def test_a_drained_triaxial_test():
    """191.8 kPa after 1 % under 100 kPa, computed independently (r7.01.23 and v6.04.197)."""
    state = compressed(0.01, 5)
    assert -1e5 - state.stress[0, 0, 2] == pytest.approx(191799.0, rel=0.02)
    memory = Memory(state.internal[0])
    np.testing.assert_allclose(monotone_excess(SAND, state.stress[0], memory)[0][memory.monotone[0] == 1.0], 0.0, atol=1e-3)


def sheared(*shears):
    state = start()
    for shear in shears:
        state, tangent = stepped(state, np.array([0.0, 0.0, 0.0, shear, 0.0, 0.0]), tries=-5)
    return state, tangent


def test_a_shear_that_turns_leaves_the_monotone_surface_for_a_smaller_one():
    forth, _ = sheared(1e-4)
    back, _ = sheared(1e-4, -5e-5)
    old, new = (Memory(s.internal[0]) for s in (forth, back))
    assert old.monotone[0, 2] == 1.0 and new.monotone[0, 2] == -1.0 and new.turned[0, 2] == 1.0
    assert new.radius[0, 2] == old.radius[0, 2] > new.cyclic[0, 2] > SAND.rd_cyc
    np.testing.assert_allclose(cyclic_excess(SAND, back.stress[0], new)[0, 2], 0.0, atol=1e-8)
    assert new.history[0, 2, :2].any() and np.hypot(new.history[0, 2, 2], new.history[0, 2, 3] / np.sqrt(2)) == pytest.approx(1.0)


def test_the_tangent_is_that_of_a_small_step():
    state, tangent = sheared(1e-4)
    memory = Memory(state.internal[0])
    rate, failed = tangent_of_rates(SAND, state.stress[0], memory)
    assert not failed.any()
    np.testing.assert_allclose(tangent[0, 0], rate[0], rtol=1e-12)
    more = np.array([0.0, 0.0, 0.0, 1e-9, 0.0, 0.0])
    ahead, _ = stepped(state, more, tries=-5)
    np.testing.assert_allclose(ahead.stress[0, 0] - state.stress[0, 0], rate[0] @ more, rtol=2e-3, atol=1e-5)


def test_what_does_not_act_stays_in_the_equations_as_it_is():
    memory = Memory(np.zeros((2, 50)))
    memory.radius[:], memory.monotone[:, 1] = 0.3, 1.0
    y = np.zeros((2, 18))
    y[:, :6] = STRESSES
    system = Equations(SAND, np.full((2, 6), -1e-5), y, y, memory, Acting.of_states(memory))
    residual, matrix, bad = system.residual, system.matrix(), system.undefined
    idle = [7, 9, 10, 11, 13, 14, 15, 16, 17]
    assert not bad.any() and not residual[:, idle].any()
    np.testing.assert_array_equal(matrix[:, idle], np.tile(np.eye(18)[idle], (2, 1, 1)))


def test_points_do_not_know_each_other_and_planes_are_space():
    increments = np.zeros((3, 1, 6))
    increments[:, 0, 3], increments[:, 0, 0] = [3e-5, -1e-5, 0.0], [-1e-5, 1e-6, -2e-5]
    together, _ = stepped(start(cells=3), increments, tries=-5)
    flat, _ = stepped(start(cells=3, size=4), increments[..., :4], tries=-5, continuum=Plane())
    for i in range(3):
        alone, _ = stepped(start(), increments[i : i + 1], tries=-5)
        np.testing.assert_allclose(together.stress[i], alone.stress[0], rtol=1e-12)
        np.testing.assert_allclose(together.internal[i], alone.internal[0], rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(flat.stress, together.stress[..., :4], rtol=1e-12)


def test_the_planes_stand_in_the_axes_of_the_material():
    axes = np.array([[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]])
    turn = mandel_rotation(axes[None])[0]
    strain = np.array([-1e-5, 0.0, -3e-5, 1e-5, 0.0, 0.0])
    state, law = start(), BEHAVIOURS["HUJEUX"].within(1e-10, 1)
    data = points(DATA, cells=1)
    data.characteristics = {"material_frame": axes[None]}
    stress, _, tangent = law.integrate(np.full((1, 1, 6), 1.0) * (turn.T @ strain), state, data, Space())
    own, by = stepped(start(), strain)
    np.testing.assert_allclose(turn @ stress[0, 0], own.stress[0, 0], rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(turn @ tangent[0, 0] @ turn.T, by[0, 0], rtol=1e-6, atol=1.0)


def test_at_rest_nothing_moves_and_it_is_elastic():
    state, tangent = stepped(start(1e3), np.zeros(6))
    np.testing.assert_array_equal(state.stress, start(1e3).stress)
    np.testing.assert_allclose(tangent[0, 0], SAND.stiffness(start(1e3).stress[0])[0])


def test_pulled_it_does_not_come_to_traction():
    try:
        pulled, _ = stepped(start(1e3), -squeezed(2e-3))
    except LawFailed:
        return
    assert pulled.stress[0, 0, :3].max() <= 0.0


def test_a_singular_system_does_not_stop_the_others():
    """The first has no zero among its computed singular values, yet its elimination meets one."""
    matrix = np.array([[[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.3, 0.1, 0.7]], np.diag([1.0, 2.0, 4.0])])
    found, singular = solved(matrix, np.ones((2, 3)))
    np.testing.assert_array_equal(singular, [True, False])
    np.testing.assert_allclose(found, [[0.0, 0.0, 0.0], [1.0, 0.5, 0.25]])


def test_elasticity_may_differ_along_the_axes():
    """Where no surface is reached, stresses follow what the planes' axes have, stiffened by the pressure."""
    elasticity = orthotropic((3e9, 2e9, 1e9), (0.3, 0.3, 0.3), (4e8, 5e8, 6e8))
    soil = replace(SAND, elasticity=elasticity, n=0.0, rd_ela=0.9, ri_ela=0.9)
    words = {f"hujeux_{name}": getattr(soil, name) for name in Soil.__dataclass_fields__ if name != "elasticity"}
    strain = np.array([-1e-6, 2e-6, -3e-6, 1e-6, -2e-6, 1e-6])
    data = points(DATA | words | {"elasticity": elasticity}, cells=1)
    stress, _, tangent = BEHAVIOURS["HUJEUX"].within(1e-10, 1).integrate(strain[None, None], start(), data, Space())
    np.testing.assert_allclose(stress[0, 0], start().stress[0, 0] + elasticity @ strain, rtol=1e-12)
    np.testing.assert_allclose(tangent[0, 0], elasticity)
    assert soil.young == pytest.approx(3e9)


def test_it_unloads_by_the_elasticity_of_its_pressure():
    state = start(pressure=4e5)
    found = BEHAVIOURS["HUJEUX"].elastic_tangent(state, points(DATA, cells=1), Space())
    np.testing.assert_allclose(found[0, 0], 0.4**N * ELASTICITY, rtol=1e-12)
    at_rest = BEHAVIOURS["HUJEUX"].elastic_tangent(start(pressure=0.0), points(DATA, cells=1), Space())
    np.testing.assert_allclose(at_rest[0, 0], ELASTICITY, rtol=1e-12)


def test_the_first_swelling_goes_by_the_planes_that_mechanisms_are_counted_as():
    """Of the planes 1 and 2 (of 0, 1, 2), the first monotone: they are counted 0 and 1; where 1 turned and 2 did not, 1 and 0."""
    change, at = np.array([[3e3, -1e3, 5e2, 2e2, 1e2, -4e2]] * 2), planes(STRESSES[[0, 0]], cyclic=False)
    act = np.array([[False, True, True]] * 2)
    found = slopes_of_change(SAND, at, change, act, np.array([[False] * 3, [False, True, False]]))
    q = [np.hypot((change[0, a] - change[0, b]) / 2, change[0, s] / np.sqrt(2.0)) for a, b, s in ((1, 2, 5), (0, 2, 4))]
    p = at.p[0]
    np.testing.assert_allclose(found[0, 1:] - SINE, [q[0] / p[0], q[1] / p[1]])
    np.testing.assert_allclose(found[1, 1:] - SINE, [at.q[0, 1] ** 2 / q[1] / p[1], q[0] / p[0]])


def test_the_elastic_pressure_balances_as_far_as_code_aster_seeks_it():
    """To 1e-8 of PREF and, by chords, not to the last digit; pushed beyond every pressure there is none, and the explicit one stands."""
    first, pushed = np.full(5, -2e5), np.array([-1e4, 1e5, -1e6, 0.0, -1e12])
    with np.errstate(all="ignore"):
        p = SAND._pressure(first, pushed)
        left = abs(pushed * (p / SAND.pref) ** N - p + first) / abs(SAND.pref)
    assert (left[:4] < 1e-8).all() and left[2] > 1e-10
    assert p[3] == -2e5 and (p[:3] < 0.0).all()
    assert (np.diff(p[[2, 0, 1]]) > 0.0).all()
