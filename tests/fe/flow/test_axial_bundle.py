"""Tubes in a flow along them."""

import numpy as np
import pytest

from pyaster_lite.fe.flow.axial_bundle import AxialFlow, Grids, Wall, complex_modes, friction, slopes
from pyaster_lite.fe.flow.axial_potential import coupling, images, rectangular_potential, round_potential

ALONE = np.zeros(1, int)


def one_tube(gravity=0.0, grids=None, wall=0.05, radius=0.01):
    """A tube in a round wall whose only mode is half a sine along its first axis."""
    z, radii = np.linspace(0.0, 1.0, 201), np.array([radius])
    shapes = np.zeros((201, 1, 2, 1))
    shapes[:, 0, 0, 0] = np.sin(np.pi * z)
    pressure, velocity = coupling(round_potential(np.zeros((1, 2)), radii, ALONE, (0.0, 0.0, wall)), radii, ALONE)
    even = np.ones(201)
    own = Wall.round(wall, radii)
    return AxialFlow(z, shapes, radii, np.ones(1, int), pressure, velocity, 1000.0 * even, 1e-6 * even, 1e-5, gravity, own, grids)


def test_a_cylinder_in_the_middle_of_a_round_wall_has_the_known_mass():
    pressure, velocity = coupling(round_potential(np.zeros((1, 2)), np.array([1.0]), ALONE, (0.0, 0.0, 3.0)), np.array([1.0]), ALONE)
    np.testing.assert_allclose(pressure.reshape(2, 2), -np.eye(2) * (9 + 1) / (9 - 1), atol=1e-12)
    np.testing.assert_allclose(velocity.reshape(2, 2), 0.5 * (1 - 10 / 8) * np.eye(2), atol=1e-12)


def test_a_cylinder_far_from_a_rectangle_has_the_mass_of_its_own_volume():
    corners = np.array([(30.0, 20.0), (-30.0, 20.0), (-30.0, -20.0), (30.0, -20.0)])
    pressure, _ = coupling(rectangular_potential(np.zeros((1, 2)), np.array([1.0]), ALONE, corners), np.array([1.0]), ALONE)
    np.testing.assert_allclose(pressure.reshape(2, 2), -np.eye(2), atol=5e-3)


def test_a_flat_wall_doubles_what_a_second_cylinder_in_step_does():
    corners = np.array([(2.0, 400.0), (-400.0, 400.0), (-400.0, -400.0), (2.0, -400.0)])
    beside = rectangular_potential(np.zeros((1, 2)), np.array([1.0]), ALONE, corners)
    big = 4000.0 * np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])
    pair = rectangular_potential(np.array([(0.0, 0.0), (4.0, 0.0)]), np.ones(2), np.array([0, 0]), big)
    # along the wall the image moves as the cylinder does
    np.testing.assert_allclose(beside[0, 1, 0, 1], pair[0, 1, 0, 1], rtol=1e-3)


def test_the_images_fill_their_rings():
    near, far = images(np.zeros((2, 2)), np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]))
    assert len(near) == 25 and len(far) == sum(8 * ring for ring in range(3, 11))
    places = np.array([np.round(own[0][0], 9) for own in near] + [np.round(place, 9) for place, *_ in far])
    assert len(np.unique(places, axis=0)) == len(places)


def test_coupling_is_symmetric_by_the_square_of_the_radius():
    centres, radii, groups = np.array([(-1.5, 0.2), (1.4, -0.3), (0.1, 1.8)]), np.array([1.0, 0.8, 0.8]), np.array([0, 1, 1])
    pressure, _ = coupling(round_potential(centres, radii, groups, (0.0, 0.0, 4.0)), radii, groups)
    whole = np.array([1.0, 0.64])[:, None, None, None] * pressure
    np.testing.assert_allclose(whole, whole.transpose(2, 3, 0, 1), atol=1e-12)


def test_slopes_of_lines_are_exact():
    z = np.linspace(0.0, 2.0, 7)
    np.testing.assert_allclose(slopes(z, 3 * z - 1), 3.0)


@pytest.mark.parametrize(("reynolds", "law"), [(1000.0, 16 * np.pi / 1000.0), (3000.0, 1.2e-4 * np.pi * 3000.0**0.55), (0.0, 0.0)])
def test_friction_by_reynolds_number(reynolds, law):
    np.testing.assert_allclose(friction(reynolds, 0.05, 1e-6), law)


def test_fluid_at_rest_adds_mass_alone():
    flow = one_tube()
    mass, damping, stiffness = flow.matrices(0.0)
    np.testing.assert_allclose(mass, 1000.0 * np.pi * 1e-4 * 0.5 * (25 + 1) / (25 - 1), rtol=1e-4)
    assert damping == 0.0 and stiffness == 0.0
    assert flow.still_damping(np.array([10.0])) > 0.0


def test_a_flow_softens_and_damps_a_pinned_tube():
    flow = one_tube()
    _, damping, stiffness = flow.matrices(5.0)
    assert damping > 0.0 and stiffness < 0.0
    # without friction what is left is -rho A P V^2 (pi / L)^2 / 2
    leading = -1000.0 * np.pi * 1e-4 * 25.0 * np.pi**2 * 0.5 * 26 / 24
    np.testing.assert_allclose(stiffness, leading, rtol=0.05)


def test_grids_add_to_the_damping():
    one = [np.array([value]) for value in (0.05, 0.02, 1e-4, 1e-5, 1.0, 1.0)]
    grids = Grids(np.array([0.5]), np.array([0]), *one)
    assert one_tube(grids=grids).matrices(2.0)[1] > one_tube().matrices(2.0)[1]


def test_modes_of_a_damped_pair_are_found():
    mass, ratios, pulsations = np.diag([2.0, 3.0]), np.array([0.05, 0.02]), np.array([40.0, 30.0])
    damping, stiffness = mass * (2 * ratios * pulsations), mass * pulsations**2
    frequencies, dampings, shapes = complex_modes(mass, damping, stiffness)
    np.testing.assert_allclose(frequencies, np.array([30.0, 40.0]) / (2 * np.pi))
    np.testing.assert_allclose(dampings, (0.02, 0.05))
    np.testing.assert_allclose(abs(shapes), [[0.0, 1.0], [1.0, 0.0]], atol=1e-12)
    with pytest.raises(np.linalg.LinAlgError):
        complex_modes(mass, mass * 200.0, stiffness)
