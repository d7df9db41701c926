"""POST_NEWMARK: the critical acceleration that factors of safety tell."""

import numpy as np

from pyaster_lite.commands.post_newmark import _critical


def test_a_line_is_met_exactly_and_lessened_by_its_deviations():
    acceleration = np.linspace(-1.0, 5.0, 13)
    exact = 1.1 - 0.05 * acceleration
    assert abs(_critical(exact, acceleration, 3.0) - 2.0) < 1e-9
    noisy = exact + 1e-3 * np.cos(7.0 * np.arange(13))
    slope, constant = np.polyfit(acceleration, noisy, 1)
    deviations = np.sqrt(np.diag(np.polyfit(acceleration, noisy, 1, cov=True)[1]))
    for count in (0.0, 2.0):
        low, high = slope - count * deviations[0], constant - count * deviations[1]
        assert abs(_critical(noisy, acceleration, count) - (1.0 - high) / low) < 1e-9
    assert _critical(noisy, acceleration, 2.0) < _critical(noisy, acceleration, 0.0)


def test_factors_far_from_one():
    acceleration = np.array([0.0, 2.0, 1.0])
    assert _critical(np.array([3.0, 2.0, 2.5]), acceleration, 3.0) == 1.1 * 2.0
    assert _critical(np.array([0.3, 0.2, 0.5]), acceleration, 3.0) == 0.0
