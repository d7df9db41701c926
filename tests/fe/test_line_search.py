"""How much of a correction is taken."""

import numpy as np

from pyaster_lite.fe.line_search import ResidualSearch


def test_the_residual_itself_ends_the_search():
    """1 - rho^2 vanishes at the whole correction: nothing is searched; 4 - rho^2 would at its double, where the search ends."""
    move = np.array([1.0, 0.0])

    def residual(top):
        return lambda share: np.array([top - (share or 0.0) ** 2, 0.0])

    assert ResidualSearch(1e-3, 3).factor(residual(1.0), move) == 1.0
    assert abs(ResidualSearch(1e-6, 20).factor(residual(3.9), move) - 3.9**0.5) < 1e-6
    assert ResidualSearch(1e-6, 20).factor(residual(40.0), move) == 2.0
