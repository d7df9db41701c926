"""FACTORISER and RESOUDRE give what MECA_STATIQUE gives."""

import numpy as np
import pytest

from pyaster_lite.concepts.stored import numbers_of

from .meshes import diagnostics, run

MODEL = """\
MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(GROUP_MA='LEFT'))
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25, RHO=2.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_NO='LEFT', DX=0.5), _F(NOEUD='N1', DY=0.25)))
PULL = AFFE_CHAR_MECA(MODELE=MO, PESANTEUR=_F(GRAVITE=4.0, DIRECTION=(1.0, 0.0, 0.0)))
KE = CALC_MATR_ELEM(OPTION='RIGI_MECA', MODELE=MO, CHAM_MATER=CH, CHARGE=HELD)
NU = NUME_DDL(MATR_RIGI=KE)
K = ASSE_MATRICE(MATR_ELEM=KE, NUME_DDL=NU)"""
VECTOR = "FE = CALC_VECT_ELEM(OPTION='CHAR_MECA', CHARGE={}, CHAM_MATER=CH)\nF = ASSE_VECTEUR(VECT_ELEM=FE, NUME_DDL=NU)"
SOLVE = "K = FACTORISER(reuse=K, MATR_ASSE=K, METHODE='LDLT')\nU = RESOUDRE(MATR=K, CHAM_NO=F)"
STATIC = "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL)))"


def test_the_solution_is_that_of_the_static_command(tmp_path):
    study = run(tmp_path, MODEL, VECTOR.format("(HELD, PULL)"), SOLVE, STATIC)
    assert np.allclose(study["U"].values, study["R"].field("DEPL", 1).values, equal_nan=True)
    assert study["U"].component("DX")[0] == pytest.approx(0.5)


def test_a_right_hand_side_without_the_supports_holds_them_at_zero(tmp_path):
    study = run(tmp_path, MODEL, VECTOR.format("PULL"), SOLVE)
    assert study["U"].component("DX")[0] == 0.0 and study["U"].component("DX").max() > 0.0


def test_the_right_hand_side_may_take_the_solution(tmp_path):
    study = run(tmp_path, MODEL, VECTOR.format("(HELD, PULL)"), "F = RESOUDRE(reuse=F, MATR=K, CHAM_NO=F)", STATIC)
    assert np.allclose(study["F"].values, study["R"].field("DEPL", 1).values, equal_nan=True)


def test_a_free_body_is_told_by_its_unknown(tmp_path):
    free = MODEL.replace("CHAM_MATER=CH, CHARGE=HELD", "CHAM_MATER=CH")
    assert any("singular" in message and "at node" in message for message in diagnostics(tmp_path, free, "L = FACTORISER(MATR_ASSE=K)"))


def test_what_a_right_hand_side_imposes_goes_with_its_arithmetic(tmp_path):
    python = (
        "half = F.copy()\nhalf *= 0.5\nU = RESOUDRE(MATR=K, CHAM_NO=half)\nnone = F - half - half\nV = RESOUDRE(MATR=K, CHAM_NO=none)\n"
        "W = CREA_CHAMP(OPERATION='COMB', TYPE_CHAM='NOEU_DEPL_R', COMB=(_F(CHAM_GD=F, COEF_R=2.0), _F(CHAM_GD=half, COEF_R=-1.0)))\n"
        "W = RESOUDRE(MATR=K, CHAM_NO=W)"
    )
    study = run(tmp_path, MODEL, VECTOR.format("(HELD, PULL)"), python, STATIC)
    whole = study["R"].field("DEPL", 1).values
    assert np.allclose(study["U"].values, whole / 2, equal_nan=True) and np.allclose(study["W"].values, 1.5 * whole, equal_nan=True)
    assert np.nanmax(abs(study["V"].values)) < 1e-15


def test_a_right_hand_side_of_other_supports_is_told(tmp_path):
    other = "OTHER = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='LEFT', DY=0.5))"
    told = diagnostics(tmp_path, MODEL, other, VECTOR.format("OTHER"), "U = RESOUDRE(MATR=K, CHAM_NO=F)")
    assert told == ["it stands for loads that impose what the matrix knows nothing of"]


def test_the_matrix_times_the_solution_is_the_right_hand_side(tmp_path):
    study = run(tmp_path, MODEL, VECTOR.format("(HELD, PULL)"), SOLVE, "P = PROD_MATR_CHAM(MATR_ASSE=K, CHAM_NO=U)")
    right, product = study["F"], study["P"]
    np.testing.assert_allclose(product.values, right.values, atol=1e-12)
    assert numbers_of(product, ".VALE").sum() == pytest.approx(numbers_of(right, ".VALE").sum())
    imposed = 2.0 * (0.5 * len(study["MA"].node_group("LEFT")) + 0.25)
    assert numbers_of(right, ".VALE").sum() == pytest.approx(np.nansum(right.values) + imposed)
    assert numbers_of(study["U"], ".VALE") is None


def test_multipliers_pull_only_where_loads_hold(tmp_path):
    model = MODEL.replace("CHAM_MATER=CH, CHARGE=HELD", "CHAM_MATER=CH, CHARGE=HUNG").replace("NUME_DDL=NU)", "NUME_DDL=NU, CHAR_CINE=SET)")
    model = model.replace("HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_NO='LEFT', DX=0.5), _F(NOEUD='N1', DY=0.25)))", (
        "HUNG = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='LEFT', DX=0.5))\n"
        "SET = AFFE_CHAR_CINE(MODELE=MO, MECA_IMPO=_F(NOEUD='N1', DY=0.25))"
    ))  # fmt: skip
    solve = "V = CALC_CHAR_CINE(NUME_DDL=NU, CHAR_CINE=SET)\nU = RESOUDRE(MATR=FACTORISER(MATR_ASSE=K), CHAM_NO=F, CHAM_CINE=V)"
    study = run(tmp_path, model, VECTOR.format("(HUNG, PULL)"), solve, "P = PROD_MATR_CHAM(MATR_ASSE=K, CHAM_NO=U)")
    right, product = study["F"].values, study["P"].values
    given = study["U"].component("DY") == 0.25
    assert given.any()
    np.testing.assert_allclose(product[:, 0], right[:, 0], atol=1e-12)
    np.testing.assert_allclose(product[~given, 1], right[~given, 1], atol=1e-12)
