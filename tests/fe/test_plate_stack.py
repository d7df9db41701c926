"""Stresses in the layers of laminates: those of the single plate that they make, and the balance of what they add up to."""

import numpy as np
import pytest

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.laminate import Layer, laminate
from pyaster_lite.fe.plate_layers import LayeredFieldPlate, LayeredPlate, LayeredShearPlate
from pyaster_lite.fe.plate_section import PlateSection

YOUNG, POISSON = 2.1e11, 0.3
CORNERS = {
    "TRIA3": [[0.0, 0.0, 0.0], [1.1, 0.0, 0.0], [0.2, 0.9, 0.0]],
    "QUAD4": [[0.0, 0.0, 0.0], [1.1, 0.0, 0.0], [1.1, 0.9, 0.0], [0.0, 0.9, 0.0]],
}
RULES = {"TRIA3": "FPG3", "QUAD4": "FPG4"}
PLATES = [(kind, cell) for kind in (LayeredPlate, LayeredShearPlate, LayeredFieldPlate) for cell in CORNERS]


def cells(cell, material, layers, thickness=0.03):
    given = {"thickness": np.array([thickness]), "layers": np.array([layers]), "direction": np.array([[1.0, 0.0, 0.0]])}
    return ElementData(np.array([0]), np.array([CORNERS[cell]]), [material], np.array([0]), given)


def moved(element):
    return np.random.default_rng(5).normal(size=(1, element.size)) * 1e-3


def shown(element, data, u):
    return element.shown(data, element.elastic_state(data, u).stress)[0]


@pytest.mark.parametrize("kind, cell", PLATES)
def test_layers_of_one_material_bear_what_the_single_plate_does(kind, cell):
    shear = YOUNG / (2 * (1 + POISSON))
    layers = [Layer(0.01, angle, YOUNG, YOUNG, POISSON, *(shear,) * 3) for angle in (0.0, 40.0, 90.0)]
    element = kind(cell, RULES[cell])
    u = moved(element)
    alike = shown(element, cells(cell, {"young": YOUNG, "poisson": POISSON}, 3), u)
    np.testing.assert_allclose(shown(element, cells(cell, laminate(layers), 3), u), alike, rtol=1e-9, atol=1e-9 * abs(alike).max())


@pytest.mark.parametrize("kind, cell", PLATES)
def test_stresses_of_layers_add_up_to_the_forces(kind, cell):
    layers = [Layer(h, angle, 40e9, 9e9, 0.28, 5e9, 4e9, 3e9) for h, angle in ((0.004, 0.0), (0.012, 90.0), (0.004, 0.0))]
    element, data = kind(cell, RULES[cell]), cells(cell, laminate(layers), 3, 0.02)
    u = moved(element)
    forces = element.elastic_state(data, u).stress[..., :8]
    np.testing.assert_allclose(element.kept(data, shown(element, data, u)), forces, rtol=1e-8, atol=1e-8 * abs(forces).max())
    heights = PlateSection.of(data).heights().reshape(3, 3)
    np.testing.assert_allclose(heights[:, 1], [-0.008, 0.0, 0.008], atol=1e-15)


def test_other_layers_than_those_of_the_laminate_are_refused():
    material = laminate([Layer(0.01, 0.0, 40e9, 9e9, 0.28, 5e9, 4e9, 3e9)] * 2)
    element, data = LayeredPlate("TRIA3", "FPG3"), cells("TRIA3", material, 1, 0.02)
    with pytest.raises(ComputationFailed, match="COQUE_NCOU=2"):
        shown(element, data, moved(element))
