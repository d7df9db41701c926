"""Where pipes are and how their nodes see the points along them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache

import numpy as np

from ..data import ElementData
from ..errors import ComputationFailed
from ..quadrature import quadrature

PLACES = {"SEG3": (-1.0, 1.0, 0.0), "SEG4": (-1.0, 1.0, -1 / 3, 1 / 3)}
"""Of the nodes, from -1 to 1."""


@cache
def functions(cell: str, family: str) -> np.ndarray:
    """(3, ng, nn): the functions of the nodes at the points, their first and second derivatives."""
    places = np.array(PLACES[cell])
    points, n = gauss(family)[0], len(places)
    coefficients = np.linalg.inv(np.vander(places, n, increasing=True))
    found = []
    for derivative in range(3):
        powers = [np.polynomial.polynomial.polyder(np.eye(n)[k], derivative) if derivative else np.eye(n)[k] for k in range(n)]
        found.append(np.stack([np.polynomial.polynomial.polyval(points, c) for c in powers], axis=1) @ coefficients)
    return np.array(found)


@cache
def gauss(family: str) -> tuple[np.ndarray, np.ndarray]:
    """Points and weights; of two points the far one comes first in code_aster."""
    rule = quadrature("SEG2", family)
    order = np.argsort(-rule.points[:, 0]) if family == "FPG2" else np.arange(len(rule))
    return rule.points[order, 0], rule.weights[order]


@dataclass
class Wall:
    """Simpson's points of sections, layer by layer from inside, arrays (ne, np): heights from the middle of the wall and radii (m), angles,
    and their shares of the section (m2), which are 0 where a section has fewer points than others."""

    height: np.ndarray
    radius: np.ndarray
    angle: np.ndarray
    area: np.ndarray

    def part(self, rows, points) -> Wall:
        """Some points of some cells."""
        return Wall(*(values[rows, points] for values in (self.height, self.radius, self.angle, self.area)))


@dataclass
class Geometry:
    """Of the cells of a group, arrays (ne,) in m and radians.

    outer, thickness  of the section;  layers, sectors  how many of Simpson's intervals
    thin   whether every layer is taken at the mean radius
    length the chord;  bend  the radius of the line, angle  what it turns by, start  where its generator stands around the section
    frames (ne, nn, 3, 3) own axes at the nodes, as rows
    """

    outer: np.ndarray
    thickness: np.ndarray
    layers: np.ndarray
    sectors: np.ndarray
    thin: np.ndarray
    length: np.ndarray
    bend: np.ndarray
    angle: np.ndarray
    start: np.ndarray
    frames: np.ndarray

    @classmethod
    def of(cls, data: ElementData) -> Geometry:
        """From the characteristics `pipe` (ne, 5) and `pipe_line` (ne, 4), `pipe_frames`; raises ComputationFailed where they lack."""
        section, line = data.characteristics.get("pipe"), data.characteristics.get("pipe_line")
        lacking = np.arange(len(data)) if section is None else np.flatnonzero(section[:, 0] <= 0.0)
        if len(lacking):
            raise ComputationFailed(f"{len(lacking)} pipes (first: cell number {data.cells[lacking[0]] + 1}) need a round section")
        outer, thickness, layers, sectors, exact = section.T
        return cls(outer, thickness, layers.astype(int), sectors.astype(int), exact == 0.0, *line.T, data.characteristics["pipe_frames"])

    @property
    def bent(self) -> np.ndarray:
        """(ne,) whether the line is."""
        return self.bend > 0.0

    @property
    def mean(self) -> np.ndarray:
        """(ne,) the mean radius."""
        return self.outer - self.thickness / 2

    @property
    def area(self) -> np.ndarray:
        """(ne,) of the section."""
        return np.pi * (self.outer**2 - (self.outer - self.thickness) ** 2)

    @property
    def second_moment(self) -> np.ndarray:
        """(ne,) of the section about a diameter."""
        return np.pi / 4 * (self.outer**4 - (self.outer - self.thickness) ** 4)

    @property
    def line(self) -> np.ndarray:
        """(ne,) the length of the line."""
        return np.where(self.bent, self.angle * self.bend, self.length)

    def rows(self, rows) -> Geometry:
        """Of some of the cells."""
        return Geometry(*(getattr(self, given.name)[rows] for given in fields(self)))

    @property
    def points(self) -> np.ndarray:
        """(ne,) how many each section has."""
        return (2 * self.layers + 1) * (2 * self.sectors + 1)

    def wall(self) -> Wall:
        """The points of the sections."""
        height, radius, angle, area = np.zeros((4, len(self.outer), int(self.points.max())))
        for layers, sectors in np.unique(np.stack([self.layers, self.sectors], axis=1), axis=0):
            alike = np.flatnonzero((self.layers == layers) & (self.sectors == sectors))
            own, across = slice((2 * layers + 1) * (2 * sectors + 1)), np.repeat(np.arange(2 * layers + 1), 2 * sectors + 1)
            height[alike, own] = (across / (2 * layers) - 0.5) * self.thickness[alike, None]
            radius[alike, own] = self.mean[alike, None] + np.where(self.thin[alike, None], 0.0, height[alike, own])
            angle[alike, own] = np.tile(np.arange(2 * sectors + 1) * np.pi / sectors, 2 * layers + 1)
            weights = np.outer(simpson(layers), simpson(sectors)).ravel() * np.pi / (2 * layers * sectors)
            area[alike, own] = self.thickness[alike, None] * radius[alike, own] * weights
        return Wall(height, np.where(area > 0.0, radius, 1.0), angle, area)

    def volumes(self, wall: Wall, family: str) -> np.ndarray:
        """(ne, ng, np) of the points."""
        along = np.where(
            self.bent[:, None], self.angle[:, None] * (self.bend[:, None] + wall.radius * np.sin(wall.angle)), self.length[:, None]
        )
        return gauss(family)[1][:, None] * (along / 2 * wall.area)[:, None]

    def turned(self, places: np.ndarray, family: str) -> tuple[np.ndarray, np.ndarray]:
        """Cosine and sine (ne, ng, nn) of the turn from the nodes, which stand at `places` from -1 to 1, to the points."""
        here = (1 + gauss(family)[0])[None, :, None] / 2 - (1 + np.asarray(places))[None, None] / 2
        turn = here * self.angle[:, None, None]
        return np.cos(turn), np.sin(turn)


def simpson(n: int) -> np.ndarray:
    """(2 n + 1,) weights of n intervals, times 3 their half steps."""
    weights = np.full(2 * n + 1, 2 / 3)
    weights[1::2] = 4 / 3
    weights[[0, -1]] = 1 / 3
    return weights
