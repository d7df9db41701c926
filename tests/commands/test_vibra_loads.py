"""DYNA_VIBRA on physical unknowns: what a vector carries, the energies of a march, responses that go on."""

import numpy as np
import pytest

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
    INCREMENT=_F(PAS=0.01, INST_FIN=1.0), EXCIT=_F(VECT_ASSE=ALONE, FONC_MULT=RAMP), ENERGIE=_F(), ARCHIVAGE=_F(PAS_ARCH=1),
)
PART = CALC_VECT_ELEM(OPTION="CHAR_MECA", CHARGE=PULL)
STEADY = ASSE_VECTEUR(VECT_ELEM=PART, NUME_DDL=NUM)
march = dict(TYPE_CALCUL="TRAN", BASE_CALCUL="PHYS", MATR_RIGI=K, MATR_MASS=M, SCHEMA_TEMPS=_F(SCHEMA="NEWMARK"))
PULLED = DYNA_VIBRA(
    EXCIT=_F(VECT_ASSE=STEADY, COEF_MULT=1.0), ENERGIE=_F(), INCREMENT=_F(PAS=0.01, INST_FIN=1.0),
    ARCHIVAGE=_F(PAS_ARCH=50, CHAM_EXCLU=("VITE", "ACCE")), **march
)
PULLED = DYNA_VIBRA(
    reuse=PULLED, ETAT_INIT=_F(RESULTAT=PULLED), EXCIT=_F(VECT_ASSE=STEADY, COEF_MULT=1.0), ENERGIE=_F(),
    INCREMENT=_F(PAS=0.01, INST_FIN=2.0), ARCHIVAGE=_F(PAS_ARCH=50), **march
)
alike = dict(TYPE_CALCUL="HARM", BASE_CALCUL="PHYS", MATR_RIGI=K, MATR_MASS=M, EXCIT=_F(VECT_ASSE=STEADY, COEF_MULT=1.0))
WAVE = DYNA_VIBRA(FREQ=(0.05, 0.1), **alike)
WAVE = DYNA_VIBRA(reuse=WAVE, RESULTAT=WAVE, FREQ=0.2, **alike)
FIN()
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vibra")
    (folder / "case.mail").write_text(MESH)
    (folder / "case.comm").write_text(DECK)
    return pyaster_lite.run(folder / "case.comm", output=folder / "out")


def test_a_vector_imposes_what_its_loads_impose(study):
    dynamic = 8.0 - 2.0 * (0.2 * np.pi) ** 2
    for response, force in zip(study["HARM"], (6.0, 0.0)):
        np.testing.assert_allclose(response.values("DEPL", "DX", group="A"), 1.0)
        np.testing.assert_allclose(response.values("DEPL", "DX", group="B"), (8.0 + force) / dynamic, rtol=1e-12)
    # x'' + 4 x = 2 t: x = (t - sin(2 t) / 2) / 2
    times, moved = np.linspace(0.0, 1.0, 101), study["TRAN"].values("DEPL", "DX", group="B")[:, 0]
    np.testing.assert_allclose(study["TRAN"].values("DEPL", "DX", group="A")[:, 0], 0.5 * times, atol=1e-12)
    np.testing.assert_allclose(moved, 0.5 * (times - 0.5 * np.sin(2.0 * times)), atol=2e-5)


def test_energies_are_those_of_the_motion(study):
    """Under the mean acceleration nothing is lost; what supports do when they move counts as external work."""
    times = np.linspace(0.0, 1.0, 101)[1:]
    place, rate = 0.5 * (times - 0.5 * np.sin(2.0 * times)), 0.5 * (1.0 - np.cos(2.0 * times))
    rows = study["TRAN"].tables["PARA_CALC"].rows()
    # The support moves at 0.5 from the start on: it pulls with 8 (0.5 t - x).
    pull = np.concatenate(([0.0], 8.0 * (0.5 * times - place)))
    work = 0.5 * 0.01 * np.cumsum(0.5 * (pull[1:] + pull[:-1]))
    np.testing.assert_allclose([row["ENER_CIN"] for row in rows], rate**2, atol=2e-4)
    np.testing.assert_allclose([row["ENER_TOT"] for row in rows], 4.0 * (0.5 * times - place) ** 2, atol=2e-4)
    np.testing.assert_allclose([row["TRAV_EXT"] for row in rows], work, atol=2e-4)
    assert max(abs(row["DISS_SCH"]) for row in rows) < 1e-12


def test_a_march_goes_on_from_what_its_last_step_keeps(study):
    """x = 3/8 (1 - cos 2t), half a step late since it starts from a = 0; VITE is left out but for the last step; energies start anew."""
    moved = study["PULLED"].values("DEPL", "DX", group="B")[:, 0]
    np.testing.assert_allclose(moved, 0.375 * (1.0 - np.cos(2.0 * np.array([0.0, 0.5, 1.0, 1.5, 2.0]))), atol=4e-3)
    rows = study["PULLED"].tables["PARA_CALC"].rows()
    assert [sum(row["NUME_REUSE"] == number for row in rows) for number in (0, 1)] == [100, 100]
    # the state at the start takes no force: half of it pushes over the first step
    first = 0.25 * 0.01**2 * 3.0 / (2.0 + 8.0 * 0.25 * 0.01**2)
    assert rows[99]["TRAV_EXT"] == pytest.approx(3.0 * moved[2] - 1.5 * first, rel=1e-9)
    assert rows[199]["TRAV_EXT"] == pytest.approx(3.0 * (moved[4] - moved[2]), rel=1e-9)


def test_a_harmonic_response_goes_on(study):
    wave = study["WAVE"]
    assert list(wave.orders) == [1, 2, 3]
    pulsations = 2.0 * np.pi * np.array([0.05, 0.1, 0.2])
    np.testing.assert_allclose(wave.values("DEPL", "DX", group="B")[:, 0], 3.0 / (8.0 - 2.0 * pulsations**2), rtol=1e-12)


def test_what_the_stiffness_was_made_from_stands_in_the_result(study):
    for name in ("TRAN", "PULLED", "WAVE"):
        assert study[name].characteristics is study["PARTS"]
