"""ONDE_PLANE: a plane wave that comes in through absorbing sides, by velocities and displacements over time (u4.44.01, r4.02.05).

The force of a wave of velocity v, displacement u and stress s is, by area of a side of normal n, C v + K u + s n: it moves the side
as the wave would. A free surface across the highest axis (Y in the plane, Z in space) reflects the wave at COOR_REFLECHI and turns
part of it into one of the other kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, asin, cos, sin

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.terms import ForceTerm

from ._member import FUNCTION, LoadKeyword, on_sides_of_solids


@dataclass(frozen=True)
class Ray:
    """A plane wave: where it goes, which way it moves, how fast and how strong; its front stands at `front` when time is zero.

    direction, motion  (..., 3) unit vectors;  speed, amplitude, front  numbers or (ne, ng)
    """

    direction: np.ndarray
    motion: np.ndarray
    speed: np.ndarray
    amplitude: float | np.ndarray
    front: float | np.ndarray

    def value(self, signal, t, points) -> np.ndarray:
        """(ne, ng) of a signal at points (ne, ng, 3): nothing before the front has come."""
        since = t - ((points * self.direction).sum(axis=-1) - self.front) / self.speed
        return np.where(since < 0, 0.0, self.amplitude * signal.evaluate(INST=np.maximum(since, 0.0)))

    def moved(self, value) -> np.ndarray:
        """(ne, ng, 3) the motion of a value (ne, ng)."""
        return value[..., None] * self.motion

    def gradient(self, velocity) -> np.ndarray:
        """(ne, ng, 3, 3) of the displacements, of velocities (ne, ng)."""
        return -(velocity / self.speed)[..., None, None] * self.motion[..., :, None] * self.direction[..., None, :]


@dataclass(frozen=True)
class Frame:
    """The vertical plane that a wave goes in, in space: `along` is horizontal, `across` stands out of the plane.

    sine, cosine  of the angle of the direction with the vertical
    """

    along: np.ndarray
    across: np.ndarray
    sine: float
    cosine: float

    @classmethod
    def of(cls, direction: np.ndarray, plane: bool) -> Frame:
        """That of a direction; in the plane the frame is the model's."""
        x, y, z = direction
        if plane:
            return cls(np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]), x, z)
        if abs(z - 1) <= 1e-15:
            return cls(np.array([1.0, 0.0, 0.0]), np.array([0.0, -1.0, 0.0]), 0.0, z)
        if abs(y) <= 1e-15:
            sine, along = x, (1.0, 0.0)
        elif abs(x) <= 1e-15:
            sine, along = y, (0.0, 1.0)
        else:
            sine = sin(acos(z)) * (1 if x > 0 else -1)
            along = (x / sine, y / sine)
        return cls(np.array([*along, 0.0]), np.array([along[1], -along[0], 0.0]), sine, z)

    @property
    def sign(self) -> float:
        """Which way the converted wave of a shear wave moves."""
        return float(np.sign(self.across[1] if self.along[0] > 0 else -self.across[0]))


def rays(frame: Frame, direction, kind: str, source, mirror, speeds, ratio) -> list[Ray]:
    """The wave and those that a free surface makes of it, if there is a `mirror` point on it.

    speeds  those of pressure and of shear waves, (ne, ng) each;  ratio  the first by the second
    """
    speed, other = speeds if kind == "P" else speeds[::-1]
    upright = np.cross(direction, frame.across)
    motion = {"P": direction, "SH": frame.across}.get(kind, upright)
    first = Ray(direction, motion, speed, 1.0, source @ direction)
    if mirror is None:
        return [first]
    if frame.cosine == 0:
        return [first, Ray(-direction, motion, speed, 1.0, (source - 2 * mirror) @ direction)]
    back = direction * [1, 1, -1]
    flipped = {"P": back, "SH": motion}.get(kind, motion * [-1, -1, 1])
    same, changed, angle = _reflection(frame, kind, ratio)
    bounce = source @ (frame.sine * frame.along) - (2 * mirror[2] - source[2]) * frame.cosine
    result = [first, Ray(back, flipped, speed, same, bounce)]
    if kind == "SH":
        return result
    sine, cosine = np.sin(angle)[..., None], np.cos(angle)[..., None]
    up = np.array([0.0, 0.0, 1.0])
    away = sine * frame.along - cosine * up
    turned = cosine * frame.along + sine * up if kind == "P" else away * frame.sign
    depth = (mirror[2] - source[2]) / frame.cosine
    by_speed = np.asarray((1 / ratio if kind == "P" else ratio) * depth)[..., None]
    start = source + (frame.sine * depth - sine * by_speed) * frame.along + (mirror[2] - source[2] + cosine * by_speed) * up
    return [*result, Ray(away, turned, other, changed, (start * away).sum(axis=-1))]


def _reflection(frame, kind, ratio):
    """What part comes back of the same kind, what part of the other, and the angle of that one."""
    if kind == "SH":
        return 1.0, 0.0, asin(frame.sine)
    angle = asin(frame.sine)
    if kind == "P":
        other = np.arcsin(frame.sine / ratio)
        double = np.cos(2 * other)
    else:
        if np.any(abs(frame.sine * ratio) > 1 + 1e-15):
            raise ComputationFailed("ONDE_PLANE: the shear wave comes in beyond the critical angle of its reflection")
        other = np.arcsin(frame.sine * ratio * (frame.cosine > 0))
        double = cos(2 * angle)
    through = np.sin(2 * angle) * np.sin(2 * other) / ratio**2
    total = through + double**2
    sign = 1 if kind == "P" else -1
    return (through - double**2) / total, sign * 2 / ratio * np.sin(2 * angle) * double / total, other


def declare(value):
    """The declaration."""
    place = SIMP("f", typ="R", min=2, max=3)
    return FACT(
        "f",
        DIRECTION=SIMP("o", typ="R", min=3, max=3),
        COOR_SOURCE=place,
        COOR_REFLECHI=place,
        TYPE_ONDE=SIMP("o", into=("S", "P", "SV", "SH")),
        FONC_SIGNAL=SIMP("o", typ=FUNCTION),
        DEPL_IMPO=SIMP("f", typ=FUNCTION),
        GROUP_MA=CELL_WORDS["GROUP_MA"],
    )


def terms(occurrences, model):
    """One force term."""
    (occurrence,) = occurrences
    plane = model.dimension == 2
    kind = _kind(occurrence, plane)
    direction = _in_space(occurrence.DIRECTION, plane)
    if not direction.any():
        raise occurrence.wrong("DIRECTION", "a direction cannot be the zero vector")
    direction = direction / np.linalg.norm(direction)
    frame = Frame.of(direction, plane)
    source, mirror = (_in_space(occurrence[word], plane) if word in occurrence else None for word in ("COOR_SOURCE", "COOR_REFLECHI"))
    signal, imposed = occurrence.FONC_SIGNAL, occurrence.DEPL_IMPO
    cells = cells_of(occurrence, model.mesh) if "GROUP_MA" in occurrence else np.arange(model.mesh.n_cells)
    places = [(i, rows) for i, rows in model.rows(cells) if hasattr(model.groups[i].element, "impedance")]
    if not places:
        raise occurrence.wrong("GROUP_MA", "ONDE_PLANE: none of these cells can carry it, it would have no effect")

    def traction(element, data, t):
        points = element.points(data.coordinates)
        points = points[..., [0, 2, 1]] * [1, 0, 1] if plane else points
        lame, shear = element.moduli(data)
        density, ratio = data.property("density")[:, None], np.sqrt(lame / shear + 2)
        speeds = np.sqrt((lame + 2 * shear) / density), np.sqrt(shear / density)
        velocity, stress = np.zeros_like(points), 0.0
        displacement = None if imposed is None else np.zeros_like(points)
        if source is None:
            given = {"X": points @ direction, "INST": np.full(points.shape[:2], t)}
            ray = rays(frame, direction, kind, np.zeros(3), None, speeds, ratio)[0]
            sign = 1.0 if kind == "P" else -1.0
            velocity = ray.moved(sign * signal.evaluate(**given))
            if displacement is not None:
                displacement = ray.moved(sign * imposed.evaluate(**given))
        else:
            for ray in rays(frame, direction, kind, source, mirror, speeds, ratio):
                value = ray.value(signal, t, points)
                velocity = velocity + ray.moved(value)
                strain = ray.gradient(value)
                strain = (strain + strain.swapaxes(-1, -2)) / 2
                volume = np.trace(strain, axis1=-2, axis2=-1)
                stress = stress + (lame * volume)[..., None, None] * np.eye(3) + 2 * shear[..., None, None] * strain
                if displacement is not None:
                    displacement = displacement + ray.moved(ray.value(imposed, t, points))
        axes = [0, 2] if plane else [0, 1, 2]
        force = (element.impedance(data) @ velocity[..., axes, None])[..., 0]
        if displacement is not None:
            force = force + (element.foundation(data) @ displacement[..., axes, None])[..., 0]
        if source is not None:
            force = force + (stress[..., axes, :][..., axes] @ element.unit_normals(data)[..., None])[..., 0]
        return force

    def blocks(data, t):
        made = [None] * len(model.groups)
        for i, rows in places:
            element, own = model.groups[i].element, data[i].subset(rows)
            made[i] = np.zeros((len(data[i]), element.size))
            made[i][rows] = element.traction(own, traction(element, own, t))
        return made

    def vector(data, t, displacement):
        return model.assembler.vector(blocks(data, t))

    return [ForceTerm(vector, False, "ONDE_PLANE", blocks=blocks)]


def _in_space(values, plane):
    """A point or a direction in space: a plane model has its second coordinate upwards; what is not given is zero."""
    first, second, third = [*values, 0.0][:3]
    return np.array([first, 0.0, second] if plane else [first, second, third], float)


def _kind(occurrence, plane):
    """P, SV or SH; S is for models in the plane."""
    kind = occurrence.TYPE_ONDE
    if plane:
        return "P" if kind == "P" else "SV"
    if kind == "S":
        raise occurrence.wrong("TYPE_ONDE", "S is for plane models; in space a shear wave is SV or SH")
    return kind


def idle(occurrence, model, first):
    """On sides of solids alone, which do not absorb."""
    return "these sides of solids do not absorb" if on_sides_of_solids(occurrence, model) else None


LOADS.add("ONDE_PLANE", LoadKeyword(declare, terms, numbers=False, idle=idle))
