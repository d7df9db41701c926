"""POST_RUPTURE: from stress intensity factors to growth."""

import pytest

from .meshes import run

TABLE = (
    "T = CREA_TABLE(LISTE=(_F(PARA='NUM_PT', LISTE_I=(1, 1, 1, 1, 2, 2, 2, 2)), _F(PARA='INST', LISTE_R=(0., 1., 2., 3., 0., 1., 2., 3.)), "
    "_F(PARA='ABSC_CURV', LISTE_R=(0., 0., 0., 0., 4., 4., 4., 4.)), _F(PARA='K1', LISTE_R=(0., 6., 2., 5., -1., 3., 0., 2.)), "
    "_F(PARA='K2', LISTE_R=(0., 0., 0., 0., 2., 0., 0., 0.)), _F(PARA='G', LISTE_R=(0., 1., 1., 1., 1., 1., 1., 1.))))",
    "STEEL = DEFI_MATERIAU(ELAS=_F(E=8.0, NU=0.25))",
)


def study_of(tmp_path, *lines):
    study = run(tmp_path, *TABLE, *lines)
    return study, [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]


def test_a_chain(tmp_path):
    study, lost = study_of(
        tmp_path,
        "T = POST_RUPTURE(reuse=T, TABLE=T, OPERATION='K1_NEGATIF', MODELISATION='C_PLAN', MATER=STEEL)",
        "T = POST_RUPTURE(reuse=T, TABLE=T, OPERATION='ABSC_CURV_NORM')",
        "T = POST_RUPTURE(reuse=T, TABLE=T, OPERATION='ANGLE_BIFURCATION')",
        "T = POST_RUPTURE(reuse=T, TABLE=T, OPERATION='K_EQ', CUMUL='QUADRATIQUE', MATER=STEEL)",
        "C = POST_RUPTURE(TABLE=T, OPERATION='COMPTAGE_CYCLES', NOM_PARA='K_EQ', COMPTAGE='RAINFLOW')",
        "C = POST_RUPTURE(reuse=C, TABLE=C, OPERATION='LOI_PROPA', LOI='PARIS', C=2.0, M=1.0, DELTA_K_SEUIL=1.0)",
        "S = POST_RUPTURE(TABLE=C, OPERATION='CUMUL_CYCLES')",
        "N = POST_RUPTURE(TABLE=(S, S), OPERATION='PILO_PROPA', DELTA_A_MAX=1.0)",
    )
    assert not lost
    cells = {(n, t): (k, g, s) for n, t, k, g, s in zip(*(study["T"].cells[c] for c in ("NUM_PT", "INST", "K1", "G", "ABSC_CURV_NORM")))}
    assert cells[2, 0.0] == (0.0, 0.5, 1.0) and cells[1, 1.0] == (6.0, 1.0, 0.0)
    counted = study["C"].cells
    of_first = sorted(d for d, n in zip(counted["DELTA_K_EQ"], counted["NUM_PT"]) if n == 1)
    assert of_first == [3.0, 6.0]
    assert study["S"].cells["DELTA_A"][0] == pytest.approx((2.0 * 2.0 + 2.0 * 5.0) / 2.0)
    assert max(study["N"].cells["DELTA_A"]) == pytest.approx(1.0) and study["N"].n_rows == 4


def test_unit_cycles_are_counted_whatever_oscillations_are_left_out(tmp_path):
    study, lost = study_of(
        tmp_path,
        "O = CALC_TABLE(TABLE=T, ACTION=_F(OPERATION='FILTRE', NOM_PARA='INST', VALE=1.0))",
        "C = POST_RUPTURE(TABLE=O, OPERATION='COMPTAGE_CYCLES', NOM_PARA='K1', COMPTAGE='UNITAIRE', COEF_MULT_MINI=0.0,"
        " COEF_MULT_MAXI=2.0, DELTA_OSCI=0.0)",
    )
    assert not lost and study["C"].cells["DELTA_K1"] == [2.0 * own for own in study["O"].cells["K1"]]


def test_what_is_refused(tmp_path):
    for words, text in (
        ("TABLE=T, OPERATION='ABSC_CURV_NORM'", "say reuse"),
        ("TABLE=(T, T), OPERATION='CUMUL_CYCLES'", "is for one table"),
        ("TABLE=T, OPERATION='CUMUL_CYCLES'", "has no column DELTA_A, CYCLE"),
        ("TABLE=T, OPERATION='COMPTAGE_CYCLES', NOM_PARA='K1', COMPTAGE='UNITAIRE', COEF_MULT_MINI=0.0, COEF_MULT_MAXI=1.0", "one instant"),
    ):
        _, lost = study_of(tmp_path, f"X = POST_RUPTURE({words})")
        assert len(lost) == 1 and text in lost[0], lost
