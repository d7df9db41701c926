"""Creep and growth under irradiation: held strains, growth along an axis, tangents, and what is refused."""

import numpy as np
import pytest

from pyaster_lite.behaviours._irradiated import ZERO
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

E, NU, SPACE = 2e11, 0.3, Space()
TWO_MU = E / (1 + NU)
MATERIAL = {
    "young": E, "poisson": NU, "fluence_first": 3e-10, "fluence_steady": 1e-10, "fluence_pace": 2.0, "fluence_heat": 500.0,
    "fluence_fading": 5e-11, "irradiated_growth": lambda v: 0.1 * v["IRRA"] ** 0.5, "irradiated_exponent": 2.0, "irradiated_rate": 1e-9,
    "irradiated_hardening": 0.1, "irradiated_heat": 300.0, "irradiated_power": 1.2, "irradiated_flux": 2.0, "irradiated_least": 1e-10,
}  # fmt: skip
WORDS = ["VISC_IRRA_LOG", "GRAN_IRRA_LOG", "LEMAITRE_IRRA"]


def data(rise=1.5, warm=(300.0, 300.0), frame=None):
    around = {0.0: (0.0, warm[0]), 1.0: (rise, warm[1])}
    characteristics = {} if frame is None else {"material_frame": frame[None]}

    def surroundings(t):
        return {"IRRA": np.full((1, 1), around[t][0]), "TEMP": np.full((1, 1), around[t][1])}

    found = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [MATERIAL], np.zeros(1, int), characteristics, surroundings)
    return found.between(0.0, 1.0)


def held(law, strain, own, start=0.0):
    internal = np.zeros((1, 1, law.internal_size))
    internal[..., 1] = start
    rest = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), internal)
    return law.integrate(np.reshape(strain, (1, 1, 6)), rest, own, SPACE)


def test_shear_relaxes_by_the_fluence_lived():
    shear = np.array([0.0, 0.0, 0.0, 1e-3, 0.0, 0.0])
    stress, internal, _ = held(BEHAVIOURS["VISC_IRRA_LOG"], shear, data(), start=0.5)
    flow = np.exp(-500.0 / (300.0 + ZERO)) * (3e-10 * 2.0 / (1 + 2.0 * 2.0) + 1e-10) * 1.5
    np.testing.assert_allclose(stress[0, 0, 3], TWO_MU * 1e-3 / (1 + 1.5 * TWO_MU * flow))
    np.testing.assert_allclose(internal[0, 0], [flow * np.sqrt(1.5) * stress[0, 0, 3], 2.0])


@pytest.mark.parametrize("word", ["GRAN_IRRA_LOG", "LEMAITRE_IRRA"])
def test_growth_along_the_axis_makes_no_stress_where_it_is_free(word):
    turn = np.array([[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]])
    grown = 0.1 * np.sqrt(1.5) / 100.0
    free = grown * np.array([0.36, 0.64, 0.0, np.sqrt(2) * 0.48, 0.0, 0.0])
    stress, internal, _ = held(BEHAVIOURS[word], free, data(frame=turn))
    assert abs(stress).max() < 1e-9 * E * grown
    np.testing.assert_allclose(internal[0, 0], [0.0, 1.5, grown], atol=1e-15)
    with pytest.raises(LawFailed, match="temperature to stay"):
        held(BEHAVIOURS[word], free, data(warm=(20.0, 300.0)))


def test_along_a_line_the_whole_of_the_fluence_is_integrated():
    law = BEHAVIOURS["GRAN_IRRA_LOG"].fibre
    flow = 3e-10 * np.log(4.0) + 1e-10 * 1.5 + 5e-11 * (1 - np.exp(-3.0))
    flow *= np.exp(-500.0 / (300.0 + ZERO))
    grown = 0.1 * np.sqrt(1.5) / 100.0
    stress, internal, tangent = law.stretch(np.full((1, 1), 1e-3), np.zeros((1, 1)), np.zeros((1, 1, 3)), data())
    np.testing.assert_allclose(stress, E * (1e-3 - grown) / (1 + E * flow))
    np.testing.assert_allclose(internal[0, 0], [abs(stress[0, 0]) * flow, 1.5, grown])
    np.testing.assert_allclose(tangent, E / (1 + E * flow))


@pytest.mark.parametrize("word", WORDS)
def test_the_tangent_is_the_derivative(word):
    law, own = BEHAVIOURS[word], data()
    strain = np.array([1e-3, -2e-4, 3e-4, 4e-4, -5e-4, 2e-4])
    tangent = held(law, strain, own)[2][0, 0]
    for j, unit in enumerate(np.eye(6)):
        ahead, behind = (held(law, strain + side * 1e-8 * unit, own)[0] for side in (1, -1))
        np.testing.assert_allclose((ahead - behind)[0, 0] / 2e-8, tangent[:, j], atol=1e-6 * E)


@pytest.mark.parametrize("word", WORDS)
def test_irradiation_must_be_known_and_not_fall(word):
    with pytest.raises(LawFailed, match="falls"):
        held(BEHAVIOURS[word], np.zeros(6), data(rise=-1.0))
    blind = data()
    blind.surroundings = None
    with pytest.raises(LawFailed, match="needs the irradiation"):
        held(BEHAVIOURS[word], np.zeros(6), blind)


def test_the_flux_drives_the_creep_of_lemaitre():
    """One implicit step of q' = -3 mu (q/K)^N without hardening."""
    law, own = BEHAVIOURS["LEMAITRE_IRRA"], data()
    own.materials = [MATERIAL | {"irradiated_hardening": 0.0, "irradiated_growth": None}]
    stress, internal, _ = held(law, np.array([0.0, 0.0, 0.0, 1e-3, 0.0, 0.0]), own)
    rate = (1e-9 * 1.5 / 2.0 + 1e-10) ** 0.6 * np.exp(-300.0 / (2.0 * (300.0 + ZERO)))
    q = np.sqrt(1.5) * stress[0, 0, 3]
    np.testing.assert_allclose(q + 1.5 * TWO_MU * (q * rate) ** 2, np.sqrt(1.5) * TWO_MU * 1e-3)
    np.testing.assert_allclose(internal[0, 0, 0], (q * rate) ** 2)
