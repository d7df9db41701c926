"""Formats of meshes: one reader is imported at a time, the likely one is asked first."""

import subprocess
import sys

from pyaster_lite.io.mesh_formats import mesh_formats, recognise


def test_words_are_those_that_the_readers_name():
    assert {word: reader.FORMAT for word, reader in mesh_formats().items()} == {word: word for word in mesh_formats()}
    assert len(mesh_formats()) >= 5


def test_one_reader_is_imported_at_a_time():
    text = (
        "import sys; from pyaster_lite.io.mesh_formats import mesh_formats\n"
        "print('MED' in mesh_formats(), mesh_formats()['GMSH'].FORMAT, 'pyaster_lite.io.gibi' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "GMSH", "False"]


def test_a_file_that_two_formats_know_is_the_likely_one(tmp_path):
    path = tmp_path / "both"
    path.write_text("$MeshFormat\n TITRE\n")
    assert (recognise(path, "GMSH"), recognise(path, "ASTER"), recognise(tmp_path / "none")) == ("GMSH", "ASTER", None)
