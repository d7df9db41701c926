"""DEFI_CHAR_SOL makes loads of what a column of ground does at the sides of a model."""

import numpy as np
import pytest

import pyaster_lite

MESH = """COOR_2D
 N1 0. -2.
 N2 1. -2.
 N3 0. -1.
 N4 1. -1.
 N5 0. 0.
 N6 1. 0.
FINSF
QUAD4
 M1 N1 N2 N4 N3
 M2 N3 N4 N6 N5
FINSF
SEG2
 L1 N3 N1
 L2 N5 N3
 R1 N2 N4
 R2 N4 N6
FINSF
GROUP_MA NOM=BODY
 M1 M2
FINSF
GROUP_MA NOM=LEFT
 L1 L2
FINSF
GROUP_MA NOM=RIGHT
 R1 R2
FINSF
GROUP_NO NOM=LEFT
 N1 N3 N5
FINSF
GROUP_NO NOM=RIGHT
 N2 N4 N6
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=M, AFFE=(
    _F(GROUP_MA='BODY', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'),
    _F(GROUP_MA=('LEFT', 'RIGHT'), PHENOMENE='MECANIQUE', MODELISATION='D_PLAN_ABSO')))
SOIL = DEFI_MATERIAU(ELAS=_F(E=2.5e4, NU=0.25, RHO=1.0))
MATE = AFFE_MATERIAU(MAILLAGE=M, AFFE=_F(TOUT='OUI', MATER=SOIL))
T = CREA_TABLE(LISTE=(
    _F(PARA='Y', LISTE_R=[1., 2.]), _F(PARA='M', LISTE_K=['A', 'B']), _F(PARA='RHO', LISTE_R=[1., 1.]),
    _F(PARA='Emax', LISTE_R=[1., 1.]), _F(PARA='NU', LISTE_R=[0.2, 0.2]), _F(PARA='AH', LISTE_R=[0.1, 0.1]),
    _F(PARA='GDgam', LISTE_I=[1, 1])))
SIDES = DEFI_CHAR_SOL(MODELE=MO, UNITE_TRAN_INIT=40, TABLE_MATER_ELAS=T, GROUP_MA_GAUCHE='LEFT', GROUP_MA_DROITE='RIGHT', %s)
VE = CALC_VECT_ELEM(OPTION='CHAR_MECA', CHARGE=SIDES, INST=1.0, CHAM_MATER=MATE)
RI = CALC_MATR_ELEM(OPTION='RIGI_MECA', MODELE=MO, CHAM_MATER=MATE)
NU = NUME_DDL(MATR_RIGI=RI)
FORCE = ASSE_VECTEUR(VECT_ELEM=VE, NUME_DDL=NU)
"""
COLUMNS = {2: 4, 3: 4, 6: 3}


@pytest.fixture
def force(tmp_path):
    def run(words):
        (tmp_path / "deck.comm").write_text(DECK % words)
        (tmp_path / "deck.mail").write_text(MESH)
        # block b has b + 0.1 c in its column c, growing with time
        lines = []
        for block in range(1, 7):
            own = np.array([block + 0.1 * column for column in range(COLUMNS.get(block, 3))])
            lines += [f"# block {block}", *(" ".join(map(str, [time, *(time * own)])) for time in (0.0, 1.0, 2.0)), ""]
        (tmp_path / "deck.40").write_text("\n".join(lines))
        study = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")
        field = study["FORCE"]
        return {name: np.nan_to_num(field.component(name)) for name in ("DX", "DY")}

    return run


def test_forces_of_the_column(force):
    made = force("NOM_CMP='DX'")
    # the surface, below the layer, below all
    assert made["DY"].tolist() == pytest.approx([6.2, -6.2, 6.1, -6.1, 6.0, -6.0])
    assert not made["DX"].any()
    assert force("NOM_CMP='DY'")["DX"].tolist() == pytest.approx([6.2, -6.2, 6.1, -6.1, 6.0, -6.0])


def test_a_wave_that_comes_up(force):
    made = force("CHARGEMENT='ONDE_PLANE'")
    # it moves the sides along their normal, rho c_p by the velocity: linear from 2.3 to 2.2 to 2.0 (the outcrop of the rock stands between)
    speed = np.sqrt(3.0e4)
    shares = np.array([2.3 / 3 + 2.2 / 6, 2.2 * 2 / 3 + (2.3 + 2.0) / 6, 2.0 / 3 + 2.2 / 6])
    assert abs(made["DY"]).reshape(3, 2).sum(axis=1).tolist() == pytest.approx([0.0] * 3, abs=1e-9)
    assert made["DX"].reshape(3, 2).sum(axis=1).tolist() == pytest.approx((-2.0 * speed * shares).tolist())
