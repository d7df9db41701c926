"""The estimates of porous media: what they need to know, and what they cannot do."""

from pathlib import Path

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

DECK = (Path(__file__).parents[2] / "comm/estimated_drainage.comm").read_text()


def test_the_sizes_of_the_whole_are_needed(tmp_path):
    sizes = "    GRANDEUR_CARA=_F(LONGUEUR=size, PRESSION=pressure),\n"
    assert sizes in DECK
    deck = tmp_path / "deck.comm"
    deck.write_text(DECK.replace(sizes, ""))
    with pytest.raises(Refused, match="need the size and the pressure of the whole"):
        pyaster_lite.run(deck, output=tmp_path / "out")


def test_an_evolution_goes_on_with_its_estimates(tmp_path):
    """Two runs of one step each tell what one run of two steps tells."""
    one, other = (tmp_path / name for name in ("one.comm", "other.comm"))
    head, tail = DECK.split("FLOW = CALC_ERREUR")
    tail = "FLOW = CALC_ERREUR" + tail
    one.write_text(DECK)
    more = head[head.index("FLOW = STAT_NON_LINE") :].replace("FLOW = STAT_NON_LINE(", "FLOW = STAT_NON_LINE(reuse=FLOW, RESULTAT=FLOW,")
    more = more.replace("SCHEMA_THM", "ETAT_INIT=_F(EVOL_NOLI=FLOW), SCHEMA_THM")
    first = head.replace("INCREMENT=_F(LIST_INST=TIMES)", "INCREMENT=_F(LIST_INST=TIMES, INST_FIN=1.0)")
    other.write_text(first + more + tail)
    for deck in (one, other):
        study = pyaster_lite.run(deck, output=tmp_path / "out")
        assert study.tests and all(row.passed for row in study.tests)
