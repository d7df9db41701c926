"""Damping of the parts of a structure: what is left of it before they have a stiffness."""

from types import SimpleNamespace

import numpy as np

from pyaster_lite.fe import part_damping


class Damped:
    def damping(self, data, stiffness=None, mass=None):
        stiffness = np.full((2, 3, 3), 7.0) if stiffness is None else stiffness
        return 0.5 * stiffness + 2.0 * (np.full((2, 3, 3), 5.0) if mass is None else mass)

    def explicit_mass(self, data):
        return np.full((2, 3, 3), 4.0)


def test_before_any_stiffness_the_mass_alone_damps():
    part = SimpleNamespace(element=Damped(), data=range(2), equations=np.zeros((2, 3), int))
    assert np.all(part_damping.at_rest([part], False)[0] == 13.5)
    assert np.all(part_damping.without_stiffness([part], False)[0] == 10.0)
    assert np.all(part_damping.without_stiffness([part], True)[0] == 8.0)
