"""Bundles of tubes in a fluid against what is known of them."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, TUBES, FLUID = 2.0e11, 7800.0, 900.0
SIZES = np.array([1.2, 0.8, 3.0])
VOLUME = float(SIZES.prod())
SECTION = {"area": 1e-3, "inertia_y": 4e-7, "inertia_z": 4e-7, "shear_y": 1.2, "shear_z": 1.2, "torsion": 8e-7}
BUNDLE = (0.7, 0.9, 0.0, 2.0, 4.0, 10.0)
SCALE = 10.0**2 / 4.0
FRAME = np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]])
"""The tubes along Z."""


def bundle(cell, frame=FRAME):
    element = MODELISATIONS["3D_FAISCEAU"].elements[cell]
    places = (1 + reference_cell(cell).nodes) / 2 * SIZES
    given = {
        "section": np.array([[[SECTION.get(name, 0.0) for name in NAMES]] * 2]),
        "bundle": np.array([BUNDLE]),
        "frame": frame[None],
    }
    material = {"young": YOUNG, "poisson": 0.3, "density": TUBES, "fluid_density": FLUID}
    return element, ElementData(np.array([0]), places[None], [material], np.array([0]), given), places


def motion(element, places, moves, turns=lambda x: np.zeros(3), potential=lambda x: 0.0):
    """(nd,) of displacements, rotations and a potential of the place."""
    found = []
    for names, place in zip(element.components, places):
        found += [*moves(place), *turns(place), potential(place)] if len(names) > 1 else [potential(place)]
    return np.array(found)


@pytest.mark.parametrize("cell", ["HEXA8", "HEXA20"])
def test_bending_holds_as_all_the_tubes_do(cell):
    element, data, places = bundle(cell)
    stiffness = element.stiffness(data)[0]
    for axis in (0, 1):
        spin = np.cross([0, 0, 1.0], np.eye(3)[axis])
        own = motion(element, places, lambda x: np.eye(3)[axis] * x[2] ** 2, lambda x: spin * 2 * x[2])  # noqa: B023
        assert own @ stiffness @ own == pytest.approx(4 * YOUNG * SECTION["inertia_y"] * SCALE * VOLUME)
        rigid = motion(element, places, lambda x: np.eye(3)[axis] * x[2], lambda x: spin)  # noqa: B023
        assert abs(stiffness @ rigid).max() < 1e-9 * abs(stiffness).max()
    pulled = motion(element, places, lambda x: np.array([0.0, 0.0, x[2]]))
    assert pulled @ stiffness @ pulled == pytest.approx(YOUNG * SECTION["area"] * SCALE * VOLUME)


@pytest.mark.parametrize("cell", ["HEXA8", "HEXA20"])
def test_masses_are_those_of_the_tubes_and_of_the_fluid_they_carry(cell):
    element, data, places = bundle(cell)
    mass = element.mass(data)[0]
    np.testing.assert_allclose(mass, mass.T, atol=1e-9 * abs(mass).max())
    own, share = TUBES * SECTION["area"] * SCALE, 0.5
    # the own axes Y and Z are Y and -X
    for axis, carried in ((0, 0.9 / 4), (1, 0.7 / 4), (2, None)):
        moved = motion(element, places, lambda x: np.eye(3)[axis])  # noqa: B023
        wet = own if carried is None else own + FLUID * carried
        assert moved @ mass @ moved == pytest.approx(wet * VOLUME)
        sloped = motion(element, places, lambda x: np.zeros(3), potential=lambda x: x[axis])  # noqa: B023
        assert sloped @ mass @ sloped == pytest.approx(-FLUID * (share - (carried or 0.0)) * VOLUME)
        coupling = 0.0 if carried is None else -FLUID * (carried + 1 - share) * VOLUME
        assert sloped @ mass @ moved == pytest.approx(coupling, abs=1e-9)
    whole = element.inertia(data)[0, 0]
    assert whole == pytest.approx((own + FLUID * share) * VOLUME)


def test_tubes_across_their_cells_are_refused():
    element, data, _ = bundle("HEXA8", np.eye(3))
    with pytest.raises(ComputationFailed, match="first four nodes"):
        element.mass(data)
