"""Which instants something applies to, and where a precision may be told."""

from pyaster_lite.catalogue.commons.archivage import archivage
from pyaster_lite.catalogue.commons.instants import Chosen
from pyaster_lite.catalogue.commons.modal_follow import crit_stab, mode_vibr
from pyaster_lite.catalogue.commons.observation import observation
from pyaster_lite.catalogue.keywords import active
from tests.arguments import Arguments


def test_a_precision_stands_beside_instants_and_where_code_aster_has_it_without():
    for level in (observation(), crit_stab(), mode_vibr()):
        assert "PRECISION" in active(level, {"CRITERE": "ABSOLU"}, {}).keywords
    assert "PRECISION" not in active(archivage(), {}, {}).keywords
    assert "PRECISION" in active(archivage(), {"INST": (1.0,)}, {}).keywords


def test_without_instants_steps_are_counted_whatever_the_precision():
    words = {"LIST_INST": None, "INST": None, "CRITERE": "ABSOLU", "PRECISION": 1.0}
    assert [Chosen(Arguments(PAS_OBSE=2, **words), "PAS_OBSE")(number, 1.0) for number in (1, 2)] == [False, True]
    assert Chosen(Arguments(PAS_OBSE=None, **words | {"INST": (5.0,)}), "PAS_OBSE")(1, 5.5)
