"""Iwan's surfaces in simple shear, against the hyperbola whose chords they follow."""

import numpy as np
import pytest

from pyaster_lite.behaviours.iwan import DISTORTIONS
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, follow, points

SHEAR, REFERENCE, EXPONENT = 7e7, 2e-4, 0.78
SOIL = STEEL | {"iwan_young": 2.6 * SHEAR, "iwan_poisson": 0.3, "iwan_distortion": REFERENCE, "iwan_exponent": EXPONENT}


G = np.array(DISTORTIONS)
T = G * SHEAR / (1 + (G / REFERENCE) ** EXPONENT)
SLOPES = np.diff(T, prepend=0.0) / np.diff(G, prepend=0.0)
PASSED = np.cumsum(np.concatenate([[T[0] / (2 * SHEAR)], np.diff(T) / (2 * SLOPES[:-1])]))
"""|e| where |s| is T: elastic up to the first, then along the chord of the hyperbola that ends there."""


def sheared(strains):
    """|s| in pure shear after norms |e| that follow one another."""
    path = np.zeros((len(strains), 6))
    path[:, 3] = strains
    return follow(BEHAVIOURS["Iwan"], Space(), path, points(SOIL, cells=1))[0].stress[0, 0, 3]


@pytest.mark.parametrize("last", [1, 4, 8, 10])
def test_the_first_loading_follows_the_chords_of_the_hyperbola(last):
    assert sheared(PASSED[:last]) == pytest.approx(T[last - 1], rel=1e-9)


def test_a_reversal_follows_the_first_loading_twice_as_wide():
    """Masing's rule: going back by 2 |e| changes the stress by 2 |s|."""
    for i in (0, 3, 6):
        path = [*PASSED[:9], PASSED[8] - 2 * PASSED[i]]
        assert sheared(path[:9]) - sheared(path) == pytest.approx(2 * T[i], rel=1e-9)
