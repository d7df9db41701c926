"""POST_DECOLLEMENT on a plate whose right side has left: of shares of area by node."""

import numpy as np

from .meshes import in_space, run

DECK = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='3D'))",
    "D1 = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MA, AFFE=(_F(TOUT='OUI', NOM_CMP=('DX', 'DY', 'DZ'), "
    "VALE=(1.0, 1.0, -0.5)), _F(NOEUD=('N3', 'N6', 'N9'), NOM_CMP=('DX', 'DY', 'DZ'), VALE=(1.0, 1.0, 0.5))))",
    "D0 = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY', 'DZ'), "
    "VALE=(0.0, 0.0, 0.0)))",
    "U = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_NOLI', AFFE=(_F(NOM_CHAM='DEPL', CHAM_GD=D0, INST=0.0, MODELE=MO), "
    "_F(NOM_CHAM='DEPL', CHAM_GD=D1, INST=1.0, MODELE=MO)))",
    "T = POST_DECOLLEMENT(RESULTAT=U, GROUP_MA='PLATE')",
)


def test_share_of_the_nodes_that_left(tmp_path):
    study = run(tmp_path, *DECK, text=in_space())
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    table = study["T"]
    # the three nodes at x = 2: a quarter and a quarter + a sixth of the cells beside them, then both triangles' share at the corner
    assert table.column("INST") == [0.0, 1.0]
    np.testing.assert_allclose(table.column("%DECOL"), [0.0, 100 * (0.25 + 0.25 + 1 / 6 + 1 / 3) / 4])
    assert study["MA"].node_groups["PDECOL"].tolist() == list(range(9))


def test_lines_are_refused(tmp_path):
    lines = [line.replace("'PLATE'", "'BOTTOM'") for line in DECK]
    study = run(tmp_path, *lines, text=in_space())
    assert any("not made of faces" in d.message for d in study.diagnostics)
