"""Pictures: one for each tested history, one deformed mesh for each tested result; nothing where there is nothing to draw."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.study import deformed
from pyaster_lite.study.files import Files
from pyaster_lite.study.plots import draw
from pyaster_lite.verification.rows import TestRow, Verdict

pytest.importorskip("matplotlib")


def row(**words):
    usual = dict(
        command="TEST_RESU", kind="VALE_REFE", origin="", concept="UPM", quantity="DEPL", component="DX", place="node 2 (A)",
        access="INST 0.2", computed=1.0, reference=1.0, difference=0.0, tolerance=1e-3, relative=True, verdict=Verdict.OK, group="A",
        instant=0.2,
    )  # fmt: skip
    return TestRow(**{**usual, **words})


@pytest.fixture
def result():
    cells = [
        CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([0])),
        CellBlock("SEG2", np.array([[0, 1], [1, 4]], np.int32), np.array([1, 2])),
    ]
    mesh = Mesh([[0, 0], [1, 0], [1, 1], [0, 1], [2, 0.0]], cells, {"A": np.array([1])}, space_dimension=2)
    made = Result("dyna_trans", mesh)
    for order in range(4):
        made.store(order, {"INST": 0.1 * order}, {"DEPL": NodeField(mesh, "DEPL_R", ("DX", "DY"), np.full((5, 2), 0.1 * order))})
    return made


def test_pictures_of_what_was_tested(tmp_path, result):
    curve = Function([0.0, 1, 2, 3], [0.0, 1, 0, 1], Properties("INST"))
    tests = [
        row(),
        row(kind="VALE_CALC", verdict=Verdict.NOT_OK),
        row(component="DY"),
        row(command="TEST_FONCTION", concept="F", quantity="", component="", place="", access="INST 1.5", group="", instant=None),
        row(computed="NEWTON", quantity="METHODE"),
        row(concept="TABLE", group="", instant=None),
    ]
    study = SimpleNamespace(
        tests=tests, environment={"UPM": result, "F": curve}, files=Files([tmp_path / "d.comm"], output_dir=tmp_path / "out")
    )
    drawn = [path.name for path in draw(study)]
    assert drawn == ["UPM_DEPL_DX_A.png", "UPM_DEPL_DY_A.png", "F.png", "UPM_deformed.png"]
    assert all((tmp_path / "out" / name).read_bytes().startswith(b"\x89PNG") for name in drawn)


def test_only_the_outside_is_drawn(result):
    faces, lines = deformed._outside(result.mesh)
    assert faces == [[0, 1, 2, 3]] and lines == [[1, 4]]
    grid = np.array([[x, y, z] for x in range(3) for y in range(2) for z in range(2)], float)
    cube = [0, 4, 6, 2, 1, 5, 7, 3]
    cells = np.array([cube, [node + 4 for node in cube]], np.int32)
    faces, lines = deformed._outside(Mesh(grid, [CellBlock("HEXA8", cells, np.arange(2))]))
    assert len(faces) == 10 and not lines


def test_small_displacements_are_amplified_by_a_round_number():
    assert [deformed._amplification(u, 1.0) for u in (0.0, 0.2, 0.04, 3e-5)] == [1, 1, 2, 2000]


def test_periodic_responses_are_drawn_with_their_branches(tmp_path):
    """One curve in stretches, stable or not, and one loop; nothing for a result without tables."""
    from matplotlib import pyplot

    from pyaster_lite.study.periodic_plots import draw_periodic

    rows = [
        {"NUME_ORDRE": i, "FREQ": f, "NUME_CONT": None, "NOEUD": "A", "NOM_CMP": "DX", "NUME_HARM": 0, "DEPL_MAX": 1.0 + i, "STABLE": s}
        for i, (f, s) in enumerate([(1.0, "OUI"), (1.2, "OUI"), (1.1, "NON"), (1.15, "OUI")], 1)
    ]
    touch = dict(rows[0], NUME_CONT=1, NOM_CMP="T1")
    loop = [{"NUME_ORDRE": 1, "FREQ": 1.0, "NUME_CONT": 1, "DEPL_N": 0.0, "FN": 1.0, "DEPL_T": x, "FT": -x} for x in (0.0, 1.0, 0.0)]
    table = lambda rows: SimpleNamespace(rows=lambda: rows)  # noqa: E731
    drawn = draw_periodic(pyplot, "R", SimpleNamespace(tables={"EQUI_HARM": table([*rows, touch]), "BOUCLE": table(loop)}))
    assert list(drawn) == ["R_response", "R_loop"]
    lines = drawn["R_response"].axes[0].lines
    assert [list(line.get_xdata()) for line in lines] == [[1.0, 1.2], [1.2, 1.1], [1.1, 1.15], []]
    assert [line.get_linestyle() for line in lines][:2] == ["-", "--"]
    assert list(drawn["R_loop"].axes[0].lines[0].get_ydata()) == [-0.0, -1.0, -0.0]
    assert draw_periodic(pyplot, "R", SimpleNamespace()) == {}
    pyplot.close("all")
