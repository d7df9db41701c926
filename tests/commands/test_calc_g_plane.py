"""CALC_G on a slit in the plane: weight whose intensity varies, shapes of fronts, lips of a material that follows the temperature."""

import pytest

from .test_old_cracks import run_slit

BODY = """
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
MESH = MODI_MAILLAGE(reuse=MESH, MAILLAGE=MESH, ORIE_PEAU=_F(GROUP_MA_PEAU=("ABOVE", "BELOW")))
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=10.0, NU=0.25, RHO=1.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=STEEL))
HELD = AFFE_CHAR_MECA(MODELE=MODEL, DDL_IMPO=_F(GROUP_MA="FOOT", DX=0.0, DY=0.0))
RIM = DEFI_FOND_FISS(
    MAILLAGE=MESH, SYME="NON", FOND_FISS=_F(GROUP_NO="TIP"), LEVRE_SUP=_F(GROUP_MA="ABOVE"), LEVRE_INF=_F(GROUP_MA="BELOW")
)
NEAR = _F(FISSURE=RIM, R_INF=0.5, R_SUP=1.5)
"""
WEIGHT = (
    BODY
    + """
LOAD = AFFE_CHAR_MECA(MODELE=MODEL, PESANTEUR=_F(GRAVITE=2.0, DIRECTION=(0.6, 0.8, 0.0)))
COURSE = DEFI_FONCTION(NOM_PARA="INST", VALE=(-1.0, -1.0, 2.0, 2.0))
STEPS = DEFI_LIST_REEL(VALE=(-1.0, 1.0, 2.0))
U = MECA_STATIQUE(
    MODELE=MODEL, CHAM_MATER=FIELD, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=LOAD, FONC_MULT=COURSE)), LIST_INST=STEPS
)
OWN = CALC_G(RESULTAT=U, THETA=NEAR, OPTION="G")
"""
)
LIPS = (
    BODY
    + """
LOAD = AFFE_CHAR_MECA(MODELE=MODEL, PRES_REP=_F(GROUP_MA=("ABOVE", "BELOW"), PRES=1.0))
WARM = CREA_CHAMP(OPERATION="AFFE", TYPE_CHAM="NOEU_TEMP_R", MAILLAGE=MESH, AFFE=_F(TOUT="OUI", NOM_CMP="TEMP", VALE=5.0))
STIFF = DEFI_FONCTION(NOM_PARA="TEMP", VALE=(0.0, 20.0, 10.0, 0.0))
SAME = DEFI_CONSTANTE(VALE=0.25)
NONE = DEFI_CONSTANTE(VALE=0.0)
OTHER = DEFI_MATERIAU(ELAS_FO=_F(E=STIFF, NU=SAME, ALPHA=NONE, TEMP_DEF_ALPHA=0.0))
HOT = AFFE_MATERIAU(
    MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=OTHER), AFFE_VARC=_F(TOUT="OUI", NOM_VARC="TEMP", CHAM_GD=WARM, VALE_REF=0.0)
)
U = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=FIELD, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=LOAD)))
V = MECA_STATIQUE(MODELE=MODEL, CHAM_MATER=HOT, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=LOAD)))
OWN = CALC_G(RESULTAT=U, THETA=NEAR, OPTION=("G", "K"))
FOLLOWS = CALC_G(RESULTAT=V, THETA=NEAR, OPTION=("G", "K"))
ROUND = CALC_G(RESULTAT=U, THETA=NEAR, OPTION="K", FORM_FISS="CERCLE", RAYON=0.3)
"""
)


def test_weight_is_multiplied_twice(tmp_path):
    study = run_slit(tmp_path, WEIGHT, "17")
    back, whole, double = (study["OWN"]["G", row] for row in (1, 2, 3))
    assert abs(whole - back) > 1e-3 * abs(whole)
    assert double == pytest.approx(6.0 * whole - 2.0 * back, rel=1e-9)


def test_lips_follow_the_temperature_and_a_point_has_no_shape(tmp_path):
    study = run_slit(tmp_path, LIPS, "17")
    own, follows, shaped = (study[name] for name in ("OWN", "FOLLOWS", "ROUND"))
    for column in ("G", "K1", "K2"):
        assert own[column, 1] == pytest.approx(follows[column, 1], rel=1e-9) != 0.0
    assert [shaped[name, 1] for name in ("K1", "K2")] == [own[name, 1] for name in ("K1", "K2")]
