"""Elements that cracks enrich: what they hold, and that parts move apart without any force."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.commands._extended_model import LEAST, extended_model
from pyaster_lite.concepts.level_set_crack import LevelSetCrack
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.element import EnrichedSolid, carriers
from pyaster_lite.fe.extended.level_sets import VERTEX, Cells, adjusted
from pyaster_lite.fe.extended.release import CutCells
from pyaster_lite.fe.extended.status import JUMP, node_status
from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.shapes import shape_functions
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.solid import Solid
from pyaster_lite.options._family import extrapolated


def strip():
    """Two squares above each other, and the right side of the lower one."""
    places = [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]]
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 3, 2], [2, 3, 5, 4]]), np.array([0, 1])),
        CellBlock("SEG2", np.array([[1, 3]]), np.array([2])),
    ]
    return Mesh(np.array(places, float), blocks, space_dimension=2)


def crack_at(mesh, height):
    normal = mesh.coordinates[:, 1] - height
    parts = [Cells(b.type, b.cells, b.nodes) for b in mesh.blocks]
    tangent = np.full(mesh.n_nodes, -1.0)
    return LevelSetCrack(mesh, "INTERFACE", normal, tangent, node_status(parts, normal, tangent))


def model(height=0.3):
    mesh = strip()
    groups = [
        ElementGroup("D_PLAN", Solid("QUAD4", Plane(), "FPG4", "FPG4"), np.array([0, 1]), mesh),
        ElementGroup("D_PLAN", Skin("SEG2", Plane(), "FPG2"), np.array([2]), mesh),
    ]
    return extended_model(Model(mesh, "MECANIQUE", groups), [crack_at(mesh, height)])


def data(made, **more):
    nu, young = 0.3, 10.0
    shear = young / 2 / (1 + nu)
    lame = young * nu / (1 + nu) / (1 - 2 * nu)
    elasticity = np.zeros((6, 6))
    elasticity[:3, :3] = lame
    elasticity += 2 * shear * np.eye(6)
    found = made.data()
    for own in found:
        own.materials, own.owner = [{"elasticity": elasticity, "density": 2.0, **more}], np.zeros(len(own), int)
    return found


def moved(made, below, above, height):
    """Unknowns of parts that move by (2,) each."""
    u = np.zeros(made.dofs.size)
    y = made.mesh.coordinates[:, 1]
    for axis, name in enumerate(("DX", "DY")):
        u[made.dofs.index(np.arange(6), name)] = np.where(y < height, below[axis], above[axis])
        jumps = made.dofs.index(np.arange(4), f"H1{name[1]}")
        u[jumps] = (above[axis] - below[axis]) / 2
    return u


def test_nodes_of_the_cells_around_the_crack_jump():
    mesh = strip()
    assert crack_at(mesh, 0.3).status.tolist() == [JUMP] * 4 + [0, 0]
    assert crack_at(mesh, 1.0).status.tolist() == [0, 0, JUMP, JUMP, 0, 0]


def test_a_level_set_is_put_on_a_vertex_that_it_nearly_meets():
    mesh = strip()
    normal = mesh.coordinates[:, 1] - 1.0 - VERTEX / 2
    parts = [Cells(b.type, b.cells, b.nodes) for b in mesh.blocks if b.dim == 2]
    assert adjusted(normal, parts)[[2, 3]].tolist() == [0.0, 0.0]
    assert adjusted(normal - 0.1, parts)[2] == normal[2] - 0.1


def test_parts_move_apart_without_any_force():
    made = model()
    u = moved(made, (1.0, 2.0), (-3.0, 5.0), 0.3)
    forces = made.matrix("stiffness", data(made)) @ u
    dead = np.isin(made.dofs.node, [4, 5])
    assert abs(forces[~dead]).max() < 1e-12


def test_only_motions_of_the_two_parts_are_free():
    made = model()
    stiffness = made.matrix("stiffness", data(made)).toarray()
    assert np.allclose(stiffness, stiffness.T)
    values = np.linalg.eigvalsh(stiffness)
    assert (abs(values) < 1e-10).sum() == 6 and values.min() > -1e-10


def test_the_mass_is_that_of_the_body_for_each_part():
    made = model()
    mass = made.matrix("mass", data(made))
    u = moved(made, (0.0, 0.0), (1.0, 0.0), 0.3)
    assert u @ mass @ u == pytest.approx(2.0 * 1.7)


def test_unknowns_that_are_held_have_a_mass_of_their_own():
    made = model()
    enriched = next(g for g in made.groups if hasattr(g.element, "enrichment"))
    own = data(made)[made.groups.index(enriched)]
    mass, dead = enriched.element.mass(own), enriched.element.dead(own)
    assert dead.any()
    for matrix, held in zip(mass, dead):
        assert not matrix[np.ix_(held, ~held)].any()
        assert (np.diagonal(matrix)[held] > 0.0).all()
        np.testing.assert_array_equal(matrix[np.ix_(held, held)], np.diag(np.diagonal(matrix)[held]))


def test_the_answer_to_linear_elasticity_is_the_stiffness():
    made = model()
    group, own = made.groups[0], data(made)[0]
    enriched = next(g for g in made.groups if hasattr(g.element, "enrichment"))
    assert group.element is not enriched.element or group is enriched
    index = made.groups.index(enriched)
    own = data(made)[index]
    u = np.random.default_rng(1).random((len(own), enriched.element.size)) * ~enriched.element.dead(own)
    stress = enriched.element.elastic_state(own, u).stress
    forces = enriched.element.nodal_forces(own, stress)
    assert np.allclose(forces, np.einsum("eij,ej->ei", enriched.element.stiffness(own), u))


def test_a_pressure_pushes_each_part_with_its_share():
    made = model()
    index = next(i for i, g in enumerate(made.groups) if g.cell_type == "SEG2")
    own = data(made)[index]
    force = made.groups[index].element.pressure(own, 3.0)
    equations = made.assembler.equations[index]
    whole = np.zeros(made.dofs.size)
    np.add.at(whole, equations, force)
    assert whole @ moved(made, (1.0, 0.0), (1.0, 0.0), 0.3) == pytest.approx(-3.0)
    assert whole @ moved(made, (0.0, 0.0), (1.0, 0.0), 0.3) == pytest.approx(-3.0 * 0.7)


@pytest.mark.parametrize("cell", ["TRIA6", "QUAD8", "TETRA10", "HEXA20", "PENTA15"])
def test_functions_of_vertices_carry_those_of_a_front(cell):
    """They are those of the straight cell anywhere, though they are made of the functions of the quadratic one."""
    reference = reference_cell(cell)
    point = reference.nodes[: reference.corners].mean(axis=0, keepdims=True) * 0.8 + 0.05
    found = (shape_functions(cell, point) @ carriers(cell))[0]
    assert np.allclose(found[: reference.corners], shape_functions(reference.straight, point)[0])
    assert not found[reference.corners :].any()


@pytest.mark.parametrize("shear", [0.0, 0.5])
def test_stresses_stiffen_a_continuous_motion_as_those_of_the_body_without_a_crack(shear):
    """But for shear, which counts divided by the root of two where the crack runs, as in code_aster."""
    made = model()
    u = np.zeros(made.dofs.size)
    for axis, name in enumerate(("DX", "DY")):
        u[made.dofs.index(np.arange(6), name)] = made.mesh.coordinates[:, :2] @ [0.3 - axis, 0.5 + 2 * axis]
    slope = np.array([[0.3, 0.5], [-0.7, 2.5]])
    tensor = np.array([[2.0, shear], [shear, -1.0]])
    work = 0.0
    for group, own, equations in zip(made.groups, data(made), made.assembler.equations):
        if isinstance(group.element, Solid):
            stress = np.array([2.0, -1.0, 0.0, shear * (2.0 if hasattr(group.element, "enrichment") else np.sqrt(2.0))])
            matrix = group.element.geometric_stiffness(own, np.broadcast_to(stress, (len(own), 200, 4))[:, : _points(group, own)])
            work += np.einsum("ed,edf,ef->", u[equations], matrix, u[equations])
    assert work == pytest.approx(2.0 * np.einsum("ij,jk,ik->", slope, tensor, slope))


def _points(group, own):
    return group.element.points(own.coordinates).shape[1]


def test_internal_variables_of_cut_cells_are_known_at_points_only_but_stresses_at_nodes_too():
    made = model()
    group, own = next((group, own) for group, own in zip(made.groups, data(made)) if isinstance(group.element, Solid))
    shape = own.coordinates.shape[0], group.element.points(own.coordinates).shape[1]
    given = SimpleNamespace(fields={"points": (np.ones((*shape, 2)), ("V1", "V2"))}, subs={"points": 1})
    assert extrapolated(group.element, own, given) is None
    given.fields["points"] = np.ones((*shape, 1)), ("SIXX",)
    values, names = extrapolated(group.element, own, given)
    np.testing.assert_allclose(values, np.ones((shape[0], own.coordinates.shape[1], 1)))
    assert names == ("SIXX",)


@pytest.mark.parametrize(
    "values, normal, tangent",
    [
        ([0.0, 0.0, 0.02], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        ([0.02, 0.03, -0.01], [0.0, 0.03, 0.0], [0.0, 0.0, 0.0]),
        ([0.0, 0.04, -0.01], [0.0, 0.04, 0.0], [0.0, 0.0, 0.0]),
        ([0.0, 0.3, -0.01], [0.0, 0.3, 0.0], [0.0, 0.3, -0.01]),
        ([0.3, 0.3, -0.01], [0.3, 0.3, -0.01], [0.3, 0.3, -0.01]),
    ],
)
def test_a_quadratic_edge_is_not_met_twice_by_little(values, normal, tangent):
    """The edge from 0 to 1 of a triangle whose third vertex has 1."""
    part = [Cells("TRIA6", np.array([0]), np.arange(6)[None])]
    a, b, m = values
    level = np.array([a, b, 1.0, m, (b + 1.0) / 2, (a + 1.0) / 2])
    for along, wanted in ((False, normal), (True, tangent)):
        assert adjusted(level, part, tangent=along)[[0, 1, 3]].tolist() == wanted


def quadratic_strip():
    """A square of eight nodes on another."""
    places = [[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5], [1, 2], [0, 2], [1, 1.5], [0.5, 2], [0, 1.5]]
    blocks = [CellBlock("QUAD8", np.array([[0, 1, 2, 3, 4, 5, 6, 7], [3, 2, 8, 9, 6, 10, 11, 12]]), np.array([0, 1]))]
    return Mesh(np.array(places, float), blocks, space_dimension=2)


@pytest.mark.parametrize("pretreatment, vertex, middle", [("AUTO", True, False), ("FORCE", True, True), ("SANS", False, False)])
def test_functions_that_the_least_of_the_stiffness_sees_are_taken_away_as_it_is_asked_for(pretreatment, vertex, middle):
    # beyond the crack is a share between (1e-5)^2 and (1e-4)^2 of what these nodes see, about the square of the thickness
    mesh = quadratic_strip()
    groups = [ElementGroup("D_PLAN", Solid("QUAD8", Plane(), "FPG9", "FPG9"), np.array([0, 1]), mesh)]
    crack = crack_at(mesh, 1.0 - 1e-4)
    crack.nature = "FISSURE"
    made = extended_model(Model(mesh, "MECANIQUE", groups), [crack], least=LEAST[pretreatment])
    lower = next(g.element.enrichment for g in made.groups if 0 in g.cells)
    assert (bool(lower.active[0, 0, 0]), bool(lower.active[0, 4, 0])) == (vertex, middle)


def test_stresses_of_pieces_are_carried_on_within_each_piece():
    """What is linear over a cell is found again, with its slope, and a part may have values of its own."""
    made = model(0.3)
    index = next(i for i, group in enumerate(made.groups) if hasattr(group.element, "enrichment") and group.element.dim == 2)
    element, own = made.groups[index].element, data(made)[index]
    points, cells = element.enrichment.points, CutCells(element, own)
    x, y = points.places[..., 0], points.places[..., 1]
    apart = np.stack([2.0 + 3.0 * x - y, np.where(y > 0.3, 5.0 * y, -x)], axis=-1)
    values, slope = cells.from_pieces(apart, points.family)
    assert values == pytest.approx(apart)
    assert slope[..., 0, :] == pytest.approx(np.broadcast_to([3.0, -1.0, 0.0], (*x.shape, 3)))
    assert slope[..., 1, :] == pytest.approx(np.where((y > 0.3)[..., None], [0.0, 5.0, 0.0], [-1.0, 0.0, 0.0]))


def test_points_read_what_surrounds_the_first_points_of_a_finer_family():
    """In the whole cell, or in each of its pieces."""
    coarse, fine = (object.__new__(EnrichedSolid) for _ in range(2))
    coarse.enrichment, fine.enrichment = (SimpleNamespace(pieces=2, points=SimpleNamespace(per_piece=n)) for n in (2, 3))
    assert coarse.reading(fine, by_piece=False).known_points.tolist() == [0, 1, 2, 3]
    assert coarse.reading(fine, by_piece=True).known_points.tolist() == [0, 1, 3, 4]
    assert coarse.known_at is None
