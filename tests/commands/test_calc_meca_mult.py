"""CALC_MECA_MULT, EXTR_CONCEPT and results that a deck puts under names."""

import numpy as np
import pytest

from .meshes import run

HOT = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='C_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.25, ALPHA=1e-3))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0), _F(GROUP_MA='BOTTOM', DY=0.0)))",
    "COLD, WARM = (CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_TEMP_R', MAILLAGE=MA,"
    " AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=t)) for t in (20.0, 120.0))",
    "UP = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_THER',"
    " AFFE=(_F(NOM_CHAM='TEMP', CHAM_GD=COLD, INST=0.0), _F(NOM_CHAM='TEMP', CHAM_GD=WARM, INST=2.0)))",
    "DOWN = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_THER',"
    " AFFE=(_F(NOM_CHAM='TEMP', CHAM_GD=WARM, INST=0.0), _F(NOM_CHAM='TEMP', CHAM_GD=COLD, INST=3.0)))",
)


def test_each_evolution_of_temperature_is_a_case_at_its_own_instants(tmp_path):
    study = run(
        tmp_path,
        *HOT,
        "from code_aster import CA",
        "BOTH = CA.ThermalResultDict('both')",
        "BOTH['up'] = UP",
        "BOTH['down'] = DOWN",
        "CASES = CALC_MECA_MULT(MODELE=MO, CHAM_MATER=CHMAT, CHAR_MECA_GLOBAL=HELD, CAS_CHARGE=_F(EVOL_THER=BOTH, VALE_REF=20.0))",
        "ONE = EXTR_CONCEPT(DICT=BOTH, NOM='down')",
    )
    corner = study["MA"].find_node("N9")
    for name, instant, growth in (("up", 2.0, 1e-3 * 100 * 2), ("down", 3.0, 0.0)):
        result = study["CASES"][name]
        assert result.kind == "evol_noli" and result.parameter("INST", result.orders[-1]) == instant
        assert result.field("DEPL", result.orders[-1]).component("DX")[corner] == pytest.approx(growth, abs=1e-12)
    assert study["ONE"] is not study["DOWN"] and study["ONE"].orders == study["DOWN"].orders


def test_results_by_name_take_results_of_their_kind_alone(tmp_path):
    study = run(
        tmp_path,
        *HOT,
        "from code_aster import CA",
        "BOTH = CA.ThermalResultDict('both')",
        "BOTH['up'] = UP",
        "IMPR_RESU(FORMAT='MED', UNITE=80, RESU=_F(RESULTAT=BOTH))",
        "BACK = LIRE_RESU(TYPE_RESU='EVOL_THER', FORMAT='MED', MAILLAGE=MA, TOUT_ORDRE='OUI', UNITE=80,"
        " FORMAT_MED=_F(NOM_CHAM='TEMP', NOM_RESU='up'))",
    )
    np.testing.assert_allclose(study["BACK"].field("TEMP", study["BACK"].orders[-1]).component("TEMP"), 120.0)
    with pytest.raises(TypeError, match="evol_ther is wanted"):
        study["BOTH"]["down"] = study["COLD"]
