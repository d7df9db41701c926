"""Relations by functions of place, fields imposed at nodes, edges, and internal variables tested by their names."""

import numpy as np
import pytest

from .meshes import run

MODEL = """MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.0), ECRO_LINE=_F(D_SIGM_EPSI=10.0, SY=1.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=STEEL))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA="LEFT", DX=0.0), _F(GROUP_NO="ENDS", DY=0.0)))"""


def moved(tmp_path, *loads):
    excit = "EXCIT=(_F(CHARGE=HELD), _F(CHARGE=MORE))"
    return run(tmp_path, MODEL, *loads, f"U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, {excit})")


def test_coefficients_of_a_relation_are_read_at_their_nodes(tmp_path):
    study = moved(
        tmp_path,
        "F = FORMULE(NOM_PARA=('X', 'Y'), VALE='1 + X + 3 * Y')",
        "ONE = DEFI_CONSTANTE(VALE=14.0)",
        "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_NO=_F(NOM='PAIR', NOEUD=('N6', 'N9')))",
        "MORE = AFFE_CHAR_MECA_F(MODELE=MO, LIAISON_DDL=_F(GROUP_NO='PAIR', DDL=('DX', 'DX'), COEF_MULT_FONC=(F, F), COEF_IMPO=ONE))",
    )
    u = study["U"].field("DEPL", 1).component("DX")
    assert 6.0 * u[5] + 9.0 * u[8] == pytest.approx(14.0)


def test_a_field_is_imposed_where_its_components_are_carried(tmp_path):
    study = moved(
        tmp_path,
        "GIVEN = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MA,"
        " AFFE=_F(GROUP_NO='MIDDLE', NOM_CMP=('DX', 'DZ'), VALE=(0.5, 9.0)))",
        "MORE = AFFE_CHAR_MECA(MODELE=MO, CHAMNO_IMPO=_F(CHAM_NO=GIVEN, COEF_IMPO=2.0))",
    )
    assert study["U"].field("DEPL", 1).component("DX")[4] == pytest.approx(1.0)


def test_an_edge_is_held_along_itself(tmp_path):
    study = moved(
        tmp_path,
        "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM='UPPER', MAILLE='M5'))",
        "MORE = AFFE_CHAR_MECA(MODELE=MO, ARETE_IMPO=_F(GROUP_MA='UPPER', DTAN=-0.25))",
    )
    # From the right to the left: the tangent is -x
    np.testing.assert_allclose(study["U"].field("DEPL", 1).component("DX")[[7, 8]], 0.25)


def test_an_internal_variable_is_tested_by_its_name(tmp_path):
    named = run(
        tmp_path,
        MODEL,
        "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM='ONE', MAILLE='M9'))",
        "TIMES = DEFI_LIST_REEL(VALE=(0.0, 1.0))",
        "U = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CM, EXCIT=_F(CHARGE=HELD), COMPORTEMENT=_F(RELATION='VMIS_ISOT_LINE'),"
        " INCREMENT=_F(LIST_INST=TIMES))",
        "TEST_RESU(RESU=_F(RESULTAT=U, INST=1.0, NOM_CHAM='VARI_ELGA', NOM_VARI='INDIPLAS', GROUP_MA='ONE', POINT=1, VALE_CALC=0.0,"
        " CRITERE='ABSOLU'))",
    )
    assert [row.component for row in named.tests] == ["INDIPLAS"] and not named.diagnostics
