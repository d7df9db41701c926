"""Sheets of reinforcing bars in one direction: surfaces that only stretch along it (r3.08.01).

With d the part of the direction in the surface, the strain is e = d . grad u . d, u at the height of the sheet.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .anelastic import anelastic_strain
from .data import ElementData
from .element import ElasticElement, PointState
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .plate_frames import plate_frames
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions


class Grid(ElasticElement):
    """A sheet; its characteristics are `grid_section` (m2 by m), `grid_direction` (3,) and `grid_offset` (m) above the surface.

    offset  whether it follows the rotations of the surface; it has 6 unknowns by node then, else 3
    Strains and stresses are kept as (ne, ng, 1).
    """

    dim = 2
    translations = ("DX", "DY", "DZ")
    strain_kind = "grid"

    def __init__(self, cell: str, stiffness: str, mass: str, offset: bool = False):
        self.cell, self.families, self.offset = cell, {"stiffness": stiffness, "mass": mass}, offset
        nodes = shape_functions(cell, quadrature(cell, "FPG1").points).shape[1]
        self.components = (self.translations + (("DRX", "DRY", "DRZ") if offset else ()),) * nodes

    def rule(self, purpose: str = "stiffness"):
        """The quadrature of the stiffness or of the mass."""
        return quadrature(self.cell, self.families[purpose])

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the nodes at the points."""
        return shape_functions(self.cell, self.rule().points)

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the points to the nodes."""
        return points_to_nodes(self.cell, self.families["stiffness"])

    def strain_points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where imposed strains are read."""
        return np.einsum("gn,enk->egk", self.point_functions, coordinates)

    def _tangents(self, data, purpose="stiffness"):
        """(ne, ng, 2, 3) and areas (ne, ng)."""
        rule = self.rule(purpose)
        tangents = np.einsum("gdn,enk->egdk", shape_derivatives(self.cell, rule.points), data.coordinates)
        return tangents, np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=-1) * rule.weights

    def _lever(self, data):
        """(ne, 3, nu) from the unknowns of a node to the displacement of the sheet there."""
        eye = np.broadcast_to(np.eye(3), (len(data), 3, 3))
        if not self.offset:
            return eye
        x, y, z = (plate_frames(data.coordinates)[:, 2] * data.characteristics["grid_offset"][:, None]).T
        zero = np.zeros_like(x)
        turn = np.array([[zero, z, -y], [-z, zero, x], [y, -x, zero]]).transpose(2, 0, 1)
        return np.concatenate([eye, turn], axis=2)

    def _given(self, data, name):
        values = data.characteristics.get(name)
        if values is None or (name == "grid_section" and not values.all()):
            raise ComputationFailed("sheets of reinforcement need a section and a direction, which the characteristics do not give")
        return values

    def strain_matrix(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """B (ne, ng, nd) from the unknowns to the strain, and the volume of bars at the points (ne, ng)."""
        tangents, area = self._tangents(data)
        direction = self._given(data, "grid_direction")
        covariant = np.einsum("egdk,ek->egd", tangents, direction)
        upper = np.linalg.solve(tangents @ tangents.swapaxes(-1, -2), covariant[..., None])[..., 0]
        along = np.einsum("egd,egdk->egk", upper, tangents)
        length = np.einsum("egk,egk->eg", along, along)
        if (length <= 1e-15).any():
            raise ComputationFailed("the direction of a sheet of reinforcement stands across its surface")
        slope = np.einsum("egd,gdn->egn", upper, shape_derivatives(self.cell, self.rule().points)) / length[..., None]
        b = np.einsum("egn,egk,eku->egnu", slope, along, self._lever(data), optimize=True)
        return b.reshape(*area.shape, -1), area * self._given(data, "grid_section")[:, None]

    def stiffness(self, data):
        """sum over points of E B^T B."""
        b, volume = self.strain_matrix(data)
        return np.einsum("eg,ega,egb->eab", volume * data.at_points("young"), b, b, optimize=True)

    def mass(self, data):
        """sum over points of rho times the square of the displacement."""
        functions = shape_functions(self.cell, self.rule("mass").points)
        volume = self._tangents(data, "mass")[1] * (self._given(data, "grid_section") * data.property("density"))[:, None]
        nodal = np.einsum("eg,gn,gm->enm", volume, functions, functions, optimize=True)
        lever = self._lever(data)
        return np.einsum("enm,eku,ekv->enumv", nodal, lever, lever, optimize=True).reshape(len(data), self.size, self.size)

    def weight(self, data, acceleration):
        """The forces at the points of the stiffness, on the displacements."""
        volume = self._tangents(data)[1] * (self._given(data, "grid_section") * data.property("density"))[:, None]
        force = np.zeros((len(data), len(self.components), len(self.components[0])))
        force[..., :3] = np.einsum("eg,gn->en", volume, self.point_functions)[..., None] * acceleration
        return force.reshape(len(data), -1)

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points of the stiffness stand."""
        return self.strain_points(coordinates)

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) of no pressure; raises ComputationFailed for one, which bars cannot bear."""
        if np.any(pressure) or np.any(shear):
            raise ComputationFailed("sheets of reinforcement bear no pressure")
        return np.zeros((len(data), self.size))

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
        matrix = np.einsum("eg,ega,egb->eab", volume * tangent, b, b, optimize=True) if want_tangent else None
        return force, matrix, PointState(strain[..., None], stress[..., None], internal)

    def shown(self, data, stress):
        """The stress along the bars."""
        return stress, ("SIXX",)

    def nodal_forces(self, data, stress):
        """B^T s."""
        b, volume = self.strain_matrix(data)
        return np.einsum("eg,ega->ea", volume * stress[..., 0], b)
