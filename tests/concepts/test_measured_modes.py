"""Super-elements of measured modes: as many modes as unknowns tell the structure itself."""

import numpy as np
from scipy.linalg import eigh

from pyaster_lite.concepts.measured_modes import MeasuredModes, Measurement

K = np.array([[5.0, -2.0, 0.0], [-2.0, 4.0, -1.0], [0.0, -1.0, 3.0]])
M = np.diag([1.0, 2.0, 1.5])
SQUARES, SHAPES = eigh(K, M)
SENSORS = [("DEPL", node, "DX") for node in range(4)]
SEES = np.vstack([np.eye(3), [0.5, 0.5, 0.0]])


def measured(modes, scale=1.0):
    """Four sensors see the unknowns, which are the basis too, and the mean of two of them."""
    measurement = Measurement(None, SENSORS, [None] * 4, SEES)
    kept = SHAPES[:, :modes] * scale
    return MeasuredModes(measurement, SEES @ kept, np.eye(3), SQUARES[:modes], np.full(modes, scale**2), np.full(modes, 0.1))


def test_all_modes_give_the_matrices_back():
    """However the modes are normed, by their generalised masses."""
    for scale in (1.0, 3.0):
        found = measured(3, scale)
        np.testing.assert_allclose(found.matrix("stiffness"), K, atol=1e-12)
        np.testing.assert_allclose(found.matrix("mass"), M, atol=1e-12)
    np.testing.assert_allclose(measured(3).matrix("damping"), 0.1 * M, atol=1e-12)


def test_sensors_see_the_motion():
    motion = np.array([1.0, -2.0, 0.5])
    np.testing.assert_allclose(measured(3).at_sensors(motion), SEES @ motion, atol=1e-12)


def test_fewer_modes_are_kept_as_they_are():
    found = measured(2)
    first = SHAPES[:, 0]
    np.testing.assert_allclose(first @ found.matrix("stiffness") @ first, SQUARES[0])
    np.testing.assert_allclose(found.at_sensors(first), SEES @ first, atol=1e-12)
