"""Bars by laws along a line."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.bar import FollowedBar
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, SLOPE, YIELD, AREA = 2e11, 2e10, 3e8, 1e-4
LENGTH = 2.5
PAIR = np.kron([[1.0, -1.0], [-1.0, 1.0]], np.diag([1.0, 0.0, 0.0]))


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


def test_a_followed_bar_pulls_where_it_is(monkeypatch):
    element, data = one()
    element = FollowedBar(element.components[0])
    monkeypatch.setattr(FollowedBar, "_area", lambda self, data: np.array([AREA]))
    monkeypatch.setattr(FollowedBar, "local_stiffness", lambda self, data: YOUNG * AREA / self.length(data)[:, None, None] * PAIR)
    u = np.array([[0.0, 0.0, 0.0, 0.0, 1e-3 * LENGTH, 0.0]])
    force, _, state = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    along = data.coordinates[0, 1] + u[0, 3:]
    length = np.linalg.norm(along)
    pull = YOUNG * AREA * u[0, 3:] @ along / length**2
    np.testing.assert_allclose(force[0, 3:], pull * along / length)
    np.testing.assert_allclose(element.state_forces(data, state), force)


def test_a_bar_that_grows_freely_stores_no_energy():
    element, data = one()
    around = {"TEMP": np.full((1, 1), 120.0), "TEMP_REF": np.full((1, 1), 20.0)}
    warm = replace(data, materials=[data.materials[0] | {"expansion": 1e-5}], surroundings=lambda t: around)
    stored = 0.5 * YOUNG * AREA * LENGTH * 1e-6
    assert element.potential_energy(data, stretched(data, 1e-3))[0] == pytest.approx(stored)
    assert element.potential_energy(warm, stretched(data, 0.0))[0] == pytest.approx(stored)
    assert element.potential_energy(warm, stretched(data, 1e-3))[0] == pytest.approx(0.0, abs=1e-12 * stored)
