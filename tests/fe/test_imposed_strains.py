"""The forces of imposed strains are those of the displacements that would make them."""

import numpy as np
import pytest

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.plate_frames import plate_frames
from tests.fe import test_beam, test_plate, test_solid_fields


def same(force, expected):
    np.testing.assert_allclose(force, expected, atol=1e-9 * abs(expected).max())


def test_in_a_solid():
    element, data = test_solid_fields.brick()
    gradient = np.array([[1e-3, 4e-4, 0.0], [4e-4, -2e-3, 1e-4], [0.0, 1e-4, 3e-4]])
    u = test_solid_fields.moved(element, data.coordinates[0], gradient)
    strain = [gradient["XYZ".index(a), "XYZ".index(b)] for a, b in element.continuum.strains]
    same(element.strain_force(data, np.tile(strain, (1, 8, 1))), np.einsum("eij,ej->ei", element.stiffness(data), u))


@pytest.mark.parametrize("word", ["POU_D_E", "POU_D_T"])
def test_in_a_beam(word):
    frame = test_beam.turned_frame()
    element, data = test_beam.one(word, frame, offset_y=0.0, offset_z=0.0)
    stretch, ky, kz, length = 1e-3, 2e-3, -3e-3, test_beam.LENGTH
    last = np.concatenate([[stretch * length, kz * length**2 / 2, -ky * length**2 / 2] @ frame, [0.0, ky * length, kz * length] @ frame])
    u = np.concatenate([np.zeros(6), last])
    same(element.strain_force(data, np.array([[[stretch, ky, kz]]]))[0], element.stiffness(data)[0] @ u)


def test_a_beam_whose_section_changes_has_no_single_force():
    element, data = test_beam.one("POU_D_E", variation=2, ends=(test_beam.VALUES, test_beam.VALUES | {"area": 0.02}))
    with pytest.raises(ComputationFailed, match="constant section"):
        element.strain_force(data, np.zeros((1, 1, 3)))


def test_in_a_bar():
    frame = test_beam.turned_frame()
    element, data = test_beam.one("BARRE", frame)
    u = np.concatenate([np.zeros(3), 1e-3 * test_beam.LENGTH * frame[0]])
    same(element.strain_force(data, np.array([[[1e-3]]]))[0], element.stiffness(data)[0] @ u)


@pytest.mark.parametrize("word,cell", [kind for kind in test_plate.KINDS if kind != ("DST", "QUAD4")])
def test_in_a_plate(word, cell):
    element, data = test_plate.one(word, cell)
    membrane, bend = np.array([[1e-3, 2e-4], [2e-4, -5e-4]]), np.array([[2e-3, -1e-3], [-1e-3, 4e-3]])
    nodal = []
    for x in data.coordinates[0]:
        x = x[:2] - data.coordinates[0, 0, :2]
        turn = -bend @ x  # the slopes of w = -x k x / 2
        nodal.append([*(membrane @ x), -x @ bend @ x / 2, turn[1], -turn[0], 0.0])
    n = len(element.rule())
    axes = plate_frames(data.coordinates)[0, :2, :2]
    own = [(axes @ tensor @ axes.T)[[0, 1, 0], [0, 1, 1]] for tensor in (membrane, bend)]
    strain = np.tile(np.concatenate(own), (1, n, 1))
    force, expected = element.strain_force(data, strain)[0], element.stiffness(data)[0] @ np.ravel(nodal)
    flat = np.arange(len(force)) % 6 != 5
    same(force[flat], expected[flat])
