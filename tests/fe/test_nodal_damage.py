"""Solids whose damage is a field of its own: tangents, and unknowns that only grow."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.growing import Growing
from tests.behaviours.steel import STEEL
from tests.modelisations.test_contract import placed

from .derivatives import check_tangent

BRITTLE = STEEL | {"gradient_cost": 1e4, "yield_stress": 1e6}


def made(word, cell):
    element, data = placed(word, cell, 1)
    data.materials = [BRITTLE]
    scale = np.array([1.0 if name == "DAMG" else 1e-4 for names in element.components for name in names])
    return element, data, scale


@pytest.mark.parametrize("word,cell", [("D_PLAN_GVNO", "QUAD8"), ("AXIS_GVNO", "TRIA6"), ("3D_GVNO", "TETRA10")])
@pytest.mark.parametrize("opened", [1.0, -1.0])
def test_the_tangent_is_the_derivative_of_the_forces(word, cell, opened):
    element, data, scale = made(word, cell)
    law, random = BEHAVIOURS["ENDO_CARRE"], np.random.default_rng(3)
    rest = element.start(data, law)
    u = abs(random.standard_normal((1, element.size))) * scale
    u[:, element.growing] = 0.2 + 0.1 * random.random(len(element.growing))
    data = data.between(0.0, 1.0)
    # stretched or pressed evenly besides, so that the trace has one sign
    places = data.coordinates[0, :, : element.dim]
    u[0, element.motion] += opened * 10 * scale[element.motion] * (places + 2.0).ravel()
    tangent = element.respond(data, law, u, rest)[1]
    # the least stiffness that the tangent keeps is that of the stress too
    check_tangent(element, data, law, u, rest, tangent, scale)


def test_a_field_that_does_not_grow_is_held():
    element, data, scale = made("D_PLAN_GVNO", "QUAD8")
    law = BEHAVIOURS["ENDO_CARRE"]
    rest = element.start(data, law)
    u = np.random.default_rng(1).standard_normal((1, element.size)) * scale
    u[:, element.growing] = 0.0
    tangent = element.respond(data.between(0.0, 1.0), law, u, rest)[1][0]
    np.testing.assert_array_equal(tangent[np.ix_(element.growing, element.growing)], BRITTLE["young"] * np.eye(len(element.growing)))
    assert not tangent[np.ix_(element.growing, element.motion)].any()


def test_what_only_grows_stops_where_the_step_started_and_at_one():
    grown = Growing(np.array([1, 2, 3]))
    u, increment = np.array([5.0, 0.3, 0.4, 0.9]), np.array([1.0, 0.1, 0.0, 0.2])
    found = grown.corrected(u, increment, np.array([-9.0, -0.2, 0.1, 0.5]))
    np.testing.assert_allclose(found, [-9.0, -0.1, 0.1, 0.1])
    np.testing.assert_array_equal(grown.held, [True, False, False])
    np.testing.assert_array_equal(grown.balanced(np.array([1.0, 2.0, 3.0, 4.0])), [1.0, 0.0, 3.0, 4.0])
