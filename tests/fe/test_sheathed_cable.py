"""Cables in sheaths: what moves nothing, the tangent, the balance of a cable that rubs."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.sheathed_cable import SheathedCable

CABLE = MODELISATIONS["CABLE_GAINE"].elements["SEG3"]
LAW = BEHAVIOURS["KIT_CG"].of_kit(("VMIS_ISOT_LINE", "CABLE_GAINE_FROT"))
STEEL = {"young": 2e11, "traction_slope": 2e9, "yield_stress": 4e8, "sheath_friction": 0.1, "sheath_curved_friction": 0.2}
PLACES = np.array([[0.0, 0.0, 0.0], [1.0, 0.4, 0.0], [0.5, 0.3, 0.1]])


def one(adheres=0.0):
    section = np.broadcast_to([{"area": 1e-4}.get(name, 0.0) for name in NAMES], (1, 2, len(NAMES)))
    steel = STEEL | {"sheath_penalty": 1e6, "sheath_adheres": adheres}
    return ElementData(np.array([0]), PLACES[None], [steel], np.array([0]), {"section": section})


def test_translations_of_the_sheath_pull_at_nothing():
    data, u = one(), np.zeros((1, CABLE.size))
    u[:, CABLE.motion] = np.array([0.3, -0.1, 0.2])
    force, _, state = CABLE.respond(data, LAW, u, CABLE.start(data, LAW))
    assert abs(force).max() < 1e-6 and abs(state.stress).max() < 1e-6


@pytest.mark.parametrize("adheres", [0.0, 1.0])
@pytest.mark.parametrize("pull", [20.0, -3000.0, 3000.0])
def test_the_tangent_is_the_derivative_of_the_forces(adheres, pull):
    data, rng = one(adheres), np.random.default_rng(1)
    u = 1e-3 * rng.standard_normal((1, CABLE.size))
    u[:, CABLE.slip] += 3e-3 * np.array([0.0, 1.0, 0.5])
    u[:, CABLE.holding] = pull
    rest = CABLE.start(data, LAW)
    tangent = CABLE.respond(data, LAW, u, rest)[1][0]
    for k in range(CABLE.size):
        step = np.zeros_like(u)
        step[0, k] = 1e-2 if k in CABLE.holding else 1e-8
        ahead, behind = (CABLE.respond(data, LAW, u + sign * step, rest, False)[0][0] for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / (2 * step[0, k]), tangent[:, k], rtol=1e-5, atol=1e-6 * abs(tangent).max())


def test_friction_takes_what_the_tension_lets_it():
    """N times the friction by length and by angle, where the cable has been pulled far enough; none where it is slack."""
    data, u = one(), np.zeros((1, CABLE.size))
    u[:, CABLE.slip] = 1e-4 * (PLACES[:, 0] + 10.0)
    _, _, state = CABLE.respond(data, LAW, u, CABLE.start(data, LAW))
    curvature = CABLE._geometry(data)[2]
    np.testing.assert_allclose(state.stress[..., 1], (0.1 + 0.2 * curvature) * state.stress[..., 0])
    slack = CABLE.respond(data, LAW, -u, CABLE.start(data, LAW))[2]
    np.testing.assert_allclose(slack.stress[..., 1], 0.0, atol=1e-9)
    assert (slack.stress[..., 0] < 0.0).all()


def test_a_followed_sheath_is_where_it_has_gone():
    data, follows = one(), SheathedCable(follows=True)
    u = np.zeros((1, CABLE.size))
    u[:, CABLE.motion[:, 1]] = 0.5 * PLACES[:, 0] ** 2
    u[:, CABLE.slip] = 1e-4 * PLACES[:, 0]
    force, _, state = follows.respond(data, LAW, u, follows.start(data, LAW))
    moved = replace(data, coordinates=data.coordinates + u[:, CABLE.motion])
    np.testing.assert_allclose(force, CABLE.nodal_forces(moved, state.stress))
    np.testing.assert_allclose(force, follows.state_forces(data, state))


def test_kits_without_a_law_along_a_line_are_refused():
    with pytest.raises(ValueError, match="no law along a line"):
        BEHAVIOURS["KIT_CG"].of_kit(("ENDO_ISOT_BETON", "CABLE_GAINE_FROT"))
    with pytest.raises(ValueError, match="RELATION_KIT of KIT_CG"):
        BEHAVIOURS["KIT_CG"].of_kit(("ELAS", "ELAS"))
