"""LIRE_IMPE_MISS and LIRE_FORC_MISS: the terms of a table come to the static modes of a basis."""

import numpy as np
import pytest

import pyaster_lite

CHAIN = """COOR_3D
 N1 0. 0. 0.
 N2 1. 0. 0.
FINSF
SEG2
 S1 N1 N2
FINSF
POI1
 P1 N2
FINSF
GROUP_MA NOM=SPRING
 S1
FINSF
GROUP_MA NOM=MASS
 P1
FINSF
GROUP_NO NOM=FOOT
 N1
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CARA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(
    _F(GROUP_MA='SPRING', CARA='K_T_D_L', VALE=(50., 20., 10.)), _F(GROUP_MA='MASS', CARA='M_T_D_N', VALE=2.)))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0., DY=0., DZ=0.))
ASSEMBLAGE(MODELE=MO, CARA_ELEM=CARA, CHARGE=HELD, NUME_DDL=CO('NU'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('W'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=W, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=1))
MOVED = MODE_STATIQUE(MATR_RIGI=K, MODE_STAT=_F(GROUP_NO='FOOT', AVEC_CMP=('DX', 'DZ')))
BASE = DEFI_BASE_MODALE(RITZ=(_F(MODE_MECA=MODES, NMAX_MODE=1), _F(MODE_INTF=MOVED, NMAX_MODE=2)), NUME_REF=NU)
NUG = NUME_DDL_GENE(BASE=BASE, STOCKAGE='PLEIN')
Z = LIRE_IMPE_MISS(BASE=BASE, NUME_DDL_GENE=NUG, FREQ_EXTR=1.5, UNITE_RESU_IMPE=30)
Z2 = LIRE_IMPE_MISS(BASE=BASE, NUME_DDL_GENE=NUG, FREQ_EXTR=2., UNITE_RESU_IMPE=30, SYME='OUI')
Z3 = LIRE_IMPE_MISS(BASE=BASE, NUME_DDL_GENE=NUG, FREQ_EXTR=1.5, UNITE_RESU_IMPE=31, TYPE='BINAIRE')
Z4 = LIRE_IMPE_MISS(BASE=BASE, NUME_DDL_GENE=NUG, FREQ_EXTR=1., UNITE_RESU_IMPE=32, ISSF='OUI')
Z5 = LIRE_IMPE_MISS(BASE=BASE, NUME_DDL_GENE=NUG, INST_EXTR=0.15, UNITE_RESU_IMPE=33)
Z6 = LIRE_IMPE_MISS(BASE=BASE, NUME_DDL_GENE=NUG, INST_EXTR=0.15, UNITE_RESU_IMPE=34, TYPE='BINAIRE')
E1 = MACR_ELEM_DYNA(BASE_MODALE=BASE, MATR_IMPE=Z2, FREQ_EXTR=2., AMOR_SOL=0.05)
E2 = MACR_ELEM_DYNA(BASE_MODALE=BASE, MATR_IMPE=Z2, FREQ_EXTR=2., MATR_IMPE_INIT=Z)
E3 = MACR_ELEM_DYNA(BASE_MODALE=BASE, MATR_IMPE_RIGI=Z, MATR_IMPE_MASS=Z2)
F1 = LIRE_FORC_MISS(BASE=BASE, NUME_DDL_GENE=NUG, FREQ_EXTR=2., NOM_CMP='DY', UNITE_RESU_FORC=30)
F2 = LIRE_FORC_MISS(BASE=BASE, NUME_DDL_GENE=NUG, FREQ_EXTR=2., NUME_CHAR=2, NOM_CHAM='VITE', UNITE_RESU_FORC=30)
F3 = LIRE_FORC_MISS(BASE=BASE, NUME_DDL_GENE=NUG, FREQ_EXTR=2., NOM_CMP='DX', NOM_CHAM='ACCE', UNITE_RESU_FORC=30)
"""
FREQUENCIES = (1.0, 2.0)
TERMS = np.array([[10.0 + 1j, 14.0 + 3j], [2.0 - 1j, 4.0], [3.0 + 2j, 8.0 + 2j], [20.0, 30.0 + 5j]])
MORE = np.arange(9)[:, None] + 1j * np.array([1.0, 2.0])


def text(terms) -> str:
    rows = [f"CHA {n}\n" + "".join(f"{f} {v.real} {-v.imag}\n" for f, v in zip(FREQUENCIES, row)) for n, row in enumerate(terms)]
    return "soil\n" + "".join(rows)


def binary(terms) -> bytes:
    records = [np.array([2, 2, 2], "<i4"), np.array(FREQUENCIES), *np.asarray(terms).conj().T.astype("<c16")]
    return b"".join(np.int32(r.nbytes).tobytes() + r.tobytes() + np.int32(r.nbytes).tobytes() for r in records)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("soil")
    (folder / "deck.comm").write_text(DECK)
    (folder / "deck.mail").write_text(CHAIN)
    (folder / "soil.30").write_text(text(TERMS))
    (folder / "soil.31").write_bytes(binary(TERMS))
    (folder / "soil.32").write_text(text(MORE))
    (folder / "soil.33").write_text("2. 0.1\n 0.\n 1. 2. 3. 4.\n 0.1\n 5. 6. 7. 8.\n")
    (folder / "soil.34").write_bytes(np.array([2.0, 0.1, 2.0, 0.0, 0.1, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]).tobytes())
    units = {20: folder / "deck.mail", **{unit: folder / f"soil.{unit}" for unit in (30, 31, 32, 33, 34)}}
    return pyaster_lite.run(folder / "deck.comm", output=folder / "out", units=units)


def test_impedances_of_the_static_modes(study):
    middle, end = TERMS.mean(axis=1).reshape(2, 2).T, TERMS[:, 1].reshape(2, 2)
    for name, expected in (("Z", middle), ("Z2", (end + end.T) / 2), ("Z3", middle)):
        found = study[name].matrix
        assert not found[0].any() and not found[:, 0].any(), name
        np.testing.assert_allclose(found[1:, 1:], expected, err_msg=name)


def test_impedances_over_time_stay_what_they_were_last(study):
    for name in ("Z5", "Z6"):
        np.testing.assert_allclose(study[name].matrix[1:, 1:], [[5.0, 7.0], [6.0, 8.0]], err_msg=name)


def test_vibrations_stand_after_the_static_modes_with_a_fluid(study):
    np.testing.assert_allclose(study["Z4"].matrix[np.ix_([1, 2, 0], [1, 2, 0])], MORE[:, 0].reshape(3, 3).T)


def test_a_soil_as_a_macro_element(study):
    z, rest, pulsation = study["Z2"].matrix, np.triu(study["Z"].matrix), 4.0 * np.pi
    rest = rest + np.triu(rest, 1).T
    one, other, told = (study[name] for name in ("E1", "E2", "E3"))
    np.testing.assert_allclose(one.stiffness, z.real)
    # hysteretic damping beside the viscous one gives the impedance back
    np.testing.assert_allclose(1j * pulsation * one.damping + (1.0 + 0.1j) * one.stiffness, z)
    np.testing.assert_allclose(other.stiffness - pulsation**2 * other.mass, z.real)
    np.testing.assert_allclose(1j * pulsation * other.damping, 1j * (z - rest).imag)
    np.testing.assert_allclose(told.stiffness, rest.real)
    assert not told.damping.any()


def test_forces_of_waves(study):
    pulsation = 4j * np.pi
    np.testing.assert_allclose(study["F1"].vector, [0.0, *TERMS[2:, 1]])
    np.testing.assert_allclose(study["F2"].vector, [0.0, *TERMS[2:, 1] / pulsation])
    np.testing.assert_allclose(study["F3"].vector, [0.0, *TERMS[:2, 1] / pulsation**2])
