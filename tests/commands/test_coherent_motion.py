"""GENE_ACCE_SEISME, MATR_COHE: places that are near each other shake alike, those that are far do not."""

import numpy as np
import pytest

import pyaster_lite

MESH = """COOR_3D
 N1 0. 0. 0.
 N2 0.001 0. 7.
 N3 400. 0. 0.
FINSF
POI1
 M1 N1
 M2 N2
 M3 N3
FINSF
GROUP_NO NOM=BASE
 N1 N2 N3
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
T = GENE_ACCE_SEISME(
    INIT_ALEA=12, PAS_INST=0.02, PESANTEUR=9.81, DUREE_PHASE_FORTE=20.0, MATR_COHE=_F(MAILLAGE=M, GROUP_NO_INTERF='BASE', %s),
    DSP=_F(AMOR_REDUIT=0.6, FREQ_FOND=3.0), MODULATION=_F(TYPE='CONSTANT', ECART_TYPE=0.1), %s)
"""


@pytest.fixture
def signals(tmp_path):
    def run(kind, more=""):
        (tmp_path / "deck.comm").write_text(DECK % (kind, more))
        (tmp_path / "deck.mail").write_text(MESH)
        table = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")["T"]
        assert table.column("NOEUD") == ["1", "2", "3"] and table.column("NUME_ORDRE") == [1, 1, 1]
        return [table.objects[name].y for name in table.column("FONCTION")]

    return run


@pytest.mark.parametrize("kind, most", [("TYPE='MITA_LUCO', VITE_ONDE=200., PARA_ALPHA=0.5", 0.3), ("TYPE='ABRAHAMSON'", 0.8)])
def test_near_and_far(signals, kind, most):
    first, near, far = signals(kind)
    assert np.std(first) == pytest.approx(0.981, rel=0.15) and np.std(far) == pytest.approx(0.981, rel=0.15)
    # heights do not count
    assert abs(first - near).max() < 0.02 * abs(first).max()
    assert abs(np.corrcoef(first, far)[0, 1]) < most


def test_a_frequency_that_moves(signals):
    # all places shake alike then, since the coherency is that of one low pulsation
    first, near, far = signals("TYPE='ABRA_ROCHER'", "FREQ_PENTE=-0.05")
    assert np.corrcoef(first, near)[0, 1] > 0.999 and np.corrcoef(first, far)[0, 1] > 0.9
