"""Ctrl-C stops cleanly and keeps what was archived."""

import pytest

from pyaster_lite import Refused, api
from pyaster_lite.catalogue.registry import COMMANDS


@pytest.fixture
def interrupted(monkeypatch):
    """TEST_FONCTION is where the user loses patience."""

    def stop(args, context):
        raise KeyboardInterrupt

    command = COMMANDS["TEST_FONCTION"]
    monkeypatch.setitem(COMMANDS._members, "TEST_FONCTION", type(command)(**{**vars(command), "run": stop}))


def test_what_was_made_is_in_the_base(tmp_path, interrupted):
    (tmp_path / "a.comm").write_text(
        "DEBUT()\nF = DEFI_CONSTANTE(VALE=2.0)\nTEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=0.0, VALE_CALC=2.0))\nFIN()\n"
    )
    with pytest.raises(Refused) as refused:
        api.run(tmp_path / "a.comm", base=tmp_path / "base", output=tmp_path / "out")
    assert [d.code for d in refused.value.diagnostics] == ["X000"]
    (tmp_path / "b.comm").write_text("POURSUITE()\nG = F\nFIN()\n")
    assert api.run(tmp_path / "b.comm", base=tmp_path / "base", output=tmp_path / "out")["G"](0.0) == 2.0
