"""A saved base: everything comes back, shared things stay shared, and opening one runs nothing."""

import functools
import json

import numpy as np
import pytest
from scipy import sparse

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused
from pyaster_lite.study import base


def square():
    blocks = [CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([0]))]
    groups = {"LEFT": np.array([0, 3])}
    return Mesh([[0, 0], [1, 0], [1, 1], [0, 1.0]], blocks, groups, {"ALL": np.array([0])}, node_names=lambda: ["A", "B", "C", "D"])


def result():
    mesh = square()
    made = Result("evol_noli", mesh)
    displacement = NodeField(mesh, "DEPL_R", ("DX", "DY"), np.array([[0, np.nan], [1, 2], [3, 4], [5, 6]]))
    stress = ElementField(mesh, "SIEF_R", "ELGA", [ElementBlock(np.array([0]), np.ones((1, 4, 4)), ("SIXX", "SIYY", "SIZZ", "SIXY"))])
    made.store(0, {"INST": 0.0}, {"DEPL": displacement})
    made.store(1, {"INST": 0.1, "METHODE": "NEWTON"}, {"DEPL": lambda: displacement, "SIEF_ELGA": stress})
    return made


def round_trip(folder, values):
    assert base.save(folder, values) == {}
    loaded = base.load(folder)
    assert list(loaded) == list(values)
    return loaded


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, 1.5, float("inf"), -0.0, 1e-300, "é", b"\0\1", 2 + 3j, complex("nan"), [1, [2.0]], (1, ("a",)), {1: "a", "b": (2,)},
        {1, 2}, frozenset("ab"), range(1, 7, 2), slice(1, None), np.float64(0.1), np.int32(4), np.arange(6.0).reshape(2, 3).T,
        np.array(["ab", "c"]), np.array([1, "a", None], object), functools.partial(np.add, 1), np.sin, CELL_TYPES["QUAD4"],
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_values_come_back(tmp_path, value):
    again = round_trip(tmp_path, {"x": value})["x"]
    assert type(again) is type(value)
    if isinstance(value, functools.partial):
        assert (again.func, again.args) == (value.func, value.args)
    else:
        np.testing.assert_equal(again, value)


@pytest.mark.parametrize("form", [sparse.csr_matrix, sparse.csc_array, sparse.coo_matrix])
def test_sparse_matrices_come_back(tmp_path, form):
    matrix = form(np.array([[1.0, 0], [2, 3]]))
    again = round_trip(tmp_path, {"k": matrix})["k"]
    assert (again != matrix).nnz == 0 and again.shape == (2, 2)


def test_a_result_comes_back_with_its_mesh_shared(tmp_path):
    made = result()
    loaded = round_trip(tmp_path, {"MESH": made.mesh, "RESU": made})
    again = loaded["RESU"]
    assert again.mesh is loaded["MESH"] and again.field("DEPL", 1).mesh is again.mesh
    assert again.kind == "evol_noli" and again.orders == [0, 1] and again.parameter("METHODE", 1) == "NEWTON"
    np.testing.assert_equal(again.field("DEPL", 1).values, made.field("DEPL", 1).values)
    np.testing.assert_equal(again.field("SIEF_ELGA", 1).at_cell(0, "SIXY"), np.ones(4))
    assert again.mesh.node_names == ["A", "B", "C", "D"] and again.mesh.cell_nodes(0).tolist() == [0, 1, 2, 3]
    assert again.mesh.node_group("LEFT").tolist() == [0, 3] and again.mesh.cell_type(0) == "QUAD4"


def test_what_has_no_safe_form_is_left_out_by_name(tmp_path):
    made = result()
    made.solver = lambda: 0
    left_out = base.save(tmp_path, {"A": 1, "RESU": made, "MESH": made.mesh, "f": lambda: 0, "np": np})
    assert list(left_out) == ["RESU"] and "Result.solver" in left_out["RESU"]
    assert list(base.load(tmp_path)) == ["A", "MESH"]


def test_saving_again_replaces_the_base_and_nothing_else(tmp_path):
    (tmp_path / "mine.txt").write_text("keep")
    base.save(tmp_path, {"A": np.arange(3)})
    base.save(tmp_path, {"A": np.arange(4)}, compress=True)
    assert len(base.load(tmp_path)["A"]) == 4
    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".json", ".npz", ".txt"]


@pytest.mark.parametrize(
    "value",
    [
        {"ours": ["os", "system"]},
        {"ours": ["pyaster_lite.cli", "main"]},
        {"ours": ["pyaster_lite.concepts.result", "np"]},
        {"ours": ["pyaster_lite.concepts.result", "Result.__init__.__globals__"]},
        {"object": 0},
        {"object": 9},
        {"object": 1},
        {"member": ["COMMANDS", "DEBUT"]},
        {"method": [{"ours": ["pyaster_lite.concepts.result", "Result"]}, "__subclasses__"]},
        {"ufunc": "load"},
        {"array": 99},
        {"scalar": ["|O", 1]},
        {"unheard": 1},
        {},
    ],
    ids=str,
)
def test_a_foreign_base_is_refused_and_runs_nothing(tmp_path, value):
    base.save(tmp_path, {"A": 1})
    index = json.loads((tmp_path / "index.json").read_text())
    index["values"]["A"] = value
    index["objects"] = [
        {"class": ["subprocess", "Popen"], "state": {}},
        {"class": ["pyaster_lite.concepts.mesh", "Mesh"], "state": {"__class__": 1}},
    ]
    (tmp_path / "index.json").write_text(json.dumps(index))
    with pytest.raises(Refused, match="is damaged"):
        base.load(tmp_path)


def test_no_base_cut_base_other_format(tmp_path):
    with pytest.raises(Refused, match="holds no saved base"):
        base.load(tmp_path)
    base.save(tmp_path, {"A": np.arange(3)})
    (array_file,) = tmp_path.glob("*.npz")
    array_file.write_bytes(array_file.read_bytes()[:40])
    with pytest.raises(Refused, match="is damaged"):
        base.load(tmp_path)
    (tmp_path / "index.json").write_text('{"format": 99}')
    with pytest.raises(Refused, match="format 99"):
        base.load(tmp_path)
    (tmp_path / "index.json").write_text("[")
    with pytest.raises(Refused, match="is damaged"):
        base.load(tmp_path)


def test_unwritable_place(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be written"):
        base.save(tmp_path / "file", {"A": 1})
