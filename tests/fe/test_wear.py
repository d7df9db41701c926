"""Volumes and depths of wear."""

import numpy as np
import pytest

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.wear.depth import UNKNOWN, Shape, against_bar, in_hole, in_lobes, rod_in_hole, rod_in_notches
from pyaster_lite.fe.wear.volume import archard, by_sector, impact_weight, slowing

TIMES = np.array([1.0, 4.0, 9.0])


def test_slowing_wear_starts_at_its_first_rate_and_ends_at_the_threshold():
    near = slowing(2.0, 1.5, 0.1, 0.25, 4.0, [1e-6])[0]
    assert near == pytest.approx(16.0 * 1e-6, rel=1e-6)
    late = slowing(2.0, 1.5, 0.1, 0.25, 4.0, [1000.0, 1001.0])
    assert np.diff(late)[0] == pytest.approx(0.25)
    np.testing.assert_allclose(slowing(2.0, 1.5, 0.1, 16.0, 4.0, TIMES), archard(16.0, 1.0, TIMES))


def test_wear_that_starts_under_its_threshold_is_refused():
    with pytest.raises(ComputationFailed, match="slower than its threshold"):
        slowing(1e-13, 1.2, 1e-8, 1.0, 1.0, TIMES)


def test_the_weight_of_one_class_of_shocks():
    force, speed = np.array([3.0, 3.0, 10.0]), np.array([0.5, 0.1, 0.1])
    impact, sliding = 2.0, 1e-3
    impacts = impact * 5.0 * ((3.0 / 10.0) ** 3 + (9.0 / 10.0) ** 3) / 3.0
    slid = sliding * 3.0 * 0.45**2 / 3.0
    assert impact_weight(force, speed, impact, sliding, 5.0, 10.0) == pytest.approx(slid**2 / (slid + impacts))
    with pytest.raises(ComputationFailed, match="wear less than the sliding"):
        impact_weight(force, speed, 1e-9, 1.0, 5.0, 10.0)


def test_sectors_share_the_wear_of_a_steady_whirl():
    times = np.linspace(0.0, 8.0, 8001)
    angle = (90.0 * times + 180.0) % 360.0 - 180.0
    found = by_sector(times, np.full(8001, 3.0), np.full(8001, 2.0), angle, np.array([-180.0, 0.0, 90.0, 180.0]), 2)
    np.testing.assert_allclose(found.power, 6.0)
    np.testing.assert_allclose(found.presence, (0.5, 0.25, 0.25), atol=1e-3)
    np.testing.assert_allclose(found.volumes((1.0, 1.0, 1.0), [2.0]).sum(), 12.0)


def test_a_tube_wears_a_flat_against_a_bar():
    radius, height, depth = 1.0, 10.0, 1e-4
    half = np.sqrt(2.0 * radius * depth)
    volume = 4.0 / 3.0 * half * depth * height
    assert against_bar(Shape(radius, height=height), [volume], [0.0])[0] == pytest.approx(depth)


@pytest.mark.parametrize("tilt", [0.01, 0.001])
def test_a_tilted_tube_wears_a_wedge_against_a_bar(tilt):
    radius, height, depth = 1.0, 10.0, 0.05
    length = min(height, depth / tilt)
    along = np.linspace(0.0, length, 20001)
    deep = depth - tilt * along
    volume = np.trapezoid(4.0 / 3.0 * np.sqrt(2.0 * radius * deep) * deep, along)
    assert against_bar(Shape(radius, height=height, tilt=tilt), [volume], [0.0])[0] == pytest.approx(depth, rel=1e-4)


def test_depths_grow_with_the_volume_and_one_beyond_the_part_is_unknown():
    shape = Shape(1.0, 2.0, 10.0)
    found = in_hole(shape, [0.01, 0.02, 0.04, 1e6])
    assert (np.diff(found[:3]) > 0.0).all() and found[3] == UNKNOWN
    np.testing.assert_allclose(in_lobes(shape, np.array([0.01, 0.02, 0.04]) / 4.0, 3), found[:3], rtol=1e-5)
    np.testing.assert_allclose(in_lobes(shape, np.array([0.01, 0.02, 0.04]) / 2.0, 4), found[:3], rtol=1e-5)


def test_a_slight_tilt_in_a_hole_is_hardly_seen():
    straight, tilted = Shape(1.0, 2.0, 10.0), Shape(1.0, 2.0, 10.0, 1e-7)
    np.testing.assert_allclose(in_hole(tilted, [0.01, 0.04]), in_hole(straight, [0.01, 0.04]), rtol=1e-3)


def test_a_rod_in_a_hole_loses_what_the_tube_does():
    np.testing.assert_allclose(rod_in_hole(Shape(1.0, 2.0), [0.001, 0.01]), in_hole(Shape(1.0, 2.0, 0.5), [0.001, 0.01]), rtol=1e-5)


def test_a_rod_in_notches_meets_the_volumes_that_were_measured():
    depth = 1e-3
    volume = (-48.89e3 * depth**3 + 106.03 * depth**2 - 0.88e-3 * depth) / 11.0
    assert rod_in_notches([volume], 2)[0] == pytest.approx(depth, rel=1e-3)
    assert rod_in_notches([volume / 2.0], 1)[0] == pytest.approx(depth, rel=1e-3)
    assert rod_in_notches([1.0], 2)[0] == UNKNOWN
