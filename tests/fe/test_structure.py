"""Tangents of which one half counts."""

import numpy as np

from pyaster_lite.fe.structure import mirrored


def test_one_half_is_seen_in_both():
    whole = np.array([[[1.0, 2.0], [3.0, 4.0]]])
    np.testing.assert_array_equal(mirrored(whole, "lower"), [[[1.0, 3.0], [3.0, 4.0]]])
    np.testing.assert_array_equal(mirrored(whole, "upper"), [[[1.0, 2.0], [2.0, 4.0]]])
    assert mirrored(whole, None) is whole
