"""Steady flows along sides that move, on a plane face turned in space where all is known."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.steady_flow import slip_matrix, slip_source

TURN = np.linalg.qr(np.array([[1.0, 0.3, -0.2], [0.1, 1.0, 0.4], [0.5, -0.2, 1.0]]))[0]
TURN *= np.linalg.det(TURN)


def face(cell, family):
    """A face of 2 x 2 (a quadrangle) or of half that, its places in its own plane and in space."""
    flat = reference_cell(cell).nodes.astype(float)
    return Skin(cell, Space(), family), flat, (np.c_[flat, np.zeros(len(flat))] @ TURN.T)[None]


@pytest.mark.parametrize(("cell", "family"), [("QUAD4", "FPG4"), ("QUAD8", "FPG9"), ("TRIA3", "FPG3"), ("TRIA6", "FPG6")])
def test_even_flow_along_a_plane_face(cell, family):
    """phi0 = U s, x.n = s + 2 r: the source is rho U everywhere; the matrix of both with phi = s is U int x.n."""
    element, flat, places = face(cell, family)
    lift = flat @ [1.0, 2.0]
    motion = (lift[:, None] * TURN[:, 2] + 5.0 * TURN[:, 0])[None]
    speed, density = 3.0, np.array([7.0])
    source = slip_source(element, places, motion, speed * flat[None, :, 0], density)
    sizes = np.linalg.norm(element.normals(places), axis=-1)[0]
    assert source[0] == pytest.approx(7.0 * speed * sizes @ element.point_functions)
    matrix = slip_matrix(element, places, motion)
    assert speed * flat[:, 0] @ matrix[0] @ flat[:, 0] == pytest.approx(speed * sizes @ element.point_functions @ lift)


def test_flow_that_slows_down():
    """phi0 = s^2 / 2 and x.n = 1: the source is rho div phi0 = rho."""
    element, flat, places = face("QUAD8", "FPG9")
    motion = np.broadcast_to(TURN[:, 2], places.shape)
    source = slip_source(element, places, motion, flat[None, :, 0] ** 2 / 2, np.array([2.0]))
    assert source.sum() == pytest.approx(2.0 * 4.0)
