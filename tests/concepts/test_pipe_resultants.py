"""The largest forces of pipes, and the moments of the order where their resultant is largest."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.pipe_resultants import PostProcessing
from pyaster_lite.concepts.result import Result


def test_against_a_loop_over_points():
    mesh = Mesh([[0, 0], [1, 0], [2, 0.0]], [CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([0, 1]))])
    names = ("N", "VY", "VZ", "MT", "MFY", "MFZ")
    history = np.random.default_rng(1).normal(size=(5, 2, 2, 6))
    history[:, 1, 1, 4] = np.nan
    result = Result("dyna_trans", mesh)
    for order, values in enumerate(history):
        block = ElementBlock(np.array([0, 1]), values, names)
        result.store(order, {"INST": float(order)}, {"EFGE_ELNO": ElementField(mesh, "SIEF_R", "ELNO", [block])})
    made = PostProcessing(None).computeMaxResultantForPipe(result, "EFGE_ELNO").blocks[0].values
    for cell, node in ((0, 0), (0, 1), (1, 0)):
        own = history[:, cell, node]
        worst = max(range(5), key=lambda order: np.linalg.norm(own[order, 3:]))
        assert made[cell, node].tolist() == [*abs(own[:, :3]).max(axis=0), *abs(own[worst, 3:])]
    assert made[1, 1, 3] == history[0, 1, 1, 3] and np.isnan(made[1, 1, 4])
    with pytest.raises(ValueError, match="not SIEF_ELNO"):
        PostProcessing(None).computeMaxResultantForPipe(result, "SIEF_ELNO")
