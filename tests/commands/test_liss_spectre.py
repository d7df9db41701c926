"""LISS_SPECTRE writes the smooth spectra of each floor and direction, and what they come of."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

DECK = """
A = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(1., 1., 2., 4., 3., 2., 4., 1.))
B = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(1., 1., 2., 3., 3., 1.5, 4., 1.))
N = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.02, 0.05), FONCTION=(A, B))
TOLD = CREA_TABLE(LISTE=(
    _F(PARA='NOM', LISTE_K=['ROOF']), _F(PARA='BATIMENT', LISTE_K=['TOWER']), _F(PARA='COMMENTAIRE', LISTE_K=['-']),
    _F(PARA='NUME_AMOR', LISTE_I=[0, 1], NUME_LIGN=[2, 3]), _F(PARA='AMOR', LISTE_R=[0.02, 0.05], NUME_LIGN=[2, 3]),
    _F(PARA='FREQ', LISTE_R=[1., 2., 3., 4.], NUME_LIGN=[4, 5, 6, 7]),
    _F(PARA='eX_0_ROOF', LISTE_R=[1., 4., 2., 1.], NUME_LIGN=[4, 5, 6, 7]),
    _F(PARA='eX_1_ROOF', LISTE_R=[1., 3., 1.5, 1.], NUME_LIGN=[4, 5, 6, 7]),
))
"""


@pytest.fixture
def folder(tmp_path):
    def run(text):
        path = tmp_path / "deck.comm"
        path.write_text(DECK + text)
        pyaster_lite.run(path, output=tmp_path / "out")
        return tmp_path / "out" / "REPE_OUT"

    return run


def numbers(path):
    """Frequencies and the spectra of both dampings."""
    rows = [line.split() for line in path.read_text().splitlines()]
    return np.array([row for row in rows if len(row) == 3 and row[0][0].isdigit()], float)


def test_a_table_of_macr_spectre_and_its_family_give_the_same_files(folder):
    place = folder(
        "LISS_SPECTRE(SPECTRE=_F(TABLE=TOLD), OPTION='CONCEPTION', NB_FREQ_LISS=3)\n"
        "LISS_SPECTRE(SPECTRE=_F(NAPPE=N, DIRECTION='Y', NOM='ROOF', BATIMENT='TOWER'), OPTION='CONCEPTION', NB_FREQ_LISS=3)\n"
    )
    names = [f"TOWER_ROOF_{axis}{what}" for axis in "XY" for what in (".txt", ".png", "_verif.txt", "_verif.png")]
    assert sorted(path.name for path in place.iterdir()) == sorted(names)
    one, other = numbers(place / "TOWER_ROOF_X_verif.txt"), numbers(place / "TOWER_ROOF_Y_verif.txt")
    assert np.allclose(one, other) and len(one) == 4
    assert np.allclose(one[:, 1], [1.0, 4.0, 2.0, 1.0])
    assert "## __Naplis AMOR=0.02" in (place / "TOWER_ROOF_X.txt").read_text()
    smooth = numbers(place / "TOWER_ROOF_X.txt")
    assert len(smooth) == 3 and np.allclose(smooth, numbers(place / "TOWER_ROOF_Y.txt"))


def test_widened_spectra_are_above_those_they_come_of(folder):
    place = folder("LISS_SPECTRE(SPECTRE=_F(NAPPE=N, DIRECTION='H', NOM='ROOF', ELARG=0.2), OPTION='VERIFICATION', NB_FREQ_LISS=(4, 8))\n")
    whole = numbers(place / "inconnu_ROOF_H_verif.txt")
    assert np.all(np.interp([2.0 / 1.2, 2.0 * 1.2], whole[:, 0], whole[:, 1]) > [3.1, 3.3])


def test_a_table_of_something_else_is_refused(folder):
    with pytest.raises(Refused, match="has no column AMOR"):
        folder("BAD = CREA_TABLE(LISTE=_F(PARA='X', LISTE_R=[1.]))\nLISS_SPECTRE(SPECTRE=_F(TABLE=BAD), OPTION='CONCEPTION')\n")
