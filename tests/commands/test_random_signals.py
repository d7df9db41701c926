"""GENE_FONC_ALEA, CALC_INTE_SPEC and LIRE_INTE_SPEC: signals and spectra, one from the other."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

DECK = """DEBUT()
FLAT = DEFI_FONCTION(NOM_PARA="FREQ", VALE_C=(0.0, 2.0, 0.0, 8.0, 2.0, 0.0))
GIVEN = DEFI_INTE_SPEC(PAR_FONCTION=_F(NUME_ORDRE_I=1, NUME_ORDRE_J=1, FONCTION=FLAT))
DRAWN = GENE_FONC_ALEA(INTE_SPEC=GIVEN, NB_POIN=32, NB_TIRAGE=3, INIT_ALEA=5)
SIGNAL = RECU_FONCTION(INTE_SPEC=DRAWN, NUME_ORDRE=1, PROL_DROITE="CONSTANT")
END = SIGNAL.Absc()[-1]
FOUND = CALC_INTE_SPEC(INST_FIN=END, NB_POIN=64, DUREE_ANALYSE=END / 3, DUREE_DECALAGE=END / 3, FONCTION=SIGNAL)
POWER = RECU_FONCTION(INTE_SPEC=FOUND, NUME_ORDRE_I=1, NUME_ORDRE_J=1)
FIN()
"""
FILE = """INTERSPECTRE
DIM = 1
FONCTION_C
I = 1
J = 1
NB_POIN = 2
VALEUR =
0. 3. 0.
1. {}
FINSF
FIN
"""


def ran(tmp_path, text, content=""):
    (tmp_path / "d.comm").write_text(text)
    (tmp_path / "spectra.txt").write_text(content)
    return pyaster_lite.run(tmp_path / "d.comm", output=tmp_path, units={19: tmp_path / "spectra.txt"})


def test_what_is_drawn_has_the_spectrum_that_it_was_drawn_from(tmp_path):
    study = ran(tmp_path, DECK)
    signal, power = study["SIGNAL"], study["POWER"]
    assert len(signal.x) == 3 * 64 + 1 and signal.y[0] == 0.0
    # All phases are at random, no amplitude is: within a window the spectrum of one side is met but at its ends
    np.testing.assert_allclose(power.y[2:-1], 2.0, rtol=0.2)


def test_a_signal_is_named_by_its_number(tmp_path):
    with pytest.raises(Refused, match="holds signals"):
        ran(tmp_path, DECK.replace("INTE_SPEC=DRAWN, NUME_ORDRE=1", "INTE_SPEC=DRAWN, NUME_ORDRE_I=1, NUME_ORDRE_J=1"))


READ = """DEBUT()
SPECTRA = LIRE_INTE_SPEC(UNITE=19)
READ = RECU_FONCTION(INTE_SPEC=SPECTRA, NUME_ORDRE_I=1, NUME_ORDRE_J=1)
FIN()
"""


def test_spectra_are_read_as_modulus_and_phase(tmp_path):
    study = ran(tmp_path, READ, FILE.format("4. 3.141592653589793"))
    np.testing.assert_allclose(study["READ"].y, [3.0, -4.0], atol=1e-12)


def test_a_broken_file_is_refused(tmp_path):
    with pytest.raises(Refused, match="two numbers each"):
        ran(tmp_path, READ, FILE.format("4."))


SENSORS = """    -1
    58
{lines}    2         0    0         0 NONE      {node:>10}{to:>4} NONE      {other:>10}{by:>4}
         5         2         1  1.00000E+00  5.00000E-01  0.00000E+00
        18    0    0    0 NONE                 Hz
         8    0    0    0 NONE                 NONE
NONE
NONE
{values}
    -1
"""
MEASURED = """DEBUT()
SPECTRA = LIRE_INTE_SPEC(UNITE=19, FORMAT="IDEAS")
FIRST = RECU_FONCTION(INTE_SPEC=SPECTRA, NOEUD_I="N3", NOM_CMP_I="DX", NOEUD_J="N3", NOM_CMP_J="DX")
CROSS = RECU_FONCTION(INTE_SPEC=SPECTRA, NOEUD_I="N3", NOM_CMP_I="DX", NOEUD_J="N7", NOM_CMP_J="DY")
FIN()
"""


def sensors(*ends):
    """A universal file of curves between (node, direction, other node, its direction, values)."""
    text = ""
    for node, to, other, by, *values in ends:
        row = "".join(f"{part:13.5E}" for part in values)
        text += SENSORS.format(lines="NONE\n" * 5, node=node, to=to, other=other, by=by, values=row)
    return text


def test_spectra_between_sensors_are_read(tmp_path):
    cross = (3, 1, 7, -2, 1.0, 2.0, 3.0, -4.0)
    file = sensors((3, 1, 3, 1, 5.0, 0.0, 6.0, 0.0), cross, (7, -2, 3, 1, 1.0, -2.0, 3.0, 4.0), (7, -2, 7, -2, 8.0, 0.0, 9.0, 0.0))
    study = ran(tmp_path, MEASURED, file)
    np.testing.assert_allclose(study["FIRST"].x, [1.0, 1.5])
    np.testing.assert_allclose(study["FIRST"].y, [5.0, 6.0])
    np.testing.assert_allclose(study["CROSS"].y, [-1 - 2j, -3 + 4j])


def test_half_a_matrix_between_sensors_is_asked_for(tmp_path):
    with pytest.raises(Refused, match="not one half of a matrix"):
        ran(tmp_path, MEASURED, sensors((3, 1, 3, 1, 5.0, 0.0, 6.0, 0.0), (3, 1, 7, 2, 1.0, 2.0, 3.0, -4.0)))
