"""Factor keywords that are the members of an open list: those that a deck gives are declared, all of them where a word is strange."""

import json
import re
import subprocess
import sys

from pyaster_lite.catalogue.keywords import FACT, OPEN, SIMP, Body
from pyaster_lite.catalogue.registry import COMMANDS, Registry
from pyaster_lite.catalogue.rules import AU_MOINS_UN_DE


class Three(Registry):
    """A, B, C, of which words() alone imports C."""

    def __init__(self):
        super().__init__("pyaster_lite.materials")
        self._members, self._complete = {"A": 1, "B": 2}, False

    def words(self):
        self._members["C"] = 3
        return sorted(self._members)

    def get(self, word):
        return self._members.get(word) or (self.words() and self._members.get(word))


def body(members):
    return Body(keywords=dict(MODELE=SIMP("o"), listed=OPEN(members, lambda member: FACT(max=member), lambda member: member != 2)))


def test_words_that_are_given_are_declared_alone():
    members = Three()
    level = body(members).seen_by(["MODELE", "A"])
    assert list(level.keywords) == ["MODELE", "A"] and level.keywords["A"].upper == 1
    assert not members.among(["C"])


def test_a_strange_word_has_all_of_them_declared():
    for stranger in ("B", "X"):
        assert list(body(Three()).seen_by(["A", stranger]).keywords) == ["MODELE", "A", "C"]


def test_at_least_one_of_the_list_is_asked_for():
    rule = AU_MOINS_UN_DE(OPEN(Three(), FACT))
    assert rule.broken({"A", "MODELE"}) is None
    assert rule.broken({"MODELE"}) == "at least one of A, B or C must be given"


def test_a_deck_imports_only_what_it_says(tmp_path):
    deck = tmp_path / "a.comm"
    deck.write_text("DEBUT()\nM = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.3))\nFIN()\n")
    text = (
        f"import sys, json\nfrom pyaster_lite.cli import main\nsys.argv = ['x', {str(deck)!r}, '-q']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(json.dumps([n for n in sys.modules if n.startswith(('pyaster_lite.materials.', 'rich', 'pyaster_lite.mfront'))]))"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True, cwd=tmp_path)
    loaded = json.loads(done.stdout.splitlines()[-1])
    assert "pyaster_lite.materials.elas" in loaded and len(loaded) < 8


def test_an_option_of_fields_is_found_without_those_of_other_families():
    text = "from pyaster_lite.catalogue.registry import OPTIONS; print(OPTIONS['SIGM_NOEU'].mean_of, *OPTIONS.among(['FLUX_ELGA']))"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["SIGM_ELNO"]


def test_a_function_of_the_deck_is_known_to_be_no_command_without_importing_any():
    members = Registry("pyaster_lite.commands", spelt=True)
    assert members.get("function_of_the_deck") is None
    assert not members.loaded() and not members._complete


def test_every_command_is_spelt_where_it_is_registered():
    text = b"".join(COMMANDS._texts.values()).decode()
    assert {"LIRE_MAILLAGE", "CALC_ELEM"} <= set(COMMANDS.words())
    spelt = set(re.findall(r'(?:operator|formerly)\(\s*"(\w+)"', text)) | {stem.upper() for stem in COMMANDS.stems}
    assert not set(COMMANDS.words()) - spelt


def test_one_law_of_fibres_is_asked_for_alone():
    into = COMMANDS["DEFI_COMPOR"].body.keywords["MULTIFIBRE"].keywords["RELATION"]
    assert into.allows("VMIS_CINE_LINE") and not into.allows("CAM_CLAY")
    assert "MAZARS_UNIL" in into.choices and "CAM_CLAY" not in into.choices
