"""What decks import of code_aster: assertions make rows, tables and functions can be made in Python."""

from types import SimpleNamespace

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.served.test_case import test_case as case_of


@pytest.fixture
def deck(tmp_path):
    def run(text):
        path = tmp_path / "deck.comm"
        path.write_text(text)
        return pyaster_lite.run(path, output=tmp_path / "out")

    return run


def test_assertions_are_rows_and_stop_nothing(deck):
    study = deck("""
from code_aster.Commands import *
from code_aster import CA
test = CA.TestCase()
test.assertEqual(1, 2)
test.assertAlmostEqual(1.0, 1.0 + 1e-9)
with test.assertRaises(ValueError):
    raise ValueError("x")
with test.assertRaisesRegex(ValueError, "y"):
    raise ValueError("x")
test.assertTrue(True, msg="so it is")
test.printSummary()
""")
    assert [row.passed for row in study.tests] == [False, True, True, False, True]
    assert study.tests[0].span.line == 5
    assert study.tests[-1].legend == "so it is"


def test_an_error_of_a_command_may_be_meant(deck):
    head = "from code_aster.Commands import *\nfrom code_aster import CA\ntest = CA.TestCase()\n"
    study = deck(
        head
        + """
with test.assertRaisesRegex(CA.AsterError, "Unexpected type"):
    DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, NOMBRE=2.5))
with test.assertRaises(CA.AsterError):
    DEFI_LIST_REEL(VALE=(0.0, 1.0))
"""
    )
    assert [row.passed for row in study.tests] == [True, False]
    rows = []
    lacking = Refused([Diagnostic(Severity.MISSING, "M003", "not made")])
    with pytest.raises(Refused), case_of(SimpleNamespace(test=rows.append))().assertRaises(Refused):
        raise lacking
    assert not rows


def test_tables_and_functions_made_in_python(deck):
    study = deck("""
from code_aster.Objects.table_py import Table
from code_aster.Objects.function_py import t_fonction
t = Table()
t.append({"X": 1.0, "N": "a"})
t.append({"X": 2.0})
T = CREA_TABLE(**t.dict_CREA_TABLE())
f = t_fonction([0.0, 1.0], [0.0, 2.0], {"INTERPOL": ["LIN", "LIN"], "NOM_PARA": "X", "NOM_RESU": "Y",
                                        "PROL_GAUCHE": "EXCLU", "PROL_DROITE": "EXCLU"})
TEST_TABLE(TABLE=T, NOM_PARA="X", TYPE_TEST="MAX", VALE_CALC=f(1.0))
""")
    assert study.tests[0].passed


def test_a_block_without_floating_point_exceptions(deck):
    study = deck("from code_aster import CA\nwith CA.disable_fpe():\n    x = 1\nT = CREA_TABLE(LISTE=_F(PARA='X', LISTE_I=x))\n")
    assert study["T"].column("X") == [1]


def test_a_table_of_concepts_gives_them_by_their_keys(deck):
    study = deck("""
F = DEFI_CONSTANTE(VALE=3.0)
T = CREA_TABLE(TYPE_TABLE="TABLE_CONTAINER", LISTE=(_F(PARA="NOM_OBJET", LISTE_K="KEY"), _F(LISTE_CO=F)))
found = T.getFunction("KEY")
lost = T.getFunction("OTHER") is None
""")
    assert study["found"] is study["F"] and study["lost"]


def test_meshes_built_in_python(deck):
    study = deck("""
from code_aster import CA
from code_aster.Commands import *
test = CA.TestCase()
MA = CA.Mesh.buildCube(refine=1)
test.assertEqual(MA.getNumberOfNodes(), 27)
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA="VOLUME", PHENOMENE="MECANIQUE", MODELISATION="3D"))
test.assertEqual(MO.getMesh().getNumberOfCells(), 8 + 6 * 4 + 12 * 2)
IMPR_RESU(FORMAT="ASTER", UNITE=44, RESU=_F(MAILLAGE=CA.Mesh.buildSquare()))
""")
    assert [row.passed for row in study.tests] == [True, True]


def test_options_of_the_execution_are_kept_and_what_only_an_installation_has_is_told(deck):
    text = "from code_aster.Utilities import ExecutionParameter, Options\np = ExecutionParameter()\np.disable(Options.UseLegacyMode)\n"
    text += "p.set_option('max_print', 5)\nfound = ExecutionParameter().get_option('max_print')\n"
    text += "kept, lost = bool(p.option & Options.SaveBase), bool(p.option & Options.UseLegacyMode)\n"
    study = deck(text)
    assert study["found"] == 5 and study["kept"] and not study["lost"]
    with pytest.raises(Refused) as refused:
        deck(text + "p.get_option('prog:gmsh')\n")
    assert refused.value.diagnostics[0].severity is Severity.MISSING
    deck("from code_aster.Utilities.ExecutionParameter import ExecutionParameter, Options\nExecutionParameter().enable(Options.SaveBase)\n")


def test_laws_tell_what_their_variables_are_called(deck):
    study = deck("""
from code_aster.Behaviours.endo_loca_tc import loi
from code_aster import CA
test = CA.TestCase()
test.assertEqual(loi.get_nom_vari()[2], "HISTTRAC")
test.assertEqual(loi.nb_vari, 9)
""")
    assert [row.passed for row in study.tests] == [True, True]


def test_a_study_knows_its_machine_and_its_time_limit(tmp_path):
    (tmp_path / "deck.comm").write_text("""
import platform
from code_aster.Utilities.ExecutionParameter import ExecutionParameter
from code_aster import CA
test = CA.TestCase()
own = ExecutionParameter()
test.assertEqual(own.get_option("hostname"), platform.node())
test.assertEqual(own.get_option("tpmax"), 123.0)
""")
    (tmp_path / "deck.export").write_text("P time_limit 123\nF comm deck.comm D 1\n")
    assert [row.passed for row in pyaster_lite.run(tmp_path / "deck.export", output=tmp_path / "out").tests] == [True, True]


@pytest.mark.parametrize("given, told", [(None, "17.0.0"), ("15.1", "15.1.0")])
def test_a_study_knows_its_version_and_its_language(tmp_path, given, told):
    path = tmp_path / "deck.comm"
    path.write_text(
        """
from code_aster.Cata.Syntax import tr
from code_aster.Cata import aster_version
from code_aster.Utilities import localization
from code_aster import CA
test = CA.TestCase()
test.assertEqual(tr("text"), "text")
parts = aster_version.VERSION_MAJOR, aster_version.VERSION_MINOR, aster_version.VERSION_PATCH
test.assertEqual(".".join(map(str, parts)), aster_version.VERSION_STR)
test.assertIsInstance(localization.localedir, str)
text = aster_version.VERSION_STR
"""
    )
    study = pyaster_lite.run(path, output=tmp_path / "out", aster_version=given)
    assert [row.passed for row in study.tests] == [True] * 3
    assert study.environment["text"] == told
