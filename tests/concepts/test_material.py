"""Fields of materials: those of another mesh."""

import numpy as np
import pytest

from pyaster_lite.concepts.material import MaterialField
from pyaster_lite.fe.errors import ComputationFailed


def test_cells_of_another_mesh_are_told():
    field = MaterialField(None, [], np.zeros(3, int))
    assert field.on([0, 2])[1].tolist() == [0, 0]
    with pytest.raises(ComputationFailed, match="another mesh"):
        field.on([3])
