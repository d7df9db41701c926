"""SECH_IMPO: concentrations of water, in the command of heat as in that of drying."""

import numpy as np
import pytest

from tests.commands.meshes import run

MODEL = "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='AXIS_SECH'))"


@pytest.mark.parametrize("command", ["AFFE_CHAR_SECH", "AFFE_CHAR_THER"])
def test_both_commands_impose_it(tmp_path, command):
    study = run(tmp_path, MODEL, f"LOAD = {command}(MODELE=MO, SECH_IMPO=_F(GROUP_MA='LEFT', SECH=7.0))")
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    relations = study["LOAD"].relations(lambda t: 1.0)
    assert relations.matrix.shape[0] == 3
    np.testing.assert_allclose(relations.value(0.0), 7.0)
