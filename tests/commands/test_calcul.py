"""CALCUL: its table keeps what was made of other steps."""

from pyaster_lite.commands.calcul import _table
from pyaster_lite.concepts.matrix import ElementaryVector


def forces(value):
    return {"CODE_RETOUR_INTE": 0, "FORC_INTE_ELEM": ElementaryVector("vect_elem_depl_r", None, "FORC_INTE_ELEM", value)}


def test_steps_stand_beside_each_other_and_give_way_to_themselves():
    table = _table(_table(_table(None, 1, forces(10.0)), 2, forces(20.0)), 1, forces(30.0))
    rows = [row for row in table.rows() if row["NOM_OBJET"] == "FORC_INTE_ELEM"]
    assert {row["NUME_ORDRE"]: table.objects[row["NOM_SD"]].vector for row in rows} == {1: 30.0, 2: 20.0}
    assert sorted(row["NUME_ORDRE"] for row in table.rows()) == [1, 1, 2, 2]
