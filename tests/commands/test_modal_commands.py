"""The commands of linear dynamics on a chain of three masses held at one end, whose modes are known."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.errors import ComputationFailed

K, M = 400.0, 2.0
MESH = """COOR_3D
A 0. 0. 0.
B 1. 0. 0.
C 2. 0. 0.
D 3. 0. 0.
FINSF
SEG2
S1 A B
S2 B C
S3 C D
FINSF
POI1
P1 B
P2 C
P3 D
FINSF
GROUP_MA NOM=SPRINGS
S1 S2 S3
FINSF
GROUP_MA NOM=MASSES
P1 P2 P3
FINSF
GROUP_NO NOM=WALL
A
FINSF
GROUP_NO NOM=FREE
B C D
FINSF
GROUP_NO NOM=TIP
D
FINSF
FIN
"""
MODEL = f"""DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="DIS_T"))
PARTS = AFFE_CARA_ELEM(
    MODELE=MODEL,
    DISCRET=(
        _F(GROUP_MA="SPRINGS", CARA="K_T_D_L", VALE=({K}, 0.0, 0.0)),
        _F(GROUP_MA="SPRINGS", CARA="A_T_D_L", VALE=(1.0, 0.0, 0.0)),
        _F(GROUP_MA="SPRINGS", CARA="M_T_D_L", VALE=0.0),
        _F(GROUP_MA="MASSES", CARA="M_T_D_N", VALE={M}),
        _F(GROUP_MA="MASSES", CARA="K_T_D_N", VALE=(0.0, 0.0, 0.0)),
        _F(GROUP_MA="MASSES", CARA="A_T_D_N", VALE=(0.0, 0.0, 0.0)),
    ),
)
HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=(_F(GROUP_NO="WALL", DX=0.0), _F(TOUT="OUI", DY=0.0, DZ=0.0)))
PUSH = AFFE_CHAR_MECA(MODELE=MODEL, FORCE_NODALE=_F(GROUP_NO="TIP", FX=3.0))
ASSEMBLAGE(
    MODELE=MODEL, CARA_ELEM=PARTS, CHARGE=HELD, NUME_DDL=CO("NUM"),
    MATR_ASSE=(
        _F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("M"), OPTION="MASS_MECA"), _F(MATRICE=CO("C"), OPTION="AMOR_MECA"),
    ),
    VECT_ASSE=_F(VECTEUR=CO("F"), OPTION="CHAR_MECA", CHARGE=PUSH),
)
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=3))
"""
STEPS = """
ALL = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="TOUT", SOLVEUR_MODAL=_F(METHODE="QZ"))
BAND = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="BANDE", CALC_FREQ=_F(FREQ=(0.5, 3.0)), SOLVEUR_MODAL=_F(METHODE="TRI_DIAG"))
NEAR = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="CENTRE", CALC_FREQ=_F(FREQ=2.9, NMAX_FREQ=1), SOLVEUR_MODAL=_F(METHODE="JACOBI"))
APART = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="SEPARE", CALC_FREQ=_F(FREQ=(0.5, 3.0)))
LARGE = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="PLUS_GRANDE", CALC_FREQ=_F(NMAX_FREQ=1), SOLVEUR_MODAL=_F(METHODE="QZ"))
DAMPED = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, MATR_AMOR=C, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=3))
DAMPED2 = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, MATR_AMOR=C, OPTION="AJUSTE", CALC_FREQ=_F(FREQ=(0.5, 3.0)))
COUNT = INFO_MODE(MATR_RIGI=K, MATR_MASS=M, FREQ=(0.0, 3.0, 9.0))
BY_MASS = NORM_MODE(MODE=MODES, NORME="MASS_GENE")
FIRST = EXTR_MODE(FILTRE_MODE=_F(MODE=BY_MASS, NUME_MODE_EXCLU=(2, 3)))
HEAVY = EXTR_MODE(FILTRE_MODE=_F(MODE=MODES, CRIT_EXTR="MASS_EFFE_UN", SEUIL=0.05))
STATIC = MODE_STATIQUE(MATR_RIGI=K, MODE_STAT=_F(GROUP_NO="WALL", AVEC_CMP="DX"))
FORCED = MODE_STATIQUE(MATR_RIGI=K, FORCE_NODALE=_F(GROUP_NO="TIP", AVEC_CMP="DX"))
PSEUDO = MODE_STATIQUE(MATR_RIGI=K, MATR_MASS=M, PSEUDO_MODE=_F(AXE="X"))
QUAKE = CALC_CHAR_SEISME(MATR_MASS=M, DIRECTION=(2.0, 0.0, 0.0), MONO_APPUI="OUI")
QUAKE2 = CALC_CHAR_SEISME(MATR_MASS=M, DIRECTION=(1.0, 0.0, 0.0), MODE_STAT=STATIC, GROUP_NO="WALL")
NUMBERS = NUME_DDL_GENE(BASE=BY_MASS, NB_VECT=2, STOCKAGE="DIAG")
KG2 = PROJ_MATR_BASE(BASE=BY_MASS, NUME_DDL_GENE=NUMBERS, MATR_ASSE=K)
FG2 = PROJ_VECT_BASE(BASE=BY_MASS, NUME_DDL_GENE=NUMBERS, VECT_ASSE=F, TYPE_VECT="FORC")
PROJ_BASE(
    BASE=BY_MASS,
    MATR_ASSE_GENE=(_F(MATRICE=CO("KG"), MATR_ASSE=K), _F(MATRICE=CO("MG"), MATR_ASSE=M), _F(MATRICE=CO("CG"), MATR_ASSE=C)),
    VECT_ASSE_GENE=_F(VECTEUR=CO("FG"), TYPE_VECT="FORC", VECT_ASSE=F),
)
RAMP = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 0.5, 1.0), PROL_DROITE="CONSTANT")
COMMON = dict(TYPE_CALCUL="TRAN", INCREMENT=_F(INST_FIN=1.0, PAS=1e-3), SCHEMA_TEMPS=_F(SCHEMA="NEWMARK"))
MODAL = DYNA_VIBRA(BASE_CALCUL="GENE", MATR_MASS=MG, MATR_RIGI=KG, MATR_AMOR=CG, EXCIT=_F(VECT_ASSE_GENE=FG, FONC_MULT=RAMP), **COMMON)
DIRECT = DYNA_VIBRA(BASE_CALCUL="PHYS", MATR_MASS=M, MATR_RIGI=K, MATR_AMOR=C, EXCIT=_F(VECT_ASSE=F, FONC_MULT=RAMP), **COMMON)
BACK = REST_GENE_PHYS(RESU_GENE=MODAL, TOUT_ORDRE="OUI", TOUT_CHAM="OUI")
TIP1 = RECU_FONCTION(RESU_GENE=MODAL, GROUP_NO="TIP", NOM_CMP="DX", NOM_CHAM="VITE")
TIP2 = RECU_FONCTION(RESULTAT=DIRECT, GROUP_NO="TIP", NOM_CMP="DX", NOM_CHAM="VITE", LIST_INST=DEFI_LIST_REEL(VALE=(0.25, 0.75)))
HALF = RECU_FONCTION(RESULTAT=DIRECT, GROUP_NO="TIP", NOM_CMP="DX", NOM_CHAM="DEPL", INST=0.4995, INTERP_NUME="LIN")
SWEEP = dict(TYPE_CALCUL="HARM", FREQ=(0.5, 1.0, 4.0))
TUNED = DYNA_VIBRA(BASE_CALCUL="GENE", MATR_MASS=MG, MATR_RIGI=KG, MATR_AMOR=CG, EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0), **SWEEP)
WAVES = DYNA_VIBRA(
    BASE_CALCUL="PHYS", MATR_MASS=M, MATR_RIGI=K, MATR_AMOR=C,
    EXCIT=_F(VECT_ASSE=F, COEF_MULT_C=("RI", 0.0, 1.0), PUIS_PULS=1), **SWEEP
)
TIP3 = RECU_FONCTION(RESU_GENE=TUNED, GROUP_NO="TIP", NOM_CMP="DX", NOM_CHAM="VITE")
"""


def run(folder, steps):
    (folder / "case.mail").write_text(MESH)
    (folder / "case.comm").write_text(MODEL + steps)
    return pyaster_lite.run(folder / "case.comm", output=folder / "out")


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return run(tmp_path_factory.mktemp("chain"), STEPS)


def frequencies(number=3):
    i = np.arange(1, number + 1)
    return 2.0 * np.sqrt(K / M) * np.sin((2 * i - 1) * np.pi / 14) / (2.0 * np.pi)


@pytest.mark.parametrize("name, kept", [("MODES", [0, 1, 2]), ("ALL", [0, 1, 2]), ("BAND", [0, 1]), ("APART", [0, 1]), ("NEAR", [1])])
def test_every_way_to_ask_gives_the_same_modes(study, name, kept):
    modes, reference = study[name], study["MODES"]
    np.testing.assert_allclose(modes.access("FREQ"), frequencies()[kept], rtol=1e-10)
    assert modes.access("NUME_MODE").tolist() == [i + 1 for i in kept]
    for order, i in zip(modes.orders, kept):
        np.testing.assert_allclose(abs(modes.vectors[order]), abs(reference.vectors[i + 1]), atol=1e-9)
        np.testing.assert_allclose(modes.parameter("MASS_GENE", order), reference.parameter("MASS_GENE", i + 1), rtol=1e-9)


def test_parameters_of_modes(study):
    modes = study["MODES"]
    np.testing.assert_allclose(abs(modes.shapes).max(axis=0), 1.0)
    np.testing.assert_allclose(modes.access("RIGI_GENE"), modes.access("OMEGA2") * modes.access("MASS_GENE"), rtol=1e-10)
    assert modes.access("MASS_EFFE_DX").sum() == pytest.approx(3 * M, rel=1e-12)
    assert modes.access("MASS_EFFE_UN_DX").sum() == pytest.approx(1.0, rel=1e-12)
    np.testing.assert_allclose(modes.access("MASS_EFFE_DX"), modes.access("FACT_PARTICI_DX") ** 2 * modes.access("MASS_GENE"), rtol=1e-10)


def test_damped_modes(study):
    """Dampers of 1/K of the stiffness each: xi = w / (2 K)."""
    damped, pulsation = study["DAMPED"], 2.0 * np.pi * frequencies()
    np.testing.assert_allclose(damped.access("AMOR_REDUIT"), pulsation / (2.0 * K), rtol=1e-9)
    np.testing.assert_allclose(damped.access("FREQ"), frequencies() * np.sqrt(1.0 - (pulsation / (2.0 * K)) ** 2), rtol=1e-9)
    # of the undamped modes of a band, one after the other
    for word in ("FREQ", "AMOR_REDUIT"):
        np.testing.assert_allclose(study["DAMPED2"].access(word), damped.access(word)[:2], rtol=1e-9)


def test_counts(study):
    assert study["COUNT"].column("NB_MODE") == [2, 1]


def test_norms_and_extraction(study):
    by_mass = study["BY_MASS"]
    np.testing.assert_allclose(by_mass.access("MASS_GENE"), 1.0, rtol=1e-12)
    np.testing.assert_allclose(study["MODES"].access("MASS_GENE") > 1.0, True)
    assert study["FIRST"].access("NUME_MODE").tolist() == [1]
    shares = study["MODES"].access("MASS_EFFE_UN_DX")
    assert study["HEAVY"].access("NUME_MODE").tolist() == [i + 1 for i in range(3) if shares[i] >= 0.05]


def test_static_modes_and_inertia(study):
    dx = lambda name, order=1: study[name].field("DEPL", order).component("DX")  # noqa: E731
    np.testing.assert_allclose(dx("STATIC"), 1.0)
    np.testing.assert_allclose(dx("FORCED"), np.arange(4) / K, atol=1e-15)
    np.testing.assert_allclose(dx("PSEUDO"), np.array([0, 3, 5, 6]) * M / K, atol=1e-15)
    assert study["STATIC"].parameter("NOEUD_CMP", 1).split() == ["1", "DX"]
    for name in ("QUAKE", "QUAKE2"):
        np.testing.assert_allclose(study[name].component("DX")[1:], -M)


def test_projection(study):
    omega2 = (2.0 * np.pi * frequencies()) ** 2
    assert study["KG2"].matrix.shape == (2,)
    np.testing.assert_allclose(study["KG2"].matrix, omega2[:2], rtol=1e-9)
    np.testing.assert_allclose(study["KG"].matrix, np.diag(omega2), atol=1e-9 * omega2[-1])
    np.testing.assert_allclose(study["FG2"].vector, study["FG"].vector[:2], rtol=1e-12)


def test_transients_on_both_bases_agree(study):
    back, direct = study["BACK"], study["DIRECT"]
    np.testing.assert_allclose(back.times, direct.times, atol=1e-12)
    for name in ("DEPL", "VITE"):
        one, other = back.values(name, "DX"), direct.values(name, "DX")
        np.testing.assert_allclose(one, other, atol=2e-3 * abs(other).max())


def test_functions_of_transients(study):
    tip1, tip2, half = study["TIP1"], study["TIP2"], study["HALF"]
    assert tip1.properties.parameter == "INST" and len(tip1.x) == 1001
    np.testing.assert_allclose(tip1.y, study["BACK"].values("VITE", "DX", group="TIP")[:, 0], rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(tip2.x, [0.25, 0.75])
    u = study["DIRECT"].values("DEPL", "DX", group="TIP")[:, 0]
    assert float(np.ravel(half.y)[0]) == pytest.approx(0.5 * (u[499] + u[500]), rel=1e-9)


def test_harmonic_responses(study):
    """i w F on unknowns gives the velocities of F on the basis."""
    tip3 = study["TIP3"]
    waves = np.array([study["WAVES"].field("DEPL", i).component("DX")[3] for i in (1, 2, 3)])
    np.testing.assert_allclose(tip3.y, waves, rtol=1e-9)
    assert tip3.is_complex and tip3.properties.parameter == "FREQ"


@pytest.mark.parametrize(
    "steps, message",
    [
        ('X = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="BANDE", CALC_FREQ=_F(FREQ=(0.01, 0.02)))', "the band is empty"),
        ("X = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, CALC_FREQ=_F(NMAX_FREQ=0))", "no mode is asked for"),
        ('X = MODE_STATIQUE(MATR_RIGI=K, MODE_STAT=_F(GROUP_NO="TIP", AVEC_CMP="DX"))', "is not held"),
        ('X = MODE_STATIQUE(MATR_RIGI=K, FORCE_NODALE=_F(GROUP_NO="WALL", AVEC_CMP="DX"))', "held by a support"),
        ('X = NORM_MODE(MODE=MODES, GROUP_NO="WALL", NOM_CMP="DX")', "cannot be normed by it"),
        ("X = EXTR_MODE(FILTRE_MODE=_F(MODE=MODES, NUME_ORDRE=7))", "has no NUME_ORDRE 7"),
        ('X = CALC_CHAR_SEISME(MATR_MASS=M, DIRECTION=(0.0, 0.0, 0.0), MONO_APPUI="OUI")', "the direction is zero"),
        ('X = RECU_FONCTION(RESULTAT=MODES, NOM_CHAM="DEPL", NOM_CMP="DRX", GROUP_NO="TIP", TOUT_ORDRE="OUI")', "DRX"),
    ],
)
def test_what_cannot_be_is_said(tmp_path, steps, message):
    with pytest.raises((Refused, ComputationFailed)) as refusal:
        run(tmp_path, steps + "\n")
    assert message in str(refusal.value)


def test_energies_follow_the_norm_of_their_modes(tmp_path):
    study = run(
        tmp_path,
        """
X = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=2))
X = CALC_CHAMP(reuse=X, RESULTAT=X, ENERGIE="EPOT_ELEM", CONTRAINTE="SIEF_ELGA")
X = NORM_MODE(reuse=X, MODE=X, NORME="MASS_GENE")
Y = CALC_CHAMP(RESULTAT=X, ENERGIE="EPOT_ELEM", CONTRAINTE="SIEF_ELGA")
""",
    )
    for order in (1, 2):
        for name in ("EPOT_ELEM", "SIEF_ELGA"):
            kept, anew = (study[result].field(name, order).toNumpy() for result in "XY")
            assert abs(anew).max() > 0.0
            np.testing.assert_allclose(kept, anew, rtol=1e-9, atol=1e-12 * abs(anew).max())


def test_the_largest_frequency_comes_first_as_number_one(study):
    large = study["LARGE"]
    np.testing.assert_allclose(large.access("FREQ"), frequencies()[[2]], rtol=1e-10)
    assert large.access("NUME_MODE").tolist() == [1]


def test_a_field_is_a_load_and_a_matrix_takes_it(tmp_path):
    study = run(
        tmp_path,
        """
AGAIN = AFFE_CHAR_MECA(MODELE=MODEL, VECT_ASSE=F)
SAME = ASSE_VECTEUR(VECT_ELEM=CALC_VECT_ELEM(OPTION="CHAR_MECA", CHARGE=AGAIN, CARA_ELEM=PARTS), NUME_DDL=NUM)
PUSHED = PROD_MATR_CHAM(MATR_ASSE=K, CHAM_NO=F)
""",
    )
    force = study["F"].values
    np.testing.assert_allclose(np.nan_to_num(study["SAME"].values), np.nan_to_num(force), atol=1e-12)
    np.testing.assert_allclose(np.nan_to_num(study["PUSHED"].values)[:, 0], [0.0, 0.0, -3.0 * K, 3.0 * K])


def test_a_transient_is_projected_on_the_modes(tmp_path):
    study = run(
        tmp_path,
        """
START = CREA_CHAMP(OPERATION="EXTR", TYPE_CHAM="NOEU_DEPL_R", RESULTAT=MODES, NUME_ORDRE=2, NOM_CHAM="DEPL")
BEGUN = CREA_RESU(OPERATION="AFFE", TYPE_RESU="DYNA_TRANS", AFFE=_F(NOM_CHAM="DEPL", CHAM_GD=START, INST=0.5))
PROJ_BASE(BASE=MODES, RESU_GENE=_F(RESULTAT=CO("GENE"), TYPE_VECT="DEPL", RESU=BEGUN))
PROJ_BASE(
    BASE=MODES,
    VECT_ASSE_GENE=_F(VECTEUR=CO("FG"), TYPE_VECT="FORC", VECT_ASSE=START),
    RESU_GENE=_F(RESULTAT=CO("PUSH"), TYPE_VECT="FORC", RESU=BEGUN),
)
""",
    )
    np.testing.assert_allclose(study["PUSH"].displacements, [study["FG"].vector], rtol=1e-12)
    gene = study["GENE"]
    np.testing.assert_allclose(gene.displacements, [[0.0, 1.0, 0.0]], atol=1e-12)
    assert gene.times.tolist() == [0.5] and not gene.velocities.any()


def test_tables_of_generalised_results_tell_what_the_fields_do(tmp_path):
    """At nodes as RECU_FONCTION does, in transients and harmonics, with the ground's acceleration; of springs by their modal forces."""
    study = run(
        tmp_path,
        """
MODES = CALC_CHAMP(reuse=MODES, RESULTAT=MODES, CONTRAINTE="EFGE_ELNO", FORCE="FORC_NODA")
PROJ_BASE(
    BASE=MODES,
    MATR_ASSE_GENE=(_F(MATRICE=CO("KG"), MATR_ASSE=K), _F(MATRICE=CO("MG"), MATR_ASSE=M), _F(MATRICE=CO("CG"), MATR_ASSE=C)),
    VECT_ASSE_GENE=_F(VECTEUR=CO("FG"), TYPE_VECT="FORC", VECT_ASSE=F),
)
RAMP = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 0.5, 1.0), PROL_DROITE="CONSTANT")
MODAL = DYNA_VIBRA(
    TYPE_CALCUL="TRAN", BASE_CALCUL="GENE", MATR_MASS=MG, MATR_RIGI=KG, MATR_AMOR=CG, SCHEMA_TEMPS=_F(SCHEMA="NEWMARK"),
    EXCIT=_F(VECT_ASSE_GENE=FG, FONC_MULT=RAMP), INCREMENT=_F(INST_FIN=1.0, PAS=1e-3),
)
TUNED = DYNA_VIBRA(
    TYPE_CALCUL="HARM", BASE_CALCUL="GENE", MATR_MASS=MG, MATR_RIGI=KG, MATR_AMOR=CG, FREQ=(0.5, 4.0),
    EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0),
)
SEEN = POST_GENE_PHYS(
    RESU_GENE=MODAL,
    OBSERVATION=(
        _F(NOM_CHAM="VITE", NOM_CMP="DX", GROUP_NO="TIP", INST=(0.2, 1.0)),
        _F(NOM_CHAM="EFGE_ELNO", NOM_CMP="N", MAILLE="S3", NUME_ORDRE=1000),
        _F(NOM_CHAM="ACCE_ABSOLU", NOM_CMP="DX", GROUP_NO="TIP", INST=0.25, ACCE_MONO_APPUI=RAMP, DIRECTION=(2.0, 0.0, 0.0)),
    ),
)
WAVES = POST_GENE_PHYS(RESU_GENE=TUNED, OBSERVATION=_F(NOM_CMP="DX", GROUP_NO="TIP"))
SECOND = POST_GENE_PHYS(RESU_GENE=TUNED, OBSERVATION=_F(NOM_CMP="DX", GROUP_NO="TIP", NUME_ORDRE=1))
SUMMED = REST_GENE_PHYS(RESU_GENE=MODAL, INST=(0.2, 1.0), NOM_CHAM=("EFGE_ELNO", "FORC_NODA"))
PARTLY = REST_SOUS_STRUC(RESU_GENE=MODAL, MODE_MECA=MODES, SOUS_STRUC="ALL", INST=(0.2, 1.0), NOM_CHAM=("EFGE_ELNO", "FORC_NODA"))
MOVED = REST_GENE_PHYS(RESU_GENE=MODAL, INST=(0.2, 1.0), NOM_CHAM="DEPL")
MOVED = CALC_CHAMP(reuse=MOVED, RESULTAT=MOVED, CONTRAINTE="EFGE_ELNO", FORCE="FORC_NODA")
SPEED = RECU_FONCTION(RESU_GENE=MODAL, GROUP_NO="TIP", NOM_CMP="DX", NOM_CHAM="VITE")
ACCELERATION = RECU_FONCTION(RESU_GENE=MODAL, GROUP_NO="TIP", NOM_CMP="DX", NOM_CHAM="ACCE")
U = [RECU_FONCTION(RESU_GENE=MODAL, GROUP_NO=g, NOM_CMP="DX", NOM_CHAM="DEPL") for g in ("TIP", "THIRD")]
WAVE = RECU_FONCTION(RESU_GENE=TUNED, GROUP_NO="TIP", NOM_CMP="DX", NOM_CHAM="DEPL")
""".replace("PROJ_BASE(", 'MESH = DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_NO=_F(NOM="THIRD", NOEUD="C"))\nPROJ_BASE(', 1),
    )
    seen = study["SEEN"].rows()
    assert [row["NUME_OBSE"] for row in seen] == [1, 1, 2, 2, 3]
    np.testing.assert_allclose([row["VALE_R"] for row in seen[:2]], [study["SPEED"](t) for t in (0.2, 1.0)], rtol=1e-9)
    pull = K * (study["U"][0](1.0) - study["U"][1](1.0))
    np.testing.assert_allclose([abs(row["VALE_R"]) for row in seen[2:4]], abs(pull), rtol=1e-9)
    assert seen[4]["VALE_R"] == pytest.approx(study["ACCELERATION"](0.25) + 0.5, rel=1e-9)
    waves = study["WAVES"].rows()
    np.testing.assert_allclose([row["VALE_C"] for row in waves], study["WAVE"].y, rtol=1e-9)
    assert [row["FREQ"] for row in waves] == [0.5, 4.0]
    assert [row["FREQ"] for row in study["SECOND"].rows()] == [4.0], "orders of a harmonic response count from 0"
    for order in study["MOVED"].orders:
        np.testing.assert_array_equal(*(study[name].field("FORC_NODA", order).component("DX") for name in ("SUMMED", "PARTLY")))
        summed, derived = (study[name].field("FORC_NODA", order).component("DX") for name in ("SUMMED", "MOVED"))
        np.testing.assert_allclose(summed, derived, atol=1e-9)
        summed, derived = (study[name].field("EFGE_ELNO", order).component("N", [0, 1, 2]) for name in ("SUMMED", "MOVED"))
        assert abs(derived).max() > 0.1
        np.testing.assert_allclose(summed, derived, atol=1e-9)


def test_fields_are_summed_only_where_the_basis_holds_them(tmp_path):
    steps = """
PROJ_BASE(
    BASE=MODES,
    MATR_ASSE_GENE=(_F(MATRICE=CO("KG"), MATR_ASSE=K), _F(MATRICE=CO("MG"), MATR_ASSE=M)),
    VECT_ASSE_GENE=_F(VECTEUR=CO("FG"), TYPE_VECT="FORC", VECT_ASSE=F),
)
MODAL = DYNA_VIBRA(
    TYPE_CALCUL="TRAN", BASE_CALCUL="GENE", MATR_MASS=MG, MATR_RIGI=KG, SCHEMA_TEMPS=_F(SCHEMA="NEWMARK"),
    EXCIT=_F(VECT_ASSE_GENE=FG, COEF_MULT=1.0), INCREMENT=_F(INST_FIN=0.01, PAS=1e-3),
)
SUMMED = REST_GENE_PHYS(RESU_GENE=MODAL, NOM_CHAM="EFGE_ELNO")
"""
    with pytest.raises(Refused, match="MODES holds no EFGE_ELNO at its storage order 1: compute it with CALC_CHAMP"):
        run(tmp_path, steps)


def test_modes_without_a_model_are_gathered_from_several_series():
    from pyaster_lite.commands.extr_mode import _unknowns
    from pyaster_lite.concepts.modes import Modes

    short, long = Modes("mode_gene", None), Modes("mode_gene", None)
    short.vectors[1], long.vectors[1] = np.zeros(2), np.zeros(3)
    assert (_unknowns(short), _unknowns(long)) == (2, 3)


def test_modes_of_matrices_without_their_relations(tmp_path):
    study = run(
        tmp_path,
        """
KE = ELIM_LAGR(MATR_RIGI=K)
ME = ELIM_LAGR(MATR_ASSE=M, MATR_RIGI=K)
SAME = CALC_MODES(MATR_RIGI=KE, MATR_MASS=ME, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=3))
BACK = REST_GENE_PHYS(RESU_GENE=SAME)
BACK = CALC_CHAMP(reuse=BACK, RESULTAT=BACK, FORCE="FORC_NODA")
""",
    )
    assert study["KE"].kind == study["ME"].kind == "matr_asse_elim_r"
    np.testing.assert_allclose(study["BACK"].access("FREQ"), frequencies(), rtol=1e-10)
    assert not study["SAME"].has_field("FORC_NODA", 1)


def test_modes_of_a_complex_stiffness_on_a_basis_are_those_of_the_whole(tmp_path):
    """A hysteretic damping of 0.1 everywhere: lambda = (1 + 0.1 i) w^2."""
    study = run(
        tmp_path,
        """
KH = COMB_MATR_ASSE(COMB_C=_F(MATR_ASSE=K, COEF_C=("RI", 1.0, 0.1)))
PROJ_BASE(BASE=MODES, MATR_ASSE_GENE=(_F(MATRICE=CO("KG"), MATR_ASSE=KH), _F(MATRICE=CO("MG"), MATR_ASSE=M)))
FIRST = CALC_MODES(MATR_RIGI=KG, MATR_MASS=MG, OPTION="CENTRE", CALC_FREQ=_F(NMAX_FREQ=2, FREQ=1.0))
WHOLE = CALC_MODES(MATR_RIGI=KH, MATR_MASS=M, OPTION="CENTRE", CALC_FREQ=_F(NMAX_FREQ=2, FREQ=1.0))
""",
    )
    root = np.sqrt(1.0 + 0.1j)
    for name in ("FIRST", "WHOLE"):
        np.testing.assert_allclose(study[name].access("FREQ"), frequencies(2) * abs(root), rtol=1e-9)
        np.testing.assert_allclose(study[name].access("AMOR_REDUIT"), root.imag / abs(root), rtol=1e-9)


def test_functions_of_modes_on_a_basis_miss_their_place_as_in_code_aster(tmp_path):
    steps = """
NUMBERS = NUME_DDL_GENE(BASE=MODES)
KG = PROJ_MATR_BASE(BASE=MODES, NUME_DDL_GENE=NUMBERS, MATR_ASSE=K)
MG = PROJ_MATR_BASE(BASE=MODES, NUME_DDL_GENE=NUMBERS, MATR_ASSE=M)
SAME = CALC_MODES(MATR_RIGI=KG, MATR_MASS=MG, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=3))
OF_MASS = RECU_FONCTION(RESU_GENE=SAME, NOM_PARA_RESU="MASS_GENE")
SECOND = RECU_FONCTION(RESU_GENE=SAME, NOM_CHAM="DEPL", NUME_CMP_GENE=2)
"""
    study = run(tmp_path, steps)
    modes, found = study["SAME"], frequencies()
    masses = [modes.parameter("MASS_GENE", order) for order in modes.orders]
    np.testing.assert_allclose(study["OF_MASS"].x, found)
    np.testing.assert_allclose(study["OF_MASS"].y, [*masses[1:], 0.0])
    coordinates = [modes.vectors[order][1] for order in modes.orders]
    np.testing.assert_allclose(study["SECOND"].x, [0.0, *found[:-1]])
    np.testing.assert_allclose(study["SECOND"].y, [found[-1], *coordinates[1:]], atol=1e-12)
    with pytest.raises(Refused, match="3 generalised coordinates"):
        run(tmp_path, steps + "X = RECU_FONCTION(RESU_GENE=SAME, NOM_CHAM='DEPL', NUME_CMP_GENE=4)\n")


def test_modes_on_a_basis_are_not_normed_by_components(tmp_path):
    steps = """
NUMBERS = NUME_DDL_GENE(BASE=MODES, NB_VECT=2)
KG = PROJ_MATR_BASE(BASE=MODES, NUME_DDL_GENE=NUMBERS, MATR_ASSE=K)
MG = PROJ_MATR_BASE(BASE=MODES, NUME_DDL_GENE=NUMBERS, MATR_ASSE=M)
SAME = CALC_MODES(MATR_RIGI=KG, MATR_MASS=MG, OPTION="PLUS_PETITE", CALC_FREQ=_F(NMAX_FREQ=2), NORM_MODE=_F(NORME="EUCL_TRAN"))
"""
    with pytest.raises(Refused, match="coordinates on a basis"):
        run(tmp_path, steps)
