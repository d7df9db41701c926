"""PROJ_CHAMP between a coarse and a fine square: linear fields pass exactly."""

import numpy as np
import pytest

from pyaster_lite.concepts.correspondence import Correspondence
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def square(n, shift=0.0):
    """A unit square of n by n cells QUAD4; LEFT and RIGHT are its halves, EDGE the nodes of its right side."""
    x = np.array([(i / n + shift, j / n) for j in range(n + 1) for i in range(n + 1)])
    cells = np.array([[j * (n + 1) + i + k for k in (0, 1, n + 2, n + 1)] for j in range(n) for i in range(n)], np.int32)
    number = np.arange(n * n)
    groups = {"LEFT": number[number % n < n / 2], "RIGHT": number[number % n >= n / 2]}
    mesh = Mesh(x, [CellBlock("QUAD4", cells, number)], {"EDGE": np.flatnonzero(x[:, 0] > 0.99 + shift)}, groups, space_dimension=2)
    mesh.name = f"MA{n}"
    return mesh


def result_on(mesh):
    made = Result("evol_elas", mesh)
    made.name = "RESU"
    x, y = mesh.coordinates[:, 0], mesh.coordinates[:, 1]
    for order in (1, 2):
        made.store(
            order,
            {"INST": 0.5 * order, "ETA": 3.0},
            {"DEPL": NodeField(mesh, "DEPL_R", ("DX", "DY"), order * np.stack([x + 2 * y, y - 3 * x], 1))},
        )
    return made


def test_a_result_passes_with_its_instants(around):
    coarse, fine = square(2), square(5)
    made = run("PROJ_CHAMP", around, RESULTAT=result_on(coarse), MAILLAGE_1=coarse, MAILLAGE_2=fine, NOM_PARA="ETA", INST=1.0)
    x, y = fine.coordinates[:, 0], fine.coordinates[:, 1]
    assert made.kind == "evol_elas" and made.orders == [2] and made.times.tolist() == [1.0] and made.parameter("ETA", 2) == 3.0
    np.testing.assert_allclose(made.field("DEPL", 2).values, 2 * np.stack([x + 2 * y, y - 3 * x], 1), atol=1e-12)


def test_pairs_of_parts_and_what_is_left_out(around):
    coarse, fine = square(2), square(4)
    field = result_on(coarse).field("DEPL", 1)
    field.name = "U"
    pairs = ({"GROUP_MA_1": "LEFT", "GROUP_MA_2": "LEFT"}, {"GROUP_MA_1": "RIGHT", "GROUP_NO_2": "EDGE"})
    words = dict(MAILLAGE_1=coarse, MAILLAGE_2=fine, METHODE="COLLOCATION", VIS_A_VIS=pairs)
    made = run("PROJ_CHAMP", around, CHAM_GD=field, **words)
    lacking = np.abs(fine.coordinates[:, 0] - 0.75) < 1e-9
    assert np.isnan(made.values[lacking]).all() and not np.isnan(made.values[~lacking]).any()
    np.testing.assert_allclose(made.values[-1], [3, -2])
    filled = run("PROJ_CHAMP", around, CHAM_GD=field, PROL_VALE=7.0, **words)
    assert (filled.values[lacking] == 7.0).all()
    matrix = run("PROJ_CHAMP", around, PROJECTION="NON", **words)
    assert matrix.kind == "corresp_2_mailla"
    again = run("PROJ_CHAMP", around, CHAM_GD=field, MATR_PROJECTION=matrix)
    np.testing.assert_array_equal(again.values, made.values)


def test_a_geometry_is_moved_before(around):
    from pyaster_lite.concepts.function import Function, Properties

    coarse, fine = square(2), square(3, shift=10.0)
    back = Function([0.0, 20.0], [-10.0, 10.0], Properties("X", "Y"), "BACK")
    same = Function([0.0, 20.0], [0.0, 20.0], Properties("Y", "Y"), "SAME")
    field = result_on(coarse).field("DEPL", 1)
    made = run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MAILLAGE_2=fine, TRANSF_GEOM_2=(back, same))
    np.testing.assert_allclose(made.values[:, 0], fine.coordinates[:, 0] - 10 + 2 * fine.coordinates[:, 1], atol=1e-12)
    made = run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MAILLAGE_2=fine)
    assert "far outside" in around.warnings[-1]
    with pytest.raises(Refused, match="none of the nodes"):
        run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MAILLAGE_2=fine, DISTANCE_MAX=0.1)


def test_components_that_some_nodes_lack():
    coarse, fine = square(1), square(2)
    field = NodeField(
        coarse, "DEPL_R", ("DX", "DY", "DZ"), np.array([[1.0, 5, np.nan], [3, 5, np.nan], [5, np.nan, np.nan], [7, np.nan, 2]])
    )
    made = Correspondence(coarse, fine)
    from pyaster_lite.fe.point_location import Cells, locate

    made.add(
        np.arange(9),
        locate(fine.coordinates[:, :2], coarse.coordinates[:, :2], [Cells("QUAD4", "QUAD4", np.array([0]), coarse.blocks[0].nodes)]),
    )
    found = made.of_nodes(field).values
    assert found[4].tolist() == [4, 5, 2], "in the middle the nodes that carry it count by their weights"
    assert found[8].tolist() == [7, 5, 2], "where no weight of theirs is above zero, all alike"


def test_fields_of_elements_come_from_the_cell_around_each_node(around):
    coarse, fine = square(2), square(4)
    block = ElementBlock(np.arange(4), np.arange(4.0)[:, None, None] * np.ones((4, 4, 1)), ("SIXX",))
    field = ElementField(coarse, "SIEF_R", "ELNO", [block])
    field.name = "S"

    class Model:
        mesh, kind, name = fine, "modele_sdaster", "MO"

        class Group:
            cells, nodes, element = np.arange(16), fine.blocks[0].nodes, None

        groups = [Group]

    made = run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MODELE_2=Model())
    assert made.location == "ELNO" and made.at_cell(0, "SIXX").tolist() == [0] * 4 and made.at_cell(15, "SIXX")[2] == 3
    with pytest.raises(Refused, match="needs MODELE_2"):
        run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MAILLAGE_2=fine)

    class Side:
        loaded_only = True

    class Sides(Model.Group):
        element = Side

    Model.groups = [Model.Group, Sides]
    made = run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MODELE_2=Model())
    assert [block.element for block in made.blocks] == [None], "sides of solids tell nothing"


@pytest.mark.parametrize("method", ["NUAGE_DEG_0", "NUAGE_DEG_1"])
def test_scattered_points(around, method):
    """A constant passes by both weightings, a linear field by the second; nodes that no pair names stay at zero.

    As in code_aster the k nodes of a pair stand where the first k of the mesh do: those of the foot for those of the edge.
    """
    coarse, fine = square(3), square(4)
    field = result_on(coarse).field("DEPL", 1)
    field.values[:, 1] = 7.0
    field.name, like = "U", NodeField(fine, "DEPL_R", ("DX", "DY"), np.ones((fine.n_nodes, 2)))
    pair = {"TOUT_1": "OUI", "GROUP_NO_2": "EDGE"}
    made = run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MAILLAGE_2=fine, METHODE=method, CHAM_NO_REFE=like, VIS_A_VIS=pair)
    edge, x = fine.node_groups["EDGE"], fine.coordinates[:5, 0]
    assert made.values[edge, 1] == pytest.approx(7.0) and not np.delete(made.values, edge, axis=0).any()
    assert (made.values[edge, 0] == pytest.approx(x)) is (method == "NUAGE_DEG_1")


def test_scattered_points_of_a_result(around):
    coarse, fine = square(3), square(4)
    source, like = result_on(coarse), NodeField(fine, "DEPL_R", ("DX",), np.ones((fine.n_nodes, 1)))
    words = dict(MAILLAGE_1=coarse, MAILLAGE_2=fine, METHODE="NUAGE_DEG_1", CHAM_NO_REFE=like)
    made = run("PROJ_CHAMP", around, RESULTAT=source, NOM_CHAM="DEPL", **words)
    alone = run("PROJ_CHAMP", around, CHAM_GD=source.field("DEPL", 1), **words)
    assert made.orders == source.orders and made.field("DEPL", 1).values == pytest.approx(alone.values)


def test_points_on_a_line_carry_no_field_of_a_plane(around):
    coarse, fine = square(3), square(4)
    field = result_on(coarse).field("DEPL", 1)
    field.name, like = "U", NodeField(fine, "DEPL_R", ("DX",), np.ones((fine.n_nodes, 1)))
    words = dict(METHODE="NUAGE_DEG_1", CHAM_NO_REFE=like, VIS_A_VIS={"GROUP_NO_1": "EDGE", "TOUT_2": "OUI"})
    with pytest.raises(Refused, match="do not span the space"):
        run("PROJ_CHAMP", around, CHAM_GD=field, MAILLAGE_1=coarse, MAILLAGE_2=fine, **words)
