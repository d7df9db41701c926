"""Mohr and Coulomb's plasticity: planes, edges and the apex, against the formulae of soils."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

E, NU, C, PHI, PSI = 1e8, 0.3, 1e4, np.radians(30.0), np.radians(10.0)
SOIL = {"young": E, "poisson": NU, "soil_friction": PHI, "soil_dilatancy": PSI, "soil_cohesion": C}
LAW = BEHAVIOURS["MOHR_COULOMB"]


def respond(principal, before=(0.0, 0.0, 0.0), **more):
    """(stress, variables) after strains along the axes, from a stress along them."""
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [SOIL | more], np.zeros(1, int))
    zero, stress, strain = np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 6))
    stress[..., :3], strain[..., :3] = before, principal
    state = PointState(zero, stress, np.zeros((1, 1, 3)))
    found, internal, _ = LAW.integrate(strain, state, data, Space())
    return found[0, 0], internal[0, 0]


def yield_of(stress):
    values = np.sort(stress[:3])
    return values[2] - values[0] + (values[2] + values[0]) * np.sin(PHI) - 2 * C * np.cos(PHI)


def test_a_plane_flows_with_the_angle_of_dilatancy():
    stress, internal = respond([2e-3, 0.4e-3, -3e-3], (-1e5, -1.2e5, -1.4e5))
    assert internal[2] == 1.0
    assert yield_of(stress) == pytest.approx(0.0, abs=1e-6 * C)
    lost = np.array([2e-3, 0.4e-3, -3e-3]) - np.linalg.solve(
        (E / (1 + NU)) * np.eye(3) + E * NU / (1 + NU) / (1 - 2 * NU), stress[:3] - [-1e5, -1.2e5, -1.4e5]
    )
    np.testing.assert_allclose(lost[1], 0.0, atol=1e-12)
    np.testing.assert_allclose(lost[0] / -lost[2], (1 + np.sin(PSI)) / (1 - np.sin(PSI)))
    np.testing.assert_allclose(internal[0], lost.sum())


@pytest.mark.parametrize("strain", [(4e-3, -2e-3, -2.1e-3), (2.1e-3, 2e-3, -4e-3)])
def test_an_edge_meets_both_planes(strain):
    stress, internal = respond(strain, (-1e5, -1e5, -1e5))
    assert internal[2] == 2.0
    assert yield_of(stress) == pytest.approx(0.0, abs=1e-6 * C)
    values = np.sort(stress[:3])
    assert min(np.diff(values)) == pytest.approx(0.0, abs=1e-6 * C)


def test_the_apex_is_the_cohesion_by_the_tangent():
    stress, internal = respond((3e-3, 3e-3, 3e-3))
    assert internal[2] == 3.0
    np.testing.assert_allclose(stress[:3], C / np.tan(PHI))


def test_below_the_surface_it_is_elastic():
    stress, internal = respond((1e-6, 0.0, 0.0))
    assert not internal.any()
    assert stress[0] == pytest.approx(E * (1 - NU) / (1 + NU) / (1 - 2 * NU) * 1e-6)


def test_there_is_no_apex_without_dilatancy():
    with pytest.raises(LawFailed, match="apex"):
        respond((3e-3, 3e-3, 3e-3), soil_dilatancy=0.0)
