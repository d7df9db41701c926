"""A mesh from overlapping parts."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_parts import joined


def part(numbers, places, quads, groups):
    made = Mesh(places, [CellBlock("QUAD4", np.array(quads, np.int32), np.arange(len(quads)))], *groups, space_dimension=2)
    made.shared_numbers = np.array(numbers)
    return made


def halves():
    """Three squares in a row: the middle one is in both parts."""
    left = part(
        [7, 1, 5, 2, 6, 3],
        [[1, 0], [0, 0], [1, 1], [0, 1], [2, 0], [2, 1]],
        [[1, 0, 2, 3], [0, 4, 5, 2]],
        ({"ENDS": np.array([1, 4])}, {"ALL": np.array([0, 1])}),
    )
    right = part(
        [7, 6, 5, 3, 8, 9],
        [[1, 0], [2, 0], [1, 1], [2, 1], [3, 0], [3, 1]],
        [[1, 4, 5, 3], [0, 1, 3, 2]],
        ({"ENDS": np.array([4])}, {"ALL": np.array([0]), "LAST": np.array([0])}),
    )
    return [left, right]


def test_what_both_parts_have_comes_once_and_groups_are_whole():
    mesh = joined(halves())
    assert mesh.n_nodes == 8 and mesh.n_cells == 3
    np.testing.assert_array_equal(mesh.coordinates[6:, :2], [[3, 0], [3, 1]])
    np.testing.assert_array_equal(mesh.blocks[0].nodes, [[1, 0, 2, 3], [0, 4, 5, 2], [4, 6, 7, 5]])
    assert mesh.node_groups["ENDS"].tolist() == [1, 4, 6]
    assert mesh.cell_groups["ALL"].tolist() == [0, 1, 2] and mesh.cell_groups["LAST"].tolist() == [2]


def test_two_cells_on_the_same_nodes_of_one_part_stay_two():
    left, right = halves()
    left.blocks[0] = CellBlock("QUAD4", left.blocks[0].nodes[[0, 0, 1]], np.arange(3))
    left.number_cells()
    assert joined([left, right]).n_cells == 4


def test_parts_that_do_not_know_their_numbers_are_refused():
    left, right = halves()
    right.shared_numbers = None
    with pytest.raises(ValueError, match="numbers of its nodes"):
        joined([left, right])
