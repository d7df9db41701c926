"""Sources of heat that move: how enthalpies go from the points to the nodes."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.moving_source import enthalpy_to_nodes
from pyaster_lite.fe.quadrature import quadrature


@pytest.mark.parametrize(
    "cell, family",
    [
        ("TRIA3", "FPG3"),
        ("QUAD4", "FPG4"),
        ("TETRA4", "FPG4"),
        ("PENTA6", "FPG6"),
        ("HEXA8", "FPG8"),
        ("HEXA20", "FPG27"),
        ("HEXA27", "FPG27"),
    ],
)
def test_what_is_linear_in_a_cell_is_told_at_its_nodes(cell, family):
    points = quadrature(cell, family).points
    slope = np.arange(1.0, points.shape[1] + 1.0)
    nodes = np.asarray(reference_cell(cell).nodes)
    np.testing.assert_allclose(enthalpy_to_nodes(cell, family) @ (3.0 + points @ slope), 3.0 + nodes @ slope, atol=1e-12)


@pytest.mark.parametrize("cell, family", [("TRIA6", "FPG6"), ("QUAD8", "FPG9"), ("TETRA10", "FPG15")])
def test_cells_with_middle_nodes_keep_what_is_uniform(cell, family):
    taken = enthalpy_to_nodes(cell, family)
    assert taken.shape == (reference_cell(cell).n_nodes, len(quadrature(cell, family).points))
    np.testing.assert_allclose(taken.sum(axis=1), 1.0)


def test_pyramids_are_refused():
    with pytest.raises(ComputationFailed, match="pyramids"):
        enthalpy_to_nodes("PYRAM5", "FPG5")
