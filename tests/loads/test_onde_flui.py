"""ONDE_FLUI as a matrix: where waves come in the fluid answers by its own impedance."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

MESH = """\
COOR_2D
N1 0 0  N2 2 0  N3 2 3  N4 0 3
FINSF
QUAD4
M1 N1 N2 N3 N4
FINSF
SEG2
M2 N2 N3
FINSF
GROUP_MA NOM=END
M2
FINSF
FIN
"""
DECK = """
DEBUT()
MESH = LIRE_MAILLAGE(FORMAT="ASTER")
AIR = DEFI_MATERIAU(FLUIDE=_F(RHO=2.0, CELE_R=3.0))
FIELD = AFFE_MATERIAU(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", MATER=AIR))
MODEL = AFFE_MODELE(MAILLAGE=MESH, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="2D_FLUIDE", FORMULATION="{form}"))
WAVE = AFFE_CHAR_MECA(MODELE=MODEL, ONDE_FLUI=_F(GROUP_MA="END", PRES={pressure}))
ASSEMBLAGE(MODELE=MODEL, CHAM_MATER=FIELD, CHARGE=WAVE, NUME_DDL=CO("NU"), MATR_ASSE=(
    _F(MATRICE=CO("K"), OPTION="RIGI_MECA"), _F(MATRICE=CO("ONE"), OPTION="ONDE_FLUI")))
OTHER = CALC_MATR_ELEM(MODELE=MODEL, CHAM_MATER=FIELD, OPTION="ONDE_FLUI"{charge})
FIN()
"""
SUMS = {"U_P_PHI": ("PHI", -2.0), "U_P": ("PRES", 1.0), "U_PSI": ("PSI", -2.0)}
"""The unknown that the matrix is of, and its sum, a side of 3 m by (rho or 1) / c."""


def _run(tmp_path, **words):
    mesh, deck = tmp_path / "box.mail", tmp_path / "deck.comm"
    mesh.write_text(MESH)
    deck.write_text(DECK.format(**words))
    return pyaster_lite.run(deck, output=tmp_path / "out", units={20: mesh})


@pytest.mark.parametrize("form", SUMS)
def test_the_fluid_answers_by_its_impedance(tmp_path, form):
    study = _run(tmp_path, form=form, pressure=5.0, charge=", CHARGE=WAVE")
    matrix = study["ONE"].matrix.toarray()
    name, total = SUMS[form]
    rows = study["MODEL"].dofs.index(study["MESH"].nodes_of_cells(study["MESH"].cell_group("END")), name)
    np.testing.assert_allclose(matrix[np.ix_(rows, rows)], total * np.array([[1.0, 0.5], [0.5, 1.0]]) / 3.0, atol=1e-15)
    assert np.isclose(matrix.sum(), total)


def test_without_a_pressure_nothing_is_answered(tmp_path):
    study = _run(tmp_path, form="U_P", pressure=0.0, charge=", CHARGE=WAVE")
    assert not study["ONE"].matrix.toarray().any()


def test_it_needs_its_load(tmp_path):
    with pytest.raises(Refused, match="ONDE_FLUI"):
        _run(tmp_path, form="U_P", pressure=5.0, charge="")
