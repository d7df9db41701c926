"""Sound with losses, and sides whose quadrature has a negative weight."""

import numpy as np

from pyaster_lite.fe.assembly import Assembler
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.sound import Sound, SoundOpening, SoundSide

AIR = {"fluid_density": 1.3, "fluid_speed": 340.0, "fluid_speed_loss": 20.0, "fluid_reflection": 0.5}
CORNERS = np.array([[[0.0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]]])


def data(places, material=AIR):
    return ElementData(np.zeros(len(places), int), np.asarray(places, float), [material], np.zeros(len(places), int))


def test_losses_make_the_speed_complex():
    cell, ones, c = Sound("QUAD4", Plane(), "FPG4"), np.ones(4), 340.0 + 20.0j
    np.testing.assert_allclose(ones @ cell.mass(data(CORNERS))[0] @ ones, 2.0 / c**2, rtol=1e-12)
    assert not np.iscomplexobj(cell.mass(data(CORNERS, AIR | {"fluid_speed_loss": 0.0})))
    opening = SoundOpening("SEG2", Plane(), "FPG4")
    side = data(CORNERS[:, :2])
    np.testing.assert_allclose(opening.damping(side)[0].sum(), 2.0 / (3.0 * c), rtol=1e-12)
    np.testing.assert_allclose(opening.damping(side, sense=-1.0), -opening.damping(side))
    wall = SoundSide("SEG2", Plane(), "FPG4")
    np.testing.assert_allclose(wall.normal_speed(side, 0.1 + 0.2j)[0].sum(), 1.3 * 2.0 * (0.1 + 0.2j), rtol=1e-12)


def test_a_stiffness_needs_no_material_and_a_uniform_pressure_no_force():
    cell = Sound("QUAD4", Plane(), "FPG4")
    assert abs(cell.stiffness(ElementData(np.zeros(1, int), CORNERS)) @ np.ones(4)).max() < 1e-14


def test_intensity_of_a_plane_wave_is_its_pressure_times_its_speed():
    cell, omega, k = Sound("QUAD9", Plane(), "FPG9"), 340.0, 1e-3
    x = np.array([[0.0, 0], [2, 0], [2, 1], [0, 1], [1, 0], [2, 0.5], [1, 1], [0, 0.5], [1, 0.5]])
    own = data(np.pad(x, ((0, 0), (0, 1)))[None])
    pressure = 3.0 * np.exp(-1j * k * x[:, 0])[None]
    found = cell.intensity(own, pressure, omega)
    np.testing.assert_allclose(found[0, :, 0], 0.5 * 9.0 * k / (omega * 1.3), rtol=1e-5)
    assert abs(found[..., 1]).max() < 1e-12


def test_a_negative_weight_stays_negative():
    side = Skin("TRIA6", Space(), "FPG4")
    corners = np.array([[0.0, 0, 0], [2, 0, 0], [0, 1, 0]])
    own = data([np.concatenate([corners, (corners + np.roll(corners, -1, axis=0)) / 2])])
    weights = side.point_weights(own)
    np.testing.assert_allclose(weights.sum(), 1.0, rtol=1e-12)
    np.testing.assert_allclose(side.traction(own, np.array([0.0, 0, 2.0]))[0, 2::3].sum(), 2.0, rtol=1e-12)


def test_complex_vectors_are_assembled_whole():
    assembler = Assembler(3, [np.array([[0, 1], [1, 2]])])
    np.testing.assert_allclose(assembler.vector([np.array([[1j, 2.0], [3.0, 1 + 1j]])]), [1j, 5.0, 1 + 1j])
