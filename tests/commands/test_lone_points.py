"""AFFE_MODELE and AFFE_CARA_ELEM on nodes by themselves, as decks had them up to version 13."""

import numpy as np
import pytest

from pyaster_lite import api
from pyaster_lite.concepts.mesh import CellBlock, Mesh

MAIL = """COOR_3D
A 0. 0. 0.
B 1. 0. 0.
C 2. 0. 0.
FINSF
SEG2
S A B
FINSF
GROUP_NO NOM=END
B C
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE()
MO = AFFE_MODELE(MAILLAGE=M, AFFE=(
    _F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'),
    _F(GROUP_NO='END', PHENOMENE='MECANIQUE', MODELISATION='DIS_T')))
CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(
    _F(CARA='K_T_D_L', GROUP_MA='SPRING', VALE=(4.0, 4.0, 4.0)),
    _F(CARA='K_T_D_N', NOEUD='B', VALE=(5.0, 0.0, 0.0)),
    _F(CARA='M_T_D_N', GROUP_NO='END', VALE=2.0)))
K = CALC_MATR_ELEM(MODELE=MO, CARA_ELEM=CA, OPTION='RIGI_MECA')
"""


@pytest.fixture
def run(tmp_path):
    def study(text):
        (tmp_path / "deck.comm").write_text(text)
        (tmp_path / "deck.mail").write_text(MAIL.replace("GROUP_NO", "GROUP_MA NOM=SPRING\nS\nFINSF\nGROUP_NO"))
        return api.run(tmp_path / "deck.comm", output=tmp_path / "out")

    return study


def test_nodes_by_themselves_carry_elements(run):
    study = run(DECK)
    model, mesh = study["MO"], study["M"]
    assert mesh.n_cells == 3 and sorted(mesh.lone_points) == [1, 2]
    assert {g.element.kind if hasattr(g.element, "kind") else len(g.cells) for g in model.groups}
    values = study["CA"].values
    stiff = {int(cell): matrix for cells, matrices in values["stiffness"] for cell, matrix in zip(cells, matrices)}
    assert stiff[mesh.lone_points[1]] == pytest.approx(np.diag([5.0, 0.0, 0.0]))
    heavy = {int(cell) for cells, _ in values["mass"] for cell in cells}
    assert heavy == set(mesh.lone_points.values())
    assert any("CREA_POI1 takes its place" in d.message for d in study.diagnostics)


def test_a_node_without_an_element_of_its_own_is_told(run):
    with pytest.raises(Exception, match="no element stands at node A alone"):
        run(DECK.replace("NOEUD='B'", "NOEUD='A'"))


def test_points_are_added_once():
    mesh = Mesh(np.zeros((3, 3)), [CellBlock("SEG2", np.array([[0, 1]]), np.array([0]))], cell_names=["S"])
    assert mesh.add_points([2, 0]).tolist() == [1, 2] and mesh.add_points([0, 1]).tolist() == [2, 3]
    assert mesh.n_cells == 4 and mesh.cell_names == ["S", "M2", "M3", "M4"]
    assert mesh.cell_type([0, 1, 2, 3]) == ["SEG2", "POI1", "POI1", "POI1"] and mesh.cell_nodes(1).tolist() == [2]
