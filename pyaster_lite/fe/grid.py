"""Sheets of reinforcing bars in one direction: surfaces that only stretch along it (r3.08.01).

With d the part of the direction in the surface, the strain is e = d . grad u . d, u at the height of the sheet.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .anelastic import anelastic_strain
from .contraction import contracted
from .data import ElementData
from .element import PointState
from .errors import ComputationFailed
from .plate_frames import plate_frames
from .shapes import shape_derivatives
from .sheet import Sheet, inertia_of


class Grid(Sheet):
    """A sheet of bars; its characteristics are `grid_section` (m2 by m), `grid_direction` (3,) and `grid_offset` (m) above the surface.

    offset  whether it follows the rotations of the surface; it has 6 unknowns by node then, else 3
    Strains and stresses are kept as (ne, ng, 1).
    """

    strain_kind = "grid"

    def __init__(self, cell: str, stiffness: str, mass: str, offset: bool = False):
        super().__init__(cell, stiffness, mass, offset)
        self.offset = offset

    def lever(self, data):
        """With the rotations of the surface below."""
        eye = super().lever(data)
        if not self.offset:
            return eye
        x, y, z = (plate_frames(data.coordinates)[:, 2] * data.characteristics["grid_offset"][:, None]).T
        zero = np.zeros_like(x)
        turn = np.array([[zero, z, -y], [-z, zero, x], [y, -x, zero]]).transpose(2, 0, 1)
        return np.concatenate([eye, turn], axis=2)

    @cached_property
    def material_functions(self) -> np.ndarray | None:
        """At the points of stiffness and of mass, which are the same, and in the middle; of sheets above a surface only."""
        middle = self.point_functions.mean(axis=0, keepdims=True)
        return np.concatenate([self.point_functions, self.point_functions, middle]) if self.offset else None

    def offsets(self, data: ElementData) -> np.ndarray:
        """The height along the normal."""
        if not self.offset:
            return np.zeros((len(data), 1, 3))
        return (plate_frames(data.coordinates)[:, 2] * data.characteristics["grid_offset"][:, None])[:, None]

    def points_across(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """(ne, ng, 3) where the bars stand at the points, and the volumes of bars there (ne, ng)."""
        places = np.einsum("gn,enk->egk", self.point_functions, data.coordinates)
        return places + self.offsets(data), self.strain_matrix(data)[1]

    def by_area(self, data):
        """The section times the density."""
        return self._given(data, "grid_section") * data.property("density")

    def _given(self, data, name):
        values = data.characteristics.get(name)
        if values is None or (name == "grid_section" and not values.all()):
            raise ComputationFailed("sheets of reinforcement need a section and a direction, which the characteristics do not give")
        return values

    def strain_matrix(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """B (ne, ng, nd) from the unknowns to the strain, and the volume of bars at the points (ne, ng)."""
        tangents, area = self.tangents(data)
        direction = self._given(data, "grid_direction")
        covariant = np.einsum("egdk,ek->egd", tangents, direction)
        upper = np.linalg.solve(tangents @ tangents.swapaxes(-1, -2), covariant[..., None])[..., 0]
        along = np.einsum("egd,egdk->egk", upper, tangents)
        length = np.einsum("egk,egk->eg", along, along)
        if (length <= 1e-15).any():
            raise ComputationFailed("the direction of a sheet of reinforcement stands across its surface")
        slope = np.einsum("egd,gdn->egn", upper, shape_derivatives(self.cell, self.rule().points)) / length[..., None]
        b = contracted("egn,egk,eku->egnu", slope, along, self.lever(data))
        return b.reshape(*area.shape, -1), area * self._given(data, "grid_section")[:, None]

    def stiffness(self, data):
        """sum over points of E B^T B."""
        b, volume = self.strain_matrix(data)
        return contracted("eg,ega,egb->eab", volume * data.at_points("young"), b, b)

    def own_strain(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng) B u."""
        return np.einsum("egd,ed->eg", self.strain_matrix(data)[0], u)

    def line_strains(self, data: ElementData, u: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, ng, 1) the strain along the bars, and its name."""
        return self.own_strain(data, u)[..., None], ("EXX",)

    def free_strain(self, data: ElementData, before: bool = False) -> np.ndarray | float:
        """(ne, ng) strain that no stress causes, 0 when there is none."""
        strain = anelastic_strain(data, ("XX",), before)
        return 0.0 if strain is None else strain[..., 0]

    def strain_force(self, data: ElementData, strain: np.ndarray) -> np.ndarray:
        """(ne, nd) sum over points of E B^T e of imposed strains (ne, ng, 1)."""
        return self.nodal_forces(data, data.at_points("young")[..., None] * strain)

    def anelastic_force(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, nd) forces that hold the strains that no stress causes; None when there are none."""
        strain = self.free_strain(data, before)
        return None if np.ndim(strain) == 0 else self.strain_force(data, strain[..., None])

    def elastic_state(self, data: ElementData, u: np.ndarray) -> PointState:
        """E (B u - e), e the strains that no stress causes."""
        strain = self.own_strain(data, u)
        stress = data.at_points("young") * (strain - self.free_strain(data))
        return PointState(strain[..., None], stress[..., None], np.zeros((*strain.shape, 1)))

    def potential_energy(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne,) of the strains that stress causes (te0433)."""
        strain = self.own_strain(data, u) - self.free_strain(data)
        return 0.5 * np.einsum("eg,eg,eg->e", self.strain_matrix(data)[1], data.at_points("young") * strain, strain)

    def start(self, data, behaviour):
        """At rest."""
        zero = np.zeros((len(data), len(self.rule()), 1))
        return PointState(zero, zero, np.zeros((*zero.shape[:2], behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """By a law along a line, or linear elasticity."""
        b, volume = self.strain_matrix(data)
        strain = np.einsum("egd,ed->eg", b, u)
        increment = strain - state.strain[..., 0] - (self.free_strain(data) - self.free_strain(data, True))
        if behaviour.linear:
            young = np.broadcast_to(data.at_points("young"), strain.shape)
            stress, internal = young * (state.stress[..., 0] / data.at_points("young", before=True) + increment), state.internal
            tangent = young
        else:
            stress, internal, tangent = behaviour.stretch(increment, state.stress[..., 0], state.internal, data)
        force = np.einsum("eg,ega->ea", volume * stress, b)
        matrix = contracted("eg,ega,egb->eab", volume * tangent, b, b) if want_tangent else None
        return force, matrix, PointState(strain[..., None], stress[..., None], internal)

    def reference_force(self, data, references):
        """By point the stress of the reference strain times the section and, as code_aster has it, the root of what area is measured
        by; times the largest of B at the node on rotations."""
        b, volume = self.strain_matrix(data)
        measure = volume / self.rule().weights / data.characteristics["grid_section"][:, None]
        force = references["strain"] * data.at_points("young") * np.sqrt(measure) * data.characteristics["grid_section"][:, None]
        share = np.ones((*b.shape[:2], len(self.components), len(self.components[0])))
        share[..., 3:] = abs(b).reshape(share.shape)[..., 3:].max(axis=-1, keepdims=True, initial=0.0)
        return np.einsum("eg,egnu->enu", force, share).reshape(len(data), -1) / b.shape[1]

    def shown(self, data, stress):
        """The stress along the bars."""
        return stress, ("SIXX",)

    def nodal_forces(self, data, stress):
        """B^T s."""
        b, volume = self.strain_matrix(data)
        return np.einsum("eg,ega->ea", volume * stress[..., 0], b)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) mass, centre of gravity, moments about it; as code_aster has it the height above the surface is left out."""
        mass = self.strain_matrix(data)[1] * data.property("density")[:, None]
        return inertia_of(mass, self.points(data.coordinates))
