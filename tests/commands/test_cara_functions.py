"""AFFE_CARA_ELEM by functions of the place, and CREA_CHAMP that shows what cells were given."""

import numpy as np

from .meshes import diagnostics, run

MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='SHEET'))
FX = FORMULE(VALE='0.1 + X', NOM_PARA='X')
FY = FORMULE(VALE='2 * Y', NOM_PARA=('X', 'Y'))"""
CENTRES = {"M9": (0.5, 0.5), "M10": (1.5, 0.5), "M11": (0.5, 1.5), "M12": (5 / 3, 4 / 3), "M13": (4 / 3, 5 / 3)}
SHOWN = "F = CREA_CHAMP(TYPE_CHAM='CART_CACOQU_R', OPERATION='EXTR', CARA_ELEM=CA, NOM_CHAM='.CARCOQUE')"


def values(study, cell, name):
    field = study["F"]
    return field.at_cell(study["MA"].find_cell(cell), name)


def test_functions_are_read_at_the_middle_of_the_cells(tmp_path):
    given = "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS_FO=FX, EXCENTREMENT_FO=FY, INER_ROTA='OUI'))"
    study = run(tmp_path, MODEL.replace("SHEET", "DKT"), given, SHOWN)
    for cell, (x, y) in CENTRES.items():
        np.testing.assert_allclose(values(study, cell, "EP"), 0.1 + x)
        np.testing.assert_allclose(values(study, cell, "EXCENT"), 2 * y)


def test_sheets_of_bars_too(tmp_path):
    given = "CA = AFFE_CARA_ELEM(MODELE=MO, GRILLE=_F(GROUP_MA='PLATE', SECTION_FO=FX, EXCENTREMENT=0.3, ANGL_REP_1=(0.0, 0.0)))"
    study = run(tmp_path, MODEL.replace("SHEET", "GRILLE_EXCENTRE"), given, SHOWN)
    np.testing.assert_allclose(values(study, "M10", "SECT_L"), 1.6)
    np.testing.assert_allclose(values(study, "M10", "DIST_N"), 0.3)


def test_the_stiffness_of_discretes_is_its_upper_triangle(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='BOTTOM', PHENOMENE='MECANIQUE', MODELISATION='2D_DIS_T'))",
        "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET_2D=_F(GROUP_MA='BOTTOM', CARA='K_T_D_L', VALE=(3.0, 5.0)))",
        "F = CREA_CHAMP(TYPE_CHAM='CART_CADISK_R', OPERATION='EXTR', CARA_ELEM=CA, NOM_CHAM='.CARDISCK')",
    )
    found = [values(study, "M1", f"K{i}")[0] for i in range(1, 11)]
    np.testing.assert_allclose(found, [3, 0, 5, -3, 0, 3, 0, -5, 0, 5])


def test_refusals(tmp_path):
    thin = "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS_FO=NO))"
    none = MODEL.replace("SHEET", "DKT") + "\nNO = FORMULE(VALE='X - 1', NOM_PARA='X')"
    assert diagnostics(tmp_path, none, thin) == ["the thickness must be above zero"]
    wrong = SHOWN.replace("CACOQU_R", "CADISK_R")
    given = "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS=0.1))"
    assert diagnostics(tmp_path, none, given, wrong) == [".CARCOQUE is a field CART_CACOQU_R"]
    lacking = SHOWN.replace("CACOQU_R", "CADISK_R").replace("CARCOQUE", "CARDISCK")
    assert diagnostics(tmp_path, none, given, lacking) == ["CA tells none of these characteristics"]


def test_how_many_layers_plates_have(tmp_path):
    given = "CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS=0.1, COQUE_NCOU=3, A_CIS=0.5))"
    layers = "N = CREA_CHAMP(TYPE_CHAM='ELEM_NBSP_I', OPERATION='EXTR', CARA_ELEM=CA, NOM_CHAM='.CANBSP')"
    study = run(tmp_path, MODEL.replace("SHEET", "DKT"), given, SHOWN, layers)
    cell = study["MA"].find_cell("M10")
    assert study["N"].at_cell(cell, "COQ_NCOU").tolist() == [3] and study["N"].location == "ELEM"
    np.testing.assert_allclose(values(study, "M10", "KAPPA"), 0.5)
    wrong = layers.replace("ELEM_NBSP_I", "CART_NBSP_I")
    assert diagnostics(tmp_path, MODEL.replace("SHEET", "DKT"), given, wrong) == [".CANBSP is a field ELEM_NBSP_I"]


def test_forces_that_a_load_spreads(tmp_path):
    model = "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))"
    given = "CH = AFFE_CHAR_MECA(MODELE=MO, FORCE_CONTOUR=_F(GROUP_MA='BOTTOM', FY=-2.0))"
    shown = "F = CREA_CHAMP(TYPE_CHAM='CART_FORC_R', OPERATION='EXTR', CHARGE=CH, NOM_CHAM='.CHME.F1D2D')"
    study = run(tmp_path, model, given, shown)
    assert values(study, "M1", "FY").tolist() == [-2.0] and values(study, "M1", "FX").tolist() == [0.0]
    assert np.isnan(study["F"].component("FY")[study["MA"].find_cell("M10")]).all()
    by_place = "X_ = FORMULE(VALE='X', NOM_PARA='X')\nCH = AFFE_CHAR_MECA_F(MODELE=MO, FORCE_CONTOUR=_F(GROUP_MA='BOTTOM', FY=X_))"
    assert "functions" in diagnostics(tmp_path, model, by_place, shown)[0]
    other = shown.replace("F1D2D", "F2D2D")
    assert diagnostics(tmp_path, model, given, other) == ["CH has no FORCE_INTERNE in 2D, which .CHME.F2D2D holds"]
