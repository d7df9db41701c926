"""Skins cut into patches: nothing is lost, nothing overlaps, and every piece is turned the right way."""

from __future__ import annotations

import numpy as np
import pytest

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_patches import NoPatch, patched
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_derivatives

SKIN = {2: "SEG2", 3: "TRIA3", 4: "QUAD4", 6: "TRIA6", 8: "QUAD8", 9: "QUAD9"}
FAMILY = {"TRIA3": "FPG1", "QUAD4": "FPG4", "TETRA4": "FPG1", "PYRAM5": "FPG5", "PENTA6": "FPG6", "HEXA8": "FPG8"}
FAMILY |= {
    "TETRA10": "FPG5",
    "PYRAM13": "FPG24",
    "PENTA15": "FPG21",
    "HEXA20": "FPG27",
    "TRIA6": "FPG3",
    "QUAD8": "FPG9",
    "HEXA27": "FPG27",
}


def one_cell(kind, face):
    """A mesh of one reference cell and, in the group "skin", the skin cell of one of its sides."""
    cell = reference_cell(kind)
    nodes = np.array(cell.faces[face])
    skin = "SEG3" if cell.dim == 2 and len(nodes) == 3 else SKIN[len(nodes)]
    blocks = [CellBlock(skin, nodes[None].astype(np.int32), np.array([0]))]
    blocks.append(CellBlock(kind, np.arange(len(cell.nodes), dtype=np.int32)[None], np.array([1])))
    return Mesh(cell.nodes, blocks, {}, {"skin": np.array([0]), "body": np.array([1])}, space_dimension=cell.dim)


def volume(mesh, dim):
    """The volume of all cells of one dimension, and the smallest jacobian met at their points."""
    total, smallest = 0.0, np.inf
    for block in mesh.blocks:
        if block.dim != dim:
            continue
        rule = quadrature(block.type, FAMILY[block.type])
        jacobians = np.linalg.det(
            np.einsum("gdn,enk->egdk", shape_derivatives(block.type, rule.points), mesh.coordinates[block.nodes, :dim])
        )
        total, smallest = total + (jacobians @ rule.weights).sum(), min(smallest, jacobians.min())
    return total, smallest


CASES = [
    (kind, face, inset)
    for kind in ("TRIA3", "QUAD4", "TETRA4", "PYRAM5", "PENTA6", "HEXA8", "TETRA10", "PYRAM13", "PENTA15", "HEXA20")
    for face in range(len(reference_cell(kind).faces))
    for inset in (False, True)
]


@pytest.mark.parametrize("kind, face, inset", CASES)
def test_the_pieces_fill_the_body_and_are_turned_as_it_is(kind, face, inset):
    mesh = one_cell(kind, face)
    whole, sign = volume(mesh, mesh.dimension)
    made = patched(mesh, ["skin"], inset)
    total, smallest = volume(made, mesh.dimension)
    assert total == pytest.approx(whole, rel=1e-12)
    assert smallest * np.sign(sign) > 0.0
    assert len(made.cell_groups["body"]) == np.count_nonzero(made.cell_dim() == mesh.dimension)


@pytest.mark.parametrize(
    "kind, inset, skins", [("TETRA4", False, 3), ("HEXA8", False, 4), ("HEXA8", True, 5), ("QUAD4", False, 3), ("TRIA3", False, 2)]
)
def test_one_patch_for_each_skin_cell(kind, inset, skins):
    made = patched(one_cell(kind, 0), ["skin"], inset)
    assert len(made.cell_groups["skin"]) == skins
    assert (made.patches.of_cell[made.cell_groups["skin"]] == 0).all()
    assert (made.patches.of_cell[made.cell_groups["body"]] == -1).all()


@pytest.mark.parametrize("kind", ["TRIA6", "QUAD8", "HEXA27"])
def test_cells_with_a_node_in_the_middle_of_their_skin_stay(kind):
    mesh = one_cell(kind, 0)
    made = patched(mesh, ["skin"], False)
    assert made.n_nodes == mesh.n_nodes and made.n_cells == mesh.n_cells
    assert made.patches.nodes.ravel().tolist() == [reference_cell(kind).faces[0][-1]]


def test_a_body_behind_two_skins_is_cut_twice():
    cell = reference_cell("QUAD4")
    blocks = [
        CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([0, 1])),
        CellBlock("QUAD4", np.arange(4, dtype=np.int32)[None], np.array([2])),
    ]
    made = patched(Mesh(cell.nodes, blocks, {}, {"skin": np.array([0, 1])}, space_dimension=2), ["skin"], False)
    assert len(made.patches.nodes) == 2 and len(made.cell_groups["skin"]) == 6
    assert volume(made, 2)[0] == pytest.approx(4.0)


def test_a_skin_without_a_body_is_told():
    blocks = [CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([0]))]
    with pytest.raises(NoPatch, match="bounds 0 cells"):
        patched(Mesh(np.eye(2), blocks, {}, {"skin": np.array([0])}, space_dimension=2), ["skin"], False)
