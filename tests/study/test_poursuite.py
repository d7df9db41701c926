"""A study in two runs through a saved base gives what one run gives."""

import json
from pathlib import Path

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

DECK = Path(__file__).parents[2] / "comm/sdnv104b.comm"


@pytest.fixture
def decks(tmp_path, monkeypatch):
    """The deck of SDNV104 over two steps: whole, and cut before its computations."""
    monkeypatch.chdir(tmp_path)
    text = DECK.read_text().replace("_F(JUSQU_A=3.5, NOMBRE=350)", "_F(JUSQU_A=0.02, NOMBRE=2)")
    head, _, rest = text.partition("U_FRONT = ")
    compute = "U_FRONT = " + rest.partition("\n")[0] + "\n"
    assert "NOMBRE=2" in head and "**common" in compute
    for name, content in {"whole": head + compute, "first": head, "second": "POURSUITE()\n" + compute}.items():
        Path(f"{name}.comm").write_text(content + "FIN()\n")
    return DECK.parents[1] / "meshes/sdnv104b.mail"


def test_a_study_goes_on_from_a_base(decks):
    units = {20: decks}
    whole = pyaster_lite.run("whole.comm", units=units)
    pyaster_lite.run("first.comm", units=units, base="base")
    second = pyaster_lite.run("second.comm", base="base")
    np.testing.assert_array_equal(second["U_FRONT"].times, whole["U_FRONT"].times)
    np.testing.assert_allclose(second["U_FRONT"].values("DEPL", "DX", "A"), whole["U_FRONT"].values("DEPL", "DX", "A"), rtol=1e-14)
    assert second["MODEL"].mesh is second["MESH"] and second["U_FRONT"].mesh is second["MESH"]
    saved = json.loads(Path("base/index.json").read_text())["values"]
    assert "WEIGHT" in saved and "U_FRONT" in saved


def test_an_export_says_where_the_base_is(decks):
    Path("first.export").write_text(f"F comm first.comm D 1\nF mail {decks} D 20\nR base kept R 0\n")
    Path("second.export").write_text("F comm second.comm D 1\nR base kept DC 0\n")
    pyaster_lite.run("first.export")
    assert len(pyaster_lite.run("second.export")["U_FRONT"].times) == 3


def test_no_base_to_go_on_from(decks):
    with pytest.raises(Refused, match="nothing to take up"):
        pyaster_lite.run("second.comm")
    with pytest.raises(Refused, match="nowhere holds no saved base"):
        pyaster_lite.run("second.comm", base="nowhere")
