"""PRE_SIGM: stresses push as their equilibrium asks, however their field is told; what it cannot read is refused."""

import numpy as np
import pytest

from tests.commands.meshes import diagnostics, run

MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(NOEUD='N1', DX=0.0, DY=0.0), _F(NOEUD='N3', DY=0.0)))"""
STRESSES = "NOM_CMP=('SIXX', 'SIYY', 'SIZZ', 'SIXY'), VALE=(2.0, -1.0, 0.0, 0.5)"


def field(kind):
    return f"S = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='{kind}', MODELE=MO, AFFE=_F(TOUT='OUI', {STRESSES}))"


@pytest.mark.parametrize("kind", ["CART_SIEF_R", "ELGA_SIEF_R"])
def test_the_plate_takes_the_stresses_that_push_it(tmp_path, kind):
    study = run(
        tmp_path, MODEL, field(kind), "L = AFFE_CHAR_MECA(MODELE=MO, PRE_SIGM=_F(SIGM=S))",
        "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=L)))",
    )  # fmt: skip
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    stress = study["R"].field("SIEF_ELGA", 1)
    for word, value in {"SIXX": 2.0, "SIYY": -1.0, "SIXY": 0.5}.items():
        for cell in range(8, 13):
            np.testing.assert_allclose(stress.at_cell(cell, word), value, atol=1e-12)


def test_a_field_of_something_else_is_refused(tmp_path):
    told = diagnostics(
        tmp_path, MODEL, field("ELNO_SIEF_R"), "L = AFFE_CHAR_MECA(MODELE=MO, PRE_SIGM=_F(SIGM=S))",
    )  # fmt: skip
    assert told == ["SIGM is a field ELNO: it must be one at points, or by cells"]


def test_an_extrapolated_step_knows_what_holds_it(tmp_path):
    study = run(
        tmp_path, MODEL, "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 2.0, 2.0))",
        "PULL = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(NOEUD='N9', FY=1.0))", "T = DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))",
        "R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PULL, FONC_MULT=F)),"
        " COMPORTEMENT=_F(RELATION='ELAS'), INCREMENT=_F(LIST_INST=T), NEWTON=_F(PREDICTION='EXTRAPOLE'))",
    )  # fmt: skip
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    assert [study["R"].parameter("ITER_GLOB", order) for order in (1, 2)] == [2, 1]
