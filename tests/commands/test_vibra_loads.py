"""Excitations of DYNA_VIBRA on physical unknowns: what a vector carries."""

import numpy as np

import pyaster_lite

MESH = """COOR_3D
A 0. 0. 0.
B 1. 0. 0.
FINSF
SEG2
BAR A B
FINSF
POI1
P B
FINSF
GROUP_MA NOM=BAR
BAR
FINSF
GROUP_MA NOM=END
P
FINSF
GROUP_NO NOM=A
A
FINSF
GROUP_NO NOM=B
B
FINSF
FIN
"""
DECK = """DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="DIS_T"))
PARTS = AFFE_CARA_ELEM(
    MODELE=MODEL,
    DISCRET=(_F(GROUP_MA="END", CARA="M_T_D_N", VALE=2.0), _F(GROUP_MA="BAR", CARA="K_T_D_L", VALE=(8.0, 8.0, 8.0))),
)
MOVED = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO="A", DX=0.5, DY=0.0, DZ=0.0), _F(GROUP_NO="B", DY=0.0, DZ=0.0)))
PULL = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="B", FX=3.0))
ASSEMBLAGE(
    MODELE=MODEL, CARA_ELEM=PARTS, CHARGE=MOVED, NUME_DDL=CO("NUM"),
    MATR_ASSE=(_F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA")),
    VECT_ASSE=_F(VECTEUR=CO("BOTH"), OPTION="CHAR_MECA", CHARGE=PULL),
)
PART = CALC_VECT_ELEM(OPTION="CHAR_MECA", CHARGE=MOVED, CARA_ELEM=PARTS)
ALONE = ASSE_VECTEUR(VECT_ELEM=PART, NUME_DDL=NUM)
HARM = [
    DYNA_VIBRA(
        TYPE_CALCUL="HARM", BASE_CALCUL="PHYS", MATR_RIGI=K, MATR_MASS=M, FREQ=0.1, EXCIT=_F(VECT_ASSE=vector, COEF_MULT=2.0),
    )
    for vector in (BOTH, ALONE)
]
RAMP = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 10.0, 10.0))
TRAN = DYNA_VIBRA(
    TYPE_CALCUL="TRAN", BASE_CALCUL="PHYS", MATR_RIGI=K, MATR_MASS=M, SCHEMA_TEMPS=_F(SCHEMA="NEWMARK"),
    INCREMENT=_F(PAS=0.01, INST_FIN=1.0), EXCIT=_F(VECT_ASSE=ALONE, FONC_MULT=RAMP),
)
FIN()
"""


def test_a_vector_imposes_what_its_loads_impose(tmp_path):
    (tmp_path / "case.mail").write_text(MESH)
    (tmp_path / "case.comm").write_text(DECK)
    study = pyaster_lite.run(tmp_path / "case.comm", output=tmp_path / "out")
    dynamic = 8.0 - 2.0 * (0.2 * np.pi) ** 2
    for response, force in zip(study["HARM"], (6.0, 0.0)):
        np.testing.assert_allclose(response.values("DEPL", "DX", group="A"), 1.0)
        np.testing.assert_allclose(response.values("DEPL", "DX", group="B"), (8.0 + force) / dynamic, rtol=1e-12)
    # x'' + 4 x = 2 t: x = (t - sin(2 t) / 2) / 2
    times, moved = np.linspace(0.0, 1.0, 101), study["TRAN"].values("DEPL", "DX", group="B")[:, 0]
    np.testing.assert_allclose(study["TRAN"].values("DEPL", "DX", group="A")[:, 0], 0.5 * times, atol=1e-12)
    np.testing.assert_allclose(moved, 0.5 * (times - 0.5 * np.sin(2.0 * times)), atol=2e-5)
