"""Which words are open, as far as the values are known."""

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, active
from pyaster_lite.syntax.nodes import UNKNOWN

LEVEL = FACT(
    "o",
    KIND=SIMP("o", into=("A", "B")),
    b_a=BLOC(equal("KIND", "A"), SIZE=SIMP("o", typ="R"), COLOUR=SIMP("f", typ="R")),
    b_b=BLOC(equal("KIND", "B"), SIZE=SIMP("o", typ="I")),
)


def test_a_word_that_two_perhaps_open_blocks_have_each_its_own_way_is_not_judged():
    opened = active(LEVEL, {"KIND": UNKNOWN}, {})
    assert opened.uncertain and set(opened.keywords) == {"KIND", "COLOUR"}


def test_the_word_of_the_open_block_counts():
    for kind, typ in (("A", "R"), ("B", "I")):
        opened = active(LEVEL, {"KIND": kind}, {})
        assert not opened.uncertain and opened.keywords["SIZE"].typ == typ
