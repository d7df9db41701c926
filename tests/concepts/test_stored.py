"""The numbers of concepts under code_aster's names, and what TEST_RESU/OBJET makes of them."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.function import Function
from pyaster_lite.concepts.generalised import Harmonic
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.material import Material
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.stored import numbers_of, split
from pyaster_lite.diagnostics import Refused

DECK = """
from code_aster.Commands import *
from code_aster import CA
DEBUT()
rather_long_name = CA.Mesh.buildSquare(2.0, refine=1)
M = rather_long_name
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
MAT = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.25, RHO=3.0))
CM = AFFE_MATERIAU(MAILLAGE=M, AFFE=_F(TOUT="OUI", MATER=MAT))
ME = CALC_MATR_ELEM(OPTION="MASS_MECA", MODELE=MO, CHAM_MATER=CM)
NU = NUME_DDL(MATR_RIGI=ME)
MA = ASSE_MATRICE(MATR_ELEM=ME, NUME_DDL=NU)
half = MA.toNumpy()
half = (half.sum() + half.trace()) / 2
TEST_RESU(OBJET=_F(NOM=MA.getName().ljust(19) + ".VALM", VALE_CALC=half))
"""


def run(tmp_path, lines):
    path = tmp_path / "deck.comm"
    path.write_text(DECK + lines)
    return pyaster_lite.run(path, output=tmp_path / "out")


def test_names_are_cut_where_the_concept_ends():
    assert split("MA      .COORDO    .VALE") == ("MA", ".COORDO.VALE")
    assert split("LIST               .VALE        ") == ("LIST", ".VALE")


def test_functions_and_lists():
    assert numbers_of(Function([0.0, 1.0], [5.0, 6.0]), ".VALE").tolist() == [0.0, 1.0, 5.0, 6.0]
    assert numbers_of(NumberList([1, 2]), ".VALE").dtype.kind == "i"
    assert numbers_of(NumberList([1, 2]), ".BINT") is None


def test_materials_by_the_rank_of_the_factor_keyword():
    material = Material({"ELAS": {"E": 2.0, "NU": 0.25}, "ECRO_LINE": {"SY": 3.0, "D_SIGM_EPSI": Function([0.0], [1.0])}}, {})
    assert numbers_of(material, ".CPT.000001.VALR").tolist() == [2.0, 0.25]
    assert numbers_of(material, ".CPT.000002.VALR").tolist() == [3.0]
    assert numbers_of(material, ".CPT.000003.VALR") is None


def test_fields_of_evolutions_by_their_numbers():
    mesh = Mesh.__new__(Mesh)
    moved = NodeField(mesh, "DEPL_R", ("DX", "DY"), np.array([[1.0, np.nan], [2.0, 3.0]]))
    moved.held = np.array([0.5])
    stress = ElementField(mesh, "SIEF_R", "ELGA", [ElementBlock(np.array([0]), np.array([[[4.0, 5.0]]]), ("SIXX", "SIYY"))])
    result = Result("evol_elas")
    result.store(3, {"INST": 1.0}, {"DEPL": moved, "SIEF_ELGA": stress})
    assert numbers_of(result, ".001.000000.VALE").sum() == 6.5
    assert numbers_of(result, ".013.000000.CELV").tolist() == [4.0, 5.0]
    assert numbers_of(result, ".013.000000.VALE") is None and numbers_of(result, ".001.000001.VALE") is None
    assert numbers_of(Result("evol_ther"), ".001.000000.VALE") is None


def test_harmonics_of_fourier_analyses():
    result = Result("fourier_elas")
    result.store(1, {"NUME_MODE": 2}, {})
    result.store(2, {"NUME_MODE": 5}, {})
    assert numbers_of(result, ".RSPI").tolist() == [2, 5]
    result.store(3, {}, {})
    assert numbers_of(result, ".RSPI") is None and numbers_of(Result("evol_elas"), ".RSPI") is None


def test_generalised_responses():
    shaken = Harmonic(None, None, None, np.array([1, 2]), np.array([0.0, 0.5 / np.pi]), np.array([[1.0 + 2j], [3 - 1j]]), ("DEPL", "VITE"))
    assert numbers_of(shaken, ".DEPL").sum() == 1.0 + 2.0 + 3.0 - 1.0
    assert numbers_of(shaken, ".VITE").sum() == pytest.approx(1.0 + 3.0)  # i (3 - i) = 1 + 3i at one radian a second
    assert numbers_of(shaken, ".ACCE") is None
    assert numbers_of(shaken, ".ORDR").sum() == 3 and numbers_of(shaken, ".DISC").sum() == pytest.approx(0.5 / np.pi)


def test_sums_of_what_is_kept(tmp_path):
    lines = """
TEST_RESU(OBJET=(
    _F(NOM="M       .COORDO    .VALE", VALE_CALC=18.0),
    _F(NOM=ME.getElementaryTerms()[0].getName() + ".RESL", VALE_CALC=17.0 + 1.0 / 3.0),
    _F(NOM=rather_long_name.getName() + ".COORDO    .VALE", VALE_CALC=18.0),
))
"""
    study = run(tmp_path, lines)
    # each quarter of the plate weighs 3 along x and along y; the half with the diagonal of its 8 by 8 matrix holds (6 + trace) / 2
    trace = 8 * 3.0 / 9.0
    assert [row.passed for row in study.tests] == [True] * 4
    assert study.tests[2].reference == pytest.approx(4 * (6.0 + trace) / 2)
    assert np.isclose(study.tests[0].computed, (24.0 + 4 * trace) / 2)


@pytest.mark.parametrize("name, words", [("X       .VALE", "nothing is called X"), ("M       .DIME", "no counterpart")])
def test_what_is_not_kept_is_told(tmp_path, name, words):
    with pytest.raises(Refused, match=words):
        run(tmp_path, f"TEST_RESU(OBJET=_F(NOM='{name}', VALE_CALC=1.0))\n")
