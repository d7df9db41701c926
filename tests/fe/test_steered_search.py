"""How much of a correction is taken with steered loads: lines, parabolas, bounds, and the best of the shares tried."""

import numpy as np
import pytest

from pyaster_lite.fe.steered_search import SteeredSearch, promise, proposals

SEARCH = SteeredSearch(0.1, 10, 0.01, 10.0, 0.009)


def test_the_lowest_point_of_a_parabola_is_proposed_and_promised():
    r = [0.0, 1.0, 3.0]
    g = [(x - 0.7) ** 2 + 0.2 for x in r]
    assert 0.7 in [pytest.approx(x) for x in proposals(r, g, 0.0)]
    assert promise(0.7, r, g) == pytest.approx(0.2)
    assert promise(4.0, r, g) == pytest.approx(g[2] + (g[2] - g[1]) / 2)


def test_a_line_that_falls_goes_on_to_the_aim_within_the_bounds():
    assert SEARCH.next([0.0, 1.0], [10.0, 8.0], 1.2) == pytest.approx(4.5)
    assert SEARCH.next([0.0, 1.0], [10.0, 9.9], 1.2) == 10.0


def test_shares_that_are_known_or_left_out_are_not_tried_again():
    assert SEARCH.next([0.0, 1.0], [1.0, 3.0], 0.0) == pytest.approx(0.01)
    tried = SEARCH.next([0.0, 0.01, 1.0], [1.0, 1.02, 3.0], 0.0)
    assert 0.01 < tried < 1.0


def test_the_least_residual_is_found():
    tried = []

    def attempt(share):
        tried.append(share)
        return abs(share - 0.3) + 0.05 * np.sin(5 * share), share

    best = SteeredSearch(1e-3, 12, 0.01, 10.0, 0.009).best(1.0, attempt)
    assert tried[0] == 1.0 and best == min(tried, key=lambda s: abs(s - 0.3) + 0.05 * np.sin(5 * s)) and abs(best - 0.3) < 0.1


def test_without_tries_the_whole_is_taken_and_a_law_that_fails_ends_it():
    assert SteeredSearch(0.1, 0, 0.01, 10.0, 0.009).best(1.0, lambda share: (5.0, share)) == 1.0
    assert SEARCH.best(1.0, lambda share: None) is None
    assert SEARCH.best(1.0, lambda share: (0.9, share) if share == 1.0 else None) == 1.0
