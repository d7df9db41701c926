"""Straight beams of Euler made of fibres (r3.08.08); see kinematics for their displacements.

With D the stretch of the fibres by unit unknowns, W their volume at the points, s their stress and E its tangent,

    f = sum D^T s W + torsion,   K = sum D^T E W D - h h^T / k + torsion,   h = sum g D^T E W,   k = sum g^2 E W

the hat of every cell being that with  sum g s W = 0.
"""

from __future__ import annotations

import numpy as np

from .. import beam_strains
from ..beam import ANGLES, Beam
from ..beam_mass import flooded_density, spread
from ..beam_section import NAMES, Section
from ..contraction import contracted
from ..data import ElementData
from ..element import PointState
from ..errors import ComputationFailed, LawFailed
from ..quadrature import quadrature
from . import kinematics
from .section import Fibres

ABSCISSAS = (1 + np.array([1.0, -1.0]) / np.sqrt(3)) / 2
"""Of the two points of Gauss, from 0 to 1, in code_aster's order; both weigh 1/2."""
ROUNDING = 10 * np.finfo(float).eps
MOST = 100
"""How often a hat is sought."""
FORCES = ("N", "VY", "VZ", "MT", "MFY", "MFZ", "BX")
STRX = (*FORCES, "EPXX", "GAXY", "GAXZ", "GAT", "KY", "KZ", "GAX", "DXINT", *ANGLES)
"""What beams of fibres keep beside stresses: here the nodal forces of each end in the own axes, and the hat DXINT."""
HAT = STRX.index("DXINT")
AXES = [STRX.index(name) for name in ANGLES]
STRAINS = slice(STRX.index("EPXX"), STRX.index("GAX") + 1)
"""Of the section, where they are kept."""


class FibreBeam(Beam):
    """A beam with 6 unknowns by end; stresses are kept fibre by fibre at two points of Gauss, (ne, 2 nf, 1)."""

    structural = STRX
    n_points = 2
    fibrous = True
    section_points = "fibres"
    kept_forces = FORCES[:6]
    """Those of `structural` that are the nodal forces of an end."""

    def __init__(self):
        super().__init__(shears=False)

    def sub_points(self, data):
        """As many as the cell with most fibres of all has, whatever they are made of."""
        given = data.characteristics.get("fibres")
        return Fibres.of(data).area.shape[1] if given is None else given.shape[1]

    def sub_counts(self, data):
        """The fibres."""
        owner = data.characteristics.get("fibre_group")
        return super().sub_counts(data) if owner is None else (owner > 0).sum(axis=1)

    def fibre_stretch(self, data, length, assembled: bool = True) -> tuple[np.ndarray, np.ndarray]:
        """D (ne, ng, nf, nd) and g (ne, ng); not `assembled`: of fibres that all belong to one beam."""
        fibres = Fibres.of(data)
        own = fibres.assembly[..., :2] if assembled and fibres.assembled else None
        return kinematics.stretch(fibres.places, length, ABSCISSAS, own)

    def volumes(self, data, length) -> np.ndarray:
        """W (ne, 1, nf), the same at both points."""
        return (length[:, None] / 2 * Fibres.of(data).area)[:, None]

    def torsion(self, data, length, assembled: bool = True) -> np.ndarray:
        """(ne,) moment by twist of the ends: G JX / L, or what the beams of an assembly bring."""
        fibres = Fibres.of(data)
        if assembled and fibres.assembled:
            return fibres.own_torsion() / length
        return self.moduli(data)[1] * Section.of(data).torsion[:, 0] / length

    def _assembled(self, d, g, rigidity, torsion):
        """K of the head from E W (ne, ng, nf), and the hat (ne, nd) by unit unknowns."""
        matrix = contracted("egfi,egf,egfj->eij", d, rigidity, d)
        h = contracted("eg,egfi,egf->ei", g, d, rigidity)
        k = np.einsum("eg,egf->e", g**2, rigidity)
        matrix -= h[:, :, None] * h[:, None] / k[:, None, None]
        first, last = 3, self.size // 2 + 3
        for i, j, sign in ((first, first, 1), (last, last, 1), (first, last, -1), (last, first, -1)):
            matrix[:, i, j] += sign * torsion
        return matrix, -h / k[:, None]

    def _elastic(self, data, torsion):
        length = self.length(data)
        d, g = self.fibre_stretch(data, length, False)
        rigidity = Fibres.of(data).constant("young")[:, None] * self.volumes(data, length)
        return self._assembled(d, g, np.broadcast_to(rigidity, d.shape[:3]), torsion)

    def local_stiffness(self, data):
        """Of elastic fibres of one beam, that twists about its elastic centre: nonlinear laws twist about the axis, as in code_aster."""
        moments = Fibres.of(data).moments(Fibres.of(data).constant("young"))
        matrix, _ = self._elastic(data, self.torsion(data, self.length(data), False))
        return _about_centre(matrix, moments[:, 1] / moments[:, 0], moments[:, 2] / moments[:, 0])

    def with_fibres(self, data, changes=None) -> Section:
        """The section with the area and second moments of the fibres; `changes` by name take the place of others."""
        section, moments = Section.of(data), Fibres.of(data).moments()
        values = section.values.copy()
        for name, value in ({"area": moments[:, 0], "inertia_y": moments[:, 4], "inertia_z": moments[:, 3]} | (changes or {})).items():
            values[:, :, NAMES.index(name)] = value[:, None]
        return Section(values, section.variation, section.flexibility)

    def _dense(self, data):
        """(ne, 6) integrals of the density."""
        return Fibres.of(data).moments(Fibres.of(data).constant("density"))

    def mass(self, data):
        """Of the density of the fibres."""
        return self._mass_of(data, self._dense(data))

    def flooded_mass(self, data, abscissas=None):
        """Each material of fibres has its share of the fluids as if the tube was of it alone."""
        fibres = Fibres.of(data)
        density = np.zeros(fibres.area.shape)
        for alike in fibres.alike:
            own = flooded_density(data.made_of(alike.material), Section.of(data), abscissas)
            density[alike.rows, alike.columns] = own[alike.rows]
        return self._mass_of(data, fibres.moments(density))

    def _mass_of(self, data, moments):
        hat = self._elastic(data, np.zeros(len(data)))[1]
        return self.turned(data, kinematics.mass(moments, self.length(data), hat))

    def lumped_mass(self, data):
        """Diagonal in the beam's own axes."""
        length, moments = self.length(data), self._dense(data)
        whole = moments[:, 0] * length
        slope, turns = whole * length**2 / 105, length * moments[:, 3:5].T
        end = [whole / 2] * 3 + [turns.sum(axis=0) / 2, slope + 2 * turns[1] / 15, slope + 2 * turns[0] / 15]
        return self.turned(data, np.stack(end * 2, axis=1)[:, :, None] * np.eye(12))

    def inertial_force(self, data, acceleration):
        """Of accelerations at the ends (ne, 2, 3), linear between, on the mass."""
        force = np.einsum("eij,enj->eni", self.frame(data), acceleration) * self._dense(data)[:, :1, None]
        return np.einsum("eji,ej->ei", self.turn(data), spread(None, self.length(data), force))

    def strain_force(self, data, strain):
        """(ne, nd) what imposed strains and curvatures of a first end (ne, 1, 3) make of the stiffness of the fibres."""
        moments = Fibres.of(data).moments(Fibres.of(data).constant("young"))
        held = moments[:, [0, 4, 3]] * strain[:, 0]
        own = np.zeros((len(data), self.size))
        for end, sign in ((0, -1.0), (self.size // 2, 1.0)):
            own[:, [end, end + 4, end + 5]] = sign * held
        return np.einsum("eji,ej->ei", self.turn(data), own)

    def geometric_stiffness(self, data, stress):
        """Code_aster has none: raises ComputationFailed."""
        raise ComputationFailed("beams of fibres of Euler have no geometric stiffness")

    def _spinning(self, data):
        """As of one material, whose section weighs what the fibres do."""
        section, moments, density = self._plain(data), self._dense(data), data.property("density")
        values = section.values.copy()
        for name, place in (("area", 0), ("inertia_y", 4), ("inertia_z", 3)):
            values[:, :, NAMES.index(name)] = (moments[:, place] / density)[:, None]
        return Section(values, section.variation, section.flexibility), self.length(data), density, data.property("poisson"), self.shears

    def elastic_state(self, data, u):
        """Stresses of elastic fibres at displacements (ne, nd), of their whole strains: a temperature changes nothing in te0537."""
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        hat = self._linear_hat(data, own)
        stress = _flat(self._strain(data, own, hat) * Fibres.of(data).constant("young")[:, None])
        strx, ends = np.zeros((len(data), 2, len(STRX))), np.einsum("eij,ej->ei", self.local_stiffness(data), own)
        strx[:, :, self._kept()] = ends.reshape(len(data), 2, -1)
        strx[:, :, HAT] = hat[:, None]
        return PointState(u[:, None], stress, np.zeros((*stress.shape[:2], 1)), structural=strx)

    def _linear_hat(self, data, own):
        """(ne,) as code_aster has it: with the sign turned, and none where both first moments are negative."""
        fibres, length = Fibres.of(data), self.length(data)
        moments = fibres.moments(fibres.constant("young"))
        y, z = moments[:, 1] / moments[:, 0], moments[:, 2] / moments[:, 0]
        bent = y * (own[:, 1] - own[:, 7]) - z * (own[:, 2] - own[:, 8])
        turned = z * (own[:, 4] + own[:, 10]) + y * (own[:, 5] + own[:, 11])
        return np.where((moments[:, 1:3] >= np.finfo(float).eps).any(axis=1), 1.5 * bent / length + 0.75 * turned, 0.0)

    def _strain(self, data, own, hat):
        """(ne, ng, nf)."""
        d, g = self.fibre_stretch(data, self.length(data))
        return contracted("egfi,ei->egf", d, own) + (g * hat[:, None])[..., None]

    def start(self, data, behaviour):
        """At rest, in the axes that the characteristics give."""
        fibres = Fibres.of(data)
        count = self.n_points * fibres.area.shape[1]
        internal = np.zeros((len(data), count, fibres.internal_size))
        strx = np.zeros((len(data), self.n_points, len(self.structural)))
        strx[:, :, AXES] = self.angles(data)[:, None]
        return PointState(np.zeros((len(data), 1, self.size)), np.zeros((len(data), count, 1)), internal, structural=strx)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """f and K of the head."""
        turn, length, fibres = self.turn(data), self.length(data), Fibres.of(data)
        own, change = (np.einsum("eij,ej->ei", turn, x) for x in (u, u - state.strain[:, 0]))
        d, g = self.fibre_stretch(data, length)
        w, torsion, hat_before = self.volumes(data, length), self.torsion(data, length), state.structural[:, 0, HAT]
        total = contracted("egfi,ei->egf", d, own) + (g * hat_before[:, None])[..., None]
        change = contracted("egfi,ei->egf", d, change)
        stress = state.stress.reshape(total.shape)
        internal = state.internal.reshape(*total.shape, -1)

        def integrate(hat):
            hatted = (g * hat[:, None])[..., None]
            return fibres.stretched(data, change + hatted, total + hatted, stress, internal)

        (new, after, rate), hat = _balanced(integrate, g, w, 2 / length)
        force = contracted("egfi,egf->ei", d, new * w)
        other = self.size // 2 + 3
        twist = torsion * (own[:, other] - own[:, 3])
        force[:, 3], force[:, other] = force[:, 3] - twist, force[:, other] + twist
        tangent = self._assembled(d, g, rate * w, torsion)[0] if want_tangent else None
        strx = state.structural.copy()
        strx[:, :, self._kept()], strx[:, :, HAT] = force.reshape(len(data), 2, -1), (hat_before + hat)[:, None]
        tangent = self.turned(data, tangent) if want_tangent else None
        points = PointState(u[:, None], _flat(new), after.reshape(state.internal.shape), structural=strx)
        return np.einsum("eji,ej->ei", turn, force), tangent, points

    def anelastic_force(self, data, before=False):
        """(ne, nd) of what holds the fibres' own strains that no stress causes; None when there are none."""
        warm, rest = Fibres.of(data).held_stress(data, self.n_points, before)
        if warm is None:
            return None
        length = self.length(data)
        d, _ = self.fibre_stretch(data, length)
        own = contracted("egfi,egf->ei", d, (warm + rest) * self.volumes(data, length))
        return np.einsum("eji,ej->ei", self.turn(data), own)

    def state_forces(self, data, state):
        """Those of the ends that it keeps."""
        return self.structural_forces(data, state.structural)

    def structural_forces(self, data, structural: np.ndarray) -> np.ndarray:
        """(ne, nd) nodal forces of what it keeps (ne, ng, 18), see STRX."""
        return np.einsum("eji,ej->ei", self.turn(data), structural[:, :, self._kept()].reshape(len(data), self.size))

    def end_values(self, data, structural: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, 2, nd/2) forces of the section at both ends from what it keeps, and their names."""
        return structural[:, :, self._kept()] * np.array([-1.0, 1.0])[:, None], self.forces

    def _kept(self):
        """Their places."""
        return [self.structural.index(name) for name in self.kept_forces]

    def forces_at_nodes(self, data, given):
        """(ne, 2, 6): those that it keeps, of nonlinear laws; else of a linear beam."""
        if given.nonlinear:
            return None if given.structural is None else self.end_values(data, given.structural)
        return super().forces_at_nodes(data, given)

    def section_strains(self, data, u, at_nodes, structural=None):
        """(ne, 2, 6) at the ends, with the hat, and their names; None elsewhere."""
        if not at_nodes:
            return None
        own, length = np.einsum("eij,ej->ei", self.turn(data), u), self.length(data)
        hat = self._linear_hat(data, own) if structural is None else structural[:, 0, HAT]
        result = np.zeros((len(data), 2, 6))
        for end, xi in enumerate((0.0, 1.0)):
            axial, of_v, of_w = (np.einsum("ei,ei->e", curve, own) for curve in kinematics.curves(length, xi))
            values = {0: axial + 4 * (1 - 2 * xi) / length * hat, 3: (own[:, 9] - own[:, 3]) / length, 4: -of_w, 5: of_v}
            for place, value in values.items():
                result[:, end, place] = value
        return result, beam_strains.NAMES

    def shown(self, data, stress):
        """The stress of every fibre, nothing where a cell has fewer."""
        return np.where(np.tile(Fibres.of(data).there, (1, self.n_points))[..., None], stress, np.nan), ("SIXX",)

    def kept(self, data, values):
        """Zero where there is no fibre."""
        return np.nan_to_num(values)

    @property
    def point_functions(self):
        """(ng, 2) the linear functions of the ends at the points."""
        return np.stack([1 - ABSCISSAS, ABSCISSAS], axis=1)

    @property
    def material_functions(self) -> np.ndarray:
        """At the points of Gauss, the ends and the middle."""
        return np.concatenate([self.point_functions, np.eye(2), [[0.5, 0.5]]])

    def offsets(self, data: ElementData) -> np.ndarray:
        """Of the fibres, across the axis."""
        given, owner = data.characteristics.get("fibres"), data.characteristics.get("fibre_group")
        if given is None:
            raise ComputationFailed("fibres need their places, which the characteristics do not give")
        there = np.where(owner > 0, 1.0, np.nan)
        return np.einsum("efk,ekj->efj", given[:, :, :2] * there[..., None], self.frame(data)[:, 1:])

    def points_across(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """(ne, ng nf, 3) where the fibres stand at the points, and their volumes (ne, ng nf); NaN where a cell has fewer."""
        centre, offsets = np.einsum("gn,enk->egk", self.point_functions, data.coordinates[:, :2]), self.offsets(data)
        area = np.where(np.isnan(offsets[..., 0]), np.nan, data.characteristics["fibres"][:, :, 2])
        weights = quadrature("SEG2", f"FPG{self.n_points}").weights / 2
        volumes = self.length(data)[:, None, None] * weights[:, None] * area[:, None]
        return (centre[:, :, None] + offsets[:, None]).reshape(len(data), -1, 3), volumes.reshape(len(data), -1)

    def points_to_nodes(self):
        """(2, ng) by the line through the values at the points."""
        return np.linalg.pinv(self.point_functions)

    def fibre_strains(self, data, u, structural) -> np.ndarray:
        """(ne, ng nf, 1) the strain of every fibre; `structural` is what it keeps, None where it is not known."""
        own = np.einsum("eij,ej->ei", self.turn(data), u)
        hat = self._linear_hat(data, own) if structural is None else structural[:, 0, HAT]
        return self.shown(data, _flat(self._strain(data, own, hat)))[0]

    def fibre_free_strains(self, data) -> np.ndarray:
        """(ne, ng nf, 1) those that no stress causes."""
        found = Fibres.of(data).free_strain(data, self.n_points)
        shape = (len(data), self.n_points * self.sub_points(data), 1)
        return self.shown(
            data, np.zeros(shape) if found is None else _flat(np.broadcast_to(found, (len(data), self.n_points, found.shape[2])))
        )[0]

    def fibre_young(self, data) -> np.ndarray:
        """(ne, ng nf, 1) Young's moduli, one where there is no fibre."""
        fibres = Fibres.of(data)
        return np.tile(np.where(fibres.there, fibres.constant("young"), 1.0), (1, self.n_points))[..., None]

    def inertia(self, data):
        """(ne, 10) mass and centre of gravity of the density of the fibres, and moments about it."""
        moments, length, frame = self._dense(data), self.length(data), self.frame(data)
        mass = moments[:, 0] * length
        y, z = moments[:, 1:3].T / np.where(moments[:, 0] == 0.0, 1.0, moments[:, 0])
        own = np.zeros((len(data), 3, 3))
        slender = mass * length**2 / 12
        along_y, along_z = moments[:, 4] * length - mass * z**2, moments[:, 3] * length - mass * y**2
        for axis, value in enumerate((along_y + along_z, along_y + slender, along_z + slender)):
            own[:, axis, axis] = value
        tensor = frame.transpose(0, 2, 1) @ own @ frame
        rest = tensor[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        centre = data.coordinates.mean(axis=1) + y[:, None] * frame[:, 1] + z[:, None] * frame[:, 2]
        return np.concatenate([mass[:, None], centre, rest], axis=1)


def _flat(values):
    """(ne, ng nf, 1) of (ne, ng, nf)."""
    return values.reshape(len(values), -1, 1)


def _about_centre(matrix, y, z):
    """Twists that turn about (y, z) rather than the axis; code_aster leaves out the product of both arms."""
    carry = np.broadcast_to(np.eye(12), matrix.shape).copy()
    for end in (0, 6):
        carry[:, end + 1, end + 3], carry[:, end + 2, end + 3] = -z, y
    result = carry.transpose(0, 2, 1) @ matrix @ carry
    left_out = 2 * y * z * matrix[:, 1, 2]
    for i, j, sign in ((3, 3, 1), (9, 9, 1), (3, 9, -1), (9, 3, -1)):
        result[:, i, j] += sign * left_out
    return result


def _balanced(integrate, g, w, by_length):
    """What `integrate` gives with hats (ne,) that even out the normal forces, and these, once more improved as code_aster keeps them.

    Raises LawFailed when there are none.
    """
    hat, kept = np.zeros((2, len(g)))
    seeking, scale = np.full(len(g), True), None
    for _ in range(MOST):
        found = integrate(hat)
        new, _, rate = found
        left, stiff = np.einsum("eg,egf->e", g, new * w), np.einsum("eg,egf->e", g**2, rate * w)
        if (abs(stiff) <= np.finfo(float).eps).any():
            raise LawFailed("the fibres of a beam have no stiffness left")
        kept = np.where(seeking, hat - left / stiff, kept)
        # forces of the fibres that cancel leave what their rounding does
        done = abs(left) <= np.maximum(1e-9, ROUNDING * np.einsum("eg,egf->e", abs(g), abs(new * w)))
        if scale is None:
            scale = abs((new[:, -1] * w[:, 0]).sum(axis=1)) * by_length
            done |= scale <= 1e-6
        seeking = seeking & ~(done | (abs(left) <= scale * 1e-6))
        if not seeking.any():
            return found, kept
        hat = np.where(seeking, kept, hat)
    raise LawFailed(f"the normal force of a beam of fibres does not even out in {MOST} turns")
