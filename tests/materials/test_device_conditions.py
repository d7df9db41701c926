"""The conditions on the curves of devices: the deck's Python learns which of them is not kept."""

import pytest

import pyaster_lite

HEAD = """
from code_aster.Commands import *
from code_aster import CA
DEBUT()
test = CA.TestCase()


def broken(**material):
    try:
        DEFI_MATERIAU(**material)
    except CA.AsterError as error:
        return error.id_message, str(error)[-4:]


def curve(x, y, **words):
    words.setdefault("NOM_PARA", "DX")
    return DEFI_FONCTION(ABSCISSE=x, ORDONNEE=y, **words)

"""
YIELDING = [
    (2, "[0, 1, 2], [0, 1, 1.5], PROL_DROITE='CONSTANT'"),
    (2, "[0, 1, 2], [0, 1, 1.5], NOM_PARA='X'"),
    (3, "[0, 1], [0, 1]"),
    (4, "[0.1, 1, 2], [0, 1, 1.5]"),
    (5, "[0, 1, 2], [0, 1, 0.5]"),
    (6, "[0, 1, 2], [0, 1, 3]"),
    (None, "[0, 1, 2], [0, 1, 1.5]"),
]
CRUSHED = [
    (2, "f = curve([0, 1, 2, 3, 4], [1, 1, 1, 1, 1], PROL_DROITE='LINEAIRE')"),
    (3, "k = curve([0, 1, 2, 3, 4, 5], [9, 9, 9, 9, 9, 9])"),
    (4, "f = k = c = curve([0.5, 1, 2, 3, 4], [1, 1, 1, 1, 1])"),
    (5, "k = curve([0, 1.5, 2, 3, 4], [9, 9, 9, 9, 9])"),
    (7, "f = curve([0, 1, 2, 3, 4], [1, 2, 2, 2, 2])"),
    (8, "k = curve([0, 1, 2, 3, 4], [8, 9, 9, 9, 9])"),
    (9, "k = curve([0, 1, 2, 3, 4], [9, 9, 9, 9, 10])"),
    (None, "pass"),
]


def passes(tmp_path, lines):
    path = tmp_path / "deck.comm"
    path.write_text(HEAD + lines)
    return [row.passed for row in pyaster_lite.run(path, output=tmp_path / "out").tests]


@pytest.mark.parametrize("condition, points", YIELDING)
def test_a_yielding_device(tmp_path, condition, points):
    expected = None if condition is None else ("DISCRETS_62", f" <{condition}>")
    assert passes(tmp_path, f"test.assertEqual(broken(DIS_ECRO_TRAC=_F(FX=curve({points}))), {expected})\n") == [True]


@pytest.mark.parametrize("condition, change", CRUSHED)
def test_a_crushed_stop(tmp_path, condition, change):
    expected = None if condition is None else ("DISCRETS_63", f" <{condition}>")
    lines = f"""
f = curve([0, 1, 2, 3, 4], [1, 1, 1, 1, 1])
k = curve([0, 1, 2, 3, 4], [9, 9, 9, 9, 9])
c = curve([0, 1, 2, 3, 4], [0, 0, 0, 0, 0])
{change}
found = broken(DIS_CHOC_ENDO=_F(FX=f, RIGI_NOR=k, AMOR_NOR=c, CRIT_AMOR="INCLUS"))
test.assertEqual(found, {expected})
"""
    assert passes(tmp_path, lines) == [True]


def test_the_truth_of_a_comparison_is_an_integer(tmp_path):
    lines = "T = CREA_TABLE(LISTE=_F(PARA='OK', LISTE_I=1.0 < 2.0))\ntest.assertEqual(T['OK', 1], 1)\n"
    assert passes(tmp_path, lines) == [True]
