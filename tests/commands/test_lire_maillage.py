"""LIRE_MAILLAGE: where no format is written the file tells it."""

from pathlib import Path

import pytest

from pyaster_lite import api

MESHES = Path(__file__).parents[2] / "meshes"


@pytest.mark.parametrize("suffix", [".mail"])
def test_the_file_tells_its_format(tmp_path, suffix):
    mesh = next(MESHES.glob(f"*{suffix}"))
    (tmp_path / "deck.comm").write_text("M = LIRE_MAILLAGE(UNITE=20)\n")
    (tmp_path / "deck.export").write_text(f"F comm deck.comm D 1\nF libr {mesh} D 20\n")
    study = api.run(tmp_path / "deck.export", output=tmp_path)
    assert study.diagnostics == [] and study["M"].n_nodes > 0


def test_what_is_no_mesh_is_refused_all_the_same(tmp_path):
    (tmp_path / "deck.comm").write_text("M = LIRE_MAILLAGE(UNITE=20)\n")
    (tmp_path / "mesh.txt").write_text("nothing\n")
    (tmp_path / "deck.export").write_text("F comm deck.comm D 1\nF libr mesh.txt D 20\n")
    assert any(d.code == "F001" for d in api.check(tmp_path / "deck.export"))
