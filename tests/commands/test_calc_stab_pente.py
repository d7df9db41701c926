"""CALC_STAB_PENTE by reduction of the strength: a square pressed from above, which holds up to 2 c cos(phi) / (1 - sin(phi))."""

from math import atan, cos, degrees, radians, sin, tan

import pytest

from .meshes import run

PRESSURE, COHESION, PHI = 100.0, 50.0, 20.0


def strength(factor):
    angle = atan(tan(radians(PHI)) / factor)
    return 2 * COHESION / factor * cos(angle) / (1 - sin(angle))


def test_the_last_factor_that_holds(tmp_path):
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
        f"MAT = DEFI_MATERIAU(ELAS=_F(E=1.0e5, NU=0.25), MOHR_COULOMB=_F(PHI={PHI}, ANGDIL={PHI}, COHESION={COHESION}))",
        "CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
        "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='BOTTOM', DY=0.0), _F(GROUP_MA='LEFT', DX=0.0)))",
        f"PRESS = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=(_F(NOEUD='N8', FY=-{PRESSURE}), _F(NOEUD=('N7', 'N9'), FY=-{PRESSURE / 2})))",
        "RAMP = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0))",
        "LI = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2))",
        "T = CALC_STAB_PENTE(MODELE=MO, CHAM_MATER=CH, TOUT='OUI', EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PRESS, FONC_MULT=RAMP)), "
        "INCREMENT=_F(LIST_INST=LI), COMPORTEMENT=_F(RELATION='MOHR_COULOMB'), CHAM_DEFO=CO('LAST'), "
        "FS=_F(FS_INIT=1.2, INCR_INIT=0.1, RESI_MAXI=0.05))",
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    factors = study["T"].cells["FS"]
    assert factors == sorted(factors) and factors[0] == 1.2
    assert strength(factors[-1]) > PRESSURE > strength(factors[-1] + 0.06)
    assert study["LAST"].has_field("VARI_NOEU", study["LAST"].orders[-1])
    assert degrees(atan(tan(radians(PHI)) / factors[-1])) == pytest.approx(PHI / factors[-1], rel=0.05)
