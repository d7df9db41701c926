"""POST_RCCM on fields made by hand."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run

NAMES = ("N", "VY", "VZ", "MT", "MFY", "MFZ")


@pytest.fixture
def result():
    """Two beams on a line, at two storage orders: MT = 3, MFY = 4 in one way, then less in the other."""
    mesh = Mesh(
        [[0.0, 0], [1, 0], [3, 0]], [CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([0, 1]))], {}, {"A": np.array([0])}
    )
    made = Result("evol_elas", mesh)
    made.name = "RESU"
    for order, factor in ((1, 1.0), (2, -0.5)):
        values = np.zeros((2, 2, 6))
        values[..., 3], values[..., 4] = 3.0 * factor, 4.0 * factor
        block = ElementBlock(np.array([0, 1]), values, NAMES)
        made.store(order, {"INST": float(order)}, {"EFGE_ELNO": ElementField(mesh, "SIEF_R", "ELNO", [block])})
    return made


def asked(result, tmp_path, zone, **source):
    words = dict(TYPE_RESU_MECA="B3600", OPTION="MOMENT_EQUIVALENT", ZONE_ANALYSE=zone, RESU_MECA=source)
    return run("POST_RCCM", Surroundings(tmp_path), **words)


def test_the_largest_moments_over_the_orders(result, tmp_path):
    table = asked(result, tmp_path, {"TOUT": "OUI"}, RESULTAT=result, TOUT_ORDRE="OUI")
    assert table.column("MAILLE") == ["1", "1", "2", "2"] and table.column("NOEUD") == ["1", "2", "2", "3"]
    assert table.column("MT") == [3.0] * 4 and table.column("MEQ") == pytest.approx([5.0] * 4)
    assert table.column("ABSC_CURV") == [None] * 4


def test_one_order_of_one_group_with_places_along_the_line(result, tmp_path):
    result.mesh.abscissa = np.array([[0.0, 1.0, np.nan, np.nan], [1.0, 3.0, np.nan, np.nan]])
    table = asked(result, tmp_path, {"GROUP_MA": "A"}, RESULTAT=result, NUME_ORDRE=2)
    assert table.column("MFY") == [-2.0, -2.0] and table.column("ABSC_CURV") == [0.0, 1.0]


def test_a_field_that_is_none_of_beams(result, tmp_path):
    block = ElementBlock(np.array([0]), np.zeros((1, 2, 1)), ("SIXX",))
    other = ElementField(result.mesh, "SIEF_R", "ELNO", [block])
    other.name = "CHAMP"
    with pytest.raises(Refused, match="no field EFGE_ELNO of beams"):
        asked(result, tmp_path, {"TOUT": "OUI"}, CHAM_GD=other)
