"""Overlaps of flat cells: their areas, what they integrate, and where they are in the reference cells."""

from __future__ import annotations

import numpy as np
import pytest

from pyaster_lite.fe.polygons import Polygons, overlaps, shared_segments

SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
TRIANGLE = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])


def turned(cell, angle, scale=1.0, shift=(0.0, 0.0)):
    c, s = np.cos(angle), np.sin(angle)
    return scale * cell @ np.array([[c, s], [-s, c]]) + np.array(shift)


def one(a, b):
    found, images, _ = overlaps(a[None], b[None], 1e-8)
    return found, images


@pytest.mark.parametrize(
    "a, b, area",
    [
        (SQUARE, SQUARE, 4.0),
        (turned(SQUARE, 0.0, 0.5), SQUARE, 1.0),
        (turned(SQUARE, 0.0, 1.0, (0.5, 0.25)), SQUARE, 1.5 * 1.75),
        (turned(SQUARE, np.pi / 4), SQUARE, 8.0 * (np.sqrt(2.0) - 1.0)),
        (turned(TRIANGLE, np.pi, 1.0, (0.5, 0.5)), TRIANGLE, 0.25),
        (turned(SQUARE, 0.3, 0.1, (3.0, 0.0)), SQUARE, 0.0),
    ],
)
def test_areas(a, b, area):
    found, _ = one(a, b)
    assert found.sizes(True)[0] == pytest.approx(area, abs=1e-12)


@pytest.mark.parametrize("about_mean", [False, True])
@pytest.mark.parametrize("family, degree", [("FPG4", 3), ("FPG6", 4), ("FPG7", 5)])
def test_points_integrate_polynomials_of_their_degree(about_mean, family, degree):
    found, _ = one(turned(SQUARE, np.pi / 4), SQUARE)
    fine, _ = one(turned(SQUARE, np.pi / 4), SQUARE)
    exact = integral(fine, "FPG16", degree, True)
    assert integral(found, family, degree, about_mean) == pytest.approx(exact, rel=1e-12)


def integral(polygons, family, degree, about_mean):
    _, xi, weights = polygons.points(family, True, about_mean)
    return weights @ ((xi[:, 0] + 0.3) ** degree + xi[:, 1] ** (degree - 1) * xi[:, 0])


@pytest.mark.parametrize("reference", [SQUARE, TRIANGLE])
def test_images_are_the_places_under_the_map_of_the_cell(reference):
    a = turned(reference, 0.4, 0.7, (0.2, -0.1))
    found, images = one(a, SQUARE)
    back = turned(images.vertices[0], 0.4, 0.7, (0.2, -0.1))
    n = found.count[0]
    assert n >= 3 and back[:n] == pytest.approx(found.vertices[0, :n], abs=1e-12)


def test_sides_that_touch():
    corner = turned(SQUARE, 0.0, 0.5, (1.0, 1.0))
    assert overlaps(corner[None], SQUARE[None], 1e-8)[2][0].tolist() == [True, False, False, True]


def test_a_cell_without_area_overlaps_nothing():
    flat = np.array([[0.0, 0.0], [0.5, 0.0], [1.0, 0.0]])
    found, _ = one(flat, SQUARE)
    assert found.count[0] == 0


def test_segments():
    ends = np.array([[-2.0, 0.0], [3.0, -3.0], [0.5, 0.2], [2.0, 4.0]])
    found, images, inside = shared_segments(ends, 1e-8)
    assert inside.tolist() == [[False, True], [False, False], [True, True], [False, False]]
    assert found.sizes(False) == pytest.approx([1.0, 2.0, 0.3, 0.0])
    at = ends[:, :1] + 0.5 * (images.vertices[:, :2, 0] + 1.0) * (ends[:, 1:] - ends[:, :1])
    assert at[:3] == pytest.approx(found.vertices[:3, :2, 0])


def test_points_of_segments():
    segments = Polygons(np.zeros((1, 8, 2)), np.array([2]))
    segments.vertices[0, :2, 0] = -0.5, 1.0
    rank, xi, weights = segments.points("FPG3", False)
    assert weights.sum() == pytest.approx(1.5) and weights @ xi[:, 0] ** 5 == pytest.approx((1.0 - 0.5**6) / 6.0)
    assert not rank.any() and not xi[:, 1].any()
