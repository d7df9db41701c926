"""Loads that say nothing of discrete elements, and weight of solids of revolution."""

from pathlib import Path

import numpy as np

from tests.commands.meshes import diagnostics, run

DISCRETE = 'MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="BOTTOM", PHENOMENE="MECANIQUE", MODELISATION="2D_DIS_T"))\n'
RING = """
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="AXIS"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0, RHO=3.0))
MATER = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=STEEL))
WEIGHT = AFFE_CHAR_MECA(MODELE=MO, PESANTEUR=_F(GRAVITE=2.5, DIRECTION=(3.0, 4.0, 0.0)))
PULL = AFFE_CHAR_MECA(MODELE=MO, FORCE_INTERNE=_F(GROUP_MA="PLATE", FY=6.0))
"""


def test_no_strain_on_discretes_is_no_load(tmp_path):
    study = run(tmp_path, DISCRETE, 'NONE = AFFE_CHAR_MECA(MODELE=MO, PRE_EPSI=_F(GROUP_MA="BOTTOM", EPXX=0.0))')
    assert not study["NONE"].forces
    said = diagnostics(tmp_path, DISCRETE, 'SOME = AFFE_CHAR_MECA(MODELE=MO, PRE_EPSI=_F(GROUP_MA="BOTTOM", EPXX=1e-3))')
    assert any("none of these cells can carry it" in line for line in said)


def test_weight_pulls_solids_of_revolution_along_their_axis_only(tmp_path):
    study = run(tmp_path, RING)
    data = study["MO"].data(study["MATER"])
    weight, pull = (study[name].forces[0].vector(data, 0.0, None) for name in ("WEIGHT", "PULL"))
    np.testing.assert_allclose(weight, pull, atol=1e-12)
    assert abs(pull).max() > 1.0


def test_sides_of_solids_bear_no_force_of_shells(tmp_path, capsys):
    block = Path(__file__).parents[2] / "meshes" / "projected_heat.mail"
    study = run(
        tmp_path,
        'MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=("BLOCK", "BLOCK_TOP"), PHENOMENE="MECANIQUE", MODELISATION="3D"))',
        'NONE = AFFE_CHAR_MECA(MODELE=MO, FORCE_COQUE=_F(GROUP_MA="BLOCK_TOP", FX=1.0))',
        text=block.read_text(),
    )
    assert not study["NONE"].forces
    assert "FORCE_COQUE has no effect here: sides of solids bear FORCE_FACE" in capsys.readouterr().err


def test_nothing_flows_through_the_sides_of_a_porous_model_without_sides(tmp_path, capsys):
    study = run(
        tmp_path,
        'MQ = CREA_MAILLAGE(MAILLAGE=MA, LINE_QUAD=_F(TOUT="OUI"))',
        'MO = AFFE_MODELE(MAILLAGE=MQ, AFFE=_F(GROUP_MA="PLATE", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN_HM"))',
        'NONE = AFFE_CHAR_MECA(MODELE=MO, FLUX_THM_REP=_F(TOUT="OUI", FLUN_HYDR1=1.0))',
    )
    assert not study["NONE"].forces
    assert "FLUX_THM_REP has no effect here: MO has no sides that anything flows through" in capsys.readouterr().err


def test_sides_that_do_not_absorb_let_no_wave_in(tmp_path, capsys):
    block = Path(__file__).parents[2] / "meshes" / "projected_heat.mail"
    study = run(
        tmp_path,
        'MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA=("BLOCK", "BLOCK_TOP"), PHENOMENE="MECANIQUE", MODELISATION="3D"))',
        'WAVE = FORMULE(VALE="sin(INST)", NOM_PARA="INST")',
        'NONE = AFFE_CHAR_MECA_F(MODELE=MO, ONDE_PLANE=_F(GROUP_MA="BLOCK_TOP", DIRECTION=(0.0, 0.0, 1.0), TYPE_ONDE="P", '
        "FONC_SIGNAL=WAVE, COOR_SOURCE=(0.0, 0.0, 0.0), COOR_REFLECHI=(0.0, 0.0, 1.0)))",
        text=block.read_text(),
    )
    assert not study["NONE"].forces
    assert "ONDE_PLANE has no effect here: these sides of solids do not absorb" in capsys.readouterr().err


BARS = """
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="BOTTOM", PHENOMENE="MECANIQUE", MODELISATION="2D_BARRE"))
STEEL = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0, RHO=3.0))
MATER = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT="OUI", MATER=STEEL))
BARS = AFFE_CARA_ELEM(MODELE=MO, BARRE=_F(GROUP_MA="BOTTOM", SECTION="GENERALE", CARA="A", VALE=2.0))
TURN = AFFE_CHAR_MECA(MODELE=MO, ROTATION=_F(VITESSE=1.0, AXE=(0.0, 0.0, 1.0)), DDL_IMPO=_F(GROUP_MA="BOTTOM", DX=0.0, DY=0.0))
"""


def test_bars_that_cannot_turn_are_told_when_the_load_is_computed(tmp_path):
    assert run(tmp_path, BARS)["TURN"].forces
    said = diagnostics(tmp_path, BARS, "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=MATER, CARA_ELEM=BARS, EXCIT=_F(CHARGE=TURN))")
    assert any("none of the elements of its cells can carry it" in line for line in said)
