"""MASSIF of AFFE_CARA_ELEM: the axes that a chart tells are those that its angles and its axes tell by themselves."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run
from .test_model_data import model_of

NAMES = ("C", "ALPHA", "BETA", "KAPPA", "X", "Y", "Z")


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def model(around):
    """Two tetrahedra, ONE and TWO."""
    points = [(1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1), (3, 3, 3)]
    block = CellBlock("TETRA4", np.array([[0, 1, 2, 3], [1, 2, 3, 4]]), np.array([0, 1]))
    return model_of(around, Mesh(points, [block], {}, {"ONE": np.array([0]), "TWO": np.array([1])}), (("ONE", "TWO"), "3D"))


def frames(around, model, *occurrences):
    entries = run("AFFE_CARA_ELEM", around, MODELE=model, MASSIF=list(occurrences)).values["material_frame"]
    found = np.zeros((2, 3, 3))
    for cells, own in entries:
        found[cells] = own
    return found


def test_a_chart_holds_angles_or_axes(around, model):
    rows = np.array([[[1.0, 30.0, -20.0, 50.0, 0.0, 0.0, 0.0]], [[-1.0, 10.0, 70.0, 0.0, 0.1, 0.2, 0.3]]])
    chart = ElementField(model.mesh, "CAMA_R", "CART", [ElementBlock(np.array([0, 1]), rows, NAMES)])
    chart.name = "CHART"
    words = (
        {"GROUP_MA": "ONE", "ANGL_REP": (30.0, -20.0, 50.0)},
        {"GROUP_MA": "TWO", "ANGL_AXE": (10.0, 70.0), "ORIG_AXE": (0.1, 0.2, 0.3)},
    )
    expected = frames(around, model, *words)
    np.testing.assert_allclose(frames(around, model, {"TOUT": "OUI", "CHAM_ORIE": chart}), expected, atol=1e-14)
    with pytest.raises(Refused, match="goes alone"):
        frames(around, model, words[0], {"TOUT": "OUI", "CHAM_ORIE": chart})
    angles = ElementField(model.mesh, "CAMA_R", "CART", [ElementBlock(np.array([0, 1]), rows[..., 1:], NAMES[1:])])
    with pytest.raises(Refused, match="chart of CAMA_R"):
        frames(around, model, {"TOUT": "OUI", "CHAM_ORIE": angles})
