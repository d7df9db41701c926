"""CALC_COUPURE of an earthquake on a mass that three springs hold: each direction has one mode, of a reaction M S."""

import numpy as np
import pytest

from .meshes import in_space, run

DECK = (
    "MP = CREA_MAILLAGE(MAILLAGE=MA, CREA_POI1=_F(NOM_GROUP_MA='P', NOEUD='N2'))",
    "MO = AFFE_MODELE(MAILLAGE=MP, AFFE=_F(GROUP_MA=('S', 'P'), PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))",
    "CA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(_F(GROUP_MA='S', CARA='K_T_D_L', VALE=(100.0, 200.0, 300.0)), "
    "_F(GROUP_MA='P', CARA='M_T_D_N', VALE=2.0), _F(GROUP_MA='P', CARA='K_T_D_N', VALE=(0.0, 0.0, 0.0)), "
    "_F(GROUP_MA='S', CARA='M_T_D_L', VALE=0.0)))",
    "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0.0, DY=0.0, DZ=0.0))",
    "ASSEMBLAGE(MODELE=MO, CARA_ELEM=CA, CHARGE=HELD, NUME_DDL=CO('NUM'), MATR_ASSE=(_F(MATRICE=CO('K'), OPTION='RIGI_MECA'), "
    "_F(MATRICE=CO('M'), OPTION='MASS_MECA')))",
    "MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=3))",
    "MODES = NORM_MODE(reuse=MODES, MODE=MODES, NORME='MASS_GENE')",
    "F1 = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0.1, 5.0, 100.0, 5.0))",
    "SP = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.01, 0.1), FONCTION=(F1, F1))",
    "T = CALC_COUPURE(RESULTAT=MODES, MODAL_SPECTRAL='OUI', COMB_MODE='CQC', AMOR_REDUIT=0.05, SPEC_OSCI=(SP, SP, SP), "
    "ECHELLE=(1.0, 2.0, 3.0), COUPURE=_F(NOM='C', GROUP_MA='S', GROUP_NO='FOOT', POINT=(0.0, 0.0, 0.0)){})",
)
TEXT = in_space().replace("GROUP_NO NOM=ENDS", "GROUP_MA NOM=S\nM1\nFINSF\nGROUP_NO NOM=FOOT\nN1\nFINSF\nGROUP_NO NOM=ENDS")


def rows(tmp_path, words=""):
    study = run(tmp_path, *(line.format(words) if line.startswith("T =") else line for line in DECK), text=TEXT)
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    assert not errors, errors
    return study["T"].rows()


def whole(scale):
    """Mass times the spectrum, and what the correction by a static response of zero adds: the mass."""
    return 2.0 * np.hypot(5.0 * scale, 1.0)


def test_directions_and_their_quadratic_sum(tmp_path):
    x, y, z, all_of_them = rows(tmp_path)
    assert (x["R1"], y["R2"], z["R3"]) == pytest.approx((whole(1.0), whole(2.0), whole(3.0)), rel=1e-6)
    assert abs(y["R1"]) < 1e-6 * y["R2"] and x["TYPE"] == "CQC_NON_SIGNE" and z["DIRECTION"] == "Z"
    assert [all_of_them[f"R{i}"] for i in (1, 2, 3)] == pytest.approx([whole(1.0), whole(2.0), whole(3.0)], rel=1e-6)
    assert all_of_them["DIRECTION"] == "XYZ" and all_of_them["NUME_ORDRE"] == 4


def test_newmark(tmp_path):
    found = rows(tmp_path, ", COMB_DIRECTION='NEWMARK'")
    assert len(found) == 24 and found[2]["DIRECTION"] == "1;-0.4;-0.4"
    assert (found[2]["R1"], found[2]["R2"]) == pytest.approx((whole(1.0), -0.4 * whole(2.0)), rel=1e-6)
