"""Isotropic damage of concrete: its softening in tension, closing, and what its points reach."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

E, NU, SLOPE, SYT = 3e10, 0.2, -6e9, 3e6
CONCRETE = {"young": E, "poisson": NU, "softening_slope": SLOPE, "tension_strength": SYT}
LAW, SPACE = BEHAVIOURS["ENDO_ISOT_BETON"], Space()


def data(**more):
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE | more], np.zeros(1, int))


def rest():
    zero = np.zeros((1, 1, 6))
    return PointState(zero, zero, np.zeros((1, 1, 2)))


def axial(strain, state, own):
    """The state at an axial strain without stress across: bisection of the strain across."""
    low, high = -abs(strain), abs(strain)
    for _ in range(80):
        across = 0.5 * (low + high)
        wanted = np.array([[[strain, across, across, 0.0, 0.0, 0.0]]])
        stress, internal, _ = LAW.integrate(wanted, state, own, SPACE)
        low, high = (low, across) if stress[0, 0, 1] > 0.0 else (across, high)
    return PointState(wanted, stress, internal)


def test_a_bar_softens_along_its_slope_and_closes_again():
    own, state = data(poisson=0.0), rest()
    first = SYT / E
    for strain in (0.5 * first, first, 2 * first, 3 * first):
        state = axial(strain, state, own)
        wanted = E * strain if strain <= first else SYT + SLOPE * (strain - first)
        np.testing.assert_allclose(state.stress[0, 0, 0], wanted, rtol=1e-9)
    assert state.internal[0, 0, 1] == 1.0
    closed = axial(-first, state, own)
    np.testing.assert_allclose(closed.stress[0, 0, 0], -E * first, rtol=1e-9)
    assert closed.internal[0, 0, 0] == state.internal[0, 0, 0]
    broken = axial(20 * first, state, own)
    assert broken.internal[0, 0].tolist() == [1.0, 2.0]
    np.testing.assert_allclose(broken.stress, 0.0, atol=1e-6)


def test_in_compression_it_begins_at_the_strength():
    """The threshold is that of the strain before the step, so that it lags by a step."""
    own, state, first = data(compression_strength=3e7), rest(), 3e7 / E
    for share in np.arange(0.02, 0.97, 0.02):
        state = axial(-share * first, state, own)
    assert state.internal[0, 0, 0] == 0.0
    for share in (0.98, 1.0, 1.02, 1.04):
        state = axial(-share * first, state, own)
    assert state.internal[0, 0, 0] > 0.0


@pytest.mark.parametrize(("fixed", "per_unit"), [((0.5, 0, 0), (1, -0.2, -0.2)), ((0, 0, 0), (1, -1, 0)), ((0.3, 0, 0), (-1, 0.2, 0.2))])
def test_a_predicted_reach_is_met_where_its_lines_say(fixed, per_unit):
    own, reach = data(), 0.05
    state = axial(2 * SYT / E, rest(), own)
    scale = SYT / E
    start, unit = (np.array([[[*values, 0.0, 0.0, 0.0]]]) * scale for values in (fixed, per_unit))
    lines = LAW.reaches(state.strain, start, unit, state, own, reach, (-50.0, 50.0), SPACE)
    lines = lines[~np.isnan(lines[..., 0])]
    assert len(lines)
    for a, b in lines:
        strain = start + (reach - a) / b * unit
        grown = LAW.integrate(strain, state, own, SPACE)[1] - state.internal
        np.testing.assert_allclose(grown[0, 0, 0], reach, rtol=1e-4)


def test_what_cannot_be_is_told():
    state, unit = rest(), np.ones((1, 1, 6))
    with pytest.raises(LawFailed, match="ETA_PILO_R_MIN"):
        LAW.reaches(state.strain, state.strain, unit, state, data(), 0.1, (-np.inf, 1.0), SPACE)
    with pytest.raises(LawFailed, match="too low"):
        LAW.integrate(state.strain, state, data(compression_strength=SYT), SPACE)
    with pytest.raises(LawFailed, match="Poisson"):
        LAW.integrate(state.strain, state, data(compression_strength=3e7, poisson=0.0), SPACE)


def test_a_driven_damage_has_consistent_rates_and_is_the_plain_one_without_a_field():
    law, strain, continuum = BEHAVIOURS["ENDO_ISOT_BETON"], np.array([[[2.2e-4, -3e-5, -4e-5, 3e-5, 0.0, 2e-5]]]), Space()
    own = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE | {"gradient_cost": 1.0}], np.zeros(1, int)).between(0.0, 1.0)
    rest = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 2)))

    def found(e, phi, penalty=50.0):
        return law.driven(e, np.array([[phi]]), np.array([[penalty]]), rest, own, continuum)

    plain, alone = law.integrate(strain, rest, own, continuum), found(strain, 0.0, 1e-6)
    np.testing.assert_allclose(alone.stress, plain[0], rtol=1e-6)
    answer = found(strain, 5.0)
    assert answer.internal[0, 0, 1] == 1
    up, down = found(strain, 5.0 + 1e-4), found(strain, 5.0 - 1e-4)
    np.testing.assert_allclose((up.stress - down.stress) / 2e-4, answer.by_field, rtol=1e-5, atol=1.0)
    np.testing.assert_allclose((up.value - down.value) / 2e-4, answer.rate_by_field, rtol=1e-6)
    for i in range(6):
        step = np.zeros(6)
        step[i] = 1e-9
        up, down = found(strain + step, 5.0), found(strain - step, 5.0)
        np.testing.assert_allclose((up.stress - down.stress)[0, 0] / 2e-9, answer.tangent[0, 0, :, i], atol=1e-5 * 3e10)
        np.testing.assert_allclose((up.value - down.value)[0, 0] / 2e-9, answer.rate[0, 0, i], atol=1e-2)


def test_a_driven_damage_reaches_where_it_has_grown():
    law, pulled, continuum = BEHAVIOURS["ENDO_ISOT_BETON"], np.array([[[2e-4, 0.0, 0.0, 2e-5, 0.0, 0.0]]]), Space()
    own = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE | {"gradient_cost": 1.0}], np.zeros(1, int)).between(0.0, 1.0)
    rest = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 2)))
    zero, penalty = np.zeros((1, 1)), np.array([[50.0]])
    lines = law.driven_reaches(np.zeros((1, 1, 6)), pulled, zero, zero + 1.0, penalty, rest, own, 0.05, (0.0, 2.0), continuum)
    offset, slope = lines[0, 0, 1]
    x = (0.05 - offset) / slope
    grown = law.driven(x * pulled, zero + x, penalty, rest, own, continuum)
    np.testing.assert_allclose(grown.value, 0.05, rtol=1e-4)
