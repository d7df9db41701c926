"""LIAISON_MAIL and LIAISON_RBE3: both leave rigid motions free, and refuse what they cannot glue."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.frames import rotation
from tests.commands.runner import Surroundings, run
from tests.commands.test_model_data import model_of


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def solids():
    """A tetrahedron BODY, a triangle LID that stands 5 along X from inside it, and a SPOT with rotations."""
    points = [(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4), (5.5, 1, 0.5), (6, 1, 0.5), (5.5, 1.5, 1), (1, 1, 3)]
    blocks = [
        CellBlock("TETRA4", np.array([[0, 1, 2, 3]]), np.array([0])),
        CellBlock("TRIA3", np.array([[4, 5, 6]]), np.array([1])),
        CellBlock("POI1", np.array([[7]]), np.array([2])),
    ]
    nodes = {"LID": np.array([4, 5, 6]), "SPOT": np.array([7]), "BASE": np.array([0, 1, 2, 3])}
    return Mesh(points, blocks, nodes, {"BODY": np.array([0]), "LID": np.array([1]), "SPOT": np.array([2])})


def moved(model, displacement, turn):
    """Unknowns of a rigid motion: displacement + turn x place."""
    at = displacement + np.cross(turn, model.mesh.coordinates)
    whole = dict(zip(("DX", "DY", "DZ", "DRX", "DRY", "DRZ"), [*at.T, *np.outer(turn, np.ones(len(at)))]))
    names = [model.dofs.components[c] for c in model.dofs.component]
    return np.array([whole[name][node] for name, node in zip(names, model.dofs.node)])


@pytest.fixture
def model(around):
    return model_of(around, solids(), (("BODY", "LID"), "3D"), (("SPOT",), "DIS_TR"))


def relations(around, model, **words):
    return run("AFFE_CHAR_MECA", around, MODELE=model, **words).relations()


def test_a_mean_of_nodes_leaves_rigid_motions_free(around, model):
    words = {"GROUP_NO_MAIT": "SPOT", "DDL_MAIT": ["DX", "DRY", "DRZ"], "GROUP_NO_ESCL": ["BASE"], "DDL_ESCL": ["DX-DY-DZ"]}
    found = relations(around, model, LIAISON_RBE3=[words])
    assert found.matrix.shape[0] == 3
    np.testing.assert_allclose(found.matrix @ moved(model, np.array([1.0, 2.0, 3.0]), np.array([0.1, 0.2, 0.3])), 0.0, atol=1e-12)
    for wrong, word in (({"GROUP_NO_MAIT": "BASE"}, "one"), ({"DDL_ESCL": ["DX"]}, "rigid"), ({"DDL_ESCL": ["DX-TEMP"]}, "TEMP")):
        with pytest.raises(Refused, match=word):
            relations(around, model, LIAISON_RBE3=[words | wrong])


def test_glued_nodes_follow_the_cell_they_are_moved_into(around, model):
    words = {"GROUP_MA_MAIT": ["BODY"], "GROUP_MA_ESCL": ["LID"]}
    found = relations(around, model, LIAISON_MAIL=[words | {"TRAN": [-5.0, 0.0, 0.0]}])
    assert found.matrix.shape[0] == 9
    np.testing.assert_allclose(found.matrix @ moved(model, np.array([1.0, 2.0, 3.0]), np.zeros(3)), 0.0, atol=1e-12)
    with pytest.raises(Refused, match="ELIM_MULT"):
        relations(around, model, LIAISON_MAIL=[words, words])


def test_glued_nodes_turn_back_into_the_frame_of_the_cell(around, model):
    words = {"GROUP_MA_MAIT": ["BODY"], "GROUP_MA_ESCL": ["LID"], "TRAN": [1.0, 6.0, 0.0], "ANGL_NAUT": [90.0, 0.0, 0.0]}
    found = relations(around, model, LIAISON_MAIL=[words])
    turn = rotation(*np.radians((90.0, 0.0, 0.0)), tiny=0.0)
    own, theirs = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0]) @ turn
    u = moved(model, theirs, np.zeros(3))
    u[np.isin(model.dofs.node, (4, 5, 6))] = np.tile(own, 3)
    np.testing.assert_allclose(found.matrix @ u, 0.0, atol=1e-12)


def test_only_normal_displacements_may_be_glued(around, model):
    words = {"GROUP_MA_MAIT": ["BODY"], "GROUP_MA_ESCL": ["LID"], "TRAN": [-5.0, 0.0, 0.0], "DDL": ["DNOR"]}
    found = relations(around, model, LIAISON_MAIL=[words])
    assert found.matrix.shape[0] == 3
    normal = np.cross([0.5, 0.0, 0.0], [0.0, 0.5, 0.5])
    u = moved(model, np.array([0.0, 1.0, 1.0]), np.zeros(3))
    assert abs(normal @ [0.0, 1.0, 1.0]) < 1e-12
    np.testing.assert_allclose(found.matrix @ u, 0.0, atol=1e-12)
    half_turn = words | {"TRAN": [7.0, 2.0, 0.0], "ANGL_NAUT": [180.0, 0.0, 0.0]}
    found = relations(around, model, LIAISON_MAIL=[half_turn])
    own, theirs = np.array([1.0, 2.0, 3.0]), np.array([-1.0, -2.0, 3.0])
    u = moved(model, theirs, np.zeros(3))
    u[np.isin(model.dofs.node, (4, 5, 6))] = np.tile(own, 3)
    assert found.matrix.shape[0] == 3
    np.testing.assert_allclose(found.matrix @ u, 0.0, atol=1e-12)
    with pytest.raises(Refused, match="DNOR"):
        relations(around, model, LIAISON_MAIL=[words | {"DDL": ["DNOR", "DX"]}])


def shell_and_solid(around):
    """A tetrahedron BODY and a shell LID that crosses it, tilted."""
    points = [(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4), (0.5, 0.5, 0.5), (1, 0.5, 0.8), (0.5, 1, 0.6)]
    blocks = [CellBlock("TETRA4", np.array([[0, 1, 2, 3]]), np.array([0])), CellBlock("TRIA3", np.array([[4, 5, 6]]), np.array([1]))]
    groups = {"BODY": np.array([0]), "LID": np.array([1])}
    return model_of(around, Mesh(points, blocks, {}, groups), (("BODY",), "3D"), (("LID",), "DKT"))


def test_shells_turn_with_the_solid_around_them(around):
    model = shell_and_solid(around)
    normal = np.cross([0.5, 0.0, 0.3], [0.0, 0.5, 0.1])
    normal /= np.linalg.norm(normal)
    field = NodeField(model.mesh, "GEOM_R", ("X", "Y", "Z"), np.tile(normal, (7, 1)))
    words = {"GROUP_MA_MAIT": ["BODY"], "GROUP_MA_ESCL": ["LID"], "TYPE_RACCORD": "COQUE_MASSIF", "EPAIS": 0.2, "CHAM_NORMALE": field}
    found = relations(around, model, LIAISON_MAIL=[words])
    assert found.matrix.shape[0] == 15
    bending = np.cross(normal, [1.0, 0.0, 0.0])
    np.testing.assert_allclose(found.matrix @ moved(model, np.array([1.0, 2.0, 3.0]), bending), 0.0, atol=1e-12)
    field.values[4] = np.nan
    with pytest.raises(Refused, match="no normal at node"):
        relations(around, model, LIAISON_MAIL=[words])


def test_solids_follow_the_rotations_of_shells(around):
    model = shell_and_solid(around)
    words = {"GROUP_MA_MAIT": ["LID"], "GROUP_NO_ESCL": ["FEET"], "TYPE_RACCORD": "MASSIF_COQUE"}
    model.mesh.node_groups["FEET"] = np.array([0, 3])
    found = relations(around, model, LIAISON_MAIL=[words])
    assert found.matrix.shape[0] == 6
    np.testing.assert_allclose(found.matrix @ moved(model, np.array([1.0, 2.0, 3.0]), np.array([0.3, -0.2, 0.1])), 0.0, atol=1e-12)


def test_shells_are_glued_where_functions_send_them(around):
    points = [(0, 0, 0), (4, 0, 0), (0, 4, 0), (1, 1, 3), (2, 1, 3), (1, 2, 3)]
    blocks = [CellBlock("TRIA3", np.array([[0, 1, 2], [3, 4, 5]]), np.array([0, 1]))]
    model = model_of(around, Mesh(points, blocks, {}, {"DOWN": np.array([0]), "UP": np.array([1])}), (("DOWN", "UP"), "DKT"))
    lines = (("X", (-9.0, 9.0)), ("Y", (-9.0, 9.0)), ("Z", (-12.0, 6.0)))
    sent = [run("DEFI_FONCTION", around, NOM_PARA=name, ABSCISSE=(-9.0, 9.0), ORDONNEE=ends) for name, ends in lines]
    words = {"GROUP_MA_MAIT": ["DOWN"], "GROUP_MA_ESCL": ["UP"], "TYPE_RACCORD": "COQUE", "DISTANCE_MAX": 0.1}
    found = relations(around, model, LIAISON_MAIL=[words | {"TRANSF_GEOM_ESCL": sent}])
    assert found.matrix.shape[0] == 18
    np.testing.assert_allclose(found.matrix @ moved(model, np.array([1.0, 2.0, 3.0]), np.zeros(3)), 0.0, atol=1e-12)


def test_normal_displacements_of_facing_sets(around):
    points = [(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4), (0, 0, -1), (4, 0, -1), (0, 4, -1), (0, 0, -4)]
    blocks = [
        CellBlock("TETRA4", np.array([[0, 1, 2, 3], [4, 6, 5, 7]]), np.array([0, 1])),
        CellBlock("TRIA3", np.array([[0, 2, 1], [4, 5, 6]]), np.array([2, 3])),
    ]
    mesh = Mesh(points, blocks, {}, {"ALL": np.array([0, 1]), "UPPER": np.array([2]), "LOWER": np.array([3])})
    model = model_of(around, mesh, (("ALL",), "3D"))
    words = {"GROUP_MA_1": ["UPPER"], "GROUP_MA_2": ["LOWER"], "DDL_1": ["DNOR"], "DDL_2": ["DNOR"]}
    words |= {"COEF_MULT_1": [2.0], "COEF_MULT_2": [2.0], "COEF_IMPO": 0.0}
    found = relations(around, model, LIAISON_GROUP=[words])
    assert found.matrix.shape[0] == 3
    np.testing.assert_allclose(found.matrix @ moved(model, np.array([1.0, 2.0, 3.0]), np.zeros(3)), 0.0, atol=1e-12)
    only = moved(model, np.array([0.0, 0.0, 1.0]), np.zeros(3)) * (model.dofs.node < 4)
    np.testing.assert_allclose(found.matrix @ only, -1.0)
    with pytest.raises(Refused, match="DNOR"):
        relations(around, model, LIAISON_GROUP=[words | {"DDL_1": ["DNOR", "DX"], "COEF_MULT_1": [1.0, 1.0]}])


def test_temperatures_are_glued_as_they_are(around):
    rows = [{"GROUP_MA": ("BODY", "LID"), "PHENOMENE": "THERMIQUE", "MODELISATION": "3D"}]
    heat = run("AFFE_MODELE", around, MAILLAGE=solids(), AFFE=rows)
    words = {"GROUP_MA_MAIT": "BODY", "GROUP_NO_ESCL": "LID", "TRAN": (-5.0, 0.0, 0.0)}
    found = run("AFFE_CHAR_THER", around, MODELE=heat, LIAISON_MAIL=[words]).relations()
    places = heat.mesh.coordinates - [[5.0, 0.0, 0.0]] * np.isin(np.arange(8), [4, 5, 6])[:, None]
    even = heat.dofs.vector({"TEMP": 20.0 + places @ [1.0, -2.0, 3.0]})
    assert found.matrix.shape[0] == 3
    np.testing.assert_allclose(found.matrix @ even, 0.0, atol=1e-12)
