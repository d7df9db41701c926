"""Porous cells that an interface runs through: the parts know nothing of each other, and the sides let in what flows to each part."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.behaviours.porous._medium import Medium
from pyaster_lite.catalogue.registry import BEHAVIOURS, FLUIDS, MODELISATIONS, OPTIONS, RETENTIONS
from pyaster_lite.commands._extended_model import Unserved, extended_model
from pyaster_lite.concepts.level_set_crack import LevelSetCrack
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.level_sets import Cells
from pyaster_lite.fe.extended.status import node_status
from pyaster_lite.materials._law import isotropic

HEIGHT = 0.3
CHALK = {
    "elasticity": isotropic(5e8, 0.2), "young": 5e8, "poisson": 0.2, "expansion": 0.0,
    "initial.pre1": 0.0, "initial.poro": 0.3, "initial.temp": 300.0,
    "liquid.rho": 1000.0, "liquid.un_sur_k": 5e-10, "liquid.visc": 1e-3, "liquid.d_visc_temp": 0.0,
    "skeleton.rho": 2200.0, "skeleton.biot_coef": 0.9, "skeleton.perm_in": 1e-15, "skeleton.gravity": np.array([0.0, -9.81, 0.0]),
}  # fmt: skip


def square(modelisation="D_PLAN_HM"):
    """A square cell and its right side, with an interface through both; the model and the data of its groups."""
    nodes = (reference_cell("QUAD8").nodes + 1.0) / 2.0
    side = np.array([[1, 2, 5]])
    mesh = Mesh(nodes, [CellBlock("QUAD8", np.arange(8)[None], np.array([0])), CellBlock("SEG3", side, np.array([1]))], space_dimension=2)
    normal = mesh.coordinates[:, 1] - HEIGHT
    tangent = np.full(8, -1.0)
    parts = [Cells(block.type, block.cells, block.nodes) for block in mesh.blocks]
    crack = LevelSetCrack(mesh, "INTERFACE", normal, tangent, node_status(parts, normal, tangent))
    elements = MODELISATIONS[modelisation].elements
    groups = [ElementGroup(modelisation, elements[block.type], block.cells, mesh) for block in mesh.blocks]
    made = extended_model(Model(mesh, "MECANIQUE", groups), [crack])
    data = made.data()
    for own in data:
        own.materials, own.owner = [CHALK], np.zeros(len(own), int)
    return made, data


def apart(made, below, above):
    """Unknowns of parts with the values below and above, by the words of displacements and of the pressure."""
    u, nodes = np.zeros(made.dofs.size), np.arange(8)
    lower = made.mesh.coordinates[:, 1] < HEIGHT
    for word in below:
        own, jump = made.dofs.index(nodes, word), made.dofs.index(nodes, f"H1{word.removeprefix('D')}")
        there = own >= 0
        u[own[there]] = np.where(lower, below[word], above[word])[there]
        u[jump[there]] = (above[word] - below[word]) / 2.0
    return u


def test_vertices_alone_have_a_pressure_and_its_jump():
    made, _ = square()
    vertex, middle = (set(made.groups[0].element.components[node]) for node in (0, 4))
    assert vertex - middle == {"PRE1", "H1PRE1"} and middle == {"DX", "DY", "H1X", "H1Y"}


def test_parts_that_move_as_a_whole_are_not_strained_and_have_their_own_pressures():
    made, data = square()
    element, layout = made.groups[0].element, made.groups[0].element.layout
    u = apart(made, {"DX": 0.1, "DY": -0.2, "PRE1": 2.0}, {"DX": 0.3, "DY": 0.4, "PRE1": 5.0})
    found = element.strains_of(data[0], u[made.assembler.equations[0]])
    height = element.points(data[0].coordinates)[..., 1]
    assert np.allclose(found[..., layout.strain["p1"]][..., 0], np.where(height < HEIGHT, 2.0, 5.0))
    assert np.allclose(found[..., layout.strain["displacement"]][..., 1], np.where(height < HEIGHT, -0.2, 0.4))
    assert np.allclose(found[..., layout.strain["strain"]], 0.0) and np.allclose(found[..., layout.strain["grad p1"]], 0.0)
    corners = element.corner_values(data[0], u[made.assembler.equations[0]])
    assert set(np.round(corners[..., -1].ravel(), 9)) == {2.0, 5.0}


def test_the_tangent_is_the_derivative_of_the_forces():
    made, data = square()
    element, law = made.groups[0].element, Medium(BEHAVIOURS["ELAS"], FLUIDS["LIQU_SATU"], RETENTIONS["HYDR_UTIL"], 1.0)
    rest, sizes = element.start(data[0], law), {"P": 1e4}
    scale = np.array([sizes.get(word.lstrip("H123")[0], 1e-5) for words in element.components for word in words])
    u, step = (scale * np.random.default_rng(seed).standard_normal((1, element.size)) for seed in (1, 2))
    now = data[0].between(0.0, 10.0)
    _, tangent, _ = element.respond(now, law, u, rest)
    up, down = (element.respond(now, law, u + sign * 1e-3 * step, rest, False)[0] for sign in (1, -1))
    expected = (up - down) / 2e-3
    assert np.allclose((tangent @ step[..., None])[..., 0], expected, rtol=1e-5, atol=1e-7 * abs(expected).max())


def test_a_flow_through_a_side_enters_each_part_by_its_length():
    made, data = square()
    side = made.groups[1].element
    force = side.outflow(data[1], {"p1": np.full(side.points(data[1].coordinates).shape[:2], 3.0)})
    for below, above, length in ((1.0, 1.0, 1.0), (0.0, 1.0, 1.0 - HEIGHT)):
        u = apart(made, {"PRE1": below}, {"PRE1": above})[made.assembler.equations[1]]
        assert (force * u).sum() == pytest.approx(-3.0 * length)


def test_a_pressure_on_a_side_pushes_each_part_by_its_length():
    made, data = square()
    force = made.groups[1].element.pressure(data[1], 3.0)
    u = apart(made, {"DX": 0.0}, {"DX": 1.0})[made.assembler.equations[1]]
    assert abs((force * u).sum()) == pytest.approx(3.0 * (1.0 - HEIGHT))


def test_the_weight_pulls_each_part():
    made, data = square()
    force = made.groups[0].element.weight(data[0], np.array([0.0, -10.0, 0.0]))
    u = apart(made, {"DY": 0.0}, {"DY": 1.0})[made.assembler.equations[0]]
    assert (force * u).sum() == pytest.approx(-2200.0 * 10.0 * (1.0 - HEIGHT))


@pytest.mark.parametrize("word", ("D_PLAN_HMD", "D_PLAN_HMS", "D_PLAN_THM", "AXIS_HM", "D_PLAN_HHM"))
def test_other_porous_cells_are_not_cut(word):
    with pytest.raises(Unserved):
        square(word)


def test_nothing_is_told_at_nodes_nor_of_flows_through_cut_sides():
    made, data = square()
    element = made.groups[0].element
    values = np.ones((1, element.n_points, element.layout.n_stresses))
    given = SimpleNamespace(fields={"points": (values, element.layout.names)})
    assert OPTIONS["SIEF_ELNO"].compute(element, data[0], given) is None
    assert OPTIONS["FLHN_ELGA"].compute(made.groups[1].element, data[1], None) is None
