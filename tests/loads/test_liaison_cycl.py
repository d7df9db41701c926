"""LIAISON_CYCL: one edge of a square follows the other; of DNOR only along its normal."""

import numpy as np
import pytest

from tests.commands.meshes import GRID, run

TEXT = GRID.replace("GROUP_NO NOM=ENDS", "GROUP_MA NOM=RIGHT\nM3 M4\nFINSF\nGROUP_NO NOM=ENDS")
DECK = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=5.0, NU=0.0))",
    "CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.1), _F(GROUP_MA='BOTTOM', DY=0.0)))",
    "LIKE = AFFE_CHAR_MECA(MODELE=MO, LIAISON_CYCL=_F(GROUP_MA_MAIT1='PLATE', GROUP_MA_ESCL='RIGHT', {}))",
    "U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=LIKE)))",
)


def moved(tmp_path, words):
    study = run(tmp_path, *(line.format(words) if line.startswith("LIKE") else line for line in DECK), text=TEXT)
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    return np.stack([study["U"].field("DEPL", 1).component(name) for name in ("DX", "DY")], axis=1)


def test_the_normal_displacement_follows_the_other_edge(tmp_path):
    found = moved(tmp_path, "TRAN=(-2.0, 0.0), COEF_ESCL=2.0, DDL_MAIT='DNOR', DDL_ESCL='DNOR'")
    np.testing.assert_allclose(found[[2, 5, 8], 0], 0.05, rtol=1e-10)


def test_the_normal_turns_with_the_edge(tmp_path):
    """The right edge, turned by a quarter about the middle, lies on the upper one: its ux follows the uy there."""
    found = moved(tmp_path, "CENTRE=(1.0, 1.0), ANGL_NAUT=90.0, DDL_MAIT='DNOR', DDL_ESCL='DNOR'")
    right, upper = found[[2, 5, 8], 0], found[[8, 7, 6], 1]
    assert right[1] == pytest.approx(upper[1], abs=1e-12) and right[0] == pytest.approx(upper[0], abs=1e-12)
