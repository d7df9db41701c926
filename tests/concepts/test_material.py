"""Fields of materials: those of another mesh."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.concepts.material import MaterialField
from pyaster_lite.fe.errors import ComputationFailed


def test_cells_of_another_mesh_are_told():
    field = MaterialField(SimpleNamespace(n_cells=3), [], np.zeros(3, int))
    assert field.on([0, 2])[1].tolist() == [0, 0]
    with pytest.raises(ComputationFailed, match="another mesh"):
        field.on([3])


def test_points_that_a_model_has_added_have_no_material():
    mesh = SimpleNamespace(n_cells=3)
    field = MaterialField(mesh, [], np.zeros(3, int))
    mesh.n_cells = 4
    assert field.on([2, 3])[1].tolist() == [0, -1]
