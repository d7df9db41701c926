"""Hardening that heat takes away after a step."""

import numpy as np
import pytest

from pyaster_lite.behaviours._restored import Restored
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, points

HOT = {"restored_from": 100.0, "restored_to": 900.0, "restored_threshold": 1e-3, "restored_rate": 2.0, "restored_share": 0.25}
LAW = Restored(BEHAVIOURS["VMIS_ISOT_LINE"])


def left(heat, p, first, dt=3.0):
    """p and p0 after a step of length dt at a temperature."""
    internal = np.zeros((1, 1, LAW.internal_size))
    internal[..., 0], internal[..., -1] = p, first
    around = lambda t: {"TEMP": np.full((1, 1), heat)}  # noqa: E731
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [STEEL | HOT], np.zeros(1, int), {}, around).between(1.0, 1.0 + dt)
    after = LAW.ended(PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), internal), data).internal
    return after[0, 0, 0], after[0, 0, -1]


@pytest.mark.parametrize(("heat", "p"), [(50.0, 0.02), (950.0, 0.02), (500.0, 1e-4)])
def test_nothing_is_lost_outside_the_range_and_what_was_reached_is_remembered(heat, p):
    assert left(heat, p, 0.01) == (p, p)


def test_within_a_degree_of_the_end_all_is_lost():
    assert left(899.5, 0.02, 0.02) == (0.0, 0.02)


def test_in_between_it_fades_towards_a_share_of_what_was_reached():
    speed = np.exp(2.0 * 400.0 / 400.0) - 1
    share = 1 / (1 + 3 * speed)
    p, first = left(500.0, 0.02, 0.02)
    assert p == pytest.approx(0.02 * share + (1 - share) * 0.02 * 0.25)
    assert first == 0.02
    assert left(500.0, 0.004, 0.02) == (0.004, 0.02)


def test_the_law_itself_is_unchanged():
    strain = np.zeros((2, 3, 6))
    strain[..., 0], strain[..., 1] = 5e-3, -2e-3
    data, plain = points(STEEL), BEHAVIOURS["VMIS_ISOT_LINE"]
    zero = np.zeros((2, 3, 6))
    stress, internal, tangent = LAW.integrate(strain, PointState(zero, zero, np.zeros((2, 3, LAW.internal_size))), data, Space())
    wanted = plain.integrate(strain, PointState(zero, zero, np.zeros((2, 3, plain.internal_size))), data, Space())
    np.testing.assert_array_equal(stress, wanted[0])
    np.testing.assert_array_equal(internal[..., :-1], wanted[1])
    np.testing.assert_array_equal(tangent, wanted[2])


def test_the_temperature_is_needed():
    state = PointState(*[np.zeros((2, 3, 6))] * 2, np.zeros((2, 3, LAW.internal_size)))
    with pytest.raises(LawFailed, match="temperature"):
        LAW.ended(state, points(STEEL | HOT))


@pytest.mark.parametrize("relation", ["VMIS_ISOT_LINE", "VMIS_CINE_LINE", "VMIS_ECMI_LINE"])
def test_a_factor_of_the_material_takes_all_hardening(relation):
    law = Restored(BEHAVIOURS[relation])
    around = lambda t: {"TEMP": np.full((1, 1), 500.0)}  # noqa: E731
    steel = STEEL | {"restored_factor": lambda v: 1.0 - 0.1 * v["INST"] * v["TEMP"] / 500.0, "restored_threshold": 0.0}
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [steel], np.zeros(1, int), {}, around).between(1.0, 4.0)
    internal = np.full((1, 1, law.internal_size), 2.0)
    after = law.ended(PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), internal), data).internal[0, 0]
    unchanged = [name in ("INDIPLAS", "EPSPEQ_0") for name in law.internal_names]
    np.testing.assert_allclose(after, np.where(unchanged, 2.0, 1.2))


def test_a_factor_is_between_nothing_and_one():
    steel = STEEL | {"restored_factor": lambda v: 1.5 + 0.0 * v["INST"]}
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [steel], np.zeros(1, int), {}).between(0.0, 1.0)
    with pytest.raises(LawFailed, match="0 to 1"):
        LAW.ended(PointState(*[np.zeros((1, 1, 6))] * 2, np.zeros((1, 1, LAW.internal_size))), data)
