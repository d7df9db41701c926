"""Mappings of cells and their inverses."""

import numpy as np
import pytest

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.kinematics import inverted


@pytest.mark.parametrize("dim", [1, 2, 3])
def test_cofactors_give_the_inverse_and_the_determinant(dim):
    mapping = np.random.default_rng(dim).standard_normal((4, 5, dim, dim))
    inverse, determinant = inverted(mapping)
    np.testing.assert_allclose(inverse @ mapping, np.broadcast_to(np.eye(dim), mapping.shape), atol=1e-11)
    np.testing.assert_allclose(determinant, np.linalg.det(mapping), rtol=1e-11)


def test_a_flat_cell_is_refused():
    with pytest.raises(ComputationFailed, match="flat"):
        inverted(np.ones((1, 2, 2)))
