"""REST_SPEC_PHYS: stresses of modes in a flow."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.commands.rest_spec_phys import _around
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh import CellBlock, Mesh


def test_stresses_at_a_node_are_the_mean_of_the_cells_around():
    mesh = Mesh(np.arange(9.0).reshape(3, 3), [CellBlock("SEG2", np.array([[0, 1], [1, 2]]), np.arange(2)),
                                               CellBlock("POI1", np.array([[1]]), np.arange(2, 3))])  # fmt: skip
    values = np.array([[[1.0], [2.0]], [[4.0], [5.0]]])
    field = ElementField(mesh, "SIEF_R", "ELNO", [ElementBlock(np.arange(2), values, ("SMFY",))])
    series = SimpleNamespace(name="MODES", mesh=mesh, has_field=lambda *_: True, field=lambda *_: field)
    args = SimpleNamespace(NOM_CHAM="SIPO_ELNO", wrong=lambda word, text: ValueError(text))
    np.testing.assert_allclose(_around(args, series, 1, [(0, "SMFY"), (1, "SMFY"), (2, "SMFY")]), (1.0, 3.0, 5.0))
    with pytest.raises(ValueError, match="no SMFZ"):
        _around(args, series, 1, [(0, "SMFZ")])
