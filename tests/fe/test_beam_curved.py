"""Curved beams against what is known of arcs."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, POISSON, DENSITY, RADIUS = 2.0e11, 0.3, 7800.0, 3.0
SHEAR = YOUNG / (2 * (1 + POISSON))
SECTION = {"area": 0.01, "inertia_y": 8e-6, "inertia_z": 5e-6, "torsion": 9e-6}
STEEL = {"young": YOUNG, "poisson": POISSON, "density": DENSITY}


def arc(angle, radius=RADIUS, bend=(1.0, 1.0), **changes):
    """The element and the data of an arc about the origin, in the plane z = 0, from the x axis on."""
    section = np.array([[[(SECTION | changes).get(name, 0.0) for name in NAMES]] * 2])
    first, last = np.array([radius, 0.0, 0.0]), radius * np.array([np.cos(angle), np.sin(angle), 0.0])
    x = (last - first) / np.linalg.norm(last - first)
    frame = np.array([x, [-x[1], x[0], 0.0], [0.0, 0.0, 1.0]])
    # the y axis of the segment points to the centre
    characteristics = {"section": section, "frame": frame[None], "arc": np.array([[radius, np.pi]]), "flexibility": np.array([bend])}
    return MODELISATIONS["POU_C_T"].elements["SEG2"], ElementData(
        np.array([0]), np.array([[first, last]]), [STEEL], np.array([0]), characteristics
    )


def test_the_axes_of_the_ends_follow_the_arc():
    element, data = arc(1.2)
    turn = element.turn(data)[0]
    np.testing.assert_allclose(turn[:3, :3], [[0, 1, 0], [1, 0, 0], [0, 0, -1]], atol=1e-14)
    np.testing.assert_allclose(turn[6:9, 6:9][1], [np.cos(1.2), np.sin(1.2), 0.0], atol=1e-14)


def test_rigid_motions_make_no_force():
    element, data = arc(0.9, shear_y=1.1, shear_z=1.4)
    stiffness = element.stiffness(data)[0]
    np.testing.assert_allclose(stiffness, stiffness.T, rtol=1e-9, atol=1e-6 * abs(stiffness).max())
    places = data.coordinates[0]
    for axis in range(3):
        shift = np.zeros((2, 6))
        shift[:, axis] = 1.0
        spin = np.zeros((2, 6))
        spin[:, 3 + axis] = 1.0
        spin[:, :3] = np.cross(np.eye(3)[axis], places)
        for motion in (shift, spin):
            np.testing.assert_allclose(stiffness @ motion.ravel(), 0.0, atol=1e-9 * abs(stiffness).max())


def test_a_quarter_of_a_ring_bends_as_castigliano_has_it():
    element, data = arc(np.pi / 2)
    free = element.stiffness(data)[0][6:, 6:]
    moved = np.linalg.solve(free, [0, 1.0, 0, 0, 0, 0])
    inertia, area = SECTION["inertia_z"], SECTION["area"]
    # along the tangent of its foot, a force of 1 N: bending and traction, the section having no shear
    bending = RADIUS**3 * np.pi / 4 / (YOUNG * inertia)
    assert moved[1] == pytest.approx(bending + RADIUS * np.pi / 4 / (YOUNG * area), rel=1e-12)
    across = np.linalg.solve(free, [0, 0, 1.0, 0, 0, 0])
    bending = RADIUS**3 * np.pi / 4 / (YOUNG * SECTION["inertia_y"])
    assert across[2] == pytest.approx(bending + RADIUS**3 * (3 * np.pi / 4 - 2) / (SHEAR * SECTION["torsion"]), rel=1e-12)


def test_a_bend_is_softer_by_its_flexibility():
    stiff, soft = (np.linalg.inv(element.stiffness(data)[0][6:, 6:]) for element, data in (arc(0.5), arc(0.5, bend=(2.0, 3.0))))
    assert soft[5, 5] == pytest.approx(3.0 * stiff[5, 5])


def test_a_flat_arc_is_a_straight_beam():
    radius = 1e3
    element, data = arc(2e-3, radius)
    straight = MODELISATIONS["POU_D_T"].elements["SEG2"]
    np.testing.assert_allclose(
        element.stiffness(data), straight.stiffness(data), rtol=1e-3, atol=2e-3 * abs(straight.stiffness(data)).max()
    )
    force = np.array([[[1.0, 2.0, 3.0]] * 2])
    np.testing.assert_allclose(element.beam_force(data, force), straight.beam_force(data, force), atol=2e-3)
    assert element.inertia(data)[0, 0] == pytest.approx(straight.inertia(data)[0, 0])


def test_masses_stand_at_the_ends():
    element, data = arc(0.7)
    mass = element.mass(data)[0]
    whole = DENSITY * SECTION["area"] * RADIUS * 0.7
    assert [mass[0, 0], mass[8, 8]] == pytest.approx([whole / 2] * 2)
    moved = np.zeros((1, 12))
    moved[0, [0, 6]] = 1.0
    energies, names = element.energy_parts(data, moved, "mass")
    assert names[0] == "TOTALE" and energies[0, 0] == pytest.approx(whole / 2)
    centre = element.inertia(data)[0, 1:4]
    assert np.linalg.norm(centre) == pytest.approx(RADIUS * np.sin(0.35) / 0.35)


def test_an_arc_that_warms_freely_holds_nothing():
    element, data = arc(0.8)
    grown = element._grown(data, np.array([1e-3]))
    places = np.einsum("eij,ej->ei", element.turn(data).transpose(0, 2, 1), grown).reshape(2, 6)[:, :3]
    # the chord grows by twice what is said of each end: as in code_aster each end is held on its own
    np.testing.assert_allclose(np.linalg.norm(places[1] - places[0]), 2e-3 * element.length(data)[0])


def test_what_arcs_cannot_do_is_told():
    element, data = arc(0.8)
    lacking = ElementData(
        data.cells, data.coordinates, [STEEL], np.array([0]), {k: v for k, v in data.characteristics.items() if k != "arc"}
    )
    with pytest.raises(ComputationFailed, match="needs an arc"):
        element.stiffness(lacking)
    with pytest.raises(ComputationFailed, match="no moments by length"):
        element.beam_force(data, np.zeros((1, 2, 3)), np.ones((1, 2, 3)))
    with pytest.raises(ComputationFailed, match="stiffness of their forces"):
        element.geometric_stiffness(data, np.zeros((1, 2, 6)))
