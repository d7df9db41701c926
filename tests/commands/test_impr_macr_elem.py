"""IMPR_MACR_ELEM: a substructure as text for a program of soil and structure."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.io.soil_structure import number

MESH = """COOR_3D
 A 0. 0. 0.
 B 1. 0. 0.
 C 1. 1. 0.
 D 0. 1. 0.
 E 0. 0. 1.
 F 1. 0. 1.
 G 1. 1. 1.
 H 0. 1. 1.
FINSF
HEXA8
 BLOCK A B C D E F G H
FINSF
QUAD4
 FLOOR A B C D
FINSF
POI1
 TOP G
FINSF
GROUP_MA NOM=FLOOR
 FLOOR
FINSF
GROUP_MA NOM=TOP
 TOP
FINSF
GROUP_NO NOM=FOOT
 A B C D
FINSF
FIN
"""
DECK = """
DEBUT()
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='3D'))
STONE = DEFI_MATERIAU(ELAS=_F(E=1.E9, NU=0.2, RHO=2000.))
MAT = AFFE_MATERIAU(MAILLAGE=M, AFFE=_F(TOUT='OUI', MATER=STONE))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0., DY=0., DZ=0.))
ASSEMBLAGE(MODELE=MO, CHAM_MATER=MAT, CHARGE=HELD, NUME_DDL=CO('NU'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('W'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=W, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=3))
INTER = DEFI_INTERF_DYNA(NUME_DDL=NU, INTERFACE=_F(NOM='SOIL', TYPE='CRAIGB', GROUP_NO='FOOT'))
BASE = DEFI_BASE_MODALE(CLASSIQUE=_F(INTERF_DYNA=INTER, MODE_MECA=MODES, NMAX_MODE=3))
PART = MACR_ELEM_DYNA(BASE_MODALE=BASE, MATR_RIGI=K, MATR_MASS=W)
IMPR_MACR_ELEM(MACR_ELEM_DYNA=PART, FORMAT='MISS_3D', UNITE=26, GROUP_MA_INTERF='FLOOR', GROUP_MA_CONTROL='TOP', SOUS_TITRE='a block',
               AMOR_REDUIT=(0.05, 0.02), FORMAT_R='1PE16.9')
IMPR_MACR_ELEM(MACR_ELEM_DYNA=PART, FORMAT='MISS_3D', UNITE=27, GROUP_MA_INTERF='FLOOR', IMPR_MODE_MECA='NON', IMPR_MODE_STAT='NON')
FIN()
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("block")
    (folder / "deck.comm").write_text(DECK)
    (folder / "deck.mail").write_text(MESH)
    units = {20: folder / "deck.mail", 26: folder / "block.26", 27: folder / "block.27"}
    study = pyaster_lite.run(folder / "deck.comm", output=folder / "out", units=units)
    return study, *((folder / f"block.{unit}").read_text().splitlines() for unit in (26, 27))


def values(lines, title, count):
    """The numbers below a title."""
    found, place = [], lines.index(title) + 1
    while len(found) < count:
        found += [float(word.replace("D", "E")) for word in lines[place].split()]
        place += 1
    return np.array(found)


def test_the_interface(found):
    _, lines, others = found
    assert lines[:4] == ["DYNA      3 CRAIGB  ", "STAT     12 CRAIGB  ", "TITRE", "a block".ljust(80)]
    assert lines[4:6] == ["NOEU      5", "  0.00000E+00  0.00000E+00  0.00000E+00"]
    assert lines[10:14] == ["ELEM      1", "      1      0      2      0      3      0      4      0", "POINT      1", "      5"]
    assert others[2] == "NOEU      4" and not any(line.startswith(("POINT", "MODE", "TITRE")) for line in others)


def test_matrices_and_modes(found):
    study, lines, _ = found
    part, frequencies = study["PART"], study["MODES"].access("FREQ")
    np.testing.assert_allclose(values(lines, "DYNA FREQ", 3), frequencies, rtol=1e-9)
    np.testing.assert_allclose(values(lines, "DYNA AMOR", 3), [0.05, 0.02, 0.02])
    np.testing.assert_allclose(values(lines, "DYNA RIGI", 3), part.stiffness.diagonal()[:3], rtol=1e-9)
    np.testing.assert_allclose(values(lines, "STAT RIGI", 144).reshape(12, 12), part.stiffness[3:, 3:], rtol=1e-8, atol=1e-2)
    np.testing.assert_allclose(values(lines, "COUPL MASS", 36).reshape(3, 12), part.mass[:3, 3:], rtol=1e-7, atol=1e-9)
    # the third static shape moves the first node upwards
    np.testing.assert_allclose(values(lines, "MODE STAT INTER      3", 12), [0.0, 0.0, 1.0] + [0.0] * 9, atol=1e-12)
    assert lines[-1] == "FORMAT_REAL_LONG"


def test_numbers_as_they_are_written():
    assert number(-1.5, 12, 5) == "-1.50000D+00" and number(1e-40, 12, 5) == " 1.00000D-40" and number(2e-123, 12, 5, "E") == " 2.00000-123"
