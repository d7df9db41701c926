"""Steels that neutrons pass: their strength, slip, creep beyond a threshold, swelling, and steps that pass the threshold too far."""

import numpy as np
import pytest

from pyaster_lite.behaviours._neutron_hardening import PE, Strength, power_law
from pyaster_lite.behaviours._substeps import Substepped
from pyaster_lite.behaviours.irrad3m import IrradiatedSteel
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Plane, PlaneStress, Space

E, NU, R02, RM, EU = 2e5, 0.3, 270.0, 600.0, 0.4
MU = E / (1 + NU) / 2
MATERIAL = {
    "young": E, "poisson": NU, "neutrons_first": R02, "neutrons_spread": EU, "neutrons_last": RM, "neutrons_share": 0.8,
    "neutrons_creep": 3e-6, "neutrons_onset": 1000.0, "neutrons_swelling": 0.0, "neutrons_pace": 1.0, "neutrons_fluence": 40.0,
    "neutrons_creep_factor": 1.0, "neutrons_swelling_factor": 1.0, "neutrons_overrun": 10.0,
}  # fmt: skip
LAW = IrradiatedSteel(1e-12, 200)
SHEAR = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])


def data(fluence=(0.0, 0.0), cells=1, **own):
    def around(t):
        return {"IRRA": np.full((cells, 1), fluence[0] + t * (fluence[1] - fluence[0])), "TEMP": np.zeros((cells, 1))}

    owner = np.zeros(cells, int)
    return ElementData(np.arange(cells), np.zeros((cells, 8, 3)), [MATERIAL | own], owner, {}, around).between(0.0, 1.0)


def state(n=6, stress=0.0, **variables):
    internal = np.zeros((1, 1, 7))
    for name, value in variables.items():
        internal[..., LAW.internal_names.index(name)] = value
    return PointState(np.zeros((1, 1, n)), np.broadcast_to(stress, (1, 1, n)).astype(float), internal)


def test_the_strength_at_two_thousandths_is_the_one_given_and_no_piece_leaps():
    strength = Strength(*(np.array([value]) for value in (R02, EU, RM, 0.8)), 1e-12, 200)
    assert strength.at(np.array([PE]))[0] == pytest.approx(R02, rel=1e-9)
    for p in (strength.end, np.array([PE])):
        low, high = (strength.at(p + shift) for shift in (-1e-12, 1e-12))
        assert low[0] == pytest.approx(high[0], rel=1e-6)
    assert strength.at(strength.end - 1e-6) == (pytest.approx(0.8 * R02), 0.0)
    factor, power, _ = power_law(R02, EU, RM, 1e-12, 200)
    assert factor * power**power == pytest.approx(RM * np.exp(EU))
    with pytest.raises(LawFailed, match="power of the hardening"):
        power_law(R02, EU, RM, 1e-12, 3)


def test_a_slip_keeps_the_stress_on_the_strength():
    stress, internal, tangent = LAW.integrate(6e-3 * SHEAR[None, None], state(), data(), Space())
    p, q = internal[0, 0, 0], np.sqrt(1.5) * stress[0, 0, 3]
    strength = Strength(*(np.array([value]) for value in (R02, EU, RM, 0.8)), LAW.precision, LAW.tries)
    assert q == pytest.approx(strength.at(np.array([p]))[0][0], rel=1e-9)
    assert q == pytest.approx(3 * MU * (6e-3 * np.sqrt(2 / 3) - p))
    np.testing.assert_array_equal(internal[0, 0, 4:], [1.0, 0.0, 0.0])
    assert 0.0 < tangent[0, 0, 3, 3] < 2 * MU


def test_plane_stress_is_what_space_gives_with_the_strain_across_that_frees_it():
    strain = np.array([2e-3, -5e-4, 0.0, 1e-3])
    own = data((0.0, 5.0), neutrons_overrun=1e9, neutrons_onset=1.0, neutrons_swelling=0.01, neutrons_fluence=1.0)
    stress, internal, _ = LAW.integrate(strain[None, None], state(4), own, PlaneStress())
    assert stress[0, 0, 2] == 0.0
    across, step = -1e-3, 1e-6
    for _ in range(30):
        ends = [LAW.integrate((strain + shift * np.eye(4)[2])[None, None], state(4), own, Plane()) for shift in (across, across + step)]
        across -= ends[0][0][0, 0, 2] * step / (ends[1][0] - ends[0][0])[0, 0, 2]
    np.testing.assert_allclose(ends[0][0][0, 0], stress[0, 0], rtol=1e-6, atol=1e-4)
    np.testing.assert_allclose(ends[0][1][0, 0], internal[0, 0], rtol=1e-6)


def test_creep_begins_where_the_threshold_is_passed():
    start, rise = 200.0, 2.0
    held = state(stress=start / np.sqrt(1.5) * SHEAR, SEUIL=900.0, EPSPEQ=0.01)
    stress, internal, _ = LAW.integrate(np.zeros((1, 1, 6)), held, data((3.0, 3.0 + rise)), Space())
    q = np.sqrt(1.5) * stress[0, 0, 3]
    gained = (start + q) * rise / 2 - (q - start) * 100.0 / (2 * start)
    np.testing.assert_allclose(internal[0, 0, 1], 900.0 + gained)
    np.testing.assert_allclose(internal[0, 0, 2], 3e-6 * (gained - 100.0))
    np.testing.assert_allclose(q, start - 3 * MU * internal[0, 0, 2])
    assert internal[0, 0, 0] == 0.01
    with pytest.raises(LawFailed, match="TOLER_ET"):
        LAW.integrate(np.zeros((1, 1, 6)), held, data((3.0, 3.0 + rise), neutrons_overrun=0.01), Space())
    cut = Substepped(LAW, 20, spared=True).integrate(np.zeros((1, 1, 6)), held, data((3.0, 3.0 + rise), neutrons_overrun=0.01), Space())
    np.testing.assert_allclose(cut[1][0, 0, 2], internal[0, 0, 2], rtol=0.1)


def test_swelling_that_is_free_makes_no_stress():
    own = data((0.0, 50.0), neutrons_swelling=0.002)
    grown = 0.002 / 3 * np.log((np.exp(40.0) + np.exp(50.0)) / (1 + np.exp(40.0)))
    strain = grown * np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    stress, internal, _ = LAW.integrate(strain[None, None], state(), own, Space())
    np.testing.assert_allclose(internal[0, 0, [3, 5]], [grown, 50.0])
    assert abs(stress).max() < 1e-6 * E * grown


def test_a_fluence_that_falls_is_refused():
    with pytest.raises(LawFailed, match="falls"):
        LAW.integrate(np.zeros((1, 1, 6)), state(), data((2.0, 1.0)), Space())
