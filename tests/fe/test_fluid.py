"""Fluids: sound in tubes by each of the three formulations, what walls and openings exchange."""

import numpy as np
import pytest

from pyaster_lite.fe.assembly import Assembler
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.dofs import Dofs
from pyaster_lite.fe.fluid import POTENTIAL, PRESSURE, PRESSURE_POTENTIAL, Fluid, FluidSide, FreeSurface, Opening, Wall
from pyaster_lite.fe.indefinite_modes import IndefinitePencil
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space

RHO, SPEED, LENGTH, CELLS = 1.3, 340.0, 1.7, 12
AIR = {"fluid_density": RHO, "fluid_speed": SPEED, "fluid_gravity": 9.81, "fluid_reflection": 0.0, "fluid_distance": 0.0}
FORMULATIONS = (PRESSURE_POTENTIAL, PRESSURE, POTENTIAL)


class Tube:
    """QUAD8 cells along X with the sides at its two ends; the left one turned outwards."""

    def __init__(self, formulation, end=FluidSide, air=AIR):
        x = np.linspace(0.0, LENGTH, 2 * CELLS + 1)
        bottom, top = np.arange(2 * CELLS + 1), 2 * CELLS + 1 + np.arange(2 * CELLS + 1)
        middle = 2 * top[-1] // 2 + 1 + np.arange(CELLS + 1)
        nodes = np.zeros((middle[-1] + 1, 3))
        nodes[bottom, 0], nodes[top, 0], nodes[middle, 0] = x, x, x[::2]
        nodes[top, 1], nodes[middle, 1] = 0.2, 0.1
        k = 2 * np.arange(CELLS)
        cells = np.stack([k, k + 2, top[k + 2], top[k], k + 1, middle[k // 2 + 1], top[k + 1], middle[k // 2]], axis=1)
        left, right = [[top[0], 0, middle[0]]], [[2 * CELLS, top[-1], middle[-1]]]
        self.parts = [
            (Fluid("QUAD8", Plane(), "FPG9", formulation), cells),
            (FluidSide("SEG3", Plane(), "FPG4", formulation), np.array(left)),
            (end("SEG3", Plane(), "FPG4", formulation), np.array(right)),
        ]
        self.data = [ElementData(np.arange(len(c)), nodes[c], [air], np.zeros(len(c), int)) for _, c in self.parts]
        self.dofs = Dofs.of_elements(len(nodes), [(c, e.components) for e, c in self.parts])
        self.assembler = Assembler(self.dofs.size, [self.dofs.equations(c, e.components) for e, c in self.parts])
        self.formulation, self.nodes = formulation, nodes

    def matrix(self, option):
        return self.assembler.matrix([getattr(e, option)(own) for (e, _), own in zip(self.parts, self.data)]).toarray()

    def pressure(self, u, omega):
        """(n,) the complex pressure at the nodes of amplitudes, from the potential where there is one."""
        if self.formulation is POTENTIAL:
            return -RHO * 1j * omega * u[self.dofs.index(np.arange(len(self.nodes)), "PSI")]
        if self.formulation is PRESSURE:
            return u[self.dofs.index(np.arange(len(self.nodes)), "PRES")]
        return RHO * omega**2 * u[self.dofs.index(np.arange(len(self.nodes)), "PHI")]


@pytest.mark.parametrize("formulation,through", [*((f, "damping") for f in FORMULATIONS), (PRESSURE_POTENTIAL, "radiation")])
def test_a_speed_at_one_end_sends_a_plane_wave_that_leaves_at_the_other(formulation, through):
    tube, omega, speed = Tube(formulation, Opening), 2 * np.pi * 200.0, 0.03
    matrix = sum((1j * omega) ** n * tube.matrix(o) for n, o in ((0, "stiffness"), (2, "mass"), ({"damping": 1}.get(through, 3), through)))
    element, own = tube.parts[1][0], tube.data[1]
    force = tube.assembler.vector([None, element.normal_speed(own, -speed), None])
    # pressures are driven by a flow that changes, potentials of speeds by the flow itself
    u = np.linalg.solve(matrix, force if formulation is POTENTIAL else 1j * omega * force)
    expected = RHO * SPEED * speed * np.exp(-1j * omega * tube.nodes[:, 0] / SPEED)
    np.testing.assert_allclose(tube.pressure(u, omega), expected, atol=1e-3 * RHO * SPEED * speed)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_sound_in_a_closed_tube_has_half_waves(formulation):
    tube = Tube(formulation)
    k, m = tube.matrix("stiffness"), tube.matrix("mass")
    if formulation is PRESSURE_POTENTIAL:
        values = IndefinitePencil(k, m).all()[0]
    else:
        from scipy.linalg import eigh

        values = eigh(abs(k[0, 0]) / k[0, 0] * k, abs(m[0, 0]) / m[0, 0] * m, eigvals_only=True)[1:]
    known = (np.pi * SPEED * np.arange(1, 4) / LENGTH) ** 2
    np.testing.assert_allclose(values[:3], known, rtol=1e-3)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("continuum,cell,family", [(Plane(), "SEG3", "FPG4"), (Axisymmetric(), "SEG2", "FPG2"), (Space(), "QUAD4", "FPG4")])
def test_a_wall_that_moves_is_a_source_and_feels_the_pressure(formulation, continuum, cell, family):
    wall = Wall(cell, continuum, family, formulation)
    places = {
        "SEG3": [[2, 1, 0], [2, 3, 0], [2, 2, 0]],
        "SEG2": [[2, 1, 0], [2, 3, 0]],
        "QUAD4": [[2, 0, 0], [2, 1, 0], [2, 1, 2], [2, 0, 2]],
    }
    own = ElementData(np.zeros(1, int), np.array([places[cell]], float), [AIR], np.zeros(1, int))
    area = 4.0 if continuum.revolves else 2.0
    np.testing.assert_allclose(wall.normals(own.coordinates)[0].sum(axis=0), [area, 0, 0], atol=1e-12)
    names = [name for node in wall.components for name in node]
    outward = np.array([float(name == "DX") for name in names])
    ones = np.array([float(name == formulation.unknowns[-1]) for name in names])
    coupling = (wall.damping if formulation is POTENTIAL else wall.mass)(own)[0]
    np.testing.assert_allclose(ones @ coupling @ outward, RHO * area, rtol=1e-12)
    felt = -wall.stiffness(own)[0] if formulation is PRESSURE else coupling / RHO
    np.testing.assert_allclose(outward @ felt @ ones, area, rtol=1e-12)
    np.testing.assert_allclose(outward @ wall.pressure(own, 3.0)[0], 3.0 * area, rtol=1e-12)
    np.testing.assert_allclose(ones @ wall.normal_speed(own, 0.5)[0], 0.5 * RHO * area, rtol=1e-12)


def test_a_speed_in_a_direction_counts_by_its_part_along_the_normal():
    side = FluidSide("SEG2", Plane(), "FPG2", POTENTIAL)
    own = ElementData(np.zeros(1, int), np.array([[[0.0, 0, 0], [0.0, 2.0, 0]]]), [AIR], np.zeros(1, int))
    slanted = side.normal_speed(own, 0.5, np.broadcast_to([3.0, 4.0, 0.0], (1, 2, 3)))
    np.testing.assert_allclose(slanted, 0.6 * side.normal_speed(own, 0.5), rtol=1e-12)
    np.testing.assert_allclose(side.incident(own, 7.0).sum(), 7.0 * 2.0 / SPEED, rtol=1e-12)


def test_an_opening_that_reflects_lets_less_through_and_one_of_a_source_is_stiff():
    for formulation in FORMULATIONS:
        side = Opening("SEG2", Plane(), "FPG2", formulation)
        own = [
            ElementData(np.zeros(1, int), np.array([[[0.0, 0, 0], [0.0, 2.0, 0]]]), [AIR | more], np.zeros(1, int))
            for more in ({}, {"fluid_reflection": 0.5}, {"fluid_distance": 3.0})
        ]
        np.testing.assert_allclose(3.0 * side.damping(own[1]), side.damping(own[0]), rtol=1e-12)
        np.testing.assert_allclose(side.damping(own[0], sense=-1.0), -side.damping(own[0]), rtol=1e-12)
        by_source = side.mass if formulation is PRESSURE_POTENTIAL else side.stiffness
        np.testing.assert_allclose(abs(by_source(own[2])).sum(), (1.0 if formulation is PRESSURE else RHO) * 2.0 / 3.0, rtol=1e-12)
    assert side.damping(own[0], potential=False) is not None
    assert Opening("SEG2", Plane(), "FPG2", PRESSURE_POTENTIAL).damping(own[0], potential=False) is None


def test_waves_on_a_free_surface_weigh_what_is_lifted():
    surface = FreeSurface("QUAD4", "FPG4")
    places = np.array([[[0, 0, 5], [2, 0, 5], [2, 3, 5], [0, 3, 5]]], float)
    own = ElementData(np.zeros(1, int), places, [AIR], np.zeros(1, int))
    lifted, potential = np.tile([0.0, 1.0], 4), np.tile([1.0, 0.0], 4)
    np.testing.assert_allclose(lifted @ surface.stiffness(own)[0] @ lifted, RHO * 9.81 * 6.0, rtol=1e-12)
    np.testing.assert_allclose(potential @ surface.mass(own)[0] @ lifted, RHO * 6.0, rtol=1e-12)
