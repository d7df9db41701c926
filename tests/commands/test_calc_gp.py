"""CALC_GP on a plate that is stretched and squeezed."""

import pytest

from .meshes import run

PULLED = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=8.0, NU=0.25))",
    "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "PULL = FORMULE(NOM_PARA=('X', 'Y'), VALE='0.2*X')",
    "PUSH = FORMULE(NOM_PARA=('X', 'Y'), VALE='-0.1*Y')",
    "LOAD = AFFE_CHAR_MECA_F(MODELE=MO, DDL_IMPO=_F(TOUT='OUI', DX=PULL, DY=PUSH))",
    "R = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CH, EXCIT=_F(CHARGE=LOAD))",
    "LI = DEFI_LIST_REEL(VALE=0.0)",
    "LS = DEFI_LIST_REEL(VALE=(2.0, 4.0))",
    "MA = DEFI_GROUP(reuse=MA, MAILLAGE=MA, CREA_GROUP_MA=_F(NOM='ONE', MAILLE='M9'))",
)
LAME, MU = 3.2, 3.2


def test_slices_of_the_mesh(tmp_path):
    study = run(
        tmp_path,
        *PULLED,
        "G = CALC_GP(RESULTAT=R, LIST_INST=LI, SYME='OUI', GPMAX=CO('MOST'), "
        "TRANCHE_2D=_F(ZONE_MAIL='OUI', GROUP_MA=('ONE', 'PLATE'), TAILLE=LS))",
        "D = CALC_GP(RESULTAT=R, LIST_INST=LI, SYME='NON', "
        "TRANCHE_2D=_F(ZONE_MAIL='NON', CENTRE=(-50.0, 1.0), RAYON=20.0, ANGLE=0.0, TAILLE=60.0, NB_ZONE=2, CHAMP_VISU=CO('SEEN')))",
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    tension, whole = 0.5 * LAME * 0.1**2 + MU * 0.2**2, 0.5 * LAME * 0.1**2 + MU * (0.2**2 + 0.1**2)
    cells = study["G"].cells
    assert cells["GP"] == pytest.approx([2.0 * tension / 2.0, 2.0 * 4.0 * tension / 4.0]) and cells["ZONE"] == ["ONE", "PLATE"]
    assert cells["MAX_INST"] == [0, 1] and study["MOST"].cells["ZONE"] == ["PLATE"]
    drawn = study["D"].cells
    assert drawn["ENER ELAS"] == pytest.approx([4.0 * whole] * 2) and drawn["DELTA L"] == [60.0, 120.0] and drawn["MAX_INST"] == [1, 0]
    assert study["SEEN"].components == ("X1", "X2")
