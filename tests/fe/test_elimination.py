"""What nothing holds under eliminated relations: told, or held where one is lenient."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import SingularMatrix

SPRINGS = csr_array([[1.0, -1.0, 0.0, 0.0], [-1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 2.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
"""A spring between two unknowns that nothing holds, a held one, and an unknown without any stiffness."""


def test_an_unknown_that_nothing_holds_is_told():
    with pytest.raises(SingularMatrix, match="place 1|place 0|place 3"):
        Elimination(Relations.stacked(4, [])).factorised(SPRINGS, True, lambda equation: f"place {equation}")


def test_a_lenient_solution_balances_what_drives_no_free_motion():
    solver = Elimination(Relations.stacked(4, [])).factorised(SPRINGS, True, str, lenient=True)
    b = np.array([3.0, -3.0, 4.0, 0.0])
    x = solver.solve(b)
    assert x[0] - x[1] == pytest.approx(3.0) and x[2:] == pytest.approx([2.0, 0.0])
    np.testing.assert_allclose(SPRINGS @ x, b, atol=1e-12)
