"""A viscous stress beside a law."""

import numpy as np
import pytest

from pyaster_lite.behaviours._regularised import Regularised
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Plane, Space
from tests.behaviours.steel import STEEL

LAW = BEHAVIOURS["VMIS_ISOT_NL"]
K, TIME = 5e9, 3.0


def data(dt, heat=None):
    around = None if heat is None else (lambda t: {"TEMP": np.full((1, 1), heat * t), "TEMP_REF": np.zeros((1, 1))})
    material = STEEL | {"regularised_stiffness": K, "regularised_time": TIME}
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [material], np.zeros(1, int), {}, around).between(0.0, dt)


def rest(law, n=6):
    zero = np.zeros((1, 1, n))
    return PointState(zero, zero, np.zeros((1, 1, law.internal_size)))


@pytest.mark.parametrize("word", ["VMIS_ISOT_NL", "VMIS_ISOT_LINE", "ENDO_LOCA_TC", "GTN", "VISC_GTN"])
@pytest.mark.parametrize("continuum", [Space(), Plane()])
def test_a_strain_at_a_constant_rate_is_borne_by_a_spring_and_a_dashpot(continuum, word):
    """s = K T r (1 - exp(-t/T)), whatever the steps."""
    one = BEHAVIOURS[word]
    law, n = Regularised(one, False), len(continuum.strains)
    rate = np.zeros((1, 1, n))
    rate[..., 0], rate[..., 3] = 1e-5, 2e-5
    state, plain = rest(law, n), rest(one, n)
    for step in range(1, 5):
        own = data(0.5)
        state = PointState(step * 0.5 * rate, *law.integrate(step * 0.5 * rate, state, own, continuum)[:2])
        plain = PointState(step * 0.5 * rate, *one.integrate(step * 0.5 * rate, plain, own, continuum)[:2])
    viscous = K * TIME * (1 - np.exp(-2.0 / TIME)) * rate
    np.testing.assert_allclose(state.stress - plain.stress, viscous, rtol=1e-6, atol=1e-3)
    np.testing.assert_array_equal(state.internal[..., :-8], plain.internal)
    np.testing.assert_allclose(state.internal[0, 0, -2], (viscous**2).sum() / (2 * K), rtol=1e-6)
    assert state.internal[0, 0, -1] > 0.0


def test_the_tangent_is_the_derivative():
    law, own, strain = Regularised(LAW, False), data(0.5), np.array([[[6e-3, -2e-3, 1e-3, 2e-3, 0.0, -1e-3]]])
    tangent = law.integrate(strain, rest(law), own, Space())[2][0, 0]
    for j, unit in enumerate(np.eye(6)):
        ahead, behind = (law.integrate(strain + side * 1e-8 * unit, rest(law), own, Space())[0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind)[0, 0] / 2e-8, tangent[:, j], atol=1e5)


def test_heat_that_strains_freely_is_viscous_only_where_all_strains_count():
    free = np.zeros((1, 1, 6))
    free[..., :3] = 1e-5 * 100.0
    for whole in (False, True):
        law = Regularised(LAW, whole)
        stress = law.integrate(free, rest(law), data(1.0, heat=100.0), Space())[0]
        assert (abs(stress).max() > 1e5) == whole


def test_it_predicts_as_its_law_does():
    law, given = Regularised(LAW, False), data(1.0, heat=100.0)
    still = np.zeros((1, 1, 6))
    ahead = law.integrate(still, rest(law), given.between(0.0, 1.0, True), Space())[0]
    assert law.restarts == LAW.restarts and abs(ahead).max() > 0.0
    np.testing.assert_allclose(ahead, law.integrate(still, rest(law), given, Space())[0], rtol=1e-9, atol=1e-3)
