"""Values at integration points taken to nodes."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extrapolation import points_to_nodes
from pyaster_lite.fe.quadrature import quadrature

LINEAR = [("SEG2", "FPG2"), ("SEG3", "FPG4"), ("TRIA3", "FPG3"), ("TRIA6", "FPG6"), ("QUAD4", "FPG4"), ("QUAD8", "FPG9"),
          ("QUAD9", "FPG9"), ("TETRA4", "FPG4"), ("TETRA10", "FPG5"), ("PENTA6", "FPG6"), ("PENTA15", "FPG21"),
          ("PENTA18", "FPG21"), ("HEXA8", "FPG8"), ("HEXA20", "FPG27"), ("HEXA27", "FPG27"), ("QUAD8", "FPG4")]  # fmt: skip


@pytest.mark.parametrize("cell, family", LINEAR)
def test_a_linear_field_is_met_exactly(cell, family):
    nodes, points = reference_cell(cell).nodes, quadrature(cell, family).points
    slope = np.arange(1, nodes.shape[1] + 1)
    assert np.allclose(points_to_nodes(cell, family) @ (points @ slope + 3.0), nodes @ slope + 3.0)


@pytest.mark.parametrize("word", ["D_PLAN", "AXIS", "3D", "3D_SI"])
def test_a_constant_stays_what_it_is_on_every_solid(word):
    for element in MODELISATIONS[word].elements.values():
        if hasattr(element, "rule"):
            matrix = element.points_to_nodes()
            assert matrix.shape == (len(element.components), len(element.rule()))
            assert np.allclose(matrix.sum(axis=1), 1.0)


def test_one_point_holds_everywhere_and_points_at_nodes_stay():
    assert (points_to_nodes("TETRA4", "FPG1") == 1.0).all()
    assert (points_to_nodes("QUAD4", "NOEU") == np.eye(4)).all()


def test_more_points_than_vertices_are_met_in_the_least_squares_sense():
    matrix, points = points_to_nodes("QUAD8", "FPG9"), quadrature("QUAD8", "FPG9").points
    values = points[:, 0] ** 2  # its best bilinear function over the points is the constant mean
    assert np.allclose(matrix @ values, values.mean())
