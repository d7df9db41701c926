"""Decks whose Python opens the files of units itself, as fort.11."""

import os

import pyaster_lite

DECK = """
import os
from code_aster.Commands import *
from code_aster import CA
DEBUT()
test = CA.TestCase()
with open("fort.11") as stream:
    test.assertEqual(stream.read(), "value = 3\\n")
os.rename("fort.11", "given.py")
from given import value
T = CREA_TABLE(LISTE=_F(PARA="X", LISTE_I=value))
IMPR_TABLE(TABLE=T, UNITE=44)
test.assertTrue(os.path.exists("fort.44"))
size = os.stat("fort.8").st_size
IMPR_TABLE(TABLE=T, UNITE=8)
def later():
    IMPR_TABLE(TABLE=T, UNITE=44)
before = os.stat("fort.44").st_size
later()
test.assertGreater(os.stat("fort.44").st_size, before)
test.assertGreater(os.stat("fort.8").st_size, size)
with open("fort.12", "w") as stream:
    stream.write("X\\n7\\n")
U = LIRE_TABLE(UNITE=12, FORMAT="LIBRE", SEPARATEUR=" ")
test.assertEqual(U["X", 1], 7)
"""


def test_files_of_units_lie_where_python_works(tmp_path):
    here = os.getcwd()
    (tmp_path / "deck.comm").write_text(DECK)
    (tmp_path / "deck.11").write_text("value = 3\n")
    study = pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")
    assert [row.passed for row in study.tests] == [True] * 5
    assert (tmp_path / "deck.11").read_text() == "value = 3\n"
    assert os.getcwd() == here
    left = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"fort.12", "given.py"} <= left and not {"fort.44", "fort.8"} & left


def test_what_python_writes_goes_where_the_export_wants_it(tmp_path):
    (tmp_path / "deck.comm").write_text("import os\nwith open('fort.30', 'w') as stream:\n    stream.write('done')\n")
    (tmp_path / "deck.export").write_text("F comm deck.comm D 1\nF libr results/deck.txt R 30\n")
    pyaster_lite.run(tmp_path / "deck.export", output=tmp_path / "out")
    assert (tmp_path / "results/deck.txt").read_text() == "done"


def test_files_that_the_export_knows_by_name_lie_there_too(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "values.json").write_text("[7]")
    deck = "import json\nname = 'values'\nwith open('%s.json' % name) as stream:\n    found = json.load(stream)\n"
    (tmp_path / "deck.comm").write_text(deck)
    (tmp_path / "deck.export").write_text("F comm deck.comm D 1\nF nom data/values.json D 0\n")
    study = pyaster_lite.run(tmp_path / "deck.export", output=tmp_path / "out")
    assert study["found"] == [7]
    assert (tmp_path / "data" / "values.json").exists() and not (tmp_path / "out" / "values.json").exists()


def test_a_file_of_a_unit_whose_name_a_deck_keeps_in_a_text(tmp_path):
    (tmp_path / "deck.70").write_text("wanted = 3\n")
    deck = tmp_path / "deck.comm"
    deck.write_text(
        "from code_aster.Commands import *\nfrom code_aster import CA\nDEBUT()\nname = 'fort.70'\nimport os\n"
        "assert CA.onFatalError('EXCEPTION') == 'ABORT'\ntry:\n    raise CA.AsterError('no such\\n thing')\nexcept CA.AsterError as told:\n"
        "    text = str(told)\nif os.path.exists(name):\n    exec(open(name).read())\nFIN()\n"
    )
    study = pyaster_lite.run(deck, output=tmp_path / "out", units={70: tmp_path / "deck.70"})
    assert study["wanted"] == 3 and study["text"] == "no such thing"
