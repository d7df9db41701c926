"""The time that waves need across cells."""

from types import SimpleNamespace

import numpy as np

from pyaster_lite.fe.bar import Bar
from pyaster_lite.fe.explicit import wave_times


class Data:
    """Two cells of E = 4, rho = 1: waves run at 2."""

    def __init__(self, coordinates):
        self.coordinates = np.asarray(coordinates, float)

    def __len__(self):
        return len(self.coordinates)

    def has(self, name):
        return name == "young"

    def property(self, name, default=None):
        return {"young": np.array([4.0, 4.0]), "density": np.array([1.0, 1.0])}[name]


def part(element, coordinates, behaviour=True):
    return SimpleNamespace(element=element, data=Data(coordinates), behaviour=behaviour)


def test_waves_cross_between_the_closest_corners():
    bars = part(Bar(("DX", "DY", "DZ")), [[[0, 0, 0], [0, 2, 0]], [[0, 0, 0], [1, 0, 0]]])
    plates = part(SimpleNamespace(dim=2, cell="QUAD4"), [[[0, 0], [3, 0], [3, 0.5], [0, 0.5]], [[0, 0], [3, 0], [3, 4], [0, 4]]])
    np.testing.assert_allclose(wave_times([bars, plates]), [1.0, 0.5, 0.25, 1.5])


def test_discrete_elements_and_loaded_sides_tell_nothing():
    points = part(SimpleNamespace(dim=1, cell="SEG2"), [[[0, 0, 0], [0, 2, 0]]])
    sides = part(SimpleNamespace(dim=2, cell="QUAD4"), [[[0, 0], [3, 0], [3, 0.5], [0, 0.5]]], behaviour=None)
    assert not len(wave_times([points, sides]))
