"""LIRE_PLEXUS: pressures on a line of segments become those of the plates around it."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused

from .runner import run
from .test_model_data import around, plate  # noqa: F401

OLD = [[], [], [], "VARIABLES AUX ELEMENTS : MATERIAU EAU 001", [], [1, 4, 0, 93, 2, 10], [2, 1, 1, "{step}"], ["{instant}"]]
NEW = [
    *([1], [], [2], [], [], [], "VARIABLES AUX ELEMENTS : MATERIAU FLUI 007", [], [1, 4, 0, 93, 2, 2], [1] * 8, [1, 0]),
    ["{instant}", *[0.0] * 5], [0.0] * 6,
]  # fmt: skip


def dataset(number, head, size, pressures, **words):
    lines = ["    -1", f"{number:6d}"]
    lines += [(row if isinstance(row, str) else "".join(f"{item:>10}" for item in row)).format(**words) for row in head]
    for cell, pressure in pressures.items():
        row = [f"{value:13.5E}" for value in (pressure, *[0.0] * (size - 1))]
        lines += [f"{cell:10d}", *("".join(row[start : start + 6]) for start in range(0, size, 6))]
    return "\n".join([*lines, "    -1", ""])


@pytest.fixture
def words(around):  # noqa: F811
    """Two squares over the range 0 to 2 of x and a line of two segments above their middle, with its own numbers."""
    mesh = plate()
    rows = [{"GROUP_MA": "SQUARES", "PHENOMENE": "MECANIQUE", "MODELISATION": "DKT"}]
    model = run("AFFE_MODELE", around, MAILLAGE=mesh, AFFE=rows)
    nodes, cells = np.array([[-1, 0, 1], [0.9, 0, 1], [3, 0, 1]], float), CellBlock("SEG2", np.array([[0, 1], [1, 2]]), np.array([0, 1]))
    line = Mesh(nodes, [cells], cell_names=["M7", "M3"])
    for concept, name in ((mesh, "SHELL"), (line, "LINE")):
        concept.name = name
    return dict(UNITE=19, MAILLAGE=mesh, MODELE=model, MAIL_PLEXUS=line)


def test_each_node_takes_the_pressure_of_the_segment_beside_it(around, tmp_path, words):  # noqa: F811
    text = dataset(56, OLD, 10, {7: 2.0, 3: 5.0}, step=4, instant=0.5) + dataset(2414, NEW, 2, {3: 9.0}, instant=1.5)
    other = [row if not isinstance(row, str) else row.replace("FLUI", "LINE") for row in NEW]
    (tmp_path / "case.19").write_text(text + dataset(2414, other, 2, {7: 1.0}, instant=2.5))
    result = run("LIRE_PLEXUS", around, TOUT_ORDRE="OUI", **words)
    assert result.orders == [1, 2] and [result.parameter("INST", order) for order in (1, 2)] == [0.5, 1.5]
    found, _ = result.field("PRES", 1).on([0, 1])
    # nodes 0 1 4 3 and 1 2 5 4 at x = 0 1 1 0 and 1 2 2 1
    np.testing.assert_array_equal(found[..., 0], [[2, 5, 5, 2], [5, 5, 5, 5]])
    np.testing.assert_array_equal(result.field("PRES", 2).on([0])[0][..., 0], [[0, 9, 9, 0]])
    assert run("LIRE_PLEXUS", around, INST=1.5, **words).orders == [1]
    with pytest.raises(Refused, match="datasets 2414 do not number their steps"):
        run("LIRE_PLEXUS", around, NUME_ORDRE=4, **words)
    with pytest.raises(Refused, match="no pressures at the places"):
        run("LIRE_PLEXUS", around, INST=0.7, **words)
    with pytest.raises(Refused, match="segments of two nodes"):
        run("LIRE_PLEXUS", around, TOUT_ORDRE="OUI", **words | {"MAIL_PLEXUS": words["MAILLAGE"]})
