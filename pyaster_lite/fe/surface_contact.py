"""What formulations share that integrate contact over the surfaces where they are (fe.newton.CoupledContact; r5.03.50, r5.03.55)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class MovingSkins:
    """All zones, with skins `slaves` and `masters`: coordinates (n_nodes, 3) at rest, table alike of equations (-1 for none)."""

    zones: list
    coordinates: np.ndarray
    table: np.ndarray

    def __post_init__(self):
        nodes = np.concatenate([skin.nodes.ravel() for zone in self.zones for skin in (zone.slaves, zone.masters)])
        nodes = np.unique(nodes[nodes >= 0])
        equations = self.table[nodes]
        self.equations = equations[equations >= 0]
        self.paired_at: np.ndarray | None = None

    def positions(self, u):
        """(n_nodes, 3) of the nodes moved by u."""
        return self.coordinates + self._ways(u)

    def largest(self, u) -> float:
        """The longest way (m) of a node moved by u."""
        return float(np.linalg.norm(self._ways(u), axis=1).max())

    def _ways(self, u):
        return np.where(self.table >= 0, u[self.table], 0.0)


class SurfaceContact:
    """Forces (ne,) on the equations of the skins: those `_acting` now and those `_left_force` of the step before."""

    exact = False
    coupled = True
    tangent = None
    equations: np.ndarray
    _acting: np.ndarray
    _left_force: np.ndarray

    def add_force(self, total):
        """Add the contact forces to `total` (n,)."""
        total[self.equations] += self._acting

    def left_force(self, size):
        """(n,) contact forces of the step before."""
        total = np.zeros(size)
        total[self.equations] = self._left_force
        return total

    def settled(self, increment):
        """Everything follows the iterations."""
        return True

    def stiffen(self, allowed: float, most: float) -> bool:
        """Penalties are not raised from outside."""
        return False
