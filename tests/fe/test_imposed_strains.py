"""The forces of imposed strains, and of those of temperature, are those of the displacements that would make them."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.plate_frames import plate_frames
from tests.fe import test_beam, test_plate, test_solid_fields

ELASTIC = BEHAVIOURS["ELAS"]


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


EXPANSION, WARMER = 1.2e-5, 80.0


def warmed(data):
    material = data.materials[0] | {"expansion": EXPANSION}
    around = {"TEMP": np.full((1, 1), 20.0 + WARMER), "TEMP_REF": np.full((1, 1), 20.0)}
    return replace(data, materials=[material], surroundings=lambda t: around)


@pytest.mark.parametrize("word", ["BARRE", "POU_D_E", "POU_D_T"])
def test_a_warm_line_grows_without_force_and_pushes_where_it_cannot(word):
    frame = test_beam.turned_frame()
    element, data = test_beam.one(word, frame)
    data, half = warmed(data), element.size // 2
    u = np.zeros(element.size)
    u[half : half + 3] = EXPANSION * WARMER * test_beam.LENGTH * frame[0]
    pull = test_beam.YOUNG * test_beam.VALUES["area"] * EXPANSION * WARMER
    same(element.stiffness(data)[0] @ u, element.anelastic_force(data)[0])
    assert abs(element.elastic_state(data, u[None]).stress).max() < 1e-9 * pull
    held = element.elastic_state(data, np.zeros((1, element.size))).stress
    np.testing.assert_allclose(held[..., 0], -pull)
    rest = element.start(data, ELASTIC)
    warm = {0.0: {"TEMP": 20.0, "TEMP_REF": 20.0}, 1.0: {"TEMP": 20.0 + WARMER, "TEMP_REF": 20.0}}
    data = replace(data, surroundings=lambda t: {name: np.full((1, 1), value) for name, value in warm[t].items()}).between(0.0, 1.0)
    force, _, state = element.respond(data, ELASTIC, u[None], rest)
    assert abs(force).max() < 1e-9 * pull and abs(state.stress).max() < 1e-9 * pull


@pytest.mark.parametrize("word,cell", test_plate.KINDS)
def test_a_warm_plate_grows_without_force(word, cell):
    element, data = test_plate.one(word, cell, test_plate.turned_frame())
    data = warmed(data)
    x = data.coordinates[0]
    u = np.concatenate([np.concatenate([EXPANSION * WARMER * (p - x[0]), np.zeros(3)]) for p in x])
    same(element.anelastic_force(data)[0], element.stiffness(data)[0] @ u)
    free, held = (element.elastic_state(data, v[None]).stress for v in (u, 0.0 * u))
    push = test_plate.YOUNG * test_plate.THICKNESS * EXPANSION * WARMER / (1 - test_plate.POISSON)
    np.testing.assert_allclose(held[..., :3], np.broadcast_to([-push, -push, 0.0], held[..., :3].shape), atol=1e-9 * push)
    assert abs(free).max() < 1e-9 * push
