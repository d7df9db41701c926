"""A beam and a solid that fill the same place: what one does as a rigid body the other does too."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.arlequin import beam_product, mixed_product
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData

LENGTH, WIDTH, HEIGHT = 2.0, 0.3, 0.5
SECTION = {
    "area": WIDTH * HEIGHT,
    "inertia_y": WIDTH * HEIGHT**3 / 12,
    "inertia_z": HEIGHT * WIDTH**3 / 12,
    "shear_y": 1.0,
    "shear_z": 1.0,
    "torsion": 1e-3,
}
FRAMES = {"along": np.eye(3), "against": np.diag([-1.0, -1.0, 1.0])}


def beam(frame):
    """The element and the data of one beam that starts at (1, 2, 3)."""
    section = np.array([[[SECTION.get(name, 0.0) for name in NAMES]] * 2])
    coordinates = np.array([[[1.0, 2.0, 3.0], np.array([1.0, 2.0, 3.0]) + LENGTH * frame[0]]])
    known = {"section": section, "frame": frame[None]}
    steel = {"young": 2e11, "poisson": 0.3, "density": 7800.0}
    return MODELISATIONS["POU_D_T"].elements["SEG2"], ElementData(np.array([0]), coordinates, [steel], np.array([0]), known)


@pytest.mark.parametrize("direction", FRAMES)
def test_rigid_motions_are_shared(direction):
    element, data = beam(FRAMES[direction])
    nodes = reference_cell("HEXA20").nodes * np.array([LENGTH, WIDTH, HEIGHT]) / 2 + data.coordinates[0].mean(axis=0)
    product, mixed = beam_product(element, data)[0], mixed_product(element, data, 0, "HEXA20", nodes)
    first, last = ((end - data.coordinates[0, 0]) @ FRAMES[direction].T for end in data.coordinates[0])
    places = (nodes - data.coordinates[0, 0]) @ FRAMES[direction].T
    for axis in np.eye(3):
        moved = np.tile(axis, len(nodes))
        np.testing.assert_allclose(product @ np.tile([*axis, 0, 0, 0], 2), mixed @ moved, atol=1e-12)
    for axis in np.eye(3):
        ends = np.concatenate([np.cross(axis, first), axis, np.cross(axis, last), axis])
        np.testing.assert_allclose(product @ ends, mixed @ np.cross(axis, places).ravel(), atol=1e-12)
