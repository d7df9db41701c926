"""Straight beams of Euler and of Timoshenko, with or without warping (r3.08.01, r3.08.04)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from . import beam_energy, beam_frames, beam_gyroscopic, beam_mass, beam_strains
from .beam_centrifugal import centrifugal_stiffness
from .beam_geometric import geometric_stiffness
from .beam_section import CONSTANT, Section
from .beam_stiffness import stiffness
from .contraction import contracted
from .data import ElementData
from .errors import ComputationFailed
from .line_element import LineElement

ANGLES = ("ALPHA", "BETA", "GAMMA")
"""Of the axes that displacements have carried along, without the twist of the ends, radians."""
UNKNOWNS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")


class Beam(LineElement):
    """A beam with 6 unknowns by end; `shears`: the beam of Timoshenko.

    Its forces are kept at both ends and in the middle.
    """

    forces = ("N", "VY", "VZ", "MT", "MFY", "MFZ")
    less_weight = True
    """Whether the forces at the ends are told without the weight, as they are without what else acts along the beam."""
    n_points = 3
    energies = ("TOTALE", "TRAC_COM", "TORSION", "FLEX_Y", "FLEX_Z")
    """The energy of deformation and its shares."""
    motions = ("TOTALE", *UNKNOWNS)
    """Of motion, whose shares code_aster tells under the names of unknowns."""
    lumps = True
    """Whether the energy of motion is that of the diagonal mass where there is one: in code_aster it is in beams alone."""

    def __init__(self, shears: bool):
        self.shears = shears
        self.components = (UNKNOWNS,) * 2

    @staticmethod
    def moduli(data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """Young's modulus and the shear modulus (ne,)."""
        young = data.overall("young")
        return young, young / (2 * (1 + data.overall("poisson")))

    def _plain(self, data):
        """The section, without the flexibility of bends where they are not for this beam."""
        section = Section.of(data)
        if not self.shears:
            section.flexibility = np.ones_like(section.flexibility)
        return section

    def angles(self, data) -> np.ndarray:
        """(ne, 3) of the axes at rest, see ANGLES."""
        rest = data.at_rest()
        along = rest[:, 1] - rest[:, 0]
        return np.stack([*beam_frames.axis_angles(along), beam_frames.own_turn(along, self.frame(data)[:, 1])], axis=1)

    def moved(self, data, u):
        """The data, which then know the displacements."""
        moved = data.moved(u)
        return replace(moved, characteristics={**moved.characteristics, "moved": u}, _kept={})

    def carried(self, data, before, u, gamma):
        """The data where the displacements have brought the cells since the last instant, and their angles (ne, 3); see beam_frames."""
        rest = data.at_rest()
        moved = data if "moved" in data.characteristics else data.moved(u)
        frame, angles = beam_frames.carried(rest[:, 1] - rest[:, 0], before, u, gamma)
        kept = {name: value for name, value in moved.characteristics.items() if name != "moved"}
        return replace(moved, characteristics={**kept, "frame": frame}, _kept={}), angles

    def placed(self, data, structural):
        """The moved data in the axes whose angles (ne, np, nc) end with; those at rest where they are not known (NaN)."""
        u, gamma = data.characteristics["moved"], structural[:, 0, -1]
        return self.carried(data, u, u, np.where(np.isnan(gamma), self.angles(data)[:, 2], gamma))[0]

    def local_stiffness(self, data):
        """Exact for a beam loaded at its ends."""
        return stiffness(self._plain(data), self.length(data), *self.moduli(data), self.shears)

    def mass(self, data):
        """By the shape functions of the stiffness."""
        return self._mass(data, data.property("density"))

    def flooded_mass(self, data, abscissas=None):
        """With the fluids at the middle of round tubes; those of materials without fluids are in none."""
        return self._mass(data, beam_mass.flooded_density(data, self._plain(data), abscissas))

    def _mass(self, data, density):
        own = beam_mass.consistent_mass(self._plain(data), self.length(data), density, *self.moduli(data), self.shears)
        return self.turned(data, own)

    def lumped_mass(self, data):
        """Diagonal in the beam's own axes."""
        return self.turned(data, beam_mass.lumped_mass(self._plain(data), self.length(data), data.property("density")))

    def gyroscopic(self, data):
        """Of a spin about the beam's axis."""
        return self.turned(data, beam_gyroscopic.gyroscopic(*self._spinning(data)))

    def gyroscopic_stiffness(self, data):
        """Of a growing spin about the beam's axis."""
        return self.turned(data, beam_gyroscopic.gyroscopic_stiffness(*self._spinning(data)))

    def centrifugal_stiffness(self, data, spin):
        """Less the change of the centrifugal forces with the displacements, at a spin (ne, 3) in the global axes."""
        own = np.einsum("eij,ej->ei", self.frame(data), spin)
        return self.turned(data, centrifugal_stiffness(*self._turning(data), own, self.shears))

    def _turning(self, data):
        return Section.of(data), self.length(data), data.property("density"), *self.moduli(data)

    def _spinning(self, data):
        return self._plain(data), self.length(data), data.property("density"), data.property("poisson"), self.shears

    def weight(self, data, acceleration):
        """The nodal forces of the weight by length."""
        return self.inertial_force(data, np.broadcast_to(acceleration, (len(data), 2, 3)))

    def inertial_force(self, data: ElementData, acceleration: np.ndarray) -> np.ndarray:
        """(ne, nd) forces of accelerations at the ends (ne, 2, 3), linear between, on the mass."""
        force = np.einsum("eij,enj->eni", self.frame(data), acceleration) * data.property("density")[:, None, None]
        own = beam_mass.spread(self._plain(data), self.length(data), force)
        return np.einsum("eji,ej->ei", self.turn(data), own)

    def beam_force(self, data: ElementData, force, moment=None, own_axes: bool = False) -> np.ndarray:
        """(ne, nd) of forces and moments by length at the ends (ne, 2, 3), linear between, N/m and N.

        `own_axes`: they are given in the beam's own axes. Raises ComputationFailed for moments on sections that vary, as code_aster does.
        """
        if not own_axes:
            frame = self.frame(data)
            force, moment = (None if x is None else np.einsum("eij,enj->eni", frame, x) for x in (force, moment))
        tapered = data.characteristics.get("section_variation", np.zeros(len(data))) != CONSTANT
        if moment is not None and np.any(moment[tapered]):
            raise ComputationFailed("moments by length are for beams of constant section")
        own = beam_mass.spread(None, self.length(data), force, moment, tapered)
        return np.einsum("eji,ej->ei", self.turn(data), own)

    def local_forces(self, data, nodal):
        """Traction and its like positive: at both ends, and their mean in the middle where there are three points."""
        first, last = -nodal[:, :6], nodal[:, 6:]
        middle = [(first + last) / 2] if self.n_points == 3 else []
        return np.stack([first, *middle, last], axis=1)

    def nodal_forces(self, data, stress):
        """The forces at the ends."""
        own = np.concatenate([-stress[:, 0], stress[:, -1]], axis=1)
        return np.einsum("eji,ej->ei", self.turn(data), own)

    strain_kind = "beam"

    def strain_force(self, data: ElementData, strain: np.ndarray) -> np.ndarray:
        """(ne, nd) the forces E A e, E IY ky, E IZ kz of a first end whose imposed strain and curvatures are (ne, 1, 3)."""
        section, young = Section.of(data), self.moduli(data)[0]
        rigidity = np.stack([section.area, section.inertia_y, section.inertia_z], axis=-1)
        if not np.allclose(rigidity[:, 0], rigidity[:, 1]):
            raise ComputationFailed("imposed strains are for beams of constant section")
        held = rigidity[:, 0] * young[:, None] * strain[:, 0]
        own = np.zeros((len(data), self.size))
        for end, sign in ((0, -1.0), (self.size // 2, 1.0)):
            own[:, [end, end + 4, end + 5]] = sign * held
        return np.einsum("eji,ej->ei", self.turn(data), own)

    def section_strains(self, data: ElementData, u: np.ndarray, at_nodes: bool, structural=None):
        """(ne, 2, 6) generalised strains at the ends, less those that no stress causes, and their names; None elsewhere."""
        if not at_nodes:
            return None
        own, places = np.einsum("eij,ej->ei", self.turn(data), u), (-1.0, 1.0)
        by_unknown = beam_strains.section_strains(self._plain(data), self.length(data), *self.moduli(data), places, self.shears)
        strains = np.einsum("pefj,ej->epf", by_unknown, own)
        return self._without_free(data, strains), beam_strains.NAMES

    def _without_free(self, data, strains):
        free = self.free_strain(data)
        if free is not None:
            strains[..., 0] -= free[:, None]
        return strains

    def geometric_stiffness(self, data, stress):
        """Of the forces at the ends."""
        return self.turned(data, geometric_stiffness(self._plain(data), self.length(data), stress[:, [0, 2]]))

    def forces_at_nodes(self, data, given):
        """(ne, 2, 6) of the ends and their names: what the ends hold less what acts along the beam, with its inertia."""
        if given.nonlinear:
            values, names = given.fields["points"]
            return values[:, [0, -1]], names
        if given.u is None:
            return None
        own = self.end_forces(data, given.u, True)
        turn = self.turn(data)
        if given.loads is not None:
            own = own - np.einsum("eij,ej->ei", turn, given.loads())
        motion = given.a if given.omega2 is None else -given.omega2 * given.u
        if motion is not None and data.has("density"):
            mass = self.lumped_mass(data) if given.lumped else self.mass(data)
            own = own + contracted("eij,ejk,ek->ei", turn, mass, motion)
        half = self.size // 2
        return np.stack([-own[:, :half], own[:, half:]], axis=1), self.forces

    def energy_parts(self, data, u, kind: str, factor: float = 1.0):
        """(ne, k) the energy and its shares, see beam_energy, and their names; of `kind` stiffness, mass or lumped_mass."""
        turn, still = self.turn(data), kind == "stiffness"
        matrix = self.local_stiffness(data) if still else turn @ getattr(self, kind)(data) @ turn.transpose(0, 2, 1)
        own = np.einsum("eij,ej->ei", turn, u)
        found = self._parted(matrix, own, factor, not still)
        strain = self.free_strain(data) if still else None
        if strain is not None:
            found[:, 0] += factor * beam_energy.of_growth(matrix, own, self._grown(data, strain))
        names = self.energies if still else self.motions
        return np.pad(found, ((0, 0), (0, len(names) - found.shape[1]))), names

    _parted = staticmethod(beam_energy.parted)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) mass, centre of gravity and about it IX, IY, IZ, IXY, IXZ, IYZ in the global axes."""
        place, own = beam_mass.inertia(self._plain(data), self.length(data), data.property("density"))
        first, last = data.coordinates[:, 0], data.coordinates[:, 1]
        frame = self.frame(data)
        local = own[:, 1:4, None] * np.eye(3)
        local[:, 0, 2] = local[:, 2, 0] = own[:, 4]
        tensor = frame.transpose(0, 2, 1) @ local @ frame
        result = np.zeros((len(data), 10))
        result[:, 0], result[:, 1:4] = own[:, 0], first + place[:, None] * (last - first)
        # code_aster gives the products as the tensor has them, less the integrals of x y, x z, y z
        result[:, 4:] = tensor[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        return result
