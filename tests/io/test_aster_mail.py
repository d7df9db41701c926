"""The .mail format: what it may look like, and where it is said to be wrong."""

import numpy as np
import pytest

from pyaster_lite.io.aster_mail import read_mesh
from pyaster_lite.io.aster_mail_write import mesh_text
from pyaster_lite.io.errors import FileProblem

GOOD = """\
TITRE
 Two bars and a triangle   FIN of the story
FINSF
%
COOR_2D   NBOBJ=3  NBLIGE=2  NOM=INDEF
          NUMIN=1
N1  0.0     0.0D0     % the left one
A   1.E0    0.
c_3 .5
    -5.D-1
FINSF
SEG2
BAR1 N1 A   BAR2 A c_3
FINSF
TRIA3 NOM=INDEF
T N1 A c_3
FINSF
SEG2
BAR3 c_3 N1
FINSF
GROUP_NO NOM=ENDS
c_3 N1 c_3
FINSF
GROUP_MA
BARS BAR3
BAR1
FINSF
GROUP_MA NOM=NOTHING
FINSF
FIN
whatever follows
"""


def read(tmp_path, text):
    path = tmp_path / "mesh.mail"
    path.write_bytes(text.encode("latin-1"))
    return read_mesh(path)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_reads_everything(tmp_path, ending):
    mesh = read(tmp_path, f" {'-' * 70}\n{GOOD}".replace("\n", ending))
    assert mesh.coordinates.tolist() == [[0, 0, 0], [1, 0, 0], [0.5, -0.5, 0]]
    assert mesh.dimension == 2
    assert mesh.node_names == ["N1", "A", "c_3"]
    assert [mesh.cell_type(i) for i in range(4)] == ["SEG2", "SEG2", "TRIA3", "SEG2"]
    assert mesh.cell_nodes(3).tolist() == [2, 0]
    assert mesh.block("SEG2").cells.tolist() == [0, 1, 3]
    assert mesh.find_cell("T") == 2
    assert mesh.title.startswith(" Two bars")


def test_groups_keep_the_order_of_the_file(tmp_path):
    mesh = read(tmp_path, GOOD)
    assert mesh.node_group("ENDS").tolist() == [2, 0]
    assert mesh.cell_group("BARS").tolist() == [3, 0]
    assert "NOTHING" not in mesh.cell_groups
    assert mesh.notes == ["GROUP_NO ENDS lists some node twice"]


def test_a_flat_3d_mesh_is_in_the_plane(tmp_path):
    flat = "COOR_3D\nN1 0 0 0\nN2 1 0 {z}\nFINSF\nSEG2\nM1 N1 N2\nFINSF\nFIN\n"
    assert read(tmp_path, flat.format(z=0)).dimension == 2
    assert read(tmp_path, flat.format(z=1)).dimension == 3


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("A   1.E0    0.", "A   1.E0", 9, "expected a node: its name and 2 coordinates, found: c_3 .5"),
        ("A   1.E0    0.", "A   1.E0    O.", 8, "a coordinate of node A is not a number"),
        ("A   1.E0    0.", "A   1.E0    NaN", 8, "a coordinate of node A is not a number"),
        ("A   1.E0    0.", "N1  1.E0    0.", 8, "node N1 is defined twice"),
        ("BAR1 N1 A   BAR2 A c_3", "BAR1 N1 A   BAR2 A N9", 13, "cell BAR2 refers to node N9, which does not exist"),
        ("T N1 A c_3", "T N1 A", 16, "expected a cell TRIA3: its name and 3 nodes, found: T N1 A"),
        ("BAR3 c_3 N1", "BAR1 c_3 N1", 19, "cell BAR1 is defined twice"),
        ("c_3 N1 c_3", "c_3 N1 B", 22, "GROUP_NO ENDS lists node B, which does not exist"),
        ("BARS BAR3", "BARS BAR9", 25, "GROUP_MA BARS lists cell BAR9, which does not exist"),
        ("GROUP_MA NOM=NOTHING", "GROUP_MA NOM=BARS\nT", None, None),
        ("TRIA3 NOM", "TRIA5 NOM", 15, "TRIA5 opens no section"),
        ("FINSF\nFIN\nwhatever follows\n", "", 28, "section GROUP_MA has no FINSF: the file is cut short"),
        ("FIN\nwhatever follows\n", "", 29, "the file ends without FIN: it is cut short"),
    ],
)
def test_what_is_wrong_is_located(tmp_path, old, new, line, reason):
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    if reason is None:
        line, reason = 28, "GROUP_MA BARS is defined twice"
    with pytest.raises(FileProblem) as caught:
        read(tmp_path, text)
    assert (caught.value.line, caught.value.reason[: len(reason)]) == (line, reason)


def test_nothing_to_read(tmp_path):
    for text, reason in (("  \n", "is empty"), ("FIN\n", "no node"), ("COOR_2D\nA 0 0\nFINSF\nFIN\n", "no cell")):
        with pytest.raises(FileProblem, match=reason):
            read(tmp_path, text)


def test_many_nodes_are_quick(tmp_path):
    count = 20000
    lines = [f"N{i} {i}.0 0.5" for i in range(count)]
    text = "COOR_2D\n" + "\n".join(lines) + "\nFINSF\nPOI1\nM1 N7\nFINSF\nFIN\n"
    mesh = read(tmp_path, text)
    assert np.array_equal(mesh.coordinates[:, 0], np.arange(count))


def test_a_mesh_keeps_its_own_names_where_it_is_asked_to(tmp_path):
    text = "COOR_2D\nN7 0 0\nN9 1 0\nFINSF\nSEG2\nM5 N7 N9\nFINSF\nGROUP_MA NOM=ALL\nM5\nFINSF\nFIN\n"
    path = tmp_path / "own.mail"
    path.write_text(text)
    mesh = read_mesh(path)
    path.write_text(mesh_text(mesh, own_names=True))
    again = read_mesh(path)
    assert again.node_names == ["N7", "N9"] and again.cell_names == ["M5"] and list(again.cell_groups) == ["ALL"]
    path.write_text(mesh_text(mesh))
    assert read_mesh(path).node_names == ["N1", "N2"]


def test_a_mesh_without_a_title_is_called_a_restricted_one(tmp_path):
    """As irmail calls it, title lines being filled up to 80 characters."""
    mesh = read(tmp_path, GOOD)
    mesh.title = ""
    assert mesh_text(mesh).split("\n")[1] == "MAILLAGE RESTREINT".ljust(80)
    mesh.title = "one\ntwo"
    assert [line.rstrip() for line in mesh_text(mesh).split("\n")[1:4]] == ["one", "two", " FINSF"]
