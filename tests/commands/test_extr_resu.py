"""EXTR_RESU, RESTREINT: results on a part of their mesh, of a plate of the shared mesh."""

import numpy as np
import pytest

from .meshes import diagnostics, run

STEPS = """
MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM="RIGHT", MAILLE=("M10", "M12")))
MB = CREA_MAILLAGE(MAILLAGE=MA, RESTREINT=_F(GROUP_MA="RIGHT"))
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
PART = AFFE_MODELE(MAILLAGE=MB, AFFE=_F(GROUP_MA="RIGHT", PHENOMENE="MECANIQUE", MODELISATION="C_PLAN"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=200.0, NU=0.25))
MATER = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=STEEL))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_NO="ENDS", DY=0.0), _F(GROUP_NO="MIDDLE", DX=0.0)))
PUSHED = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(GROUP_NO="DIAGONAL", FX=1.0, FY=2.0))
"""
WHOLE = STEPS + "WHOLE = MECA_STATIQUE(MODELE=MO, CHAM_MATER=MATER, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PUSHED)))\n"


def test_fields_stay_what_they_are_on_what_is_kept(tmp_path):
    study = run(tmp_path, WHOLE, "SOME = EXTR_RESU(RESULTAT=WHOLE, RESTREINT=_F(MODELE=PART))")
    whole, some, mesh = study["WHOLE"], study["SOME"], study["MB"]
    assert some.kind == "evol_elas" and some.orders == whole.orders and some.model is study["PART"]
    np.testing.assert_array_equal(some.values("DEPL", "DY"), whole.values("DEPL", "DY")[:, mesh.original_nodes])
    kept = whole.values("SIEF_ELGA", "SIYY")[:, mesh.original_cells]
    np.testing.assert_array_equal(some.values("SIEF_ELGA", "SIYY"), kept[..., : some.values("SIEF_ELGA", "SIYY").shape[-1]])


def test_some_fields_need_no_model(tmp_path):
    choice = 'ARCHIVAGE=_F(NUME_ORDRE=1, NOM_CHAM="DEPL"), RESTREINT=_F(MAILLAGE=MB)'
    study = run(tmp_path, WHOLE, f"SOME = EXTR_RESU(RESULTAT=WHOLE, {choice})")
    assert study["SOME"].field_names() == ["DEPL"] and study["SOME"].mesh is study["MB"]


def test_a_result_may_become_its_part(tmp_path):
    study = run(tmp_path, WHOLE, 'WHOLE = EXTR_RESU(reuse=WHOLE, RESULTAT=WHOLE, ARCHIVAGE=_F(NUME_ORDRE=1, NOM_CHAM="DEPL"))')
    assert study["WHOLE"].field_names() == ["DEPL"]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("MAILLAGE=MB", "WHOLE holds the field at elements SIEF_ELGA"),
        ("MODELE=MO", "the mesh was not made from that of WHOLE by CREA_MAILLAGE, RESTREINT"),
        ("MODELE=PART, CHAM_MATER=MATER", "MATER stands on another mesh than MB"),
    ],
)
def test_what_does_not_fit_is_told(tmp_path, where, said):
    assert said in diagnostics(tmp_path, WHOLE, f"SOME = EXTR_RESU(RESULTAT=WHOLE, RESTREINT=_F({where}))")
