"""Forces between currents."""

import numpy as np
import pytest

from pyaster_lite.fe.laplace import given_force, parallel_wire, straight_wire

BEAM = np.array([[(0.0, 0.0, 0.0), (2.0, 0.0, 0.0)]])


def test_a_force_across_makes_the_moments_of_a_clamped_beam():
    found = given_force(BEAM, (3.0, 0.0, 6.0))[0]
    np.testing.assert_allclose(found[:6], (3.0, 0.0, 6.0, 0.0, -2.0, 0.0))
    np.testing.assert_allclose(found[6:], (3.0, 0.0, 6.0, 0.0, 2.0, 0.0))


def test_a_wire_beside_acts_by_one_over_its_distance():
    near, far = (parallel_wire(BEAM, (0.0, 0.0, d))[0] for d in (0.5, 1.0))
    np.testing.assert_allclose(near, 2.0 * far)
    assert abs(far[2]) == pytest.approx(1.0) and far[1] == far[0] == 0.0
    np.testing.assert_allclose(parallel_wire(BEAM, np.array([(0.0, 0.0, 0.7)]), 1.0)[0], far, atol=1e-15)


def test_an_endless_wire_is_one_beside():
    beside = parallel_wire(BEAM, (0.0, 0.0, -0.5))[0]
    endless = straight_wire(BEAM, (0.0, 0.0, 0.5), (1.0, 0.0, 0.5), False)[0]
    np.testing.assert_allclose(abs(endless), abs(beside), rtol=1e-3, atol=1e-12)


def test_a_long_wire_is_endless_and_a_short_one_acts_less():
    endless, long, short = (
        straight_wire(BEAM, (-end, 0.0, 0.5), (2.0 + end, 0.0, 0.5), finite)[0] for end, finite in ((1.0, False), (1e4, True), (0.0, True))
    )
    np.testing.assert_allclose(long, endless, rtol=1e-6, atol=1e-12)
    assert abs(short[2]) < abs(endless[2])


def test_a_wire_along_the_beam_does_nothing():
    assert not straight_wire(BEAM, (5.0, 0.0, 0.0), (6.0, 0.0, 0.0), False).any()
