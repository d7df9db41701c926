"""The stress behind surface cells, seen at their nodes."""

import numpy as np
import pytest

from pyaster_lite.fe.body_stress import BodyStress
from pyaster_lite.fe.cells import reference_cell

PULL = np.array([[1e-3, 2e-3, 0.0], [4e-3, -1e-3, 0.0], [0.0, 0.0, 0.0]])


@pytest.mark.parametrize("kind, skin", [("QUAD4", (0, 1)), ("QUAD8", (0, 1, 4)), ("TRIA6", (1, 2, 4)), ("HEXA8", (0, 3, 2, 1))])
def test_a_linear_motion_has_the_stress_of_hooke(kind, skin):
    at = reference_cell(kind).nodes
    x = np.zeros((len(at), 3))
    x[:, : at.shape[1]] = at + 0.1 * np.roll(at, 1, axis=1)
    lattice = np.arange(len(at))
    made = BodyStress.of(np.array([skin]), [(kind, lattice)], x, np.array([100.0]), np.array([0.25]))
    strain = 0.5 * (PULL + PULL.T)
    expected = 80.0 * strain + 40.0 * np.trace(strain) * np.eye(3)
    assert made.at(x @ PULL.T) == pytest.approx(np.broadcast_to(expected, (1, len(skin), 3, 3)), abs=1e-13)
