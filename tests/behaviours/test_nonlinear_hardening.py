"""Hardening of ECRO_NL: against a line, on the plateau of Luders, with the flow of NORTON, and what points reach."""

import numpy as np
import pytest

from pyaster_lite.behaviours._nonlinear_hardening import UNIT, Hardening
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import von_mises
from tests.behaviours.steel import NU, SLOPE, SY, E

SPACE, LAW = Space(), BEHAVIOURS["VMIS_ISOT_NL"].within(1e-13, 100)
METAL = {"young": E, "poisson": NU, "hardening_start": SY}
RICH = {
    "hardening_line": 1e9, "hardening_first": 5e7, "hardening_first_rate": 40.0, "hardening_second": 3e7, "hardening_second_rate": 3.0,
    "hardening_power": 6e7, "hardening_power_shift": 1e-2, "hardening_power_exponent": 0.4,
}  # fmt: skip


def data(dt=1.0, **more):
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [METAL | more], np.zeros(1, int)).between(0.0, dt)


def after(law, strain, own):
    zero = np.zeros((1, 1, 6))
    state = PointState(zero, zero, np.zeros((1, 1, law.internal_size)))
    return law.integrate(np.array([[strain]]), state, own, SPACE)


def sheared(gamma):
    return [0.0, 0.0, 0.0, gamma, 0.0, 0.0]


def test_a_line_is_that_of_vmis_isot_line():
    line = E * SLOPE / (E - SLOPE)
    strain = [8e-3, -3e-3, 1e-3, 2e-3, 0.0, -4e-3]
    ours = after(LAW, strain, data(hardening_line=line))
    known = BEHAVIOURS["VMIS_ISOT_LINE"]
    theirs = after(known, strain, data(yield_stress=SY, traction_slope=SLOPE))
    np.testing.assert_allclose(ours[0], theirs[0])
    np.testing.assert_allclose(ours[1][..., :2], theirs[1])
    np.testing.assert_allclose(ours[2], theirs[2], atol=1e-6 * E)


def test_the_stress_is_that_of_the_hardening_where_it_flows():
    stress, internal, _ = after(LAW, sheared(0.03), data(**RICH))
    p = internal[0, 0, 0]
    wanted = SY + 1e9 * p + 5e7 * (1 - np.exp(-40 * p)) + 3e7 * (1 - np.exp(-3 * p)) + 6e7 * (p + 1e-2) ** 0.4
    np.testing.assert_allclose(von_mises(stress), wanted)
    np.testing.assert_allclose(np.sqrt(2 / 3) * np.sqrt(2) * internal[0, 0, 5], p)


def test_the_plateau_of_luders_is_flat_and_ends_where_hardening_would_be():
    more = {"hardening_line": 1e10, "hardening_plateau": 0.02}
    flat = [after(LAW, sheared(gamma), data(**more)) for gamma in (0.005, 0.02, 0.08)]
    stresses = [float(von_mises(found[0])[0, 0]) for found in flat]
    assert flat[1][1][0, 0, 0] < 0.02 < flat[2][1][0, 0, 0]
    np.testing.assert_allclose(stresses[:2], SY + 1e10 * 0.02)
    np.testing.assert_allclose(stresses[2], SY + 1e10 * flat[2][1][0, 0, 0])


def test_a_viscous_flow_bears_more_the_quicker_it_is():
    law, own = BEHAVIOURS["VISC_ISOT_NL"], data(2.0, viscous_stress=3e7, viscous_exponent=4.0, **RICH)
    stress, internal, tangent = after(law, sheared(0.03), own)
    p = internal[..., 0]
    np.testing.assert_allclose(von_mises(stress), Hardening(own, (1, 1), False).at(p)[0] + 3e7 * (p / 2.0) ** 0.25)
    step = 1e-8
    slope = (after(law, sheared(0.03 + step), own)[0] - after(law, sheared(0.03 - step), own)[0]) / (2 * step)
    np.testing.assert_allclose(slope[0, 0], tangent[0, 0, :, 3], atol=1e-5 * E)


def test_a_predicted_reach_is_met_where_its_lines_say():
    own, reach = data(**RICH), 0.1
    stress, internal, _ = after(LAW, sheared(0.02), own)
    strain, unit = np.array([[sheared(0.02)]]), np.array([[sheared(1.0)]])
    state = PointState(strain, stress, internal)
    lines = LAW.reaches(strain, strain, unit, state, own, reach, (-1.0, 1.0), SPACE)[0, 0]
    for a, b in lines:
        found = LAW.integrate(strain + (reach - a) / b * unit, state, own, SPACE)[1]
        np.testing.assert_allclose((found - internal)[0, 0, 0], UNIT * reach, rtol=1e-9)
    across = np.array([[[1.0, -1.0, 0.0, 0.0, 0.0, 0.0]]])
    assert LAW.reaches(strain, strain + 100 * unit, across, state, own, reach, (-1.0, 1.0), SPACE) is None
    with pytest.raises(LawFailed, match="viscous"):
        BEHAVIOURS["VISC_ISOT_NL"].reaches(strain, strain, unit, state, own, reach, (-1.0, 1.0), SPACE)
