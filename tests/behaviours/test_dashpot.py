"""DASHPOT: what moves over the step alone is held, whatever was before."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.discrete import Discrete


def test_only_the_step_is_held():
    stiffness = np.array([[[2.0, 1.0, 0.0], [1.0, 3.0, 0.5], [0.0, 0.5, 4.0]]])
    element, law = Discrete("POI1", ("DX", "DY", "DZ")), BEHAVIOURS["DASHPOT"]
    data = ElementData(np.zeros(1, int), np.zeros((1, 1, 3)), [{}], np.zeros(1, int), {"stiffness": stiffness})
    first, second = np.array([[1.0, 2.0, 3.0]]), np.array([[1.5, 2.0, 2.0]])
    _, _, state = element.respond(data.between(0.0, 1.0), law, first, element.start(data, law))
    force, tangent, held = element.respond(data.between(1.0, 2.0), law, second, state)
    np.testing.assert_allclose(force[0], stiffness[0] @ (second - first)[0])
    np.testing.assert_array_equal(tangent, stiffness)
    np.testing.assert_allclose(element.state_forces(data, held), force)
