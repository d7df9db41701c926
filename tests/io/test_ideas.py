"""Universal files: what is read, in which order, and where a file is said to be wrong."""

import numpy as np
import pytest

from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.ideas import read_mesh


def integers(*values):
    return "".join(f"{value:10d}" for value in values)


def dataset(number, *lines):
    return "\n".join(["    -1", f"{number:6d}", *lines, "    -1"]) + "\n"


def point(label, x, y, colour=11):
    return f"{integers(label, 0, 0, colour)}\n{x:25.16E}{y:25.16E}{0:25.16E}".replace("E", "D")


NODES = dataset(2411, point(10, 0, 0), point(20, 1, 0), point(30, 0, 1), point(5, 0.5, 0), point(6, 0.5, 0.5), point(7, 0, 0.5))
CELLS = dataset(
    2412,
    integers(3, 92, 1, 1, 7, 6),
    integers(10, 5, 20, 6, 30, 7),
    integers(1, 21, 1, 1, 8, 2),
    integers(0, 0, 0),
    integers(10, 20),
)
GROUPS = dataset(
    2477,
    integers(1, 0, 0, 0, 0, 0, 0, 3),
    "EDGES AND MORE",
    integers(7, 10, 0, 0, 7, 20, 0, 0),
    integers(8, 1, 0, 0),
    integers(2, 0, 0, 0, 0, 0, 0, 1),
    "9LIVES",
    integers(7, 10, 0, 0),
)
HEADER = dataset(151, "a title", "nothing that matters")


def read(tmp_path, text, **options):
    path = tmp_path / "mesh.msup"
    path.write_text(text)
    return read_mesh(path, **options)


def as_lists(groups):
    return {name: ids.tolist() for name, ids in groups.items()}


def test_nodes_cells_groups(tmp_path):
    mesh = read(tmp_path, HEADER + NODES + CELLS + GROUPS)
    assert mesh.n_nodes == 6 and mesh.dimension == 2
    assert [mesh.cell_type(cell) for cell in range(2)] == ["SEG2", "TRIA6"]
    assert mesh.cell_nodes(1).tolist() == [0, 1, 2, 3, 4, 5]
    assert as_lists(mesh.node_groups) == {"EDGES": [0, 1]} and as_lists(mesh.cell_groups) == {"EDGES": [0]}
    assert mesh.notes == ["the group EDGES AND MORE is called EDGES", "the group 9LIVES is left out: its name does not start with a letter"]


def test_groups_by_colour(tmp_path):
    mesh = read(tmp_path, NODES + CELLS, groups_by_colour=True)
    assert as_lists(mesh.cell_groups) == {"COUL_7": [1], "COUL_8": [0]}
    assert as_lists(mesh.node_groups) == {"COUL_11": [0, 1, 2, 3, 4, 5]}


def test_hexahedra_and_trace_lines(tmp_path):
    corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
    rows = [f"{integers(i, 0, 0, 1)}{x:13.5E}{y:13.5E}{z:13.5E}" for i, (x, y, z) in enumerate(corners, 1)]
    hexahedron = dataset(71, integers(1, 19, 0, 0, 0, 7, 8), integers(1, 2, 3, 4, 5, 6, 7, 8))
    trace = dataset(82, integers(1, 5, 3), "a line", integers(1, 2, 0, 3, 4))
    mesh = read(tmp_path, dataset(15, *rows) + hexahedron + trace)
    assert mesh.cell_nodes(0).tolist() == list(range(8)) and mesh.coordinates[6].tolist() == [1, 1, 1]
    assert [mesh.cell_nodes(cell).tolist() for cell in (1, 2)] == [[0, 1], [2, 3]]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (NODES + CELLS[:-8], 17, "dataset 2412 has no closing -1: the file is cut short"),
        (NODES.replace("5.0000000000000000D-01", "nan                   ", 1) + CELLS, 10, "expected three coordinates"),
        (NODES + CELLS.replace("        30", "        31"), 19, "cell 3 refers to node 31, which does not exist"),
        (
            NODES + CELLS + GROUPS.replace("         8         1", "         8         4"),
            26,
            "group EDGES lists cell 4, which does not exist",
        ),
        (
            dataset(2420, integers(1), "part", integers(1, 1, 8), "system", *["0. 0. 0."] * 4)
            + NODES.replace(integers(10, 0), integers(10, 1))
            + CELLS,
            14,
            "node 10 is given in a coordinate system that is not Cartesian",
        ),
        (NODES, None, "the file has no cell"),
        ("TITRE\n", None, "this is no universal file: it has no line with -1"),
    ],
)
def test_what_is_wrong_is_located(tmp_path, text, line, reason):
    with pytest.raises(FileProblem) as caught:
        read(tmp_path, text)
    assert (caught.value.line, caught.value.reason[: len(reason)]) == (line, reason)


def test_middle_nodes_of_hexahedra(tmp_path):
    """The file goes around each face with its middles between the vertices; code_aster puts vertices first."""
    order = [0, 8, 1, 9, 2, 10, 3, 11, 12, 13, 14, 15, 4, 16, 5, 17, 6, 18, 7, 19]
    nodes = dataset(2411, *(point(i + 1, i, 0) for i in range(20)))
    labels = [place + 1 for place in order]
    cell = dataset(2412, integers(1, 116, 1, 1, 7, 20), integers(*labels[:8]), integers(*labels[8:16]), integers(*labels[16:]))
    assert np.array_equal(read(tmp_path, nodes + cell).cell_nodes(0), np.arange(20))
