"""RECU_FONCTION: which node a group of several means."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result

from .runner import Surroundings, run


def test_the_first_node_of_a_group_of_several_is_meant_as_in_code_aster(tmp_path):
    around = Surroundings(tmp_path)
    mesh = Mesh(np.eye(3), [CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([0]))], {"TWO": np.array([2, 0])}, {})
    result = Result("evol_elas", mesh)
    for order, factor in enumerate((1.0, 2.0)):
        result.store(order, {"INST": float(order)}, {"DEPL": NodeField(mesh, "DEPL_R", ("DX",), factor * np.array([[3.0], [4.0], [5.0]]))})
    words = dict(NOM_CHAM="DEPL", NOM_CMP="DX", GROUP_NO="TWO", TOUT_ORDRE="OUI")
    assert run("RECU_FONCTION", around, RESULTAT=result, **words).y == pytest.approx([5.0, 10.0])
