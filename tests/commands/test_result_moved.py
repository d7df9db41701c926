"""CREA_RESU: PERM_CHAM takes fields over from cells elsewhere, PROL_RTZ spreads temperatures around an axis; DEFI_GROUP INCLUSION."""

import numpy as np

from .meshes import run

ZERO = "{name} = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE={mesh}, AFFE=_F(TOUT='OUI', NOM_CMP='DX', VALE={value}))"
STRESS = (
    "{name} = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='ELGA_SIEF_R', MODELE={model},"
    " AFFE=(_F(TOUT='OUI', NOM_CMP='SIXX', VALE={value}), _F(MAILLE='M9', NOM_CMP='SIXX', VALE={special})))"
)


def messages(study):
    return [told.message for told in study.diagnostics if told.severity.name in ("ERROR", "MISSING", "FAILED")]


def evolution(name, mesh, value, special):
    parts = {"name": f"U{name}", "mesh": mesh, "value": value}
    return (
        f"MO{name} = AFFE_MODELE(MAILLAGE={mesh}, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
        ZERO.format(**parts),
        STRESS.format(name=f"S{name}", model=f"MO{name}", value=value, special=special),
        f"R{name} = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_NOLI', AFFE=("
        f"_F(NOM_CHAM='DEPL', CHAM_GD=U{name}, INST=1.0, MODELE=MO{name}),"
        f" _F(NOM_CHAM='SIEF_ELGA', CHAM_GD=S{name}, INST=1.0, MODELE=MO{name})))",
    )


MOVED = (
    "MB = COPIER(CONCEPT=MA)",
    "MB = MODI_MAILLAGE(reuse=MB, MAILLAGE=MB, TRANSLATION=(0.0, 5.0))",
    "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM='ONE', MAILLE='M9'))",
    "MB = DEFI_GROUP(reuse=MB, MAILLAGE=MB, CREA_GROUP_MA=_F(NOM='NEXT', MAILLE='M10'))",
    *evolution("A", "MA", 1.0, 4.0),
    *evolution("B", "MB", 2.0, 2.0),
)
TAKE = (
    "RB = CREA_RESU(reuse=RB, OPERATION='PERM_CHAM', TYPE_RESU='EVOL_NOLI', RESU_INIT=RA, MAILLAGE_INIT=MA, NOM_CHAM=('DEPL', 'SIEF_ELGA'),"
    " RESU_FINAL=RB, MAILLAGE_FINAL=MB, PERM_CHAM=_F(GROUP_MA_INIT='ONE', GROUP_MA_FINAL='NEXT', TRAN=({0}, 5.0, 0.0)))"
)


def test_a_cell_takes_over_what_another_holds_a_translation_away(tmp_path):
    study = run(tmp_path, *MOVED, TAKE.format(1.0))
    assert not messages(study)
    stress, motion = (study["RB"].field(name, 1) for name in ("SIEF_ELGA", "DEPL"))
    assert stress.component("SIXX", np.array([9])).ravel().tolist() == [4.0] * 4
    assert stress.component("SIXX", np.array([8, 10])).ravel().tolist() == [2.0] * 8
    np.testing.assert_array_equal(motion.component("DX"), [2, 1, 1, 2, 1, 1, 2, 2, 2])


def test_no_cell_at_the_translation_is_told(tmp_path):
    assert any("no cell of NEXT" in text for text in messages(run(tmp_path, *MOVED, TAKE.format(0.9))))


ALONG = (
    "TB = CREA_TABLE(LISTE=(_F(PARA='INST', LISTE_R=(1., 1., 2., 2.)), _F(PARA='COOR_X', LISTE_R=(0., 1., 0., 1.)),"
    " _F(PARA='TEMP', LISTE_R=(10., 20., 0., 6.))))",
    "from code_aster import CA",
    "CUBE = CA.Mesh.buildCube(l=3, refine=1)",
)
SPREAD = (
    "RE = CREA_RESU(OPERATION='PROL_RTZ', TYPE_RESU='EVOL_THER', PROL_RTZ=_F(TABLE=TB, MAILLAGE_FINAL=CUBE, REPERE='CYLINDRIQUE',"
    " ORIGINE=(1.0, 0.0, 7.0), AXE_Z=(0.0, 0.0, 2.0), PROL_GAUCHE='CONSTANT', PROL_DROITE='{0}'{1}))"
)


def test_temperatures_along_a_radius_are_spread_around_the_axis(tmp_path):
    study = run(tmp_path, *ALONG, SPREAD.format("LINEAIRE", ", INST=2.0"))
    assert not messages(study) and study["RE"].orders == [1] and study["RE"].parameter("INST", 1) == 2.0
    x = study["CUBE"].coordinates
    expected = 6.0 * np.maximum(np.hypot(x[:, 0], x[:, 1]) - 1.0, 0.0)
    np.testing.assert_allclose(study["RE"].field("TEMP", 1).component("TEMP"), expected, atol=1e-12)


def test_nodes_beyond_the_places_of_the_table_are_told(tmp_path):
    assert any("outside the places of the table" in text for text in messages(run(tmp_path, *ALONG, SPREAD.format("EXCLU", ""))))


def test_nodes_of_cells_inside_cells_of_another_mesh(tmp_path):
    study = run(
        tmp_path,
        "MB = COPIER(CONCEPT=MA)",
        "MB = MODI_MAILLAGE(reuse=MB, MAILLAGE=MB, TRANSLATION=(0.5, -0.5))",
        "MB = DEFI_GROUP(reuse=MB, MAILLAGE=MB, CREA_GROUP_MA=_F(NOM='ONE', MAILLE=('M9', 'M10')))",
        "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM='ALL', TOUT='OUI'))",
        "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='IN', OPTION='INCLUSION', CAS_FIGURE='2D', GROUP_MA='ALL',"
        " GROUP_MA_INCL='ONE', MAILLAGE_INCL=MB))",
        "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='NEAR', OPTION='INCLUSION', CAS_FIGURE='2D', GROUP_MA='ALL',"
        " GROUP_MA_INCL='ONE', MAILLAGE_INCL=MB, DISTANCE_MAX=0.6))",
        "SIZE = RECU_TABLE(CO=MA, NOM_TABLE='CARA_GEOM')",
    )
    assert not messages(study)
    groups = study["MA"].node_groups
    assert groups["IN"].tolist() == [1, 2] and groups["NEAR"].tolist() == [0, 1, 2, 4, 5]
    assert study["SIZE"].rows()[0]["AR_MIN"] == 1.0 and study["SIZE"].rows()[0]["X_MAX"] == 2.0
