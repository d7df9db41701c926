"""Metals with cavities after Rousselier: their surface, how cavities grow and start, the drag of the flow, and how stresses fade."""

import numpy as np
import pytest

from pyaster_lite.behaviours._cavities import _Points
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import mean, unit, von_mises
from tests.behaviours.steel import STEEL, SY, E

SPACE = Space()
STRAIN = np.array([[[4e-3, 1e-3, -1e-3, 1e-3, 0.0, 0.0]]])
HARDENING = 2e10 * E / (E - 2e10)


def after(word, strain=STRAIN, dt=1.0, state=None, **more):
    law = BEHAVIOURS[word].within(1e-13, 100)
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [STEEL | more], np.zeros(1, int)).between(0.0, dt)
    rest = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 5)))
    return law.integrate(strain, state or rest, data, SPACE)


@pytest.mark.parametrize("starting", [0.0, 0.1])
def test_the_stress_is_on_the_surface_and_cavities_grow_by_the_flow(starting):
    stress, internal, _ = after("ROUSS_PR", cavity_starting=starting)
    p, f = internal[0, 0, :2]
    density = (1 - f - starting * p) / (1 - 1e-2)
    lift = 2.0 * np.exp(mean(stress)[0, 0] / density / (1.2 * SY))
    held = 1.2 * SY * (f + starting * p) * lift
    np.testing.assert_allclose(von_mises(stress)[0, 0] / density, SY + HARDENING * p - held, rtol=1e-9)
    np.testing.assert_allclose(p * (f + starting * p) * (1 - f) * lift, f - 1e-2, rtol=1e-9)


def test_a_flow_drags_the_more_the_quicker_it_is():
    slow, quick = (after("ROUSS_VISC", dt=dt) for dt in (1e6, 1e-2))
    free = after("ROUSS_PR", cavity_starting=0.0)
    np.testing.assert_allclose(slow[0], free[0], rtol=1e-3, atol=1e-3 * SY)
    assert von_mises(quick[0]) > von_mises(slow[0]) + SY / 5


def test_under_pressure_cavities_stay():
    pressed = np.array([[[-2e-2, -1.5e-2, -1.5e-2, 0.0, 0.0, 0.0]]])
    _, internal, _ = after("ROUSS_PR", pressed)
    assert internal[0, 0, 1] == pytest.approx(1e-2) and internal[0, 0, 0] > 1e-3


def test_the_stress_fades_where_the_cavities_are_too_many():
    state = PointState(np.zeros((1, 1, 6)), np.full((1, 1, 6), SY), np.zeros((1, 1, 5)))
    state.internal[..., 1] = 0.95
    stress, internal, _ = after("ROUSS_PR", 1e-6 * STRAIN, state=state)
    assert internal[0, 0, 1] == 1.0 and 0.0 < stress[0, 0, 0] < SY
    gone, _, _ = after("ROUSS_PR", STRAIN, state=state)
    np.testing.assert_array_equal(gone, 0.0)


@pytest.mark.parametrize("relation,word,number", [("ROUSS_PR", "cavity_stress", 1.2 * SY), ("ROUSS_VISC", "sinh_stress", SY)])
def test_the_tangent_is_that_of_the_properties_of_the_start(relation, word, number):
    """Where SIGM_1 or SIGM_0 rises over the step, the tangent is that of a step which ends at the same state with the first one."""
    law, shape = BEHAVIOURS[relation].within(1e-13, 100), (1, 1)
    heated = {word: lambda variables: (1 + 0.1 * variables["TEMP"]) * number}
    surroundings = {0.0: {"TEMP": np.zeros(shape)}, 1.0: {"TEMP": np.ones(shape)}}

    def points(materials):
        data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [materials], np.zeros(1, int), surroundings=surroundings.get)
        rest = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 5)))
        return _Points(law, shape, rest, data.between(0.0, 1.0))

    stress = np.array([[[2 * SY, SY, 0.5 * SY, 0.1 * SY, 0.0, 0.0]]])
    ended = stress, np.full(shape, 1.2e-2), np.full(shape, 3e-3), np.full(shape, 2e-3), np.full(shape, 3e-3), unit(6)
    warm, cold = (points(STEEL | more)._tangent(*ended) for more in (heated, {word: number}))
    np.testing.assert_allclose(warm, cold, rtol=1e-12)
    assert abs(points(STEEL | {word: 1.1 * number})._tangent(*ended) - cold).max() > 1e-3 * abs(cold).max()
