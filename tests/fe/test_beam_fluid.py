"""Pipes full of a fluid against what is known of them."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.beam_fluid import ALONG, POTENTIAL, PRESSURE
from pyaster_lite.fe.beam_section import HOMOTHETIC, NAMES
from pyaster_lite.fe.data import ElementData

LENGTH, RHO, SPEED = 2.0, 900.0, 1000.0
MATERIAL = {"young": 2e11, "poisson": 0.3, "density": 7800.0, "fluid_density": RHO, "fluid_speed": SPEED}
VALUES = {"area": 0.01, "inertia_y": 8e-6, "inertia_z": 8e-6, "shear_y": 1.2, "shear_z": 1.2, "torsion": 1.6e-5}


def pipe(first, last, variation=0):
    section = np.array([[[(VALUES | {"bore": bore}).get(name, 0.0) for name in NAMES] for bore in (first, last)]])
    characteristics = {"section": section, "section_variation": np.array([variation]), "frame": np.eye(3)[None]}
    data = ElementData(np.array([0]), np.array([[[0.0, 0, 0], [LENGTH, 0, 0]]]), [MATERIAL], np.array([0]), characteristics)
    return MODELISATIONS["POU_FLUI_STRU"].elements["SEG2"], data


def integral(first, last, of):
    """int A(x) of(x) dx, the square root of A being linear."""
    points, weights = np.polynomial.legendre.leggauss(8)
    x = (1 + points) / 2
    root = np.sqrt(first) * (1 - x) + np.sqrt(last) * x
    return LENGTH / 2 * np.sum(weights * root**2 * of(x))


@pytest.mark.parametrize("last", [0.02, 0.05])
def test_the_fluid_gives_way_and_flows_by_the_area_of_its_bore(last):
    element, data = pipe(0.02, last, HOMOTHETIC if last != 0.02 else 0)
    between = integral(0.02, last, lambda x: x * (1 - x))
    held = np.array([[integral(0.02, last, lambda x: (1 - x) ** 2), between], [between, integral(0.02, last, lambda x: x**2)]])
    stiffness, mass = element.stiffness(data)[0], element.mass(data)[0]
    np.testing.assert_allclose(stiffness[np.ix_(PRESSURE, PRESSURE)], held / (RHO * SPEED**2), rtol=1e-12)
    np.testing.assert_allclose(mass[np.ix_(PRESSURE, POTENTIAL)], held / SPEED**2, rtol=1e-12)
    inner = integral(0.02, last, lambda x: np.ones_like(x)) / LENGTH**2
    np.testing.assert_allclose(mass[np.ix_(POTENTIAL, POTENTIAL)], -RHO * inner * np.array([[1, -1], [-1, 1]]), rtol=1e-12)
    np.testing.assert_allclose(mass, mass.T)


@pytest.mark.parametrize("last", [0.02, 0.05])
def test_a_pipe_that_moves_as_a_whole_pushes_its_fluid_by_its_ends_and_walls(last):
    """The walls as in code_aster, the way that the wider end pushes."""
    element, data = pipe(0.02, last, HOMOTHETIC if last != 0.02 else 0)
    pushed = element.mass(data)[0][np.ix_(POTENTIAL, ALONG)].sum(axis=1)
    np.testing.assert_allclose(pushed.sum(), 2 * RHO * (last - 0.02), atol=1e-12)
    if last == 0.02:
        np.testing.assert_allclose(pushed, [-RHO * last, RHO * last])


def test_a_pipe_carries_its_fluid_across_its_axis_and_not_along():
    element, data = pipe(0.02, 0.02)
    mass = element.mass(data)[0]
    for axis, density in ((0, 78.0), (1, 78.0 + RHO * 0.02), (2, 78.0 + RHO * 0.02)):
        moved = np.zeros(16)
        moved[[axis, axis + 8]] = 1.0
        np.testing.assert_allclose(moved @ mass @ moved, density * LENGTH, rtol=1e-12)
