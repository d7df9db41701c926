"""Stresses in the layers of laminates: those of the single plate that they make, and the balance of what they add up to."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.laminate import Layer, laminate
from pyaster_lite.fe.plate_frames import in_plane_turn, plate_frames, user_turns
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


def warm(data, temperatures):
    """The data in temperatures (ne, places) above a reference of zero."""
    around = {"TEMP": np.asarray(temperatures, float), "TEMP_REF": np.zeros(np.shape(temperatures))}
    return replace(data, surroundings=lambda t: around)


@pytest.mark.parametrize("angle", [0.0, 90.0, 30.0])
@pytest.mark.parametrize("cell", CORNERS)
def test_a_laminate_of_one_layer_expands_along_its_axes_and_bears_nothing(cell, angle):
    element = LayeredPlate(cell, RULES[cell])
    layer = Layer(0.03, angle, 40e9, 9e9, 0.28, 5e9, 4e9, 3e9, 1e-5, 3e-5)
    data = warm(cells(cell, laminate([layer]), 1), np.tile([10.0, 20.0, 30.0], (1, len(element.rule()))))
    free = element.free_strains(data)[0]
    plate_axes = user_turns(plate_frames(data.coordinates), data.characteristics["direction"])[0]
    expected = np.linalg.inv(np.linalg.inv(in_plane_turn(plate_axes[None])[0]).T) @ layer.expansion()
    np.testing.assert_allclose(free[:, :3], np.tile(20.0 * expected, (len(free), 1)), rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(free[:, 3:], np.tile(20.0 / 0.03 * expected, (len(free), 1)), rtol=1e-9, atol=1e-12)
    stress = np.zeros((1, len(free), 12))
    found = element.shown(data, stress)[0]
    np.testing.assert_allclose(found, 0.0, atol=1e-3)


def test_layers_hold_each_other_when_it_gets_warm():
    layers = [Layer(0.01, angle, 40e9, 9e9, 0.28, 5e9, 4e9, 3e9, 0.0, 2e-5) for angle in (0.0, 90.0, 0.0)]
    element = LayeredPlate("QUAD4", "FPG4")
    data = warm(cells("QUAD4", laminate(layers), 3), np.full((1, 1), 50.0))
    found = element.shown(data, np.zeros((1, 4, 12)))[0].reshape(4, 9, 6)
    # nothing is borne in all, the layers pull and push each other
    weights = PlateSection.of(data).layer_weights()[0]
    np.testing.assert_allclose(np.einsum("l,glk->gk", weights, found), 0.0, atol=1e-6)
    assert found[0, 0, 1] == pytest.approx(found[0, 8, 1]) and found[0, 0, 1] * found[0, 4, 1] < 0.0
