"""Arcs of a circle: curved beams of Timoshenko of constant section (r3.08.01, section 6; ptka10, ptma10, matro2 of code_aster up to 13.0).

Each end answers in its own axes: x along the arc, y away from its centre. What the first end holds is the inverse of its flexibility,
of forces and moments at it, when the other is clamped; what the last one holds is in balance with it.
"""

from __future__ import annotations

import numpy as np

from . import beam_energy
from .beam import Beam
from .data import ElementData
from .errors import ComputationFailed

IN_PLANE, OUT_OF_PLANE = (0, 1, 5), (2, 4, 3)
"""Places of (u, v, rz) and of (w, ry, rx) among the 6 unknowns of an end."""


class CurvedBeam(Beam):
    """A beam on an arc whose chord is the segment, kept at both its ends.

    The characteristic `arc` (ne, 2) holds its radius (m) and the turn about the chord (radians) that brings the axes of the segment
    to those whose y points away from the centre.
    """

    n_points = 2
    energies = motions = ("TOTALE", "PLAN_XY", "PLAN_XZ")

    def __init__(self):
        super().__init__(shears=True)

    @staticmethod
    def _parted(matrix, own, factor, of_motion):
        """By both planes."""
        planes = [[*plane, *(place + 6 for place in plane)] for plane in (IN_PLANE, OUT_OF_PLANE)]
        return beam_energy.parted(matrix, own, factor, of_motion, planes, None)

    def arc(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """The radius and the angle (ne,) of the arc; raises ComputationFailed where there is none."""
        given = data.characteristics.get("arc")
        lacking = np.arange(len(data)) if given is None else np.flatnonzero(given[:, 0] <= 0.0)
        if len(lacking):
            raise ComputationFailed(f"cell number {data.cells[lacking[0]] + 1} needs an arc, which the characteristics do not give")
        share = self.length(data) / (2.0 * given[:, 0])
        if (share > 1.0).any():
            raise ComputationFailed(f"cell number {data.cells[share.argmax()] + 1} is longer than its circle is wide")
        return given[:, 0], 2.0 * np.arcsin(share)

    def frame(self, data):
        """(ne, 3, 3) in the middle of the arc, as rows."""
        turn = data.characteristics["arc"][:, 1] if "arc" in data.characteristics else np.zeros(len(data))
        return _about(0, turn) @ super().frame(data)

    def turn(self, data):
        """The axes of each end."""
        half, middle = self.arc(data)[1] / 2.0, self.frame(data)
        result = np.zeros((len(data), 12, 12))
        for place, angle in ((0, half), (3, half), (6, -half), (9, -half)):
            result[:, place : place + 3, place : place + 3] = _about(2, angle) @ middle
        return result

    def local_stiffness(self, data):
        """The flexibility of a bend (COEF_FLEX) divides the second moments of area."""
        section, (radius, angle) = self._constant(data), self.arc(data)
        result = np.zeros((len(data), 12, 12))
        for places, soft, carry in (
            (IN_PLANE, *_in_plane(section, radius, angle, *self.moduli(data))),
            (OUT_OF_PLANE, *_out_of_plane(section, radius, angle, *self.moduli(data))),
        ):
            held = np.linalg.inv(soft)
            own, other = np.array(places), np.array(places) + 6
            result[:, own[:, None], own] = held
            result[:, other[:, None], own] = carry @ held
            result[:, own[:, None], other] = held @ carry.transpose(0, 2, 1)
            result[:, other[:, None], other] = carry @ held @ carry.transpose(0, 2, 1)
        return result

    def _constant(self, data):
        section = self._plain(data)
        if (section.values[:, 0] != section.values[:, 1]).any() or np.any(section.offset):
            raise ComputationFailed("a curved beam has one section from end to end, whose shear centre is its centroid")
        return section

    def lumped_mass(self, data):
        """The same: the masses stand at the ends."""
        return self.mass(data)

    def _mass(self, data, density):
        section, (radius, angle) = self._constant(data), self.arc(data)
        along, mass = radius * angle, density * section.area[:, 0] * radius * angle
        polar = (section.inertia_y + section.inertia_z)[:, 0] * along * density / 2.0
        least = np.minimum(mass * along**2 / 105.0, mass * along / 48.0)
        turning = [least + density * moment[:, 0] * along * 2.0 / 15.0 for moment in (section.inertia_y, section.inertia_z)]
        own = np.stack([mass / 2.0] * 3 + [polar, *turning], axis=1)
        return self.turned(data, np.concatenate([own, own], axis=1)[:, :, None] * np.eye(12))

    def inertial_force(self, data, acceleration):
        """(ne, nd) forces of accelerations at the ends (ne, 2, 3) on the mass by length."""
        mass = data.property("density") * self._constant(data).area[:, 0]
        return self.beam_force(data, acceleration * mass[:, None, None])

    def beam_force(self, data, force, moment=None, own_axes=False):
        """Each end takes half of the arc under what acts by length at it, and the moment of a straight beam so long (ptfop1)."""
        if moment is not None and np.any(moment):
            raise ComputationFailed("a curved beam takes no moments by length")
        radius, angle = self.arc(data)
        along, turn = (radius * angle)[:, None], self.turn(data)
        if not own_axes:
            axes = np.stack([turn[:, :3, :3], turn[:, 6:9, 6:9]], axis=1)
            force = np.einsum("enij,enj->eni", axes, force)
        own = np.zeros((len(data), 12))
        for end, sign in ((0, 1.0), (1, -1.0)):
            own[:, 6 * end : 6 * end + 3] = force[:, end] * along / 2.0
            own[:, 6 * end + 4 : 6 * end + 6] = sign * force[:, end, [2, 1]] * [-1.0, 1.0] * along**2 / 12.0
        return np.einsum("eji,ej->ei", turn, own)

    def _grown(self, data, strain):
        """(ne, 12) the displacements of the ends of a free arc that grows by a strain (ne,), in their axes."""
        half = self.arc(data)[1] / 2.0
        stretch = strain * self.length(data)
        result = np.zeros((len(data), 12))
        result[:, 0], result[:, 1] = -stretch * np.cos(half), stretch * np.sin(half)
        result[:, 6], result[:, 7] = stretch * np.cos(half), stretch * np.sin(half)
        return result

    def inertia(self, data):
        """(ne, 10) as of straight beams; the tensor is that of a straight beam as long as the arc, in the axes of the segment (te0038)."""
        section, (radius, angle) = self._constant(data), self.arc(data)
        along, half, area = radius * angle, angle / 2.0, section.area[:, 0]
        density = data.property("density")
        mass = density * area * along
        first, second = (moment[:, 0] / section.flexibility[:, i] for i, moment in enumerate((section.inertia_y, section.inertia_z)))
        slender = mass * along**2 / 12.0
        local = density * along * (first + second), density * along * first + slender, density * along * second + slender
        straight = super().frame(data)
        tensor = straight.transpose(0, 2, 1) @ (np.stack(local, axis=1)[:, :, None] * np.eye(3)) @ straight
        away = (radius * (np.sin(half) / half - np.cos(half)))[:, None] * self.frame(data)[:, 1]
        result = np.zeros((len(data), 10))
        result[:, 0], result[:, 1:4] = mass, data.coordinates.mean(axis=1) + away
        result[:, 4:] = tensor[:, [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
        return result

    def section_strains(self, data, u, at_nodes, structural=None):
        """None: they are not known of arcs."""
        return None

    def _not_there(self, *_):
        raise ComputationFailed("curved beams know neither the stiffness of their forces nor that of a spin")

    geometric_stiffness = centrifugal_stiffness = gyroscopic = gyroscopic_stiffness = strain_force = _not_there


def _about(axis: int, angle: np.ndarray) -> np.ndarray:
    """(ne, 3, 3) what takes components to axes turned by an angle (ne,) about one of them."""
    result = np.zeros((len(angle), 3, 3))
    i, j = ((axis + 1) % 3, (axis + 2) % 3)
    result[:, axis, axis] = 1.0
    result[:, i, i] = result[:, j, j] = np.cos(angle)
    result[:, i, j], result[:, j, i] = np.sin(angle), -np.sin(angle)
    return result


def _in_plane(section, r, a, young, shear):
    """The flexibility (ne, 3, 3) of the first end over (u, v, rz), and what carries its forces to the last one."""
    s, c, s2 = np.sin(a), np.cos(a), np.sin(2.0 * a)
    ea, ga = young * section.area[:, 0], shear * section.area[:, 0]
    # the shear factor is that of the z axis, as in code_aster, though the shear is along y
    k, ei = section.shear_z[:, 0], young * section.inertia_z[:, 0] / section.flexibility[:, 1]
    uu = r**3 * (6 * a - 8 * s + s2) / (4 * ei) + r * (2 * a + s2) / (4 * ea) + r * (2 * a - s2) * k / (4 * ga)
    vv = r**3 * (2 * a - s2) / (4 * ei) + r * (2 * a - s2) / (4 * ea) + r * (2 * a + s2) * k / (4 * ga)
    uv = r**3 * (2 - 2 * c - s**2) / (2 * ei) - r * s**2 / (2 * ea) + r * s**2 * k / (2 * ga)
    soft = _symmetric(uu, vv, r * a / ei, uv, -(r**2) * (a - s) / ei, -(r**2) * (1 - c) / ei)
    zero, one = np.zeros_like(s), np.ones_like(s)
    return soft, _rows((-c, s, zero), (-s, -c, zero), (r * (1 - c), r * s, -one))


def _out_of_plane(section, r, a, young, shear):
    """The same over (w, ry, rx)."""
    s, c, s2 = np.sin(a), np.cos(a), np.sin(2.0 * a)
    ei, gj = young * section.inertia_y[:, 0] / section.flexibility[:, 0], shear * section.torsion[:, 0]
    k, ga = section.shear_y[:, 0], shear * section.area[:, 0]
    less, more = a / 2 - s2 / 4, a / 2 + s2 / 4
    ww = r * k * a / ga + r**3 * less / ei + r**3 * (1.5 * a - 2 * s + s2 / 4) / gj
    w_ry = r**2 * s**2 / (2 * ei) + r**2 * (1 - c - s**2 / 2) / gj
    w_rx = r**2 * less / ei - r**2 * (s - more) / gj
    soft = _symmetric(
        ww, r * more / ei + r * less / gj, r * less / ei + r * more / gj, w_ry, w_rx, r * s**2 / (2 * ei) - r * s**2 / (2 * gj)
    )
    zero, one = np.zeros_like(s), np.ones_like(s)
    return soft, _rows((-one, zero, zero), (-r * s, -c, -s), (r * (1 - c), s, -c))


def _rows(*rows):
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def _symmetric(xx, yy, zz, xy, xz, yz):
    return _rows((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
