"""What a solid's stiffness is, however it is summed up."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, PlaneStress, Space
from pyaster_lite.fe.solid import Solid

CASES = [("TRIA6", Plane(), "FPG3"), ("QUAD8", PlaneStress(), "FPG9"), ("PENTA6", Space(), "FPG6"), ("HEXA20", Space(), "FPG8")]


@pytest.mark.parametrize(("cell", "continuum", "family"), [*CASES, ("QUAD4", Axisymmetric(), "FPG4")])
def test_the_stiffness_is_the_work_of_the_stresses_whatever_the_elasticity(cell, continuum, family, monkeypatch):
    chance = np.random.default_rng(3)
    solid, nodes = Solid(cell, continuum, family, family), reference_cell(cell).nodes
    coordinates = np.zeros((5, len(nodes), 3))
    coordinates[..., : solid.dim] = [2.0, 0.0, 0.0][: solid.dim] + nodes + 0.05 * chance.normal(size=(5, *nodes.shape))
    roots = chance.normal(size=(2, 6, 6))
    materials = [{"elasticity": root @ root.T} for root in roots]
    data = ElementData(np.arange(5), coordinates, materials, np.array([0, 1, 1, 0, 1]))
    monkeypatch.setattr("pyaster_lite.fe.solid.NUMBERS", 2 * solid.size**2)
    b, volume = solid.strain_matrix(data)
    expected = np.einsum("egsd,est,egtf,eg->edf", b, continuum.elasticity(data.elasticity())[:, 0], b, volume)
    assert solid.stiffness(data) == pytest.approx(expected, rel=1e-12, abs=1e-12 * abs(expected).max())


def test_the_moments_of_inertia_of_a_cell_in_space_are_summed_up_over_the_points_of_the_stiffness():
    """As code_aster's (te0065): a TETRA4 of one point has none about its centre."""
    moments = {}
    for cell, stiffness, mass in (("TETRA4", "FPG1", "FPG4"), ("HEXA8", "FPG8", "FPG8"), ("QUAD4", "FPG1", "FPG4")):
        nodes = np.zeros((1, len(reference_cell(cell).nodes), 3))
        nodes[0, :, : reference_cell(cell).nodes.shape[1]] = reference_cell(cell).nodes
        solid = Solid(cell, Plane() if cell == "QUAD4" else Space(), stiffness, mass)
        inertia = solid.inertia_of(ElementData(np.array([0]), nodes, [{}], np.array([0])), np.array([3.0]))[0]
        moments[cell] = inertia[4:7] / inertia[0]
    assert moments["TETRA4"] == pytest.approx(0.0, abs=1e-15)
    assert moments["HEXA8"] == pytest.approx([2 / 3] * 3)
    assert moments["QUAD4"] == pytest.approx([1 / 3, 1 / 3, 2 / 3])
