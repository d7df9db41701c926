"""How much of a correction is taken."""

import numpy as np
import pytest

from pyaster_lite.fe.line_search import LineSearch, ResidualSearch


def test_the_residual_itself_ends_the_search():
    """1 - rho^2 vanishes at the whole correction: nothing is searched; 4 - rho^2 would at its double, where the search ends."""
    move = np.array([1.0, 0.0])

    def residual(top):
        return lambda share: np.array([top - (share or 0.0) ** 2, 0.0])

    assert ResidualSearch(1e-3, 3).factor(residual(1.0), move) == 1.0
    assert abs(ResidualSearch(1e-6, 20).factor(residual(3.9), move) - 3.9**0.5) < 1e-6
    assert ResidualSearch(1e-6, 20).factor(residual(40.0), move) == 2.0


def test_a_share_in_the_excluded_zone_goes_to_its_edge_though_the_lower_bound_lies_above():
    """g = 1e5 rho - 1 vanishes at 1e-5: 9e-3 is tried there, and is better than the 1e-2 of the bound."""
    tried = []

    def work(rho):
        tried.append(rho)
        return 1e5 * (rho or 0.0) - 1.0

    assert LineSearch(most=1).factor(work) == 0.9e-2
    assert tried == [None, 1.0, 0.9e-2]


@pytest.mark.parametrize("method", ["secant", "mixed"])
def test_a_share_where_there_is_no_answer_ends_the_search_with_the_best_before(method):
    assert LineSearch(method, most=5).factor(lambda rho: np.nan if (rho or 0.0) > 1.0 else (rho or 0.0) - 8.0) == 1.0


def test_a_mixed_search_that_walks_backwards_takes_its_share_forwards():
    """g = 1 + 2 rho vanishes at -0.5: code_aster forgets the sense of its walk."""
    found = LineSearch("mixed", most=10).factor(lambda rho: 1.0 + 2.0 * (rho or 0.0))
    assert found == pytest.approx(0.5, abs=0.1)
