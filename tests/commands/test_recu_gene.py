"""RECU_GENE: one instant of a calculation in generalised coordinates."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

MESH = """COOR_2D
N1 0. 0.
FINSF
POI1
P1 N1
FINSF
GROUP_MA NOM=POINT
P1
FINSF
GROUP_NO NOM=NODE
N1
FINSF
FIN
"""
DECK = """DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="2D_DIS_T"))
CARA = AFFE_CARA_ELEM(
    MODELE=MODEL,
    DISCRET_2D=(
        _F(GROUP_MA="POINT", CARA="K_T_D_N", VALE=(4.0e3, 9.0e3)),
        _F(GROUP_MA="POINT", CARA="M_T_D_N", VALE=10.0),
    ),
)
PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="NODE", FX=1.0, FY=2.0))
ASSEMBLAGE(
    MODELE=MODEL, CARA_ELEM=CARA, NUME_DDL=CO("NUM"),
    MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")),
    VECT_ASSE=_F(VECTEUR=CO("F"), OPTION="CHAR_MECA", CHARGE=PUSH),
)
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=2))
PROJ_BASE(
    BASE=MODES,
    MATR_ASSE_GENE=(_F(MATRICE=CO("KG"), MATR_ASSE=K), _F(MATRICE=CO("MG"), MATR_ASSE=M)),
    VECT_ASSE_GENE=_F(VECTEUR=CO("FG"), TYPE_VECT="FORC", VECT_ASSE=F),
)
MOTION = DYNA_VIBRA(
    TYPE_CALCUL="TRAN", BASE_CALCUL="GENE", MATR_MASS=MG, MATR_RIGI=KG, SCHEMA_TEMPS=_F(SCHEMA="NEWMARK"),
    INCREMENT=_F(INST_FIN=0.2, PAS=1e-3), EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0),
)
ROW = RECU_GENE(RESU_GENE=MOTION, INST=0.2, NOM_CHAM="DEPL")
PART = RECU_GENE(RESU_GENE=MOTION, INST=0.1005, INTERPOL="LIN", NOM_CHAM="VITE")
"""


def run(folder, deck):
    (folder / "case.mail").write_text(MESH)
    (folder / "case.comm").write_text(deck)
    return pyaster_lite.run(folder / "case.comm", output=folder / "out")


def test_the_row_of_an_instant_and_one_between_two(tmp_path):
    study = run(tmp_path, DECK)
    motion = study["MOTION"]
    assert study["ROW"].vector == pytest.approx(motion.displacements[-1])
    middle = np.searchsorted(motion.times, 0.1005)
    assert study["PART"].vector == pytest.approx(motion.velocities[middle - 1 : middle + 1].mean(axis=0))


def test_an_instant_that_is_not_there(tmp_path):
    with pytest.raises(Refused, match="nothing at INST 0.3"):
        run(tmp_path, DECK.replace("INST=0.2,", "INST=0.3,"))
