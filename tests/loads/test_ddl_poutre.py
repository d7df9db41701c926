"""DDL_POUTRE: what is imposed in the axes of a beam."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import LOADS, MODELISATIONS
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.model import ElementGroup, Model


class Words(dict):
    """An occurrence that says just what it holds."""

    def __getattr__(self, word):
        return self.get(word)


@pytest.fixture
def model():
    """One beam along -Y."""
    block = CellBlock("SEG2", np.array([[0, 1]]), np.array([0]))
    mesh = Mesh([(1.0, 2.0, 0.0), (1.0, 0.0, 0.0)], [block], node_groups={"TIP": np.array([1])})
    return Model(mesh, "MECANIQUE", [ElementGroup("POU_D_E", MODELISATIONS["POU_D_E"].elements["SEG2"], np.array([0]), mesh)])


def test_the_first_axis_runs_to_the_node(model):
    words = Words(GROUP_NO=("TIP",), DX=3.0, DZ=5.0, DRY=7.0, VECT_Y=(0.0, 0.0, 1.0))
    (term,) = LOADS["DDL_POUTRE"].terms([words], model)
    relations = term.relations
    found = {}
    for row, value in zip(relations.matrix.toarray(), relations.value(0.0)):
        (equation,) = np.flatnonzero(row)
        found[int(equation)] = value / row[equation]
    names = {model.dofs.index(1, name): name for name in ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")}
    # x = -Y, y = Z, z = x cross y = -X
    assert {names[e]: v for e, v in found.items()} == {"DY": pytest.approx(-3.0), "DX": pytest.approx(-5.0), "DRZ": pytest.approx(7.0)}
