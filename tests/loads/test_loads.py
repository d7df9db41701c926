"""Loads: the forces and relations that each keyword makes, and what it refuses."""

import numpy as np
import pytest

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.errors import ComputationFailed
from tests.commands.runner import Surroundings, run
from tests.commands.test_model_data import model_of, plate


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def model(around):
    return model_of(around, plate(), (("SQUARES", "RIGHT"), "D_PLAN"), (("SPRING", "POINT"), "2D_DIS_T"))


def load(around, model, command="AFFE_CHAR_MECA", **words):
    return run(command, around, MODELE=model, **words)


def total(model, made, t=0.0, field=None):
    vector = made.vector(model.data(field), t)
    return [vector[model.dofs.component == i].sum() for i in range(2)]


def imposed(model, made, t=0.0):
    """{(node, component): value} of a load that imposes single unknowns."""
    relations = made.relations()
    assert (relations.matrix.indptr[1:] - relations.matrix.indptr[:-1] == 1).all()
    names = model.dofs.components
    place = [(int(model.dofs.node[e]), names[model.dofs.component[e]]) for e in relations.matrix.indices]
    return dict(zip(place, relations.value(t) / relations.matrix.data))


def test_every_keyword_of_the_open_list_declares_itself():
    for word in LOADS:
        member = LOADS[word]
        declared = [member.declared("R", name) for name in member.phenomena]
        assert all(isinstance(one, SIMP) or one.every_keyword() for one in declared) and callable(member.terms)


def test_imposed_displacements_the_last_one_holds(around, model):
    rows = [{"GROUP_NO": "BOTTOM", "DX": 1.0, "DY": 2.0}, {"GROUP_MA": "RIGHT", "DX": 5.0}, {"GROUP_NO": "FAR", "BLOCAGE": "DEPLACEMENT"}]
    made = load(around, model, DDL_IMPO=rows)
    assert imposed(model, made) == {
        (0, "DX"): 1, (0, "DY"): 2, (1, "DX"): 1, (1, "DY"): 2, (2, "DX"): 5, (2, "DY"): 2, (5, "DX"): 5, (6, "DX"): 0, (6, "DY"): 0
    }  # fmt: skip


def test_excluded_nodes_stay_free(around, model):
    made = load(around, model, DDL_IMPO=[{"GROUP_NO": "BOTTOM", "SANS_GROUP_MA": "RIGHT", "DX": 0.0}])
    assert set(imposed(model, made)) == {(0, "DX"), (1, "DX")}


def test_imposing_nothing_is_refused(around, model):
    with pytest.raises(Refused, match="none of these nodes carries DRZ"):
        load(around, model, DDL_IMPO=[{"GROUP_NO": "BOTTOM", "DRZ": 0.0}])
    with pytest.raises(Refused, match="none of these nodes carries DRZ"):
        load(around, model, FORCE_NODALE=[{"GROUP_NO": "CORNER", "MZ": 1.0}])
    with pytest.raises(Refused, match="none of these nodes carries these unknowns"):
        load(around, model, DDL_IMPO=[{"GROUP_NO": "CORNER", "BLOCAGE": "ROTATION"}])


def test_turns_that_are_not_there_may_be_held_beside_what_is(around, model):
    made = load(around, model, DDL_IMPO=[{"GROUP_NO": "FAR", "BLOCAGE": "ROTATION", "DY": 2.0}])
    assert imposed(model, made) == {(6, "DY"): 2.0}


def test_nodal_forces_in_turned_axes(around, model):
    rows = [{"GROUP_NO": "BOTTOM", "FX": 1.0}, {"GROUP_NO": "CORNER", "FX": 2.0, "ANGL_NAUT": (90.0,)}]
    np.testing.assert_allclose(total(model, load(around, model, FORCE_NODALE=rows)), [3.0, 2.0], atol=1e-15)


def test_functions_of_time_and_space(around, model):
    ramp = Function([0.0, 1.0], [0.0, 10.0], Properties(parameter="INST", right="CONSTANT"))
    slope = Function([0.0, 2.0], [0.0, 4.0], Properties(parameter="X"))
    made = load(around, model, "AFFE_CHAR_MECA_F", FORCE_NODALE=[{"GROUP_NO": "BOTTOM", "FX": ramp, "FY": slope}])
    assert not made.forces[0].constant
    np.testing.assert_allclose(total(model, made, 0.5), [15.0, 6.0])
    made = load(around, model, "AFFE_CHAR_MECA_F", DDL_IMPO=[{"GROUP_NO": "BOTTOM", "DX": ramp, "DY": slope}])
    values = imposed(model, made, 0.25)
    assert values[1, "DX"] == 2.5 and values[1, "DY"] == 2.0 and values[2, "DY"] == 4.0


def test_a_pressure_on_an_edge(around, model):
    made = load(around, model, PRES_REP=[{"GROUP_MA": "RIGHT", "PRES": 3.0, "CISA_2D": 1.0}])
    np.testing.assert_allclose(total(model, made), [-3.0, 1.0], atol=1e-15)
    assert made.forces[0].constant


def shell_of(around, modelisation, cell, nodes):
    block = CellBlock(cell, np.arange(len(nodes))[None], np.array([0]))
    return model_of(around, Mesh(np.array(nodes, float), [block], {}, {"SHELL": np.array([0])}), ("SHELL", modelisation))


def test_a_pressure_on_a_curved_shell_follows_as_that_of_its_own_load(around):
    nodes = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [1, 0, 0], [2, 1, 0], [1, 2, 0], [0, 1, 0], [1, 1, 0]]
    model = shell_of(around, "COQUE_3D", "QUAD9", nodes)
    moved = np.random.default_rng(4).standard_normal(model.dofs.size) * 0.1
    values = {"PRES_REP": 3.0, "FORCE_COQUE": 3.0, "FORCE_COQUE_FO": Function([-9.0, 9.0], [3.0, 3.0], Properties("X"))}
    both = [load(around, model, **{word: [{"GROUP_MA": "SHELL", "PRES": value}]}).forces[0] for word, value in values.items()]
    for made in (
        [term.vector(model.data(), 0.0, moved) for term in both],
        [term.stiffness(model.data(), 0.0, moved).toarray() for term in both],
    ):
        np.testing.assert_allclose(made, [made[0]] * 3, atol=1e-14)
        assert abs(made[0]).max() > 0.1


def test_a_pressure_on_a_plate_that_follows_is_told(around):
    model = shell_of(around, "DKT", "TRIA3", [[0, 0, 0], [2, 0, 0], [0, 2, 0]])
    (term,) = load(around, model, PRES_REP=[{"GROUP_MA": "SHELL", "PRES": 3.0}]).forces
    with pytest.raises(ComputationFailed, match="curved shells only"):
        term.stiffness(model.data(), 0.0, np.zeros(model.dofs.size))


def test_a_side_turned_inwards_is_refused_unless_told(around, model):
    model.mesh.set_cell_nodes(np.array([2]), np.array([[5, 2]]))
    with pytest.raises(Refused, match="1 of the 1 sides of RIGHT have their normal pointing into the solid"):
        load(around, model, PRES_REP=[{"GROUP_MA": "RIGHT", "PRES": 3.0}])
    made = load(around, model, PRES_REP=[{"GROUP_MA": "RIGHT", "PRES": 3.0}], VERI_NORM="NON")
    np.testing.assert_allclose(total(model, made), [3.0, 0.0], atol=1e-15)


def test_a_load_that_no_cell_can_carry_is_refused(around, model):
    with pytest.raises(Refused, match="PRES_REP: none of these cells can carry it"):
        load(around, model, PRES_REP=[{"GROUP_MA": "SQUARES", "PRES": 3.0}])
    with pytest.raises(Refused, match="FORCE_FACE is for models in 3D"):
        load(around, model, FORCE_FACE=[{"GROUP_MA": "RIGHT", "FX": 3.0}])


def test_forces_by_length_and_by_volume(around, model):
    made = load(around, model, FORCE_CONTOUR=[{"GROUP_MA": "RIGHT", "FX": 3.0, "FY": -1.0}], FORCE_INTERNE=[{"TOUT": "OUI", "FY": 7.0}])
    np.testing.assert_allclose(total(model, made), [3.0, 13.0], atol=1e-14)


def test_a_later_occurrence_leaves_the_components_that_it_does_not_name(around, model):
    occurrences = [{"GROUP_MA": "RIGHT", "FX": 3.0, "FY": 5.0}, {"GROUP_MA": "RIGHT", "FY": -1.0}]
    np.testing.assert_allclose(total(model, load(around, model, FORCE_CONTOUR=occurrences)), [3.0, -1.0], atol=1e-14)


def test_weight_is_that_of_the_named_cells(around, model):
    steel = run("DEFI_MATERIAU", around, ELAS={"E": 1.0, "NU": 0.0, "RHO": 8.0})
    field = run("AFFE_MATERIAU", around, MAILLAGE=model.mesh, AFFE=[{"TOUT": "OUI", "MATER": steel}])
    made = load(around, model, PESANTEUR={"GROUP_MA": "LEFT", "GRAVITE": 10.0, "DIRECTION": (0.0, -2.0, 0.0)})
    np.testing.assert_allclose(total(model, made, field=field), [0.0, -80.0], atol=1e-13)
    with pytest.raises(Refused, match="zero vector"):
        load(around, model, PESANTEUR={"GRAVITE": 10.0, "DIRECTION": (0.0, 0.0, 0.0)})


def test_relations_between_unknowns(around, model):
    row = {"GROUP_NO": ("CORNER", "FAR"), "DDL": ("DX", "DY"), "COEF_MULT": (1.0, -2.0), "COEF_IMPO": 4.0}
    relations = load(around, model, LIAISON_DDL=[row]).relations()
    expected = np.zeros((1, 14))
    expected[0, [int(model.dofs.index(5, "DX")), int(model.dofs.index(6, "DY"))]] = 0.5, -1.0
    np.testing.assert_array_equal(relations.matrix.toarray(), expected)
    assert relations.value(0.0).tolist() == [2.0]
    with pytest.raises(Refused, match="one value for each of the 2 nodes, 1 given"):
        load(around, model, LIAISON_DDL=[row | {"COEF_MULT": (1.0,)}])


def solution_space(model, made):
    """A function telling whether displacements (n,) satisfy the homogeneous relations, and how many these are."""
    matrix = made.relations().matrix.toarray()
    return (lambda u: np.allclose(matrix @ u, 0.0, atol=1e-12)), np.linalg.matrix_rank(matrix)


def field(model, function):
    x = model.mesh.coordinates
    values = np.array([function(*point) for point in x])
    return model.dofs.vector({"DX": values[:, 0], "DY": values[:, 1]})


def test_the_same_value_on_a_set(around, model):
    holds, count = solution_space(model, load(around, model, LIAISON_UNIF=[{"GROUP_NO": "BOTTOM", "DDL": ("DY",)}]))
    assert count == 2 and holds(field(model, lambda x, y, z: (x, y))) and not holds(field(model, lambda x, y, z: (0, x)))


def test_nodes_that_follow_a_cell(around):
    nodes = [[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0], [0.5, 1, 0.4], [1, 1, 0.4], [1.5, 1, 0.4]]
    blocks = [CellBlock("QUAD4", np.array([[0, 1, 2, 3]]), np.array([0])), CellBlock("TRIA3", np.array([[4, 5, 6]]), np.array([1]))]
    groups = {"BELOW": np.array([0]), "ABOVE": np.array([1])}
    mesh = Mesh(np.array(nodes, float), blocks, {"UP": np.array([4, 5])}, groups)
    mesh.name = "MA"
    shell = model_of(around, mesh, (("BELOW", "ABOVE"), "DKT"))
    words = dict(PROJECTION="NON", METHODE="COLLOCATION", MAILLAGE_1=mesh, MAILLAGE_2=mesh)
    link = run("PROJ_CHAMP", around, VIS_A_VIS={"GROUP_MA_1": "BELOW", "GROUP_NO_2": "UP"}, **words)
    row = {"MATR_PROJECTION": link, "DDL": ("DX", "DY", "DZ")}
    x, turn = mesh.coordinates, np.array([0.3, -0.2, 0.5])

    def moved(displacement):
        values = dict(zip(("DX", "DY", "DZ"), displacement.T)) | {n: np.full(7, v) for n, v in zip(("DRX", "DRY", "DRZ"), turn)}
        return shell.dofs.vector(values)

    holds, count = solution_space(shell, load(around, shell, LIAISON_PROJ=[row]))
    assert count == 6 and holds(moved(x * [1, 1, 0] @ np.diag([1.0, 2.0, 3.0]))) and not holds(moved(np.cross(turn, x)))
    holds, count = solution_space(shell, load(around, shell, LIAISON_PROJ=[row | {"TYPE": "EXCENTREMENT"}]))
    assert count == 6 and holds(moved(np.cross(turn, x)))
    other = run("PROJ_CHAMP", around, VIS_A_VIS={"GROUP_MA_1": "BELOW", "GROUP_NO_2": "UP"}, **words | {"MAILLAGE_2": mesh.copy()})
    with pytest.raises(Refused, match="to the same mesh"):
        load(around, shell, LIAISON_PROJ=[row | {"MATR_PROJECTION": other}])


def test_a_rigid_set(around, model):
    holds, count = solution_space(model, load(around, model, LIAISON_SOLIDE=[{"GROUP_MA": "SQUARES"}]))
    assert count == 12 - 3
    assert holds(field(model, lambda x, y, z: (0.3 - 2 * y, 1 + 2 * x))) and not holds(field(model, lambda x, y, z: (x, 0)))
    holds, count = solution_space(model, load(around, model, LIAISON_SOLIDE=[{"GROUP_MA": "SQUARES", "DIST_MIN": 1.0}]))
    # the nodes count as on the line from the first one to the farthest, which is the diagonal
    assert count == 12 - 3 and holds(field(model, lambda x, y, z: (0.3 - (2 * x + y) / 5, 1 + 2 * (2 * x + y) / 5)))
    holds, count = solution_space(model, load(around, model, LIAISON_SOLIDE=[{"GROUP_MA": "SQUARES", "DIST_MIN": 3.0}]))
    assert count == 12 - 2 and holds(field(model, lambda x, y, z: (0.3, 1)))


def test_oblique_supports_slide_along_their_plane(around, model):
    row = {"GROUP_NO": "BOTTOM", "ANGL_NAUT": (45.0,), "DY": 0.0}
    holds, count = solution_space(model, load(around, model, LIAISON_OBLIQUE=[row]))
    assert count == 3 and holds(field(model, lambda x, y, z: (1, 1))) and not holds(field(model, lambda x, y, z: (1, 0)))


def test_displacement_along_the_normal_of_a_side(around, model):
    made = load(around, model, FACE_IMPO=[{"GROUP_MA": "RIGHT", "DNOR": 2.0}])
    assert imposed(model, made) == {(2, "DX"): 2.0, (5, "DX"): 2.0}
    made = load(around, model, FACE_IMPO=[{"GROUP_MA": "RIGHT", "DTAN": 0.0}])
    assert set(imposed(model, made)) == {(2, "DY"), (5, "DY")}


def test_sets_that_face_each_other(around, model):
    row = {"DDL_1": "DX", "DDL_2": "DX", "COEF_MULT_1": 1.0, "COEF_MULT_2": -1.0, "COEF_IMPO": 0.0}
    made = load(around, model, LIAISON_GROUP=[{"GROUP_NO_1": "CORNER", "GROUP_NO_2": "FAR", **row}])
    holds, count = solution_space(model, made)
    assert count == 1 and holds(field(model, lambda x, y, z: (1, x)))
    with pytest.raises(Refused, match="3 and 1 nodes"):
        load(around, model, LIAISON_GROUP=[{"GROUP_NO_1": "BOTTOM", "GROUP_NO_2": "FAR", **row}])


def test_normals_of_sets_that_face_each_other_are_halved_with_those_they_face(around):
    nodes = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
    blocks = [CellBlock("QUAD4", np.arange(4)[None], np.array([0])), CellBlock("SEG2", np.array([[0, 1], [2, 3]]), np.array([1, 2]))]
    mesh = Mesh(nodes, blocks, {}, {"ALL": np.array([0]), "LOW": np.array([1]), "HIGH": np.array([2])}, space_dimension=2)
    mesh.coordinates[3, 1] = 2.0
    square = model_of(around, mesh, ("ALL", "D_PLAN"))
    row = {"DDL_1": "DNOR", "DDL_2": "DNOR", "COEF_MULT_1": 1.0, "COEF_MULT_2": 1.0, "COEF_IMPO": 0.0}
    matrix = load(around, square, LIAISON_GROUP=[{"GROUP_MA_1": "LOW", "GROUP_MA_2": "HIGH", **row}]).relations().matrix.toarray()
    up = np.array([1.0, 2.0]) / 5**0.5
    first = (np.array([0.0, -1.0]) - up) / 2
    expected = np.concatenate([first, up])[None] * np.ones((2, 1))
    found = np.array([[line[square.dofs.index(n, d)] for n in pair for d in ("DX", "DY")] for line, pair in zip(matrix, ((0, 3), (1, 2)))])
    np.testing.assert_allclose(found, expected / abs(expected).max(axis=1, keepdims=True), atol=1e-14)


def test_sets_of_the_plane_are_moved_as_in_space(around, model):
    row = {"DDL_1": "DX", "DDL_2": "DX", "COEF_MULT_1": 1.0, "COEF_MULT_2": 1.0, "COEF_IMPO": 0.0}
    turned = {"ANGL_NAUT": (180.0, 0.0, 0.0), "CENTRE": (1.0, 0.0, 0.0), "TRAN": (0.0, 0.0, 0.0)}
    made = load(around, model, LIAISON_GROUP=[{"GROUP_NO_1": "BOTTOM", "GROUP_NO_2": "BOTTOM", **row, **turned}])
    holds, count = solution_space(model, made)
    assert count == 2 and holds(field(model, lambda x, y, z: (x - 1, y)))


def test_kinematic_loads(around, model):
    made = load(around, model, "AFFE_CHAR_CINE", MECA_IMPO=[{"GROUP_NO": "BOTTOM", "DX": 1.0}, {"GROUP_NO": "BOTTOM", "DX": 3.0}])
    assert made.kind == "char_cine_meca" and imposed(model, made) == {(n, "DX"): 3.0 for n in range(3)}


def test_a_plate_that_turns_is_pulled_away_from_its_centre(around, model):
    steel = run("DEFI_MATERIAU", around, ELAS={"E": 1.0, "NU": 0.0, "RHO": 8.0})
    material = run("AFFE_MATERIAU", around, MAILLAGE=model.mesh, AFFE=[{"TOUT": "OUI", "MATER": steel}])
    made = load(around, model, ROTATION={"VITESSE": 3.0, "AXE": (0.0, 0.0, 2.0), "CENTRE": (1.0, 0.0)})
    np.testing.assert_allclose(total(model, made, field=material), [0.0, 9.0 * 16.0 * 0.5], atol=1e-12)
    with pytest.raises(Refused, match="only turn about Z"):
        load(around, model, ROTATION={"VITESSE": 3.0, "AXE": (0.0, 1.0, 0.0)})


def test_tangents_feel_how_the_centrifugal_force_of_solids_follows_the_motion(around, model):
    nodes = np.array([[x, y, z] for z in (0.0, 1.0) for x, y in ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))])
    mesh = Mesh(nodes, [CellBlock("HEXA8", np.arange(8)[None], np.array([0]))], {}, {"ALL": np.array([0])}, space_dimension=3)
    solid = model_of(around, mesh, ("ALL", "3D"))
    steel = run("DEFI_MATERIAU", around, ELAS={"E": 1.0, "NU": 0.0, "RHO": 8.0})
    data = solid.data(run("AFFE_MATERIAU", around, MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "MATER": steel}]))
    (term,) = load(around, solid, ROTATION={"VITESSE": 3.0, "AXE": (1.0, 1.0, 0.0)}).forces
    start = np.random.default_rng(0).normal(0.0, 0.1, solid.dofs.size)
    found = term.stiffness(data, 0.0, start).toarray()
    # the mass is of the shape at rest, so that the force is linear in the displacements
    for i in (0, 7, 23):
        moved = start.copy()
        moved[i] += 1.0
        change = term.vector(data, 0.0, moved) - term.vector(data, 0.0, start)
        np.testing.assert_allclose(change, -found[:, i], atol=1e-10)
        assert found[:, i].any()
    (plane,) = load(around, model, ROTATION={"VITESSE": 3.0, "AXE": (0.0, 0.0, 1.0)}).forces
    assert plane.stiffness is None


def test_imposed_strains_need_cells_that_can_carry_them(around, model):
    with pytest.raises(Refused, match="none of these cells can carry it"):
        load(around, model, PRE_EPSI=[{"GROUP_MA": "RIGHT", "EPXX": 1e-3}])


@pytest.mark.parametrize("kind", ["ELGA", "ELNO"])
def test_strains_may_be_imposed_as_a_field(around, model, kind):
    steel = run("DEFI_MATERIAU", around, ELAS={"E": 2.0, "NU": 0.3})
    material = run("AFFE_MATERIAU", around, MAILLAGE=model.mesh, AFFE=[{"TOUT": "OUI", "MATER": steel}])
    given = {"NOM_CMP": ["EPXX", "EPXY"], "VALE": [1e-3, 2e-3]}
    words = {"OPERATION": "AFFE", "TYPE_CHAM": f"{kind}_EPSI_R", "MODELE": model, "PROL_ZERO": "OUI"}
    field = run("CREA_CHAMP", around, **words, AFFE=[given | {"GROUP_MA": "SQUARES"}])
    whole = load(around, model, PRE_EPSI=[{"EPSI": field}])
    plain = load(around, model, PRE_EPSI=[{"GROUP_MA": "SQUARES", "EPXX": 1e-3, "EPXY": 2e-3}])
    data = model.data(material)
    np.testing.assert_allclose(whole.vector(data, 0.0), plain.vector(data, 0.0), atol=1e-18)
    assert abs(plain.vector(data, 0.0)).max() > 1e-4
    (group, rows, values), *_ = whole.forces[0].values(data, 0.0, lambda element, own: own.coordinates)
    assert len(rows) == len(data[group]) and values["EPXY"].shape == (len(rows), 4)
    np.testing.assert_allclose(values["EPXY"], 2e-3)
