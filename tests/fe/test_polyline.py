"""The nearest place on a broken line."""

import numpy as np

from pyaster_lite.fe.polyline import nearest_on_line, nearest_segment

LINE = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]])


def test_inside_at_a_corner_and_beyond_an_end():
    points = np.array([[0.5, 1.0, 3.0], [3.0, -1.0, 0.0], [-1.0, 0.0, 0.0], [2.5, 1.5, 1.0]])
    piece, share, place = nearest_on_line(points, LINE)
    assert piece.tolist() == [0, 0, 0, 1]
    np.testing.assert_allclose(share, [0.25, 1.0, 0.0, 0.75])
    np.testing.assert_allclose(place, [[0.5, 0, 0], [2, 0, 0], [0, 0, 0], [2, 1.5, 0]])


def test_the_segment_that_comes_closest_is_the_first_of_equals():
    points = np.array([[0.5, 1.0, 3.0], [3.0, -1.0, 0.0], [2.0, 0.0, 7.0], [2.5, 1.5, 1.0]])
    assert nearest_segment(points, LINE[:-1], LINE[1:]).tolist() == [0, 0, 0, 1]
    assert nearest_segment(points, LINE[1:], LINE[1:]).tolist() == [0, 0, 0, 1]
