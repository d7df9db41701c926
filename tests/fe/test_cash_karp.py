"""Integration of small systems over a step, and the rates at its end."""

from math import exp

import pytest

from pyaster_lite.fe import cash_karp


def test_a_decay_comes_to_its_end_with_its_rate():
    value, rate = cash_karp.follow(lambda y: [-3.0 * y[0]], [2.0], 0.5, 1e-10, 20)
    assert value == pytest.approx([2.0 * exp(-1.5)], rel=1e-9)
    assert rate == pytest.approx([-6.0 * exp(-1.5)], rel=1e-3)
    assert cash_karp.integrate(lambda y: [-3.0 * y[0]], [2.0], 0.5, 1e-10, 20) == value


def test_the_rate_at_the_end_is_that_of_the_fifth_stage():
    # one part: at the fifth stage of y' = y, y = 1 + h (b1 k1 + b2 k2 + b3 k3 + b4 k4)
    h, stages = 1e-3, [1.0]
    for weights in ((cash_karp.A2,), cash_karp.A3, cash_karp.A4, cash_karp.A5):
        stages.append(1.0 + h * sum(w * k for w, k in zip(weights, stages)))
    assert cash_karp.follow(lambda y: [y[0]], [1.0], h, 1e-6, 20)[1] == pytest.approx([stages[-1]], rel=1e-15)
