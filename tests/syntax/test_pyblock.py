"""Python blocks: run with the commands, located when they fail."""

import sys

import pytest

from pyaster_lite.diagnostics import Refused, Severity, render
from pyaster_lite.syntax import pyblock
from pyaster_lite.syntax.evaluate import evaluate
from pyaster_lite.syntax.nodes import Assignment, Factor, NewConcept
from pyaster_lite.syntax.parser import parse


class Bench:
    """Runs the python blocks of a text; the command CALC notes how it was called."""

    def __init__(self, text, folder=None, values=None):
        self.text = text
        self.deck = parse(text, "deck.comm")
        self.noted = []
        self.values = dict(values or {})
        self.interpreter = pyblock.Interpreter({"CALC": self.calc}, {"TestCase": object}, folders=[folder] if folder else [])

    def calc(self, **keywords):
        call = pyblock.locate(sys._getframe(1), self.deck)
        self.noted.append((call, pyblock.factor(keywords, call)))
        return f"concept {len(self.noted)}"

    def run(self):
        for statement in self.deck.statements:
            if isinstance(statement, Assignment):
                self.values[statement.target.id] = evaluate(statement.value, self.values)
                continue
            bound, deleted = self.interpreter.run(statement, self.deck, self.values)
            self.values.update(bound)
            for name in deleted:
                self.values.pop(name, None)
        return self.values

    def refused(self):
        with pytest.raises(Refused) as caught:
            self.run()
        (found,) = caught.value.diagnostics
        return found, render(found, self.text)


def test_blocks_share_a_namespace_and_tell_what_they_bind():
    bench = Bench("L = []\nfor i in range(3):\n    L.append(i * k)\ndel k\n", values={"k": 2})
    assert bench.run() == {"L": [0, 2, 4], "i": 2}


def test_given_names_are_not_news():
    values = Bench("import os\nfrom code_aster.Commands import *\nfrom math import *\ny = os.sep\n").run()
    assert set(values) == {"os", "y"}


def test_calls_are_found_by_line_and_column():
    bench = Bench("def f():\n    é = [CALC(A=1), CALC(A=2,\n        B=_F(C='x'))]\n    return é\nR = {}; R[0] = CALC(A=3); f()\n")
    bench.run()
    calls = [(call.span.line, call.span.column) for call, _ in bench.noted]
    assert calls == [(5, 16), (2, 10), (2, 21)]
    factor = bench.noted[2][1]
    assert (factor.arguments["A"].name_span.line, factor.arguments["A"].name_span.column) == (2, 26)
    inner = factor.arguments["B"].value
    assert isinstance(inner, Factor)
    assert (inner.arguments["C"].span.line, inner.arguments["C"].span.column) == (3, 16)


def test_lists_of_factors_keep_their_places():
    bench = Bench("for i in (1,):\n    R = CALC(F=[_F(A=i), _F(A=2)], **{'Z': 1})\n")
    bench.run()
    call, factor = bench.noted[0]
    assert pyblock.target_of(call, bench.deck) == "R"
    assert [item.arguments["A"].span.column for item in factor.arguments["F"].value] == [22, 31]
    assert factor.arguments["Z"].span == call.span


def test_new_concepts_and_factors_in_python():
    values = Bench("x = list(f for f in [CO('NEW'), _F(A=1)['A']])\n").run()
    assert values["x"] == [NewConcept("NEW"), 1]


@pytest.mark.parametrize(
    "text, shown",
    [
        (
            "def f(x):\n    return 1 / x\nprint(f(0))\n",
            "deck.comm:2:12: error S021: the deck's Python stopped: ZeroDivisionError: division by zero\n"
            "          return 1 / x\n                 ^^^^^",
        ),
        (
            "import numpy\nnumpy.linalg.inv([[0.0]])\n",
            "deck.comm:2:1: error S021: the deck's Python stopped: numpy.linalg.LinAlgError: Singular matrix\n"
            "      numpy.linalg.inv([[0.0]])\n      ^^^^^^^^^^^^^^^^^^^^^^^^^",
        ),
        (
            "from code_aster.Utilities import SharedTmpdir\n",
            "deck.comm:1:1: not there yet S022: pyaster-lite does not have code_aster.Utilities yet\n"
            "      from code_aster.Utilities import SharedTmpdir\n      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
        ),
        (
            "m = CA.Mesh()\n",
            "deck.comm:1:5: not there yet S022: pyaster-lite does not have CA.Mesh yet\n      m = CA.Mesh()\n          ^^^^^^^^^",
        ),
        (
            "import no_such_module\n",
            "deck.comm:1:1: error S024: Python has no module no_such_module here\n      import no_such_module\n      ^^^^^^^^^^^^^^^^^^^^^",
        ),
        (
            "import sys\nsys.exit(3)\n",
            "deck.comm:2:1: error S025: the deck's Python ends the study: 3\n      sys.exit(3)\n      ^^^^^^^^^^^",
        ),
        (
            "x = 1\nfoo() = x\n",
            "deck.comm:2:1: error S023: Python does not take this statement: cannot assign to function call here. "
            "Maybe you meant '==' instead of '='?\n      foo() = x\n      ^^^^^^^^^",
        ),
        (
            "def f(a, (b, c)): print a\n",
            "deck.comm:1:10: error S023: Python no longer takes tuples among the parameters of a function\n"
            "      def f(a, (b, c)): print a\n               ^\n  help: give the tuple a name",
        ),
    ],
)
def test_what_goes_wrong_is_located(text, shown):
    assert Bench(text).refused()[1] == shown


def test_refusals_of_commands_pass_through_unless_caught():
    class Broken(Bench):
        def calc(self, **keywords):
            raise Refused([])

    with pytest.raises(Refused) as caught:
        Broken("for i in (1,):\n    CALC()\n").run()
    assert caught.value.diagnostics == []
    text = "try:\n    CALC()\nexcept CA.AsterError:\n    caught = True\n"
    assert Broken(text).run()["caught"]


def test_modules_of_the_study_are_found_beside_it(tmp_path):
    (tmp_path / "own_values.py").write_text("from code_aster.Commands import *\nE = 2.1e11\ndef make():\n    return CALC(A=1)\n")
    path, modules = list(sys.path), set(sys.modules)
    bench = Bench("from own_values import *\nif E > 0:\n    R = make()\nx = 1\nimport own_values\n", folder=tmp_path)
    values = bench.run()
    assert (values["E"], values["R"]) == (2.1e11, "concept 1")
    assert values["own_values"].make is values["make"]
    assert bench.noted[0][0] is None or bench.noted[0][0].name == "CALC"
    assert sys.path == path
    assert not {"own_values", "code_aster"} & (set(sys.modules) - modules)


def test_problems_are_told_without_running():
    deck = parse("import os\nraise SystemExit\n", "deck.comm")
    assert pyblock.problems(deck) == []
    (found,) = pyblock.problems(parse("def f():\n    pass\nreturn 3\n", "deck.comm"))
    assert (found.code, found.severity, found.span.line) == ("S023", Severity.ERROR, 3)


def test_version_2_blocks_run(capsys):
    text = "import sys\nfor i in xrange(2):\n\tprint 'i =', i,\n        print >>sys.stdout, `i`\nif 1 <> 2: print\n"
    Bench(text).run()
    assert capsys.readouterr().out == "i = 0 0\ni = 1 1\n\n"


def test_an_array_of_one_value_is_a_number_where_one_is_asked_for():
    given = "import numpy\nx = numpy.array([[2.5]])\n"
    values = Bench(given + "whole, real = int(x[0]), float(x)\nother = int('7'), int('11', 2), int(*[3])\n").run()
    assert (values["whole"], values["real"], values["other"]) == (2, 2.5, (7, 3, 3))
