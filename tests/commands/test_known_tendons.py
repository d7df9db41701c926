"""DEFI_CABLE_BP: tendons that a table tells, and tendons whose tension is known."""

from math import exp

import numpy as np
import pytest

from .meshes import run

BAR = """\
COOR_3D
N1 0 0 0  N2 2 0 0  N3 2 1 0  N4 0 1 0  N5 0 0 1  N6 2 0 1  N7 2 1 1  N8 0 1 1
C1 0 0.5 0.5  C2 1 0.5 0.5  C3 2 0.5 0.5
D1 0 0.5 0.25  D2 2 0.5 0.25
FINSF
HEXA8
M1 N1 N2 N3 N4 N5 N6 N7 N8
FINSF
SEG2
S1 C1 C2  S2 C2 C3  S3 D1 D2
FINSF
GROUP_MA NOM=STONE
M1
FINSF
GROUP_MA NOM=UP
S1 S2
FINSF
GROUP_MA NOM=DOWN
S3
FINSF
GROUP_NO NOM=U1
C1
FINSF
GROUP_NO NOM=U2
C3
FINSF
GROUP_NO NOM=D1
D1
FINSF
GROUP_NO NOM=D2
D2
FINSF
FIN
"""
MODEL = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=(_F(GROUP_MA='STONE', PHENOMENE='MECANIQUE', MODELISATION='3D'), "
    "_F(GROUP_MA=('UP', 'DOWN'), PHENOMENE='MECANIQUE', MODELISATION='BARRE')))",
    "CA = AFFE_CARA_ELEM(MODELE=MO, BARRE=_F(GROUP_MA=('UP', 'DOWN'), SECTION='GENERALE', CARA='A', VALE=1e-4))",
    "MS = DEFI_MATERIAU(ELAS=_F(E=3e10, NU=0.0), ETCC_BETON=_F())",
    "MW = DEFI_MATERIAU(ELAS=_F(E=2e11, NU=0.3), ETCC_ACIER=_F(F_PRG=1.8e9, COEF_FROT=0.1, PERT_LIGNE=0.5, RELAX_1000=2.5))",
    "CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=(_F(GROUP_MA='STONE', MATER=MS), _F(GROUP_MA=('UP', 'DOWN'), MATER=MW)))",
    "N = CREA_TABLE(LISTE=(_F(PARA='ABSC_CURV', LISTE_R=(0.0, 1.0, 2.0)), _F(PARA='N', LISTE_R=(1.2e5, 1.1e5, 1.0e5))))",
    "W = CREA_TABLE(LISTE=(_F(PARA='GROUP_MA', LISTE_K=('UP', 'DOWN')), _F(PARA='GROUP_NO1', LISTE_K=('U1', 'D1')), "
    "_F(PARA='GROUP_NO2', LISTE_K=('U2', 'D2'))))",
)
TENDONS = "T = DEFI_CABLE_BP(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, GROUP_MA_BETON='STONE', TYPE_ANCRAGE=('ACTIF', 'PASSIF'), {})"
UP = "_F(GROUP_MA='UP', GROUP_NO_ANCRAGE=('U1', 'U2'), TENSION=N)"


def tensions(tmp_path, words):
    study = run(tmp_path, *MODEL, TENDONS.format(words), "B = RECU_TABLE(CO=T, NOM_TABLE='CABLE_BP')", text=BAR)
    errors = [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    return errors or study["B"]


def test_a_table_tells_several_tendons(tmp_path):
    table = tensions(tmp_path, "TENSION_INIT=1e5, RECUL_ANCRAGE=0.0, DEFI_CABLE=_F(TABL_CABLE=W)")
    assert table.column("NOM_CABLE") == ["UP"] * 3 + ["DOWN"] * 2
    np.testing.assert_allclose(table.column("TENSION"), [1e5 * exp(-0.05 * s) for s in (0.0, 1.0, 2.0, 0.0, 2.0)])


def test_a_tension_that_is_given_as_it_is(tmp_path):
    table = tensions(tmp_path, f"MODI_CABLE_RUPT={UP}")
    assert table.column("TENSION") == [1.2e5, 1.1e5, 1.0e5]


def test_a_relaxation_of_the_tension_that_is_known(tmp_path):
    table = tensions(tmp_path, f"TENSION_INIT=1e5, RECUL_ANCRAGE=0.0, TYPE_RELAX='ETCC_REPRISE', NBH_RELAX=5e5, MODI_CABLE_ETCC={UP}")
    for found, s, known in zip(table.column("TENSION"), (0.0, 1.0, 2.0), (1.2e5, 1.1e5, 1.0e5)):
        share = known / 1.8e5
        lost = 0.8 * 0.66e-5 * 2.5 * exp(9.1 * share) * 500.0 ** (0.75 * (1.0 - share)) * known
        assert found == pytest.approx(1e5 * exp(-0.05 * s) - lost)


def test_a_tension_of_another_tendon_is_refused(tmp_path):
    words = "MODI_CABLE_RUPT=_F(GROUP_MA='DOWN', GROUP_NO_ANCRAGE=('D1', 'D2'), TENSION=N)"
    assert any("the table has 3 values, the tendon 2 nodes" in text for text in tensions(tmp_path, words))


def test_nodes_in_the_cone_of_an_anchor_have_no_neighbours_in_the_table(tmp_path):
    cone = "CONE=_F(RAYON=0.2, LONGUEUR=0.5, PRESENT=('OUI', 'NON'))"
    table = tensions(tmp_path, f"TENSION_INIT=1e5, RECUL_ANCRAGE=0.0, {cone}, DEFI_CABLE=_F(GROUP_MA='UP', GROUP_NO_ANCRAGE=('U1', 'U2'))")
    for name in ("NOEUD_BETON_VOISIN", "MAILLE_BETON_VOISINE", "INDICE_IMMERSION"):
        assert [value is None for value in table.column(name)] == [True, False, False]
    assert None not in table.column("TENSION")
