"""Bars by laws along a line."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, SLOPE, YIELD, AREA = 2e11, 2e10, 3e8, 1e-4
LENGTH = 2.5


def one():
    axis = np.array([0.6, 0.0, 0.8])
    frame = np.array([axis, [0.0, 1.0, 0.0], np.cross(axis, [0.0, 1.0, 0.0])])[None]
    given = {"frame": frame, "section": np.array([[[AREA, *[0.0] * 20]] * 2])}
    materials = [{"young": YOUNG, "poisson": 0.3, "traction_slope": SLOPE, "yield_stress": YIELD}]
    return MODELISATIONS["BARRE"].elements["SEG2"], ElementData(
        np.array([0]), np.array([[[0.0, 0.0, 0.0], LENGTH * axis]]), materials, np.array([0]), given
    )


def stretched(data, strain):
    return np.concatenate([np.zeros(3), strain * (data.coordinates[0, 1] - data.coordinates[0, 0])])[None]


def test_a_bar_yields_as_its_traction_curve_says(monkeypatch):
    element, data = one()
    monkeypatch.setattr(type(element), "_area", lambda self, data: np.array([AREA]))
    law = BEHAVIOURS["VMIS_ISOT_LINE"]
    state = element.start(data, law)
    for strain in (1e-3, 2.5e-3, 4e-3):
        force, tangent, state = element.respond(data, law, stretched(data, strain), state)
    assert state.stress[0, 0, 0] == pytest.approx(AREA * (YIELD + SLOPE * (4e-3 - YIELD / YOUNG)))
    assert tangent[0, 3, 3] == pytest.approx(AREA * SLOPE / LENGTH * 0.36)
    np.testing.assert_allclose(force[0, 3:], state.stress[0, 0, 0] * np.array([0.6, 0.0, 0.8]))
    np.testing.assert_allclose(force[0, :3], -force[0, 3:])


def test_a_bar_that_does_nothing_lets_go(monkeypatch):
    element, data = one()
    monkeypatch.setattr(type(element), "_area", lambda self, data: np.array([AREA]))
    law = BEHAVIOURS["SANS"]
    force, tangent, state = element.respond(data, law, stretched(data, 1e-3), element.start(data, law))
    assert not force.any() and not tangent.any() and not state.stress.any()


def test_a_law_of_solids_alone_is_refused():
    element, data = one()
    with pytest.raises(ComputationFailed, match="along a line"):
        element.start(data, SimpleNamespace(linear=False, fibre=None, internal_size=1))
