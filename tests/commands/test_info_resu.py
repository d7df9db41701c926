"""INFO_RESU prints the components of the fields of a result."""

import numpy as np

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result

from .runner import Surroundings, run


def test_components_of_each_field(tmp_path):
    around = Surroundings(tmp_path)
    mesh = Mesh([[0.0, 0.0], [1.0, 0.0]], [CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([0]))], {}, {})
    result = Result("dyna_trans", mesh, None)
    result.name = "MOTION"
    result.store(1, {"INST": 0.0}, {"DEPL": NodeField(mesh, "DEPL_R", ("DX", "DY"), np.zeros((2, 2)))})
    result.store(2, {"INST": 1.0}, {"VITE": NodeField(mesh, "DEPL_R", ("DX",), np.zeros((2, 1)))})
    run("INFO_RESU", around, RESULTAT=result)
    words = around.printed.split()
    assert "MOTION" in words and words[words.index("DEPL") :][:7] == ["DEPL", ":", "*", "DX", "*", "DY", "-"]
    assert around.printed.count("DX") == 2
