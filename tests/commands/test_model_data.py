"""AFFE_MODELE, AFFE_MATERIAU, AFFE_CARA_ELEM: what they make and what they refuse."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused
from tests.commands.runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def plate():
    """Two squares side by side, their right edge, a spring to a far node, a point there."""
    nodes = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [5, 5]]
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 4, 3], [1, 2, 5, 4]]), np.array([0, 1])),
        CellBlock("SEG2", np.array([[2, 5], [5, 6]]), np.array([2, 3])),
        CellBlock("POI1", np.array([[6]]), np.array([4])),
    ]
    groups = {"SQUARES": [0, 1], "LEFT": [0], "RIGHT": [2], "SPRING": [3], "POINT": [4], "ALL": [0, 1, 2, 3, 4]}
    cell_groups = {name: np.array(cells) for name, cells in groups.items()}
    node_groups = {"BOTTOM": np.array([0, 1, 2]), "CORNER": np.array([5]), "FAR": np.array([6])}
    return Mesh(np.array(nodes, float), blocks, node_groups, cell_groups, space_dimension=2)


def model_of(around, mesh, *rows):
    words = [{"GROUP_MA": g, "PHENOMENE": "MECANIQUE", "MODELISATION": m} for g, m in rows]
    return run("AFFE_MODELE", around, MAILLAGE=mesh, AFFE=words)


@pytest.fixture
def model(around):
    return model_of(around, plate(), (("SQUARES", "RIGHT"), "D_PLAN"), (("SPRING", "POINT"), "2D_DIS_T"))


def test_every_cell_gets_the_element_of_its_type(model):
    found = {(g.modelisation, g.cell_type): g.cells.tolist() for g in model.groups}
    assert found == {("D_PLAN", "SEG2"): [2], ("D_PLAN", "QUAD4"): [0, 1], ("2D_DIS_T", "POI1"): [4], ("2D_DIS_T", "SEG2"): [3]}
    assert model.dofs.size == 14 and model.dimension == 2


def test_on_one_cell_the_last_modelisation_holds(around):
    model = model_of(around, plate(), ("SQUARES", "D_PLAN"), ("LEFT", "C_PLAN"))
    assert {g.modelisation: g.cells.tolist() for g in model.groups} == {"D_PLAN": [1], "C_PLAN": [0]}


def test_cells_without_an_element_are_told(around):
    model_of(around, plate(), ("ALL", "D_PLAN"))
    assert "1 of these cells" in around.warnings[0]
    with pytest.raises(Refused, match="D_PLAN has no element for any of these cells .types: POI1"):
        model_of(around, plate(), ("POINT", "D_PLAN"))


def test_an_unknown_group_is_refused_with_the_likely_one(around):
    with pytest.raises(Refused) as refused:
        model_of(around, plate(), ("SQUARE", "D_PLAN"))
    (diagnostic,) = refused.value.diagnostics
    assert diagnostic.message == "the mesh has no cell group SQUARE" and "SQUARES" in diagnostic.help


def test_a_plane_model_wants_a_plane_mesh(around):
    mesh = plate()
    model_of(around, mesh, ("SQUARES", "D_PLAN"))
    assert not around.warnings
    mesh.coordinates[0, 2], mesh.space_dimension = 1.0, 3
    model_of(around, mesh, ("SQUARES", "D_PLAN"))
    assert "do not lie in one plane" in around.warnings[0]


def test_a_model_sees_cells_turned_after_it_was_made(model):
    before = model.assembler
    assert model.assembler is before
    model.mesh.set_cell_nodes(np.array([2]), np.array([[5, 2]]))
    assert model.assembler is not before
    edge = next(g for g in model.groups if g.cells.tolist() == [2])
    assert edge.nodes.tolist() == [[5, 2]]


def test_on_one_cell_the_last_material_holds(around):
    mesh = plate()
    soft, hard = (run("DEFI_MATERIAU", around, ELAS={"E": e, "NU": 0.0, "RHO": 1.0}) for e in (1.0, 2.0))
    field = run("AFFE_MATERIAU", around, MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "MATER": soft}, {"GROUP_MA": "LEFT", "MATER": hard}])
    model = model_of(around, mesh, ("SQUARES", "D_PLAN"))
    np.testing.assert_array_equal(model.data(field)[0].property("young"), [2.0, 1.0])
    assert field.of_cell(0) is hard


def discrete(around, model, *rows, **others):
    return run("AFFE_CARA_ELEM", around, MODELE=model, DISCRET_2D=list(rows), **others)


def stiffness(model, characteristics, name="stiffness", cell_type="SEG2"):
    for group, data in zip(model.groups, model.data(None, characteristics)):
        if group.modelisation == "2D_DIS_T" and group.cell_type == cell_type:
            return getattr(group.element, name)(data)[0]


def test_a_spring_between_two_nodes(around, model):
    made = discrete(around, model, {"CARA": "K_T_D_L", "GROUP_MA": "SPRING", "VALE": (3.0, 5.0)})
    expected = np.array([[3, 0, -3, 0], [0, 5, 0, -5], [-3, 0, 3, 0], [0, -5, 0, 5]])
    np.testing.assert_array_equal(stiffness(model, made), expected)
    assert not stiffness(model, made, "mass").any()


def test_local_axes_run_along_the_segment(around, model):
    made = discrete(around, model, {"CARA": "K_T_D_L", "GROUP_MA": "SPRING", "REPERE": "LOCAL", "VALE": (3.0, 0.0)})
    along = np.array([3.0, 4.0]) / 5
    block = 3 * np.outer(along, along)
    np.testing.assert_allclose(stiffness(model, made), np.block([[block, -block], [-block, block]]), atol=1e-14)


def test_orientation_turns_a_point(around, model):
    row = {"CARA": "K_T_D_N", "GROUP_MA": "POINT", "REPERE": "LOCAL", "VALE": (2.0, 0.0)}
    turn = {"CARA": "ANGL_NAUT", "GROUP_MA": "POINT", "VALE": (30.0, 0.0, 0.0)}
    made = discrete(around, model, row, ORIENTATION=[turn])
    axis = np.array([np.cos(np.pi / 6), 0.5])
    np.testing.assert_allclose(stiffness(model, made, cell_type="POI1"), 2 * np.outer(axis, axis), atol=1e-14)


def test_springs_along_axes_in_space_suit_a_plane_model(around, model):
    row = {"CARA": "K_T_D_N", "GROUP_MA": "POINT", "VALE": (5.0, 2.0, 7.0)}
    made = run("AFFE_CARA_ELEM", around, MODELE=model, DISCRET=[row])
    np.testing.assert_array_equal(stiffness(model, made, cell_type="POI1"), np.diag([5.0, 2.0]))


def test_symmetric_matrices_come_by_columns_of_the_upper_half(around, model):
    values = tuple(float(i) for i in range(1, 11))
    made = discrete(around, model, {"CARA": "M_T_L", "GROUP_MA": "SPRING", "VALE": values})
    expected = np.array([[1, 2, 4, 7], [2, 3, 5, 8], [4, 5, 6, 9], [7, 8, 9, 10]])
    np.testing.assert_array_equal(stiffness(model, made, "mass"), expected)


def test_other_matrices_come_by_columns(around, model):
    row = {"CARA": "A_T_N", "GROUP_MA": "POINT", "SYME": "NON", "VALE": (1.0, 2.0, 3.0, 4.0)}
    made = discrete(around, model, row)
    np.testing.assert_array_equal(stiffness(model, made, "damping", "POI1"), [[1, 3], [2, 4]])


def test_an_eccentric_mass_in_space():
    from pyaster_lite.commands._cara_discrete import discrete_matrix

    mass = discrete_matrix("M_TR_D_N", (2.0, 1, 1, 1, 0, 0, 0, 0.5, 0.0, 0.0), plane=False, symmetric=True)
    assert mass[1, 5] == 1.0 and mass[2, 4] == -1.0 and mass[4, 4] == 1.5 and mass[3, 3] == 1.0
    spin = np.array([0, 0, 0, 0, 0, 1.0])
    assert spin @ mass @ spin == 1.0 + 2.0 * 0.25


@pytest.mark.parametrize(
    "row,message",
    [
        ({"CARA": "K_T_D_L", "GROUP_MA": "POINT", "VALE": (1.0, 1.0)}, "K_T_D_L is for cells SEG2, but cell M5 is a POI1"),
        ({"CARA": "K_T_D_L", "GROUP_MA": "RIGHT", "VALE": (1.0, 1.0)}, "cell M3 carries no discrete element"),
        ({"CARA": "K_TR_D_L", "GROUP_MA": "SPRING", "VALE": (1.0, 1.0, 1.0)}, "K_TR_D_L does not suit cell M4, whose nodes carry DX, DY"),
        ({"CARA": "K_T_D_L", "GROUP_MA": "SPRING", "VALE": (1.0,)}, "takes 2 values, 1 given"),
    ],
)
def test_a_form_must_suit_its_cells(around, model, row, message):
    with pytest.raises(Refused, match=message):
        discrete(around, model, row)


def test_discretes_without_characteristics_fail_with_a_reason(model):
    from pyaster_lite.fe.errors import ComputationFailed

    with pytest.raises(ComputationFailed, match="discrete elements need"):
        stiffness(model, None)
