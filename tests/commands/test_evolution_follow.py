"""OBSERVATION: what is followed at points of cells."""

import numpy as np

from pyaster_lite.commands._evolution_follow import Followed, Observations
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from tests.arguments import Arguments


class Stresses:
    """Two components at three points of two cells."""

    components = ("SIXX", "SIYY")
    values = {"SIXX": np.array([[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]])}

    def component(self, name, cells):
        return self.values[name][cells]


def rows(**words):
    lines = CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([0, 1]))
    mesh = Mesh([[0, 0], [1, 0], [2, 0.0]], [lines], space_dimension=2)
    occurrence = Arguments(NOM_CHAM="SIEF_ELGA", NOM_CMP=("SIXX",), TOUT="OUI", **words)
    return [(label.get("MAILLE"), label.get("POINT"), value) for label, value in Followed(occurrence, mesh).rows(lambda word: Stresses())]


def test_values_over_cells_are_told_for_each_point():
    assert rows(EVAL_CHAM="MAX", EVAL_ELGA="VALE", POINT=(1, 3)) == [(None, 1, 4.0), (None, 3, 6.0)]
    assert rows(EVAL_CHAM="MIN", EVAL_ELGA="MAX") == [(None, None, 5.0)]


def test_values_of_every_cell_are_told_with_it():
    assert rows(EVAL_CHAM="VALE", EVAL_ELGA="VALE", POINT=(2,)) == [("1", 2, 5.0), ("2", 2, 2.0)]


def test_each_row_of_the_table_has_its_number():
    lines = CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([0, 1]))
    mesh = Mesh([[0, 0], [1, 0], [2, 0.0]], [lines], space_dimension=2)
    followed = dict(NOM_CHAM="SIEF_ELGA", NOM_CMP=("SIXX",), TOUT="OUI", EVAL_CHAM="VALE", EVAL_ELGA="VALE", POINT=(2,), PAS_OBSE=1)
    seen = Observations([Arguments(OBSE_ETAT_INIT="NON", **followed), Arguments(OBSE_ETAT_INIT="OUI", **followed)], mesh)
    for number in range(2):
        seen.look(number, float(number), lambda word: Stresses())
    assert [(row["NUME_OBSE"], row["NOM_OBSERVATION"][-1]) for row in seen.rows] == [
        (1, "2"),
        (2, "2"),
        (3, "1"),
        (4, "1"),
        (5, "2"),
        (6, "2"),
    ]
