"""The nearest place on a broken line."""

import numpy as np

from pyaster_lite.fe.polyline import nearest_on_line

LINE = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]])


def test_inside_at_a_corner_and_beyond_an_end():
    points = np.array([[0.5, 1.0, 3.0], [3.0, -1.0, 0.0], [-1.0, 0.0, 0.0], [2.5, 1.5, 1.0]])
    piece, share, place = nearest_on_line(points, LINE)
    assert piece.tolist() == [0, 0, 0, 1]
    np.testing.assert_allclose(share, [0.25, 1.0, 0.0, 0.75])
    np.testing.assert_allclose(place, [[0.5, 0, 0], [2, 0, 0], [0, 0, 0], [2, 1.5, 0]])
