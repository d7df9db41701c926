"""Where a localised device sits on a modal system, and what all devices have in common."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True)
class Site:
    """One or two nodes that a device holds on to.

    names        one or two node names; numbers, theirs in the mesh, from 1
    coordinates  (1 or 2, 3), m
    shapes       (1 or 2, 6, n): displacements and rotations DX DY DZ DRX DRY DRZ of the n basis vectors there
    statics      (1 or 2, 3, s): displacements there per unit motion of s moving supports
    placings     where substructures stand, by name: rotation (3, 3) and translation (3,); empty without substructures
    owners       the substructure of each node; empty without substructures
    """

    names: tuple[str, ...]
    numbers: tuple[int, ...]
    coordinates: np.ndarray
    shapes: np.ndarray
    statics: np.ndarray
    placings: dict = field(default_factory=dict)
    owners: tuple[str, ...] = ()

    @property
    def middle(self) -> np.ndarray:
        """The point halfway between the nodes; half the coordinates of a single node, as in code_aster."""
        return self.coordinates.sum(axis=0) / 2.0

    @property
    def axis(self) -> np.ndarray:
        """The vector (3,) from the first node to the second."""
        return self.coordinates[1] - self.coordinates[0]


class Device:
    """Base of localised devices: rows of local displacements, and a state renewed by every force.

    site    where it sits; frame (3, 3) its local axes, about `point`
    paired  whether it works on the difference of its two nodes (first minus second), or on its first node alone
    rows    (r, n) what it sees of the generalised coordinates; `origin` (r,) its value at rest; `moved` (r, s) its
            value per unit motion of the supports
    state   what it remembers, immutable
    """

    rows: np.ndarray
    origin: np.ndarray
    moved: np.ndarray
    state: object = None
    stiffness = (0.0, 0.0)
    """Normal and tangential stiffness, N/m, for the choice of a time step."""

    def __init__(self, site: Site, frame: np.ndarray, point, paired: bool):
        self.site, self.frame, self.point, self.paired = site, frame, np.asarray(point, float), paired
        places = frame @ site.shapes[:, :3]
        starts = (site.coordinates - self.point) @ frame.T
        moved = frame @ site.statics
        if paired:
            self.rows, self.origin, self.moved = places[0] - places[1], starts[0] - starts[1], moved[0] - moved[1]
        else:
            self.rows, self.origin, self.moved = places[0], starts[0], moved[0]
        self._places, self._starts, self._moved = places, starts, moved

    def force(self, t: float, dt: float, q: list[float], p: list[float]) -> list[float]:
        """The answer to local displacements q and velocities p at time t, at the end of a step dt."""
        raise NotImplementedError

    def positions(self, u: np.ndarray, support=None) -> tuple[np.ndarray, np.ndarray]:
        """Local coordinates (3,) of the first node and of the second (zero when the device works on one)."""
        found = self._places @ u + self._starts
        if support is not None:
            found = found + self._moved @ support
        return found[0], found[1] if self.paired else np.zeros(3)

    def variables(self, first: np.ndarray, second: np.ndarray) -> tuple[float, ...]:
        """What is archived, in code_aster's order, with the nodes' local coordinates at hand."""
        raise NotImplementedError

    def take_up(self, variables):
        """Recover the state from archived variables."""
        raise NotImplementedError
