"""Centrifugal stiffness of beams against the centrifugal force of a rigid translation."""

import numpy as np
import pytest

from pyaster_lite.fe.beam_mass import spread
from pyaster_lite.fe.beam_section import Section

from .test_beam import DENSITY, LENGTH, VALUES, one, turned_frame

SPIN = np.array([[30.0, -20.0, 50.0]])
LARGER = VALUES | {"area": 0.04}


@pytest.mark.parametrize("word", ["POU_D_E", "POU_D_T"])
@pytest.mark.parametrize("variation,area", [(0, 0.01), (2, 0.07 / 3)])
def test_a_translation_is_thrown_outwards_by_all_the_mass(word, variation, area):
    element, data = one(word, turned_frame(), variation=variation, ends=(VALUES, LARGER if variation else VALUES))
    matrix = element.centrifugal_stiffness(data, SPIN)[0]
    np.testing.assert_allclose(matrix, matrix.T)
    for direction in np.eye(3):
        u = np.tile(np.concatenate([direction, np.zeros(3)]), 2)
        outwards = -DENSITY * area * LENGTH * np.sum(np.cross(SPIN[0], direction) ** 2)
        assert u @ matrix @ u == pytest.approx(outwards, rel=1e-9)


def test_the_force_at_each_end_counts_for_what_it_bears_where_sections_vary():
    _, data = one("POU_D_E", variation=2, ends=(VALUES, LARGER))
    section, length, force = Section.of(data), np.array([LENGTH]), np.array([[[5.0, 1.0, 0.0], [9.0, 4.0, 0.0]]])
    found = spread(section, length, force)[0]
    first, last = (spread(section, length, np.repeat(force[:, [end]], 2, axis=1))[0] for end in (0, 1))
    np.testing.assert_allclose(found, np.concatenate([first[:6], last[6:]]))


def test_a_beam_of_euler_turns_without_shear():
    (euler, data), (timoshenko, stiff) = one("POU_D_E"), one("POU_D_T", shear_y=0.0, shear_z=0.0)
    np.testing.assert_allclose(euler.centrifugal_stiffness(data, SPIN), timoshenko.centrifugal_stiffness(stiff, SPIN))
