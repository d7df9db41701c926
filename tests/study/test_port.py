"""`port` keeps layout and comments, says every change, and what it leaves gives the same results."""

import pytest

from pyaster_lite import api
from pyaster_lite.cli import main
from pyaster_lite.study.port import port

OLD = """# a comment
DEBUT(CODE=_F(NOM='A', NIV_PUB_WEB='INTERNET'), PAR_LOT='NON')
F = DEFI_CONSTANTE(VALE=2.0)  # two
TEST_FONCTION(VALEUR=(_F(FONCTION=F, NOM_PARA='X', VALE_PARA=1.0,
                         VALE=2.0,  # exact
                         REFERENCE='NON_REGRESSION',
                         VERSION='9.0'),))
DETRUIRE(CONCEPT=_F(NOM=F))
FIN()
"""
NEW = """# a comment
DEBUT(CODE='OUI', )
F = DEFI_CONSTANTE(VALE=2.0)  # two
TEST_FONCTION(VALEUR=(_F(FONCTION=F,
                         TOLE_MACHINE=0.001, NOM_PARA='X', VALE_PARA=1.0,
                         VALE_CALC=2.0,  # exact
                         ),))
DETRUIRE(NOM=(F,),)
FIN()
"""


@pytest.fixture
def old(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text(OLD)
    return deck


def test_layout_and_comments_are_kept(old):
    ported = port(old)
    assert ported.text == NEW and not ported.left


def test_every_change_is_told(old):
    assert {d.span.line for d in port(old).changes} == {2, 5, 7, 8}


def test_the_new_deck_is_todays_and_says_the_same(old, tmp_path, capsys):
    new = tmp_path / "new.comm"
    assert main(["port", str(old), "-o", str(new)]) == 0
    assert api.check(new) == []
    assert (
        [row.passed for row in api.run(new, output=tmp_path).tests] == [row.passed for row in api.run(old, output=tmp_path).tests] == [True]
    )


def test_defaults_of_the_time_are_written_out(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("M = LIRE_MAILLAGE()\nU = DYNA_NON_LINE(SCHEMA_TEMPS=_F(SCHEMA='HHT'), AMOR_RAYL_RIGI='ELASTIQUE')\n")
    text = port(deck, "10.3").text
    assert "LIRE_MAILLAGE(FORMAT='ASTER')" in text and "ALPHA=-0.3" in text and "MODI_EQUI='NON'" in text
    assert port(deck).text == deck.read_text()


def test_cutting_becomes_a_list_of_its_own(tmp_path):
    deck = tmp_path / "old.comm"
    cutting = "SUBD_METHODE='UNIFORME', SUBD_PAS=5"
    deck.write_text(f"L = DEFI_LIST_REEL(VALE=(0., 1.))\nU = STAT_NON_LINE(INCREMENT=_F(LIST_INST=L, {cutting}))\n")
    text = port(deck).text
    assert "L_SUBD = DEFI_LIST_INST(DEFI_LIST=_F(LIST_INST=L),\n" in text and "INCREMENT=_F(LIST_INST=L_SUBD" in text
    assert "SUBD_METHODE='MANUEL', SUBD_PAS=5" in text and text.index("L_SUBD = ") < text.index("U = ")


def test_a_contact_among_the_loads_becomes_its_own_command(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text(
        "C = AFFE_CHAR_MECA(MODELE=M, CONTACT=_F(METHODE='PENALISATION', GROUP_MA_MAIT='A', GROUP_MA_ESCL='B', E_N=1.))\n"
        "U = STAT_NON_LINE(EXCIT=(_F(CHARGE=C),\n                       _F(CHARGE=P)), MODELE=M)\n"
    )
    text = port(deck).text
    assert "C = DEFI_CONTACT(MODELE=M" in text and "ALGO_CONT='PENALISATION'" in text
    assert "CONTACT=C" in text and "_F(CHARGE=C)" not in text and "_F(CHARGE=P)" in text


def test_what_is_not_written_out_is_left_and_told(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("words = dict(PAR_LOT='NON')\nDEBUT(**words)\nFIN()\n")
    ported = port(deck)
    assert [(d.code, d.span.line) for d in ported.left] == [("L004", 2)] and ported.text == deck.read_text()


def test_nodes_and_cells_that_stand_alone_become_groups(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text(
        "M = LIRE_MAILLAGE(FORMAT='ASTER')\n"
        "MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(MAILLE='M2', PHENOMENE='MECANIQUE', MODELISATION='3D'))\n"
        "C = AFFE_CHAR_MECA(MODELE=MO, FACE_IMPO=_F(GROUP_MA='G', MAILLE='M2', DX=0.))\n"
    )
    ported = port(deck)
    assert "CREA_GROUP_MA=(_F(NOM='MA_M2', MAILLE='M2'),)" in ported.text and ported.text.count("DEFI_GROUP") == 1
    assert "AFFE=_F(GROUP_MA='MA_M2'," in ported.text and "FACE_IMPO=_F(GROUP_MA=('G', 'MA_M2'), DX=0.)" in ported.text


def test_a_node_of_no_mesh_is_left_and_told(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("C = AFFE_CHAR_MECA(MODELE=MO, LIAISON_UNIF=_F(NOEUD=('N1', 'N2'), DDL='DX'))\n")
    ported = port(deck)
    assert [d.code for d in ported.left] == ["L004"] and ported.text == deck.read_text()


def test_archived_steps_become_instants(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text(
        "L = DEFI_LIST_ENTI(DEBUT=0, INTERVALLE=_F(JUSQU_A=20, PAS=10))\n"
        "U = DYNA_LINE_TRAN(MATR_MASS=M, INCREMENT=_F(PAS=0.5, INST_FIN=10.), ARCHIVAGE=_F(LIST_ARCH=L))\n"
    )
    text = port(deck).text
    assert "L_ARCH = DEFI_LIST_REEL(VALE=(0.0, 5.0, 10.0))" in text and "ARCHIVAGE=_F(LIST_INST=L_ARCH)" in text


def test_what_only_python_knows_moves_as_it_stands(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("for u in units:\n    DETRUIRE(CONCEPT=_F(NOM=made[u]), INFO=1)\n")
    text = port(deck).text
    assert "NOM=(made[u],)" in text and "CONCEPT" not in text


def test_critical_loads_had_the_words_of_frequencies(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("U = MODE_ITER_SIMULT(MATR_A=A, MATR_B=B, TYPE_RESU='MODE_FLAMB', CALC_FREQ=_F(NMAX_FREQ=5))\n")
    text = port(deck).text
    assert "CALC_CHAR_CRIT=_F(NMAX_CHAR_CRIT=5)" in text and "MATR_RIGI_GEOM=B" in text


def test_friction_of_old_shocks_needed_no_other_word(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("U = DYNA_TRAN_MODAL(CHOC=_F(GROUP_NO_1='N1', COULOMB=0.3, RIGI_NOR=1.0E3))\n")
    text = port(deck, "9.3").text
    assert "COMPORTEMENT=_F(" in text and "FROTTEMENT='COULOMB'" in text and "COULOMB=0.3" in text


def test_a_command_with_nothing_in_its_place_is_left_as_it_is(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("DEBUT()\nTHETA = CALC_THETA(MODELE=MO, DIRECTION=(1., 0., 0.))\nFIN()\n")
    ported = port(deck)
    assert ported.text == deck.read_text()
    assert [(d.code, d.span.line) for d in ported.left] == [("L004", 2)] and "CALC_G does this today" in ported.left[0].message
