"""Damage of concrete localised by the cells: its threshold, its softening, closing, and what its points reach."""

import numpy as np
import pytest

from pyaster_lite.behaviours.endo_loca_exp import _Material
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

E, NU = 3e10, 0.2
CONCRETE = {
    "young": E, "poisson": NU, "local_toughness": 20.0, "local_shape": 2.0, "local_strength": 3e6, "local_scale": 3.5e6,
    "local_confinement": 0.1, "local_closing": 5e3,
}  # fmt: skip
LAW, SPACE = BEHAVIOURS["ENDO_LOCA_EXP"], Space()
PEAK = 3e6 / (E * (1 - NU) / (1 + NU) / (1 - 2 * NU))
"""The strain of confined tension where damage begins."""


def data(**more):
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE | more], np.zeros(1, int))


def confined(strain):
    found = np.zeros((1, 1, 6))
    found[..., 0] = strain
    return found


def rest():
    zero = np.zeros((1, 1, 6))
    return PointState(zero, zero, np.zeros((1, 1, 5)))


def after(strains, own):
    state = rest()
    for strain in strains:
        state = PointState(confined(strain), *LAW.integrate(confined(strain), state, own, SPACE)[:2])
    return state


def test_confined_tension_begins_to_soften_at_its_strength():
    own = data()
    assert after([0.999 * PEAK], own).internal[0, 0, 0] == 0.0
    assert after([1.001 * PEAK], own).internal[0, 0, 0] > 0.0
    np.testing.assert_allclose(after([0.999 * PEAK], own).stress[0, 0, 0], 0.999 * 3e6)


def test_the_energy_of_confined_tension_is_that_of_its_toughness():
    """The area under the stress is kappa s^2/(2 Ec)."""
    own, state, work = data(), rest(), 0.0
    steps = np.concatenate([np.linspace(0, 1, 50), np.linspace(1, 45, 6000)[1:]]) * PEAK
    for before, strain in zip(steps[:-1], steps[1:]):
        held = state.stress[0, 0, 0]
        state = PointState(confined(strain), *LAW.integrate(confined(strain), state, own, SPACE)[:2])
        work += 0.5 * (held + state.stress[0, 0, 0]) * (strain - before)
    assert state.internal[0, 0, :2].tolist() == [1.0, 2.0]
    assert work == pytest.approx(20.0 * 3e6 * PEAK / 2, rel=2e-3)


def test_a_crack_that_closes_stiffens_again_unless_it_may_not():
    strains = [5 * PEAK, -20 * PEAK]
    closed = after(strains, data()).stress[0, 0, 0]
    bare = after(strains, data(local_closing=0.0))
    assert closed == pytest.approx(-20 * 3e6, rel=0.3)
    np.testing.assert_allclose(bare.stress[0, 0, 0], (1 - bare.internal[0, 0, 2]) * -20 * 3e6)


def test_the_gauge_is_of_degree_one_with_its_derivative():
    material = _Material(data(), (1, 1))
    stress = np.array([[[2e6, -1e6, 0.5e6]]])
    chi, slope = material.chi(stress)
    np.testing.assert_allclose(material.chi(3 * stress)[0], 3 * chi)
    for i, unit in enumerate(np.eye(3)):
        ahead, behind = (material.chi(stress + side * unit)[0] for side in (1.0, -1.0))
        np.testing.assert_allclose((ahead - behind) / 2, slope[..., i], rtol=1e-6)


@pytest.mark.parametrize("fixed", [0.0, 2.0])
def test_a_predicted_reach_is_met_where_its_lines_say(fixed):
    own, reach = data(), 0.02
    state = after([2 * PEAK], own)
    lines = LAW.reaches(state.strain, confined(fixed * PEAK), confined(PEAK), state, own, reach, (0.0, np.inf), SPACE)
    lines = lines[~np.isnan(lines[..., 0])]
    assert len(lines) == 1
    ((a, b),) = lines
    grown = LAW.integrate(confined((fixed + (reach - a) / b) * PEAK), state, own, SPACE)[1] - state.internal
    np.testing.assert_allclose(grown[0, 0, 0], reach, rtol=1e-9)


def test_a_point_that_cannot_get_there_forbids_and_one_that_is_whole_says_nothing():
    own, state = data(), after([2 * PEAK], data())
    across = np.zeros((1, 1, 6))
    across[..., 1] = 1e-6 * PEAK
    assert LAW.reaches(state.strain, confined(50 * PEAK), across, state, own, 0.02, (0.0, np.inf), SPACE) is None
    gone = after([60 * PEAK], own)
    assert np.isnan(LAW.reaches(gone.strain, gone.strain, confined(PEAK), gone, own, 0.02, (0.0, np.inf), SPACE)).all()


def test_a_toughness_that_does_not_suffice_is_told():
    with pytest.raises(LawFailed, match="KAPPA"):
        after([PEAK], data(local_toughness=1.0))
