"""Combinations of load cases, and resultants through sections, of a clamped beam."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

BEAM = """
DEBUT()
MA = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='POU_D_E'))
CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA='BEAM', SECTION='CERCLE', CARA='R', VALE=0.1))
ST = DEFI_MATERIAU(ELAS=_F(E=2.0e11, NU=0.3, RHO=7800.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=ST))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0.0, DY=0.0, DZ=0.0, DRX=0.0, DRY=0.0, DRZ=0.0))
PUSH = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(GROUP_NO='TIP', FY=1000.0))
PULL = AFFE_CHAR_MECA(MODELE=MO, FORCE_NODALE=_F(GROUP_NO='TIP', FX=500.0))
G = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, EXCIT=(_F(CHARGE=HELD), _F(CHARGE=PUSH)))
Q = MACRO_ELAS_MULT(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, CHAR_MECA_GLOBAL=HELD,
                    CAS_CHARGE=(_F(NOM_CAS='A', CHAR_MECA=PUSH, OPTION='SANS'), _F(NOM_CAS='B', CHAR_MECA=PULL, OPTION='SANS')))
CUT_G = CALC_COUPURE(RESULTAT=G, COUPURE=_F(NOM='FOOT', TOUT='OUI', GROUP_NO='FOOT', POINT=(1.0, 0.0, 0.0),
                                            AXE_X=(0.0, 1.0, 0.0), AXE_Y=(-1.0, 0.0, 0.0)))
CUT_Q = CALC_COUPURE(RESULTAT=Q, COUPURE=_F(NOM='FOOT', TOUT='OUI', GROUP_NO='FOOT', POINT=(1.0, 0.0, 0.0),
                                            AXE_X=(0.0, 1.0, 0.0), AXE_Y=(-1.0, 0.0, 0.0)))
T = CREA_TABLE(LISTE=(_F(PARA='CMB', LISTE_K=('C1', 'C2')), _F(PARA='G', LISTE_R=(1.35, 1.0)), _F(PARA='Q', LISTE_R=(1.5, 0.0))))
"""
MESH = """
COOR_3D
N1 0. 0. 0.
N2 1. 0. 0.
N3 2. 0. 0.
FINSF
SEG2
M1 N1 N2
M2 N2 N3
FINSF
GROUP_MA NOM=BEAM
M1 M2
FINSF
GROUP_NO NOM=FOOT
N1
FINSF
GROUP_NO NOM=TIP
N3
FINSF
FIN
"""


@pytest.fixture
def deck(tmp_path):
    def run(text, **options):
        (tmp_path / "beam.mail").write_text(MESH)
        path = tmp_path / "deck.comm"
        path.write_text(BEAM + text + "FIN()\n")
        return pyaster_lite.run(path, output=tmp_path / "out", units={20: tmp_path / "beam.mail"}, **options)

    return run


def test_resultants_stand_in_the_axes_and_at_the_point_of_the_section(deck):
    row = deck("")["CUT_G"].rows()[0]
    # the foot bears -1000 along Y, which has a moment of 1000 about Z at x = 1, less the 2000 of the clamp
    assert [row[name] for name in ("R1", "R2", "R3", "M1", "M2", "M3")] == pytest.approx([-1000.0, 0.0, 0.0, 0.0, 0.0, -1000.0], abs=1e-6)


@pytest.mark.parametrize("version", ["12", "15"])
def test_what_is_warm_is_strained_once_in_every_version(deck, version):
    study = deck(
        "HOT = DEFI_MATERIAU(ELAS=_F(E=2.0e11, NU=0.3, ALPHA=1e-5))\n"
        "T = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_TEMP_R', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=100.0))\n"
        "CW = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=HOT), AFFE_VARC=_F(NOM_VARC='TEMP', CHAM_GD=T, VALE_REF=0.0))\n"
        "W = MACRO_ELAS_MULT(MODELE=MO, CHAM_MATER=CW, CARA_ELEM=CA, CHAR_MECA_GLOBAL=HELD,\n"
        "                    CAS_CHARGE=_F(NOM_CAS='A', TYPE_MODE='TOUS', CHAR_MECA=PULL, OPTION='SANS'))\n",
        aster_version=version,
    )
    # alpha dT L, and F L / E A
    assert study["W"].field("DEPL", 1).values.max() == pytest.approx(1e-5 * 100 * 2 + 500 * 2 / (2e11 * np.pi * 0.01), rel=1e-9)


def test_results_are_added_for_each_storage_order(deck):
    study = deck(
        "R = POST_COMBINAISON(MODELE=MO, TABLE_COEF=T, TYPE_COMB='RESULTAT', NOM_CHAM='DEPL', TABLE_COEF_RESU=CO('USED'),"
        " AFFE=(_F(NOM_CAS='Q', RESULTAT=Q), _F(NOM_CAS='G', RESULTAT=G)))\n"
    )
    made, g, q = study["R"], study["G"], study["Q"]
    assert [made.parameter("NOM_CAS", order) for order in made.orders] == ["C1.1", "C1.2", "C2"]
    own = [g.field("DEPL", 1), *(q.field("DEPL", order) for order in q.orders)]
    for order, (a, b, c) in zip(made.orders, ((1.35, 1.5, 0.0), (1.35, 0.0, 1.5), (1.0, 0.0, 0.0))):
        expected = sum(factor * field.component("DY") for factor, field in zip((a, b, c), own))
        assert np.allclose(made.field("DEPL", order).component("DY"), expected, rtol=1e-12)
    assert study["USED"].column("Q2") == [0.0, 1.5, 0.0]


def test_a_field_may_be_wanted_at_some_nodes_alone(deck):
    study = deck(
        "R = POST_COMBINAISON(MODELE=MO, TABLE_COEF=T, TYPE_COMB='RESULTAT', NOM_CHAM='DEPL', GROUP_NO='TIP',"
        " AFFE=(_F(NOM_CAS='Q', RESULTAT=Q), _F(NOM_CAS='G', RESULTAT=G)))\n"
    )
    assert study["R"].field("DEPL", 1).present.any(axis=1).tolist() == [False, False, True]


def test_tables_are_added_place_by_place(deck):
    table = deck(
        "R = POST_COMBINAISON(TABLE_COEF=T, TYPE_COMB='TABLE', AFFE=(_F(NOM_CAS='Q', TABLE=CUT_Q), _F(NOM_CAS='G', TABLE=CUT_G)))\n"
    )["R"]
    assert table.column("NOM_CAS") == ["C1.1", "C1.2", "C2"]
    assert table.column("R1") == pytest.approx([-2850.0, -1350.0, -1000.0])
    assert table.column("R2") == pytest.approx([0.0, 750.0, 0.0], abs=1e-6)


def test_a_case_that_no_column_has_is_refused(deck):
    with pytest.raises(Refused, match="no column of numbers W"):
        deck("R = POST_COMBINAISON(TABLE_COEF=T, TYPE_COMB='TABLE', AFFE=(_F(NOM_CAS='W', TABLE=CUT_Q), _F(NOM_CAS='G', TABLE=CUT_G)))\n")


def test_damping_by_rayleigh(deck):
    study = deck(
        "ASSEMBLAGE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, CHARGE=HELD, NUME_DDL=CO('NU'), MATR_ASSE="
        "(_F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('M'), OPTION='MASS_MECA')))\n"
        "V = CALC_MODES(MATR_RIGI=K, MATR_MASS=M, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=2))\n"
        "A = CALC_AMOR_MODAL(AMOR_RAYLEIGH=_F(AMOR_ALPHA=1e-4, AMOR_BETA=3.0, MODE_MECA=V))\n"
    )
    w = 2 * np.pi * study["V"].access("FREQ")
    assert np.array(study["A"].values) == pytest.approx(0.5e-4 * w + 1.5 / w)


def test_the_instant_of_load_cases_is_shown_as_zero(deck):
    found = deck("E = POST_ELEM(RESULTAT=Q, ENER_POT=_F(TOUT='OUI'))\n")
    assert [row["INST"] for row in found["E"].rows()] == [0.0, 0.0]
