"""Statements of a deck: which are evaluated, which need Python, and where everything stands."""

import pytest

from pyaster_lite.syntax import nodes
from pyaster_lite.syntax.parser import parse, refuse_python


def kinds(text, known=()):
    return [type(statement).__name__ for statement in parse(text, "deck.comm", known).statements]


def block(text):
    (found,) = (s for s in parse(text, "deck.comm").statements if isinstance(s, nodes.PythonBlock))
    return found


def place(span):
    return (span.line, span.column, span.end_line, span.end_column)


def test_every_word_and_value_has_its_place():
    (statement,) = parse("MA = AFFE(A=1,\n  FACT=_F(B=(2., 'x'),), **more,)\n", "deck.comm").statements
    assert statement.target.id == "MA"
    assert place(statement.span) == (1, 1, 2, 34)
    a, fact, more = statement.call.keywords
    assert place(a.name_span) == (1, 11, 1, 12)
    assert place(fact.value.span) == (2, 8, 2, 24)
    (b,) = fact.value.keywords
    assert [place(item.span) for item in b.value.items] == [(2, 14, 2, 16), (2, 18, 2, 21)]
    assert (more.name, place(more.name_span)) == (None, (2, 26, 2, 28))


def test_parentheses_belong_to_the_expression():
    (statement,) = parse("x = ( a\n + b )\n", "deck.comm").statements
    assert place(statement.value.span) == (1, 5, 2, 7)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("DEBUT()\n", ["CommandStatement"]),
        ("A = CMD(X=-1.5e-3, Y=[1, 2])\n", ["CommandStatement"]),
        ("x = 2 * sqrt(3) if 1 < 2 else pi\n", ["Assignment"]),
        ("import numpy as np\nx = np.pi\n", ["Assignment", "Assignment"]),
        ("import numpy as np\nx = np.loadtxt('f')\n", ["Assignment", "PythonBlock"]),
        ("from math import pi, sqrt\n", ["Assignment", "Assignment"]),
        ("from math import *\nimport aster\nfrom code_aster.Commands import *\nfrom code_aster import CA\n", []),
        ("from code_aster.MacroCommands.defi_cont import DEFI_CONT\nC = DEFI_CONT()\n", ["CommandStatement"]),
        ("from code_aster.CodeCommands.defi_cont import DEFI_CONT\nC = DEFI_CONT()\n", ["CommandStatement"]),
        ("'a text alone'\npass\n", []),
        ("import os\n", ["PythonBlock"]),
        ("x = 1; y = 2\n", ["Assignment", "Assignment"]),
        ("x = 1; print(x)\n", ["PythonBlock"]),
        ("a = b = CMD()\n", ["PythonBlock"]),
        ("L[0] = CMD()\n", ["PythonBlock"]),
        ("for i in range(3):\n    CMD()\n", ["PythonBlock"]),
        ("CMD(X=[i for i in range(3)])\n", ["PythonBlock"]),
        ("x = TAB.values()\n", ["PythonBlock"]),
        ("FO = FORMULE(VALE='X', NOM_PARA='X')\ny = FO(2.)\n", ["CommandStatement", "PythonBlock"]),
        ("command = CMD_ONE\ny = command(X=1)\n", ["PythonBlock"]),
        ("K_MAX = 2\ny = K_MAX\n", ["Assignment", "Assignment"]),
        ("def sqrt(x):\n    return x\ny = sqrt(2)\n", ["PythonBlock"]),
        ("x = 1\nif x:\n    y = 2\nimport os\nDEBUT()\nprint(1)\n", ["Assignment", "PythonBlock", "CommandStatement", "PythonBlock"]),
    ],
)
def test_statements_are_sorted(text, expected):
    assert kinds(text) == expected


def test_names_of_earlier_files_are_no_commands():
    assert kinds("y = FO(2.)\n", known=("FO",)) == ["PythonBlock"]


@pytest.mark.parametrize(
    "text, name, words",
    [
        ("CA.init('--test', ERREUR=_F(ALARME='EXCEPTION'))\n", "DEBUT", ["CODE", "ERREUR"]),
        ("CA.init('--test', '--continue', debug=True)\n", "POURSUITE", ["CODE"]),
        ("code_aster.init()\n", "DEBUT", []),
        ("CA.close()\n", "FIN", []),
    ],
)
def test_sessions_of_today(text, name, words):
    (statement,) = parse(text, "deck.comm").statements
    assert statement.call.name == name
    assert [keyword.name for keyword in statement.call.keywords] == words


@pytest.mark.parametrize(
    "text, reads, writes",
    [
        ("y = [x * i for i in L]\n", "x L", "y"),
        ("for i in L:\n    y = i\nprint(y)\n", "L y", "i y"),
        ("y = lambda a, b=c: a + b + d\n", "c d", "y"),
        ("def f(a, *b, **c):\n    global g\n    g = h\n    k = a\n    return k + m\n", "h m", "f g"),
        ("class C(B):\n    x = y\n    def f(self):\n        return z\n", "B y z", "C"),
        ("import os.path as p, sys\nfrom re import sub as s\n", "", "p sys s"),
        ("with open('f') as g:\n    t = g.read()\n", "", "g t"),
        ("x += 1\n", "x", "x"),
        ("tab[k] = v\n", "tab k v", "tab"),
        ("lst.append(v)\n", "lst v", "lst"),
        ("del x, tab[0]\n", "x tab", "x tab"),
        ("try:\n    a = b\nexcept E as e:\n    print(e)\nfinally:\n    c = a\n", "b E a", "a c e"),
        ("print(f'{x} {y:>{w}} {z[k:l]:8f} {{not}}')\n", "x y w z k l", ""),
        ("a, (b, *c) = d\n", "d", "a b c"),
        ("while (n := f()) > 0:\n    pass\n", "f", "n"),
        ("match v:\n    case [a, b] if a > t:\n        c = b\n", "v t", "a b c"),
        ("y = {k: v for k, v in d.items() if k in q}\n", "d q", "y"),
        ("def f():\n    tab[0] = 1\n", "tab", "f tab"),
        ("x = CMD(M=MO, F=[_F(A=i) for i in L])\n", "MO L", "x"),
    ],
)
def test_names_that_a_block_takes_and_gives(text, reads, writes):
    found = block(text)
    assert found.reads == set(reads.split())
    assert found.writes == set(writes.split())
    assert not found.writes_more


def test_a_block_that_may_touch_anything():
    found = block("a = 1\nexec('b = a')\n")
    assert found.writes_more and found.reads == {"a"}
    assert block("from own import *\n").writes_more
    assert block("for i in (1, 2):\n    CMD(A=CO('R%d' % i))\n").writes_more


def test_new_concepts_of_a_block():
    found = block("for i in (1,):\n    CMD(A=CO('RES'))\n")
    assert found.writes == {"i", "RES"} and not found.writes_more
    assert [call.name for call in found.calls] == ["CMD"]


def test_calls_of_commands_inside_a_block():
    found = block("R = []\nfor i in range(3):\n    RES = CALC(X=i)\n    R.append(CALC(Y=1))\n")
    assert [(call.name, call.span.line) for call in found.calls] == [("CALC", 3), ("CALC", 4)]
    assert found.targets == ("RES", None)


def test_a_block_keeps_the_lines_of_the_file():
    found = block("DEBUT()\n\n# comment\nif a:\n    b = (1 +\n       2)\nFIN()\n")
    assert place(found.span) == (4, 1, 6, 10)
    assert found.text == "\n\n\nif a:\n    b = (1 +\n       2)\n"


def test_no_python_says_each_block():
    found = refuse_python(parse("A = 1\nimport os\nDEBUT()\nprint(A)\n", "deck.comm"))
    assert [(d.code, d.span.line) for d in found] == [("S020", 2), ("S020", 4)]


@pytest.mark.parametrize(
    "text",
    [
        "print 'a', b\nprint >>f, x\nprint\n",
        "exec 'x = 1' in space\n",
        "x = `1` + `a, b`\n",
        "if a <> b:\n\tx = 0777L\n        y = 1\n",
        "try:\n    pass\nexcept (A, B), e:\n    raise E, 'text', tb\n",
        "x = ur'a\\d' u'é'\n",
        "def f(a, (b, c)):\n    return lambda (x, y): x\n",
        "L = [i for i in 1, 2, 3]\n",
        "match = re.match(a, b)\ncase = 3\nprint(match)\nexec(case)\n",
        "A = 'one \\\n two'\n",
        "x = [a for b in c if d for e in f]\n",
        "@property\ndef f(self, /, x: int = 1, *, y) -> int: return x if y else not x\n",
    ],
)
def test_python_of_all_ages_is_read(text):
    parse(text, "deck.comm")


def test_values_of_version_2_numbers():
    statements = parse("a = 0777\nb = 10L\nc = 0x1fL\nd = 1_000\ne = 00\nf = 08.5\n", "deck.comm").statements
    assert [s.value.value for s in statements] == [511, 10, 31, 1000, 0, 8.5]


def test_a_text_of_python_2_may_hold_escapes_that_python_3_refuses():
    (statement,) = parse("F = DEFI_CONSTANTE(VALE=1.0, TITRE='G (J.\\N)')\n").statements
    assert statement.call.keywords[1].value.value == "G (J.\\N)"
