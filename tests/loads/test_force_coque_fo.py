"""FORCE_COQUE_FO: pressures by cell, of thickness and density."""

import numpy as np

from tests.commands.meshes import diagnostics, in_space, run

SPACE = in_space()
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='MECANIQUE', MODELISATION='DKT'))
CA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS=0.25))
M = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25, RHO=3.0))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
P = FORMULE(VALE='X * EP * RHO', NOM_PARA=('X', 'EP', 'RHO$'))"""


def test_the_pressure_of_each_cell_is_that_of_its_middle(tmp_path):
    study = run(
        tmp_path, MODEL, "L = AFFE_CHAR_MECA(MODELE=MO, CARA_ELEM=CA, CHAM_MATER=CH, FORCE_COQUE_FO=_F(TOUT='OUI', PRES=P))",
        "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_MA='LEFT', DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0))",
        "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=L)))",
        "R = CALC_CHAMP(reuse=R, RESULTAT=R, FORCE='REAC_NODA')", text=SPACE,
    )  # fmt: skip
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    reaction = study["R"].field("REAC_NODA", 1)
    total = np.nansum(reaction.values[:, reaction.components.index("DZ")])
    middles = {0.5: 2.0, 1.5: 1.0, 5 / 3: 0.5, 4 / 3: 0.5}
    np.testing.assert_allclose(total, 0.75 * sum(x * area for x, area in middles.items()), rtol=1e-9)


def test_what_is_not_told_is_asked_for(tmp_path):
    load = "L = AFFE_CHAR_MECA(MODELE=MO, CARA_ELEM=CA, FORCE_COQUE_FO=_F(TOUT='OUI', PRES=P))"
    told = diagnostics(tmp_path, MODEL, load, text=SPACE)
    assert told == ["it depends on RHO, which CHAM_MATER does not tell of all these cells"]
