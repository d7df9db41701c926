"""How stresses unload and turn: one cell that is loaded, unloaded and turned, in MPa."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, OPTIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.options._option import Given
from pyaster_lite.options.dera_elga import NAMES

STEEL = {"young": 2e5, "poisson": 0.3, "yield_stress": 200.0, "traction_slope": 2e3}
RATE = 2e3 * 2e5 / (2e5 - 2e3)
STRAINS = ("XX", "YY", "ZZ", "XY")


def told(law, first, last, variables, earlier=None):
    """The indicators by name, of stresses (4,) and variables at two orders."""

    def at(stress, inner):
        fields = {"stress": (np.array(stress, float)[None, None], tuple(f"SI{a}" for a in STRAINS)), "variables": (inner[None, None], ())}
        return Given(fields=fields, laws=lambda: [(np.array([0]), BEHAVIOURS[law])])

    now = at(first, np.array(variables[0], float))
    now.after = at(last, np.array(variables[1], float))
    now.before = None if earlier is None else Given(fields={"itself": (np.array([[[earlier.get(name, 0.0) for name in NAMES]]]), NAMES)})
    element, data = (
        SimpleNamespace(continuum=SimpleNamespace(strains=STRAINS)),
        ElementData(np.array([0]), np.zeros((1, 4, 3)), [STEEL], np.array([0])),
    )
    values, names = OPTIONS["DERA_ELGA"].compute(element, data, now)
    return dict(zip(names, values[0, 0]))


def test_loads_along_one_direction_lose_nothing():
    found = told("VMIS_ISOT_LINE", [210.0, 0, 0, 0], [220.0, 0, 0, 0], ([0.01, 1], [0.02, 1]))
    assert [found["DCHA_T"], found["DCHA_V"]] == pytest.approx([10 / 220] * 2)
    assert (
        found["IND_DCHA"] == 2.0 and found["RADI_V"] == pytest.approx(0.0, abs=1e-12) and found["ERR_RADI"] == pytest.approx(0.0, abs=1e-12)
    )
    assert told("VMIS_ISOT_LINE", [10.0, 0, 0, 0], [20.0, 0, 0, 0], ([0, 0], [0, 0]))["IND_DCHA"] == 1.0


def test_directions_that_turn_by_a_right_angle():
    found = told("VMIS_ISOT_LINE", [0, 0, 0, 50.0], [60.0, -60.0, 0, 50.0], ([0.01, 1], [0.02, 1]))
    assert found["RADI_V"] == pytest.approx(1.0)
    n, m = np.array([0, 0, 0, 50.0]), np.array([60.0, -60.0, 0, 50.0])
    weights = np.array([1, 1, 1, 2.0])
    n, m = (v / np.sqrt(weights @ v**2) for v in (n, m))
    assert found["ERR_RADI"] == pytest.approx(np.sqrt(weights @ (n - m) ** 2) / 2)
    assert told("VMIS_ISOT_LINE", [0, 0, 0, 50.0], [60.0, -60.0, 0, 50.0], ([0.01, 1], [0.02, 0]))["ERR_RADI"] == 0.0


def test_what_unloads_is_compared_with_a_surface_that_has_moved():
    stress = 200.0 + RATE * 0.01
    found = told("VMIS_ISOT_LINE", [stress, 0, 0, 0], [100.0, 0, 0, 0], ([0.01, 1], [0.01, 0]))
    assert found["X11"] == pytest.approx(stress - 200.0) and found["IND_DCHA"] in (-1.0, -2.0)
    stays = told(
        "VMIS_ISOT_LINE", [100.0, 0, 0, 0], [0.0, 0, 0, 0], ([0.01, 0], [0.01, 0]), {"IND_DCHA": -2.0, "VAL_DCHA": 0.7, "X11": 5.0}
    )
    assert [stays[name] for name in ("IND_DCHA", "VAL_DCHA", "X11")] == [-2.0, 0.7, 5.0]
    within = told("VMIS_ISOT_LINE", [100.0, 0, 0, 0], [0.0, 0, 0, 0], ([0.01, 0], [0.01, 0]), {"IND_DCHA": -1.0, "X11": 5.0})
    assert within["IND_DCHA"] == -1.0 and within["VAL_DCHA"] == 0.0
    beyond = told("VMIS_ISOT_LINE", [-300.0, 0, 0, 0], [0.0, 0, 0, 0], ([0.01, 0], [0.01, 0]), {"IND_DCHA": -1.0, "X11": 5.0})
    assert beyond["IND_DCHA"] == -2.0 and beyond["X11"] == 5.0 and beyond["VAL_DCHA"] > np.sqrt(2 / 3)


def test_linear_kinematic_hardening_is_looked_at_from_its_centre():
    found = told("VMIS_CINE_LINE", [250.0, 0, 0, 0], [300.0, 0, 0, 0], ([50.0, -25, -25, 0, 0, 0, 1], [100.0, -50, -50, 0, 0, 0, 1]))
    size = [np.sqrt(1.5) * abs(2 / 3 * s - x) for s, x in ((250.0, 50.0), (300.0, 100.0))]
    assert found["DCHA_V"] == pytest.approx((size[1] - size[0]) / size[1])
    assert found["DCHA_T"] == pytest.approx(50 / 300) and found["IND_DCHA"] == 0.0
