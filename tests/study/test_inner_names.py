"""What tables call a concept: by its rank today, by its name in decks of older versions."""

import pytest

from pyaster_lite import api
from pyaster_lite.catalogue.versions import latest, version
from pyaster_lite.study.context import Context

CASES = [
    (None, None, "", "00000002"),
    (version("13.1"), None, "", "F"),
    (version("15.2.17+"), None, "", "F"),
    (version("15.2.17+"), None, "NAME = '00000002'\n", "00000002"),
    (latest("15"), "15", "", "F"),
]


@pytest.mark.parametrize("time, asked, more, name", CASES)
def test_a_concept_is_called_as_its_time_did(tmp_path, time, asked, more, name):
    (tmp_path / "deck.comm").write_text("E = DEFI_CONSTANTE(VALE=1.0)\nF = DEFI_CONSTANTE(VALE=1.0)\n" + more)
    study = api.run(tmp_path / "deck.comm", output=tmp_path)
    study.time, study.options.aster_version = time, asked
    assert Context(study, "", None).inner_name(study["F"]) == name
