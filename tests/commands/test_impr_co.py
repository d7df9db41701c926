"""IMPR_CO: the concepts whose names hold a text at a place."""

from .meshes import run


def test_names_from_a_place_on(tmp_path):
    steps = ["ONE = DEFI_LIST_REEL(VALE=1.0)", "OTHER = DEFI_LIST_REEL(VALE=2.0)", "NONE = DEFI_LIST_REEL(VALE=3.0)"]
    run(tmp_path, *steps, "IMPR_CO(UNITE=39, CHAINE='NE', POSITION=2)")
    (written,) = (tmp_path / "out").iterdir()
    text = written.read_text()
    assert "ONE:" in text and "OTHER" not in text and "NONE" not in text
