"""What decks import from the modules of code_aster beside CA and Commands."""

from .decks import METAL, runner


def test_classes_and_errors_stand_in_several_modules(tmp_path):
    runner(tmp_path, METAL)("""
from code_aster.Objects import Mesh
from code_aster.Supervis import AsterError, CO, saveObjects
from code_aster.Utilities import MPI, TestCase
from code_aster.Utilities.base_utils import force_list
from libaster import ConvergenceError
test.assertTrue(isinstance(mesh, Mesh) and AsterError is CA.AsterError and CO is not None and issubclass(ConvergenceError, Exception))
test.assertEqual((force_list(1), MPI.ASTER_COMM_WORLD.Get_size()), ([1], 1))
made = CA.CREA_MAILLAGE(MAILLAGE=mesh, LINE_QUAD=_F(TOUT="OUI"))
test.assertGreater(made.getNumberOfNodes(), mesh.getNumberOfNodes())
""")


def test_messages_of_a_deck(tmp_path):
    runner(tmp_path, METAL)("""
from code_aster.Messages import UTMESS, MessageLog
UTMESS("I", "GENERIC_1", valk="told")
UTMESS("A", "GENERIC_2", vali=(1, 2))
test.assertIn(("GENERIC_2", 1, 0), MessageLog.get_info_alarm())
try:
    UTMESS("F+", "GENERIC_3", valk="begun")
    UTMESS("F", "GENERIC_4", valr=1.5)
except CA.AsterError as error:
    name = error.id_message
    test.assertIn("begun", str(error))
test.assertEqual(name, "GENERIC_3")
""")


def test_fields_of_a_file(tmp_path):
    runner(tmp_path, METAL)("""
import med_aster
field_of = CA.FieldOnNodesReal(mesh, "DEPL_R", {"DX": 1.0, "DY": 2.0})
DEFI_FICHIER(FICHIER="MED_70", UNITE=70, TYPE="LIBRE")
IMPR_RESU(FORMAT="MED", UNITE=70, RESU=_F(CHAM_GD=field_of, NOM_CHAM_MED="MOVED"))
test.assertEqual({name.strip(): [one.strip() for one in parts] for name, parts in med_aster.get_nom_champ_med("MED_70").items()},
                 {"MOVED": ["DX", "DY"]})
""")


def test_small_tools(tmp_path):
    runner(tmp_path, METAL)("""
import numpy as np
from code_aster.Utilities import (ReadOnlyDict, Singleton, accept_array, array_to_list, center, convert, cut_long_lines, import_object,
                                  no_new_attributes, textbox, value_is_sequence)

class One(metaclass=Singleton):
    value = 0
    __setattr__ = no_new_attributes(object.__setattr__)

test.assertTrue(One() is One())
One().value = 3
with test.assertRaises(AttributeError):
    One().other = 3
known = ReadOnlyDict()
known["a"] = 1
test.assertEqual((known["a"], known["b"]), (1, None))
with test.assertRaises(AttributeError):
    known["a"] = 2
test.assertEqual(accept_array(lambda value: value)(np.arange(2)), [0, 1])
test.assertEqual((array_to_list("x"), convert(b"x"), value_is_sequence((1,)), center("x", 3)), ("x", "x", True, " x "))
test.assertEqual(cut_long_lines("one, two", 5), "one, " + chr(10) + "two")
test.assertEqual([len(line) for line in textbox("x", 20).splitlines()], [0, 19, 19, 19])
test.assertTrue(import_object("os.path.join") is not None)
""")


def test_the_process_of_older_versions(tmp_path):
    runner(tmp_path, METAL)("""
import os
import aster_core
aster_core.matfpe(-1)
aster_core.matfpe(1)
test.assertEqual(aster_core.MPI_CommRankSize(), (0, 1))
test.assertTrue(os.path.exists(os.path.join(aster_core.get_option("rcdir"), "deck.comm")))
""")


def test_macros_stood_in_a_package_of_their_own(tmp_path):
    runner(tmp_path, METAL)("""
from Contrib.calc_spec import CALC_SPEC
from Contrib.veri_matr_tang import VERI_MATR_TANG
from Contrib.essai_triaxial import Triaxial_DR
from Utilitai.Table import Table
import code_aster.Commands
test.assertIs(CALC_SPEC, code_aster.Commands.CALC_SPEC)
test.assertEqual(Table([{"A": 1}], ["A"], ["I"]).A.values(), [1])
""")


def test_arrays_before_numpy(tmp_path):
    runner(tmp_path, METAL)("""
import Numeric
import LinearAlgebra
from Numeric import *
twice = Numeric.zeros([2, 2], Float)
twice[0, 0], twice[1, 1] = 2.0, 4.0
test.assertEqual(list(Numeric.sum([[1, 2], [3, 4]])), [4, 6])
test.assertEqual(zeros(2).dtype.kind, "i")
test.assertEqual(sorted(LinearAlgebra.eigenvalues(Numeric.matrixmultiply(twice, twice))), [4.0, 16.0])
test.assertEqual(list(LinearAlgebra.eigenvectors(array([[0, 1], [0, 1]], typecode=Float))[1][0]), [1.0, 0.0])
test.assertEqual(max(arange(0, 3, 1)), 2)
""")


def test_titles_levels_and_lists_between_whose_numbers_one_is_taken(tmp_path):
    runner(tmp_path, METAL)("""
from code_aster.Utilities import InterpolateList, WARNING
from code_aster.Utilities.logger import ERROR, logger
logger.setLevel(ERROR)
test.assertTrue(WARNING < ERROR and logger.level == ERROR)
model.setTitle("a plate")
test.assertEqual((model.getTitle(), field.getTitle()), ("a plate", ""))
test.assertTrue(isinstance(mesh, CA.BaseMesh) and not isinstance(model, CA.GenericFunction))
between = InterpolateList([1.0, 2.0], left="CONSTANT")
between.assertInclude(0.0)
between.assertInclude(2.0 + 1e-9)
with test.assertRaises(ValueError):
    between.assertInclude(2.1)
with test.assertRaises(ValueError):
    between.right = "LIN"
""")
