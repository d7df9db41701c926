"""Contact of surfaces that a nonlinear loop drives."""

import numpy as np

from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.fe.mortar_contact import MortarContact, MortarGeometry

from .test_mortar_points import plane_zone


def test_a_line_search_sees_the_forces_where_it_looks():
    at, zone = plane_zone()
    table = np.full(at.shape, -1)
    table[:, :2] = np.arange(2 * len(at)).reshape(-1, 2)
    contact = MortarContact(MortarGeometry([zone], at, table, 1.0, 2), [MORTARS["PENALISATION"](1e3, 0)], 1e-6)
    contact.begin(1.0)
    sunk = np.zeros(2 * len(at))
    sunk[table[zone.slaves.nodes.ravel()[:2], 1]] = -0.3
    seen, total = contact.forces_at(sunk, sunk), np.zeros(len(sunk))
    assert not np.allclose(seen, contact.forces_at(0.5 * sunk, 0.5 * sunk))
    contact.move(sunk, sunk)
    contact.add_force(total)
    np.testing.assert_allclose(seen, total)
    assert abs(total).max() > 1.0
