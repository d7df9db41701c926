"""A line that yields sooner in tension than in compression."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed
from tests.behaviours.steel import STEEL, E, points

LAW = BEHAVIOURS["VMIS_ASYM_LINE"].fibre
METAL = STEEL | {
    "asymmetric_tension_slope": 2e10, "asymmetric_tension_yield": 2e8, "asymmetric_compression_slope": 4e10,
    "asymmetric_compression_yield": 5e8,
}  # fmt: skip


def stretched(*steps, material=METAL):
    stress, internal = np.zeros((1, 1)), np.zeros((1, 1, 4))
    for step in steps:
        stress, internal, tangent = LAW.stretch(np.full((1, 1), step), stress, internal, points(material, cells=1))
    return stress[0, 0], internal[0, 0], tangent[0, 0]


def test_each_side_has_its_own_curve():
    stress, v, tangent = stretched(3e-3)
    assert (stress, tangent) == (pytest.approx(2e8 + 2e10 * 2e-3), 2e10)
    np.testing.assert_allclose(v, [2e-3 * (1 - 0.1), 0, 0, 0])
    stress, v, tangent = stretched(-3.5e-3)
    assert (stress, tangent) == (pytest.approx(-5e8 - 4e10 * 1e-3), 4e10)
    np.testing.assert_allclose(v, [0, 0, 1e-3 * (1 - 0.2), 0])


def test_hardening_of_one_side_leaves_the_other():
    pulled, v, _ = stretched(3e-3)
    back, w, _ = stretched(3e-3, -pulled / E, -3.5e-3)
    assert back == pytest.approx(-5.4e8) and w[0] == v[0]
    again, w, tangent = stretched(3e-3, -1e-3, 1e-3)
    assert again == pytest.approx(pulled) and w[0] == pytest.approx(v[0])


def test_slopes_are_below_young_s_modulus():
    with pytest.raises(ComputationFailed, match="below Young"):
        stretched(1e-3, material=METAL | {"asymmetric_tension_slope": 2 * E})
