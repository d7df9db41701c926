"""Curved shells against what is known of them."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, POISSON, DENSITY, THICKNESS = 2.0e11, 0.3, 7800.0, 0.02
CELLS = ("QUAD9", "TRIA7")


def one(cell, curved=False):
    """A shell and the data of one cell of it: plane, or on a cylinder of radius 2."""
    element = MODELISATIONS["COQUE_3D"].elements[cell]
    a, b = (reference_cell(cell).nodes * 0.4).T
    x = np.stack([2 * np.sin(a / 2), b, 2 * np.cos(a / 2)], axis=1) if curved else np.stack([a, b, 0.1 * a], axis=1)
    given = {"thickness": THICKNESS, "plate_offset": 0.0, "drilling": 1e-5, "rotary": 0.0, "shear_factor": 5 / 6}
    characteristics = {name: np.array([value]) for name, value in given.items()} | {"direction": np.array([[1.0, 0, 0]])}
    materials = [{"young": YOUNG, "poisson": POISSON, "density": DENSITY}]
    return element, ElementData(np.array([0]), x[None], materials, np.array([0]), characteristics)


def motion(element, data, move, turn):
    """(nd,) of a displacement and a rotation, functions of the place."""
    x = data.coordinates[0]
    return np.concatenate([*(np.concatenate([move(p), turn(p)]) for p in x[: element.outer]), turn(x[-1])])


@pytest.mark.parametrize("curved", [False, True])
@pytest.mark.parametrize("cell", CELLS)
def test_rigid_motions_make_no_force(cell, curved):
    element, data = one(cell, curved)
    stiffness = element.stiffness(data)[0]
    np.testing.assert_allclose(stiffness, stiffness.T, atol=1e-9 * abs(stiffness).max())
    for axis in np.eye(3):
        shift = motion(element, data, lambda p, axis=axis: axis, lambda p: np.zeros(3))
        assert abs(stiffness @ shift).max() < 1e-12 * abs(stiffness).max()
        spin = motion(element, data, lambda p, axis=axis: np.cross(axis, p), lambda p, axis=axis: axis)
        held = element._held(data, np.zeros_like(stiffness)[None])[0]
        assert abs((stiffness - held) @ spin).max() < 1e-5 * abs(stiffness).max()
    assert np.linalg.eigvalsh(stiffness).min() > -1e-9 * abs(stiffness).max()


@pytest.mark.parametrize("cell", CELLS)
def test_a_plane_shell_stretches_and_bends_like_a_plate(cell):
    element, data = one(cell)
    data.coordinates[..., 2] = 0.0
    data.characteristics["drilling"] = np.zeros(1)
    area = reference_cell(cell).volume * 0.16
    plane = YOUNG / (1 - POISSON**2)
    stretch = motion(element, data, lambda p: np.array([1e-3 * p[0], 0, 0]), lambda p: np.zeros(3))
    assert stretch @ element.stiffness(data)[0] @ stretch == pytest.approx(plane * THICKNESS * 1e-6 * area, rel=1e-9)
    bend = motion(element, data, lambda p: np.array([0, 0, 5e-4 * p[0] ** 2]), lambda p: np.array([0, -1e-3 * p[0], 0]))
    assert bend @ element.stiffness(data)[0] @ bend == pytest.approx(plane * THICKNESS**3 / 12 * 1e-6 * area, rel=1e-9)
    energy, _ = element.energy_parts(data, 1e3 * (stretch + bend)[None], "stiffness")
    assert energy[0, 1:].sum() == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize("cell", CELLS)
def test_mass_and_loads_add_up(cell):
    element, data = one(cell, True)
    mass = element.mass(data)[0]
    across = motion(element, data, lambda p: np.array([0, 1.0, 0]), lambda p: np.zeros(3))
    whole = across @ mass @ across
    assert whole == pytest.approx(DENSITY * THICKNESS * reference_cell(cell).volume * 0.16, rel=1e-3)
    weight = element.weight(data, np.array([0, 0, -9.81]))[0]
    up = motion(element, data, lambda p: np.array([0, 0, 1.0]), lambda p: np.zeros(3))
    assert weight @ up == pytest.approx(-9.81 * whole, rel=1e-3)
    push = element.pressure(data, 2.0)[0]
    normal = np.cross(*(data.coordinates[0, k] - data.coordinates[0, 0] for k in (1, 2)))
    assert np.sign(push @ up) == -np.sign(normal[2])


def test_what_is_not_there_is_told():
    element, data = one("QUAD9")
    with pytest.raises(ComputationFailed, match="stresses of curved shells"):
        element.shown(data, element.start(data, BEHAVIOURS["ELAS"]).stress)
    with pytest.raises(ComputationFailed, match="moments by area"):
        element.shell_force(data, np.zeros((1, 8, 3)), np.ones((1, 8, 3)))
