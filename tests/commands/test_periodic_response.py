"""DYNA_VIBRA with EQUI_HARM on two masses in the same place: between two nodes and against a plane, on unknowns and on a basis."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

MESH = """COOR_3D
A 0. 0. 0.
B 0. 0. 0.
FINSF
POI1
P1 A
P2 B
FINSF
GROUP_MA NOM=BOTH
P1 P2
FINSF
GROUP_NO NOM=A
A
FINSF
GROUP_NO NOM=B
B
FINSF
GROUP_NO NOM=AB
A B
FINSF
FIN
"""
HEAD = """DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="DIS_T"))
PARTS = AFFE_CARA_ELEM(
    MODELE=MODEL,
    DISCRET=(
        _F(GROUP_MA="BOTH", CARA="M_T_D_N", VALE=1.0),
        _F(GROUP_MA="BOTH", CARA="K_T_D_N", VALE=(1.0, 1.0, 1.0)),
        _F(GROUP_MA="BOTH", CARA="A_T_D_N", VALE=(0.02, 0.02, 0.02)),
    ),
)
GUIDE = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_NO="AB", DY=0.0, DZ=0.0))
PULL = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="A", FX=1.0))
APART = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=(_F(GROUP_NO="A", FX=1.0), _F(GROUP_NO="B", FX=-1.0)))
ASSEMBLAGE(
    MODELE=MODEL, CARA_ELEM=PARTS, CHARGE=GUIDE, NUME_DDL=CO("NUM"),
    MATR_ASSE=(
        _F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA"), _F(MATRICE=CO("C"), OPTION="AMOR_MECA"),
    ),
    VECT_ASSE=(
        _F(VECTEUR=CO("F"), OPTION="CHAR_MECA", CHARGE=PULL), _F(VECTEUR=CO("FF"), OPTION="CHAR_MECA", CHARGE=APART),
    ),
)
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="TOUT", SOLVEUR_MODAL=_F(METHODE="QZ"))
PROJ_BASE(
    BASE=MODES, STOCKAGE="PLEIN",
    MATR_ASSE_GENE=(_F(MATRICE=CO("KG"), MATR_ASSE=K), _F(MATRICE=CO("MG"), MATR_ASSE=M), _F(MATRICE=CO("CG"), MATR_ASSE=C)),
    VECT_ASSE_GENE=_F(VECTEUR=CO("FG"), VECT_ASSE=F, TYPE_VECT="FORC"),
)
PLANE = DEFI_OBSTACLE(TYPE="PLAN_Y")
FACES = DEFI_OBSTACLE(TYPE="BI_PLAN_Y")
RUBS = dict(RELATION="DIS_CHOC", NORM_OBST=(0.0, 0.0, 1.0), FORC_PRECH=1.0, RIGI_NOR=1.0, FROTTEMENT="COULOMB", COULOMB=1.0)
WHOLE = dict(TYPE_CALCUL="HARM", BASE_CALCUL="PHYS", MATR_RIGI=K, MATR_MASS=M, MATR_AMOR=C)
BASIS = dict(TYPE_CALCUL="HARM", BASE_CALCUL="GENE", MATR_RIGI=KG, MATR_MASS=MG, MATR_AMOR=CG)
GIVEN = dict(FREQ=(0.16, 0.19), EQUI_HARM=_F(NB_HARM=3, BOUCLE="OUI"), STABILITE="OUI")
"""
STEPS = """
ONE = DYNA_VIBRA(
    EXCIT=_F(VECT_ASSE=F, COEF_MULT=1.0), COMPORTEMENT=_F(GROUP_NO_1="A", OBSTACLE=PLANE, RIGI_TAN=2.0, **RUBS),
    OBSERVATION=_F(GROUP_NO="AB", NOM_CMP="DX"), **WHOLE, **GIVEN
)
TWO = DYNA_VIBRA(
    EXCIT=_F(VECT_ASSE=FF, COEF_MULT=1.0), COMPORTEMENT=_F(GROUP_NO_1="A", GROUP_NO_2="B", OBSTACLE=FACES, RIGI_TAN=1.0, **RUBS),
    **WHOLE, **GIVEN
)
GENE = DYNA_VIBRA(
    EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0), COMPORTEMENT=_F(GROUP_NO_1="A", OBSTACLE=PLANE, RIGI_TAN=2.0, **RUBS), **BASIS, **GIVEN
)
RING = DEFI_OBSTACLE(TYPE="CERCLE")
RINGED = DYNA_VIBRA(
    EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0), **BASIS, **GIVEN, COMPORTEMENT=(
        _F(GROUP_NO_1="B", OBSTACLE=RING, RELATION="DIS_CHOC", NORM_OBST=(0.0, 0.0, 1.0), JEU=9.0, RIGI_NOR=1.0),
        _F(GROUP_NO_1="A", OBSTACLE=PLANE, RIGI_TAN=2.0, **RUBS),
    ),
)
TABLE = RECU_TABLE(CO=GENE, NOM_TABLE="EQUI_HARM")
SPEED = RECU_FONCTION(RESU_GENE=GENE, GROUP_NO="A", NOM_CMP="DX", NOM_CHAM="VITE")
BACK = REST_GENE_PHYS(RESU_GENE=GENE, NOM_CHAM="DEPL")
"""


def run(folder, steps):
    (folder / "case.mail").write_text(MESH)
    (folder / "case.comm").write_text(HEAD + steps + "FIN()\n")
    return pyaster_lite.run(folder / "case.comm", output=folder / "out")


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return run(tmp_path_factory.mktemp("pair"), STEPS)


def test_two_nodes_that_part_are_one_node_on_a_plane(study):
    """Each moves against the other as against a plane with twice the tangential stiffness."""
    alone, pair = study["ONE"].values("DEPL", "DX", group="A"), study["TWO"].values("DEPL", "DX", group="AB")
    np.testing.assert_allclose(pair[:, 0], alone[:, 0], rtol=1e-9)
    np.testing.assert_allclose(pair[:, 1], -alone[:, 0], rtol=1e-9)
    assert abs(alone).min() > 0.5


def test_a_basis_gives_what_the_unknowns_give(study):
    expected = study["ONE"].values("DEPL", "DX", group="A")
    np.testing.assert_allclose(study["BACK"].values("DEPL", "DX", group="A"), expected, rtol=1e-8)
    turned = 2j * np.pi * study["GENE"].frequencies
    np.testing.assert_allclose(study["SPEED"].y, turned * expected[:, 0], rtol=1e-8)
    np.testing.assert_allclose(study["GENE"].harmonics[:, 1], study["GENE"].displacements)


def rows(result, table, **wanted):
    return [row for row in result.tables[table].rows() if all(row[word] == value for word, value in wanted.items())]


def test_the_table_tells_every_harmonic(study):
    one = study["ONE"]
    found = rows(one, "EQUI_HARM", NOM_CMP="T1", NUME_ORDRE=1)
    assert [row["NUME_HARM"] for row in found] == [0, 1, 2, 3]
    first = found[1]
    motion = one.values("DEPL", "DX", group="A")[0, 0]
    assert complex(first["DEPL_R"], first["DEPL_I"]) == pytest.approx(motion) and first["DEPL_MODU"] == pytest.approx(abs(motion))
    assert first["PART_ADHE"] + first["PART_GLIS"] == pytest.approx(1.0) and first["PART_DECO"] == 0.0
    assert first["STABLE"] == "OUI" and 0.0 < first["MULT_MAX"] < 1.0
    seen = rows(one, "EQUI_HARM", NOM_CMP="DX", NOEUD="A", NUME_ORDRE=1, NUME_HARM=1)
    assert seen[0]["DEPL_MODU"] == pytest.approx(abs(motion)) and seen[0]["NUME_CONT"] is None
    assert rows(one, "EQUI_HARM", NOM_CMP="DX", NOEUD="B", NUME_HARM=1)[0]["DEPL_MODU"] == 0.0


def test_what_excites_pays_for_what_friction_and_damping_lose(study):
    """Work of the force, pi F |X| sin, against the energy of the table and of the dashpot."""
    for order, motion in enumerate(study["ONE"].values("DEPL", "DX", group="A")[:, 0], 1):
        friction = rows(study["ONE"], "EQUI_HARM", NOM_CMP="T1", NUME_ORDRE=order)[0]["ENER_DISS"]
        pulsation = 2.0 * np.pi * study["ONE"].frequencies[order - 1]
        seen = rows(study["ONE"], "EQUI_HARM", NOM_CMP="DX", NOEUD="A", NUME_ORDRE=order)
        dashpot = sum(np.pi * 0.02 * pulsation * row["NUME_HARM"] ** 2 * row["DEPL_MODU"] ** 2 for row in seen)
        assert -np.pi * motion.imag == pytest.approx(friction + dashpot, rel=1e-8)


def test_a_ring_that_is_never_touched_changes_nothing(study):
    """The multipliers are those of located events, to the instants."""
    expected, ringed = study["GENE"], study["RINGED"]
    np.testing.assert_allclose(ringed.displacements, expected.displacements, rtol=1e-8)
    for order in (1, 2):
        near = rows(expected, "EQUI_HARM", NUME_ORDRE=order)[0]["MULT_MAX"]
        assert rows(ringed, "EQUI_HARM", NUME_ORDRE=order)[0]["MULT_MAX"] == pytest.approx(near, rel=2e-2)
    for component in "XYZ":
        assert {row["PART_DECO"] for row in rows(ringed, "EQUI_HARM", NUME_CONT=1, NOM_CMP=component)} == {1.0}
    assert rows(ringed, "ETATS", NUME_CONT=2) and rows(ringed, "BOUCLE", NUME_CONT=2) and rows(ringed, "BOUCLE", NUME_CONT=1)


def test_states_and_loop(study):
    one = study["ONE"]
    states = [row["ETAT"] for row in rows(one, "ETATS", NUME_ORDRE=2)]
    assert set(states) == {"ADHERENT", "GLISSANT_P", "GLISSANT_M"}
    loop = rows(one, "BOUCLE", NUME_ORDRE=2, NUME_CONT=1)
    assert loop[0]["ANGLE"] == 0.0 and loop[-1]["ANGLE"] == 360.0 and {row["FN"] for row in loop} == {1.0}
    force, slide = np.array([row["FT"] for row in loop]), np.array([row["DEPL_T"] for row in loop])
    assert abs(force).max() == pytest.approx(1.0, abs=1e-12)
    area = -np.sum(0.5 * (force[1:] + force[:-1]) * np.diff(slide))
    assert area == pytest.approx(rows(one, "EQUI_HARM", NUME_ORDRE=2, NOM_CMP="T1")[0]["ENER_DISS"], rel=1e-3)


def test_the_generalised_response_is_tested_by_its_number(tmp_path):
    study = run(tmp_path, """
R = DYNA_VIBRA(FREQ=(0.1, 0.2), EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0), **BASIS)
A = 1.0 / (1.0 - (0.4 * 3.141592653589793) ** 2 + 0.02j * 0.4 * 3.141592653589793)
S = RECU_FONCTION(RESU_GENE=R, GROUP_NO="A", NOM_CMP="DX", NOM_CHAM="DEPL")
TEST_FONCTION(VALEUR=_F(FONCTION=S, VALE_PARA=0.2, VALE_CALC_C=A))
V = RECU_GENE(RESU_GENE=R, FREQ=0.2)
for number in (1, 2):
    TEST_RESU(GENE=_F(RESU_GENE=R, FREQ=0.2, NOM_CHAM="DEPL", NUME_CMP_GENE=number, VALE_CALC_C=complex(V.vector[number - 1])))
""")  # fmt: skip
    assert len(study.tests) == 3 and all(row.passed for row in study.tests)


@pytest.mark.parametrize(
    "words, told",
    [
        ("FREQ=0.2, CONTINUATION=_F(PAS=0.01)", "give two of them at least"),
        ("FREQ=(0.1, 0.2), CONTINUATION=_F(PAS=0.01, PAS_MAXI=0.001)", "PAS_MINI <= PAS <= PAS_MAXI must hold"),
        ("FREQ=0.0", "a positive frequency"),
        ("FREQ=0.2, OBSERVATION=_F(GROUP_NO='A', NOM_CMP='DRX')", "the node A does not carry DRX"),
    ],
)
def test_wrong_words_are_told(tmp_path, words, told):
    contact = "COMPORTEMENT=_F(GROUP_NO_1='A', OBSTACLE=PLANE, RIGI_TAN=2.0, **RUBS), EQUI_HARM=_F(NB_HARM=1)"
    with pytest.raises(Refused, match=told):
        run(tmp_path, f"R = DYNA_VIBRA(EXCIT=_F(VECT_ASSE=F, COEF_MULT=1.0), {words}, {contact}, **WHOLE)\n")


def test_friction_needs_a_tangential_spring(tmp_path):
    contact = "COMPORTEMENT=_F(GROUP_NO_1='A', OBSTACLE=PLANE, **RUBS), EQUI_HARM=_F(NB_HARM=1)"
    with pytest.raises(Refused, match="RIGI_TAN"):
        run(tmp_path, f"R = DYNA_VIBRA(FREQ=0.2, EXCIT=_F(VECT_ASSE=F, COEF_MULT=1.0), {contact}, **WHOLE)\n")
