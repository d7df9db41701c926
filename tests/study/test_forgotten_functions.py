"""What the next command file of a study finds: concepts and numbers, but no functions of the former one's Python."""

import pyaster_lite

FIRST = """
from code_aster.Commands import *
from code_aster import CA
DEBUT()
def twice(x):
    return 2.0 * x
def sqrt(x):
    return x**0.5
f = FORMULE(NOM_PARA="X", VALE="twice(X)", twice=twice)
g = FORMULE(NOM_PARA="X", VALE="cos(X)")
two = 2.0
CA.saveObjects()
FIN()
"""
SECOND = """
from code_aster.Commands import *
from code_aster import CA
POURSUITE()
test = CA.TestCase()
test.assertNotIn("twice", globals())
test.assertRaises(RuntimeError, f, 1.0)
test.assertEqual(g(0.0), 1.0)
test.assertEqual(sqrt(4.0), 2.0)
test.assertIn("cos", g.getContext())
f.setContext({"twice": lambda x: two * x})
test.assertEqual(f(3.0), 6.0)
test.assertRaises(RuntimeError, f.setContext, None)
FIN()
"""


def test_functions_are_lost_from_one_command_file_to_the_next(tmp_path):
    (tmp_path / "deck.comm").write_text(FIRST)
    (tmp_path / "deck.com1").write_text(SECOND)
    study = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")
    assert [row.passed for row in study.tests] == [True] * 7


def test_functions_of_modules_stay(tmp_path):
    (tmp_path / "thrice_here.py").write_text("def thrice(x):\n    return 3.0 * x\n")
    formula = 'DEBUT()\nfrom thrice_here import thrice\nf = FORMULE(NOM_PARA="X", VALE="thrice(X)", thrice=thrice)\nFIN()\n'
    (tmp_path / "deck.comm").write_text(formula)
    (tmp_path / "deck.com1").write_text("POURSUITE()\nx = f(2.0)\nFIN()\n")
    assert pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")["x"] == 6.0


def test_a_base_keeps_a_formula_without_its_functions(tmp_path):
    (tmp_path / "first.comm").write_text(FIRST)
    (tmp_path / "second.comm").write_text(SECOND)
    pyaster_lite.run(tmp_path / "first.comm", output=tmp_path / "out", base=tmp_path / "base")
    study = pyaster_lite.run(tmp_path / "second.comm", output=tmp_path / "out", base=tmp_path / "base")
    assert not study.diagnostics
    assert [row.passed for row in study.tests] == [True] * 7
