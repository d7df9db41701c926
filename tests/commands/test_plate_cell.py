"""Cells of plates: the image below, the sliding of the faces, the corner that keeps them in place."""

import numpy as np
import pytest

from pyaster_lite.commands._plate_cell import held_corner, slide, whole_cell
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_derivatives

SOLIDS = ("TETRA4", "TETRA10", "PENTA6", "PENTA15", "PYRAM5", "PYRAM13", "HEXA8", "HEXA20", "HEXA27")


def half(cell):
    """One cell above the plane z = 0, on which it stands."""
    nodes = reference_cell(cell).nodes * [1.0, 2.0, 0.5]
    nodes = nodes - nodes.min(axis=0)
    return Mesh(nodes, [CellBlock(cell, np.arange(len(nodes), dtype=np.int32)[None], np.array([0]))])


@pytest.mark.parametrize("cell", SOLIDS)
def test_the_image_has_the_volume_of_the_cell_and_shares_its_foot(cell):
    mesh = half(cell)
    whole = whole_cell(mesh)
    foot = (mesh.coordinates[:, 2] == 0.0).sum()
    assert whole.n_cells == 2 and whole.n_nodes == 2 * mesh.n_nodes - foot and foot > 0
    rule = quadrature(cell, "FPG1")
    places = whole.coordinates[whole.blocks[0].nodes]
    size = np.linalg.det(np.einsum("gdn,enk->egdk", shape_derivatives(cell, rule.points), places))
    assert (size > 0.0).all() and size[1] == pytest.approx(size[0])
    np.testing.assert_allclose(np.sort(places[1][:, 2]), np.sort(-places[0][:, 2]))


@pytest.mark.parametrize("cell", ("HEXA8", "HEXA20"))
def test_tractions_that_slide_the_faces_balance(cell):
    whole = whole_cell(half(cell))
    field = slide(whole, "DY")
    assert field.components == ("DY",)
    upper = whole.coordinates[:, 2] == whole.coordinates[:, 2].max()
    values = np.nan_to_num(field.values[:, 0])
    area = np.ptp(whole.coordinates[:, 0]) * np.ptp(whole.coordinates[:, 1])
    assert values[upper].sum() == pytest.approx(area) and values.sum() == pytest.approx(0.0)
    assert np.isnan(field.values[np.abs(whole.coordinates[:, 2]) < 0.3]).all()
    corner = whole.coordinates[held_corner(whole)[0]]
    assert corner.tolist() == [0.0, 0.0, 0.0]
