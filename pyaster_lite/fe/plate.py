"""Plane plates with membrane and bending, whose normals stay normal along their sides: discrete Kirchhoff (r3.07.03)."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .anelastic import anelastic_strain
from .cells import reference_cell
from .contraction import contracted
from .data import ElementData
from .element import ElasticElement, PointState
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .laminate_heat import laminate_strains, laminates_expand
from .plate_drilling import DrillingMembrane, with_drilling
from .plate_frames import in_plane_turn, plate_frames, user_turns
from .plate_inertia import PlateInertia
from .plate_section import PlateSection
from .plate_shapes import PlateShape, virtual_work
from .quadrature import quadrature
from .shapes import shape_functions

FORCES = ("NXX", "NYY", "NXY", "MXX", "MYY", "MXY", "QX", "QY")
LITTLE = 1e-6
"""An energy below this, in J, is not shared out."""
STRAINS = ("EXX", "EYY", "EXY", "KXX", "KYY", "KXY", "GAX", "GAY")
UNKNOWNS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")


class Plate(PlateInertia, ElasticElement):
    """A plate on triangles or quadrangles with 6 unknowns by node; its characteristics are those of PlateSection.

    rotary  whether sections have inertia when they turn: None where the characteristics say it
    Its forces by length are kept as stress (ne, ng, 8) in its own axes: membrane (xx, yy, xy), moments (xx, yy, xy), shear
    (x, y). A turn about the normal is held by a small share of the least bending stiffness.
    exact   its forces want what rounding takes of unknowns (ne, nd), the characteristic "lost": thick plates are so much stiffer than
            what holds some that the last digit of a motion would outweigh the loads
    """

    dim, exact = 2, True
    translations = ("DX", "DY", "DZ")
    follows_shear = False
    """Whether the forces that are followed from step to step hold transverse shear: as in code_aster not those of DKTG."""

    def __init__(self, cell: str, family: str, rotary: bool | None = None):
        self.cell, self.family, self.rotary = cell, family, rotary
        self.nodes = int(cell[-1])
        self.components = (UNKNOWNS,) * self.nodes

    @cached_property
    def _rule(self):
        return quadrature(self.cell, self.family)

    def rule(self):
        """The quadrature of everything."""
        return self._rule

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the vertices at the points."""
        return shape_functions(self.cell, self._rule.points)

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the points to the nodes."""
        return points_to_nodes(self.cell, self.family)

    # geometry and kinematics

    def shape(self, data: ElementData, points=None) -> PlateShape:
        """The functions at the points of the rule, or at reference points (n, 2)."""
        frames = plate_frames(data.coordinates)
        plane = np.einsum("eij,enj->eni", frames[:, :2], data.coordinates - data.coordinates[:, :1])
        return PlateShape(self.cell, plane, self._rule.points if points is None else np.asarray(points))

    def areas(self, data: ElementData) -> np.ndarray:
        """(ne, ng) those of the points."""
        return self._rule.weights * self.shape(data).determinant

    def side_rotations(self, shape: PlateShape, section: PlateSection) -> np.ndarray:
        """alpha (ne, nn, 3 nn) of all unknowns; zero without them."""
        return shape.side_deflections() * (1.5 / shape.lengths)[..., None]

    def shear_strain(self, shape: PlateShape, section: PlateSection, alpha) -> np.ndarray | None:
        """(ne, ng, 2, 3 nn) shear strains that store energy, None without any."""
        return None

    def shear_force(self, shape: PlateShape, section: PlateSection, alpha) -> np.ndarray:
        """(ne, ng, 2, 3 nn) shear forces by length, which balance the moments."""
        return shape.balance(section.bending, alpha)

    def strain_matrices(self, data: ElementData, points=None):
        """Membrane B (ne, ng, 3, 2 nn), bending B (ne, ng, 3, 3 nn), shear forces by unknown (ne, ng, 2, 3 nn)."""
        shape, section = self.shape(data, points), PlateSection.of(data)
        alpha = self.side_rotations(shape, section)
        return shape.membrane(), shape.bending(alpha), self.shear_force(shape, section, alpha)

    @cached_property
    def _places(self):
        """Where the membrane and the bending unknowns stand among all, and the sign of the latter."""
        start = 6 * np.arange(self.nodes)[:, None]
        membrane, bending = start + [0, 1], start + [2, 4, 3]
        return membrane.ravel(), bending.ravel(), np.tile([1.0, 1.0, -1.0], self.nodes)

    def turn(self, data: ElementData) -> np.ndarray:
        """(ne, nd, nd) from global components to those in the plate's own axes."""
        frames, result = plate_frames(data.coordinates), np.zeros((len(data), self.size, self.size))
        for start in range(0, self.size, 3):
            result[:, start : start + 3, start : start + 3] = frames
        return result

    def assembled(self, membrane, bending, coupling, drilling) -> np.ndarray:
        """(ne, nd, nd) in the plate's own axes of blocks on (u, v) and on (w, bx, by), `drilling` a share of the least
        diagonal entry of a rotation for turns about the normal."""
        result = np.zeros((len(membrane), self.size, self.size))
        m, b, sign = self._places
        rows = np.arange(len(membrane))
        result[np.ix_(rows, m, m)] = membrane
        result[np.ix_(rows, b, b)] = bending * sign[:, None] * sign
        if coupling is not None:
            result[np.ix_(rows, m, b)] = coupling * sign
            result[np.ix_(rows, b, m)] = (coupling * sign).transpose(0, 2, 1)
        diagonal = np.einsum("eii->ei", bending)
        least = diagonal.reshape(len(bending), -1, 3)[..., 1:].min(axis=(1, 2))
        for place in range(5, self.size, 6):
            result[:, place, place] = drilling * least
        return result

    def turned(self, data, matrix):
        """A matrix of the plate's own axes in the global ones."""
        turn = self.turn(data)
        return turn.transpose(0, 2, 1) @ matrix @ turn

    # matrices

    def local_stiffness(self, data: ElementData) -> np.ndarray:
        """(ne, nd, nd) in the plate's own axes."""
        shape, section = self.shape(data), PlateSection.of(data)
        alpha = self.side_rotations(shape, section)
        weight = self._rule.weights * shape.determinant
        bm, bb, gamma = shape.membrane(), shape.bending(alpha), self.shear_strain(shape, section, alpha)
        membrane = virtual_work(bm, section.membrane, bm, weight)
        bending = virtual_work(bb, section.bending, bb, weight)
        if gamma is not None:
            bending = bending + virtual_work(gamma, section.shear, gamma, weight)
        coupling = virtual_work(bm, section.coupling, bb, weight) if section.coupling.any() else None
        whole = self.assembled(membrane, bending, coupling, self.held_turns(section))
        return self.with_turns(data, whole, lambda added, rows: added.stiffness(bm[rows], bb[rows]), stiff=True)

    def energy_stiffness(self, data: ElementData) -> np.ndarray:
        """(ne, nd, nd) that potential energies are told of."""
        return self.local_stiffness(data)

    def held_turns(self, section: PlateSection) -> np.ndarray:
        """(ne,) the share by which turns about the normal are held: none where they are unknowns of the membrane."""
        return np.where(self.turning(section), 0.0, section.drilling)

    def turning(self, section: PlateSection) -> np.ndarray:
        """(ne,) whether turns about the normal are unknowns of the membrane: quadrangles whose share is below zero."""
        return (section.drilling < 0.0) & (self.nodes == 4)

    def with_turns(self, data, whole, blocks, stiff: bool):
        """A matrix with what such turns add, `blocks(DrillingMembrane, rows)` telling it (see fe.plate_drilling)."""
        rows = np.flatnonzero(self.turning(PlateSection.of(data)))
        if not len(rows):
            return whole
        part = data.subset(rows)
        added = DrillingMembrane(self.shape(part), PlateSection.of(part), self._rule.weights, stiff)
        return with_drilling(whole, blocks(added, rows), rows, self._places[2])

    def stiffness(self, data):
        """The local stiffness in the global axes."""
        return self.turned(data, self.local_stiffness(data))

    def force_stiffness(self, data: ElementData) -> np.ndarray:
        """What makes forces of displacements where they are followed: what holds turns about the normal takes no part (see `respond`)."""
        local = self.local_stiffness(data)
        local[:, 5::6, 5::6] *= self.turning(PlateSection.of(data))[:, None, None]
        return self.turned(data, local)

    def geometric_stiffness(self, data, stress):
        """sum over points of grad w . N grad w, N the membrane forces and w as the functions of the corners have it."""
        shape = self.shape(data)
        forces = stress[..., [0, 2, 2, 1]].reshape(*stress.shape[:2], 2, 2)
        weight = self._rule.weights * shape.determinant
        bending = np.zeros((len(data), 3 * self.nodes, 3 * self.nodes))
        bending[:, ::3, ::3] = contracted("eg,egia,egij,egjb->eab", weight, shape.gradient, forces, shape.gradient)
        return self.turned(data, self.assembled(np.zeros((len(data), 2 * self.nodes, 2 * self.nodes)), bending, None, 0.0))

    # loads

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, nn, 3) the corners, where loads by area are read."""
        return coordinates

    strain_kind = "plate"

    def strain_points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where imposed strains are read."""
        return np.einsum("gn,enk->egk", self.point_functions, coordinates)

    def strain_force(self, data: ElementData, strain: np.ndarray) -> np.ndarray:
        """(ne, nd) of imposed membrane strains and curvatures (ne, ng, 6) as tensors in the plate's own axes.

        As in code_aster an offset does not couple them.
        """
        section, twice = PlateSection.of(data), np.array([1.0, 1.0, 2.0])
        stress = np.zeros((len(data), len(self._rule), 8))
        stress[..., :3] = np.einsum("eij,egj->egi", section.membrane, strain[..., :3] * twice)
        stress[..., 3:6] = np.einsum("eij,egj->egi", section.bending, strain[..., 3:] * twice)
        return self.balancing_forces(data, stress)

    def shares(self, shape: PlateShape) -> np.ndarray:
        """(ne, nn, nn) how much of a load by area at one corner (last) each corner bears."""
        if self.nodes == 3:
            return (shape.area / 3)[:, None, None] * np.eye(3)
        result = np.zeros((len(shape.plane), 4, 4))
        before = -np.roll(shape.sides, 1, axis=1)
        corner = (shape.sides[..., 0] * before[..., 1] - shape.sides[..., 1] * before[..., 0]) / 2
        for k in range(4):
            three = [k, (k + 1) % 4, (k - 1) % 4]
            result[np.ix_(range(len(result)), three, three)] += corner[:, [k]][..., None] * (np.ones((3, 3)) + np.eye(3)) / 24
        return result

    def shell_force(self, data: ElementData, force, moment, own_axes: bool = False, plane: float | None = None) -> np.ndarray:
        """(ne, nd) of forces and moments by area at the corners (ne, nn, 3), Pa and N/m, in the global axes or the user's.

        plane  where the forces act, in thicknesses above the middle; None is the surface of the mesh
        """
        frames = plate_frames(data.coordinates)
        if own_axes:
            turn = user_turns(frames, PlateSection.of(data).direction)
            back = np.zeros_like(frames)
            back[:, :2, :2], back[:, 2, 2] = turn.transpose(0, 2, 1), 1.0
            force, moment = (np.einsum("eij,enj->eni", back, x) for x in (force, moment))
        else:
            force, moment = (np.einsum("eij,enj->eni", frames, x) for x in (force, moment))
        if plane is not None:
            section = PlateSection.of(data)
            height = section.offset + plane * section.thickness
            arm = np.stack([-force[..., 1], force[..., 0], np.zeros(force.shape[:2])], axis=-1)
            moment = moment + height[:, None, None] * arm
        local = np.concatenate([force, moment], axis=-1)
        nodal = np.einsum("ekn,enc->ekc", self.shares(self.shape(data)), local).reshape(len(data), -1)
        return np.einsum("eji,ej->ei", self.turn(data), nodal)

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) of a pressure at the corners (ne, nn) or a number, Pa, against the normal."""
        force = np.zeros((len(data), self.nodes, 3))
        force[..., 2] = -np.broadcast_to(pressure, force.shape[:2])
        return self.shell_force(data, np.einsum("eji,enj->eni", plate_frames(data.coordinates), force), np.zeros_like(force))

    def weight(self, data, acceleration):
        """The weight by area, shared like other loads."""
        by_area = data.property("density") * PlateSection.of(data).thickness
        force = np.broadcast_to(by_area[:, None, None] * acceleration, (len(data), self.nodes, 3))
        return self.shell_force(data, force, np.zeros_like(force))

    # forces and strains as users see them

    def shown(self, data, stress):
        """(ne, ng, 8) the forces by length in the user's axes, and their names."""
        return self.in_user_axes(data, stress), FORCES

    def kept(self, data, values):
        """Forces by length in the plate's own axes of those in the user's."""
        turn = user_turns(plate_frames(data.coordinates), PlateSection.of(data).direction)
        return turned_forces(values, turn.transpose(0, 2, 1))

    def section_strains(self, data: ElementData, u: np.ndarray, at_nodes: bool = False) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, ng or nn, 8) membrane strains, curvatures and shear strains as tensors in the user's axes, and their names.

        As in code_aster a plate that does not shear tells the strains that its shear forces would make.
        """
        points = reference_cell(self.cell).nodes if at_nodes else None
        shear = self.forces_by_length(data, u, points)[..., 6:]
        shear = np.einsum("eij,egj->egi", PlateSection.of(data).flexibility, shear)
        own = np.concatenate([self.generalised_strains(data, u, points), shear], axis=-1)
        return self.in_user_axes(data, own * [1.0, 1.0, 0.5, 1.0, 1.0, 0.5, 0.5, 0.5]), STRAINS

    # response

    def start(self, data, behaviour):
        """At rest; raises ComputationFailed for a law that is not linear."""
        if not behaviour.linear:
            raise ComputationFailed("plates follow linear elasticity only so far")
        ng = len(self._rule)
        zero = np.zeros((len(data), ng, 8))
        return PointState(np.zeros((len(data), 1, self.size)), zero, np.zeros((len(data), ng, behaviour.internal_size)))

    def generalised_strains(self, data: ElementData, u: np.ndarray, points=None) -> np.ndarray:
        """(ne, ng, 6) membrane strains and curvatures (xx, yy, 2 xy) in the plate's own axes, at displacements (ne, nd)."""
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        m, b, sign = self._places
        bm, bb, _ = self.strain_matrices(data, points)
        return np.concatenate([np.einsum("egij,ej->egi", bm, own[:, m]), np.einsum("egij,ej->egi", bb, own[:, b] * sign)], axis=-1)

    def free_strains(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, ng, 6) membrane strains and curvatures that no stress causes; None when there are none.

        Where they are known across the thickness it is the parabola through those in the middle and at the faces that counts.
        """
        strain, ng = anelastic_strain(data, ("XX", "YY"), before, even=True), len(self._rule)
        laminated = laminate_strains(data, ng, before) if laminates_expand(data) else None
        if strain is None:
            return laminated
        if strain.shape[1] in (1, ng):
            strain = np.pad(strain, ((0, 0), (0, 0), (0, 4)))
        else:
            mean, slope = PlateSection.of(data).mean_and_slope(strain.reshape(len(strain), ng, -1, 2))
            strain = np.concatenate([np.pad(own, ((0, 0), (0, 0), (0, 1))) for own in (mean, slope)], axis=-1)
        return strain if laminated is None else strain + laminated

    def anelastic_force(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, nd) forces that hold the strains that no stress causes; None when there are none."""
        strain = self.free_strains(data, before)
        if strain is None:
            return None
        force = np.einsum("eij,egj->egi", PlateSection.of(data).whole(), strain)
        return self.balancing_forces(data, np.pad(force, ((0, 0), (0, 0), (0, 2))))

    def elastic_state(self, data: ElementData, u: np.ndarray) -> PointState:
        """The forces by length at displacements (ne, nd)."""
        stress = self._told_forces(data, u, free=self.free_strains(data))
        return PointState(u[:, None], stress, np.zeros((len(data), len(self._rule), 1)))

    def forces_by_length(self, data: ElementData, u: np.ndarray, points=None, free=None) -> np.ndarray:
        """(ne, ng, 8) at the points of the rule or at reference points, in the plate's own axes.

        free  (ne, ng, 6) strains there that no stress causes
        """
        section, strain = PlateSection.of(data), self.generalised_strains(data, u, points)
        if free is not None:
            strain = strain - free
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        _, b, sign = self._places
        shear = np.einsum("egij,ej->egi", self.strain_matrices(data, points)[2], own[:, b] * sign)
        return np.concatenate([np.einsum("eij,egj->egi", section.whole(), strain), shear], axis=-1)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Of the stress of the last instant and of what came since, free strains of the step alone included (te0409).

        As in code_aster the small stiffness of turns about the normal is in the matrix, and not in the forces.
        """
        # displacements since the last instant, beside the first corner: small, and so exact
        since = (u - state.strain[:, 0] + data.characteristics.get("lost", 0.0)).reshape(len(u), self.nodes, -1)
        since[..., :3] -= since[:, :1, :3].copy()
        free = self.free_strains(data)
        if free is not None:
            free = free - self.free_strains(data, True)
        stress = state.stress + self.forces_by_length(data, since.reshape(u.shape), free=free)
        if not self.follows_shear:
            stress[..., 6:] = 0.0
        force, matrix = self.balancing_forces(data, stress), self.stiffness(data) if want_tangent else None
        return force, matrix, PointState(u[:, None], stress, state.internal)

    def nodal_forces(self, data, stress):
        """Of the stress itself: it is forces by length."""
        return self.balancing_forces(data, stress)

    def balancing_forces(self, data: ElementData, stress: np.ndarray) -> np.ndarray:
        """(ne, nd) that hold membrane forces, moments and, where it strains, shear (ne, ng, 8) in the plate's own axes."""
        shape, section = self.shape(data), PlateSection.of(data)
        alpha = self.side_rotations(shape, section)
        weight = self._rule.weights * shape.determinant
        m, b, sign = self._places
        own = np.zeros((len(data), self.size))
        own[:, m] = contracted("eg,egij,egi->ej", weight, shape.membrane(), stress[..., :3])
        bending = contracted("eg,egij,egi->ej", weight, shape.bending(alpha), stress[..., 3:6])
        gamma = self.shear_strain(shape, section, alpha)
        if gamma is not None:
            bending = bending + contracted("eg,egij,egi->ej", weight, gamma, stress[..., 6:])
        own[:, b] = bending * sign
        return np.einsum("eji,ej->ei", self.turn(data), own)

    def reference_force(self, data, references):
        """At a node the mean over the axes of the sizes of B^T R, each membrane force, then each moment, being its reference."""
        shape, section = self.shape(data), PlateSection.of(data)
        weight = self._rule.weights * shape.determinant
        m, b, sign = self._places
        own = np.zeros((len(data), self.size))
        own[:, m] = references["force"] * np.einsum("eg,egij->ej", weight, abs(shape.membrane()))
        bending = abs(shape.bending(self.side_rotations(shape, section)))
        own[:, b] = references["moment"] * np.einsum("eg,egij->ej", weight, bending) * sign
        turned = np.einsum("eji,ej->ei", self.turn(data), own)
        mean = abs(turned).reshape(len(data), -1, 3).mean(axis=-1)
        return np.repeat(mean, 3, axis=1)

    def forces_at_nodes(self, data, given):
        """(ne, nn, 8) forces by length at the corners in the user's axes, and their names: those of the points where they were
        followed, else those of the displacements."""
        if given.nonlinear:
            return np.einsum("ng,egc->enc", self.points_to_nodes(), given.fields["points"][0]), FORCES
        if given.u is None:
            return None
        corners = reference_cell(self.cell).nodes
        return self.in_user_axes(data, self._told_forces(data, given.u, corners, self._free_at_corners(data))), FORCES

    def _free_at_corners(self, data):
        """(ne, nn, 6) as `free_strains`, at the corners; None when there are none. One point does not tell what differs between them."""
        if len(self._rule) == 1:
            there = type(self)(self.cell, "NOEU", self.rotary)
            return there.free_strains(data.at_element(there))
        free = self.free_strains(data)
        return None if free is None else np.einsum("ng,egi->eni", self.points_to_nodes(), free)

    def _told_forces(self, data, u, points=None, free=None):
        """As `forces_by_length`; where an offset or unlike layers couple membrane forces to curvatures, these are those of the corners'
        rotations alone, as code_aster takes them in quadrangles."""
        forces, section = self.forces_by_length(data, u, points, free), PlateSection.of(data)
        if self.nodes == 3 or not section.coupling.any():
            return forces
        shape = self.shape(data, points)
        alpha = self.side_rotations(shape, section)
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        _, b, sign = self._places
        excess = np.einsum("egij,ej->egi", shape.bending(np.zeros_like(alpha)) - shape.bending(alpha), own[:, b] * sign)
        forces[..., :3] += np.einsum("eij,egj->egi", section.coupling, excess)
        return forces

    def energy_parts(self, data, u, kind: str, factor: float = 1.0):
        """(ne, 5) the energy, and the shares of membrane and bending where neither acts on the other; their names.

        kind  "stiffness" or "mass". As in code_aster the shares bear the factor too, and none is told of shear and of coupling.
        """
        matrix = self.energy_stiffness(data) if kind == "stiffness" else self.local_mass(data)
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        m, b, _ = self._places
        total = _form(matrix, own)
        shares = np.stack([_form(matrix[:, p][:, :, p], own[:, p]) for p in (m, b)], axis=1)
        apart = (abs(total) > LITTLE) & ~PlateSection.of(data).offset.astype(bool)
        shares = np.where(apart[:, None], shares / np.where(apart, total, 1.0)[:, None], 0.0)
        told = np.concatenate([total[:, None], shares, np.zeros((len(data), 2))], axis=1)
        return factor * told, ("TOTALE", "MEMBRANE", "FLEXION", "CISAILLE", "COUPL_MF")

    def in_user_axes(self, data: ElementData, forces: np.ndarray) -> np.ndarray:
        """Forces by length (ne, n, 8) of the plate's own axes in those that results are given in."""
        return turned_forces(forces, user_turns(plate_frames(data.coordinates), PlateSection.of(data).direction))


def turned_forces(forces: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Forces by length (ne, n, 8) turned in the plane by (ne, 2, 2)."""
    tensor = in_plane_turn(turn)
    parts = [np.einsum("eij,enj->eni", tensor, forces[..., k : k + 3]) for k in (0, 3)]
    return np.concatenate([*parts, np.einsum("eij,enj->eni", turn, forces[..., 6:])], axis=-1)


def _form(matrix, u):
    """(ne,) u M u / 2."""
    return 0.5 * np.einsum("ei,eij,ej->e", u, matrix, u)
