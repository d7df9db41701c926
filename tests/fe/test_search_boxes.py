"""Simplices that are as near a point as each other are taken in the order of the boxes of a grid."""

import numpy as np
import pytest

from pyaster_lite.fe.point_location import Cells, locate
from pyaster_lite.fe.search_boxes import SearchBoxes


@pytest.mark.parametrize("space", [2, 3])
def test_the_order_is_that_of_a_walk_through_the_boxes(space):
    rng = np.random.default_rng(5)
    corners = rng.random((60, 1, space)) + 0.2 * rng.standard_normal((60, 3, space))
    points = 1.4 * rng.random((8, space)) - 0.2
    boxes = SearchBoxes(corners, np.concatenate([corners.reshape(-1, space), points]))
    assert boxes.shape.prod() > 8
    low, high = (np.floor((side(axis=1) - boxes.low) / boxes.size).astype(int) for side in (corners.min, corners.max))
    for point, seed in zip(points, boxes._seeds(points)):
        reach = np.linalg.norm(point - corners[seed, 0])
        start, end = (np.clip(np.floor((point + way * reach - boxes.low) / boxes.size), 0, boxes.shape - 1).astype(int) for way in (-1, 1))
        walked = []
        for box in np.ndindex(*(end - start + 1)):
            inside = ((low <= start + box) & (start + box <= high)).all(axis=1)
            walked += [row for row in np.flatnonzero(inside).tolist() if row not in walked]
        order = boxes.order(np.repeat(point[None], len(walked), axis=0), np.array(walked))
        assert np.lexsort((walked, order)).tolist() == list(range(len(walked)))


def test_the_seed_of_a_point_in_an_empty_box_is_the_first_around_it():
    corners = np.array([[[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]], [[9.0, 9.0], [9.1, 9.0], [9.0, 9.1]], [[0.2, 0.0], [0.3, 0.0], [0.2, 0.1]]])
    boxes = SearchBoxes(np.repeat(corners, 20, axis=0), np.array([[0.0, 0.0], [10.0, 10.0]]))
    assert boxes._seeds(np.array([[0.0, 0.0], [2.5, 2.5], [9.9, 9.9], [6.5, 8.0]])).tolist() == [0, 0, 20, 20]


def test_an_edge_of_two_walls_goes_to_the_one_whose_box_comes_first():
    """The wall x = 1 is numbered first, but the cells of the wall y = 0 reach boxes that come earlier along the first axis."""
    n = 33
    z = np.linspace(0.0, 4.0, n)
    edge, back, side = (np.stack([np.full(n, a), np.full(n, b), z], axis=1) for a, b in ((1.0, 0.0), (-1.2, 0.0), (1.0, 1.0)))

    def strip(outer):
        return [nodes for i in range(n - 1)[::-1] for nodes in ((i, i + 1, outer + i), (i + 1, outer + i + 1, outer + i))]

    cells = np.array(strip(2 * n) + strip(n))
    walls = [Cells("TRIA3", "TRIA3", np.arange(len(cells)), cells)]
    found = locate(np.array([[1.0, 0.0, 1.25]]), np.concatenate([edge, back, side]), walls)
    assert found.distance[0] == 0.0 and found.cells[0] >= 2 * (n - 1)
