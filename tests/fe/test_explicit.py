"""The time that waves need across cells."""

from types import SimpleNamespace

import numpy as np
from scipy.linalg import eigh

from pyaster_lite.fe.bar import Bar
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.explicit import ModalMass, wave_times


class Data:
    """Two cells of E = 4, rho = 1: waves run at 2."""

    def __init__(self, coordinates):
        self.coordinates = np.asarray(coordinates, float)

    def __len__(self):
        return len(self.coordinates)

    def has(self, name):
        return name == "young"

    def overall(self, name, default=None):
        return {"young": np.array([4.0, 4.0]), "density": np.array([1.0, 1.0])}[name]


def part(element, coordinates, behaviour=True):
    return SimpleNamespace(element=element, data=Data(coordinates), behaviour=behaviour)


def test_waves_cross_between_the_closest_corners():
    bars = part(Bar(("DX", "DY", "DZ")), [[[0, 0, 0], [0, 2, 0]], [[0, 0, 0], [1, 0, 0]]])
    plates = part(SimpleNamespace(dim=2, cell="QUAD4"), [[[0, 0], [3, 0], [3, 0.5], [0, 0.5]], [[0, 0], [3, 0], [3, 4], [0, 4]]])
    np.testing.assert_allclose(wave_times([bars, plates]), [1.0, 0.5, 0.25, 1.5])


def test_waves_run_by_what_surrounds_each_cell():
    places = np.array([[[0.0, 0, 0], [1.0, 0, 0]], [[0.0, 0, 0], [3.0, 0, 0]]])
    material = {"young": lambda around: around["X"] ** 2, "density": 1.0}
    around = lambda t: {"X": np.array([[1.0], [2.0]])}  # noqa: E731
    data = ElementData(np.arange(2), places, [material], np.zeros(2, int), surroundings=around)
    bar = SimpleNamespace(element=Bar(("DX", "DY", "DZ")), data=data, behaviour=True)
    np.testing.assert_allclose(wave_times([bar]), [1.0, 1.5])


def test_discrete_elements_and_loaded_sides_tell_nothing():
    points = part(SimpleNamespace(dim=1, cell="SEG2"), [[[0, 0, 0], [0, 2, 0]]])
    sides = part(SimpleNamespace(dim=2, cell="QUAD4"), [[[0, 0], [3, 0], [3, 0.5], [0, 0.5]]], behaviour=None)
    assert not len(wave_times([points, sides]))


def test_all_modes_accelerate_as_the_mass_does_and_some_in_their_span():
    random = np.random.default_rng(1)
    mass, stiffness = (a @ a.T + np.eye(5) for a in random.normal(size=(2, 5, 5)))
    shapes, force = eigh(stiffness, mass)[1], random.normal(size=5)
    np.testing.assert_allclose(ModalMass(shapes, mass).solve(force), np.linalg.solve(mass, force))
    some = ModalMass(3.0 * shapes[:, :2], mass).solve(force)
    np.testing.assert_allclose(shapes[:, :2].T @ mass @ some, shapes[:, :2].T @ force)
    np.testing.assert_allclose(shapes[:, 2:].T @ mass @ some, 0.0, atol=1e-12)
