"""Unilateral conditions A(t) u <= b(t) on the unknowns, as rows that the algorithms of contact take for links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from .contact_geometry import Links, Renewal


@dataclass
class Conditions:
    """What fe.contact_geometry.ContactGeometry is for surfaces, for conditions between given unknowns (r5.03.50).

    nodes      (nl,) where each condition stands, zone by zone;  zone_of_slave (nl,) its zone
    equations  (nl, k) equations of its unknowns, -1 where there are fewer
    weights    function of time giving A (nl, k) in that layout;  bounds: function of time giving b (nl,)
    """

    nodes: np.ndarray
    zone_of_slave: np.ndarray
    equations: np.ndarray
    weights: Callable[[float], np.ndarray]
    bounds: Callable[[float], np.ndarray]
    renewal: Renewal = field(default_factory=lambda: Renewal("once"))

    stale = True

    def __post_init__(self):
        held = self.equations >= 0
        self._places = np.nonzero(held)
        self._distinct, column = np.unique(self.equations[held], return_inverse=True)
        self._columns = column.ravel()
        self._links: Links | None = None

    @property
    def n_slaves(self) -> int:
        """How many conditions there are."""
        return len(self.nodes)

    def begin(self, t: float):
        """A step (or another attempt at it) towards t starts."""
        n = self.n_slaves
        rows, none = np.zeros((n, len(self._distinct))), np.zeros((n, 2))
        np.add.at(rows, (self._places[0], self._columns), self.weights(t)[self._places])
        bounds, still = self.bounds(t), np.zeros_like(rows)
        self._links = Links(np.arange(n), self.nodes, self._distinct, rows, still, still, bounds, none, none, none)
        self._bounds = bounds

    def links(self, u: np.ndarray) -> Links:
        """The conditions with their gaps b - A u."""
        links = self._links
        links.gaps = self._bounds - links.normal @ u[links.equations]
        return links

    def settled(self, increment: np.ndarray) -> bool:
        """The conditions do not move with the bodies."""
        return True

    def keep(self):
        """Each attempt starts from its own bounds."""
