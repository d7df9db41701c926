"""The two lips of a crack in the cells that it runs through: what acts on them acts on the functions of the cells (r7.02.12, 3.5).

The lower lip looks along the normal of the facets, the upper one against it.
"""

from __future__ import annotations

from copy import copy
from functools import cached_property

import numpy as np

from ..cells import reference_cell
from ..contraction import contracted
from ..data import ElementData
from .element import Cut
from .facets import FacetPoints, facet_points, facets, facets_of_pieces, facets_where_several_meet
from .jumps import sides_of_nodes

BELOW, ABOVE = -1, 1
"""The sides that the lips bound."""


class Lips:
    """Those of the crack in some cells of one element, each of which no other crack meets.

    points  the points of the facets
    """

    def __init__(self, element: Cut, tangent: np.ndarray):
        """`tangent` (ne, nn) level set."""
        self.element, given = element, element.enrichment
        normal = given.levels[..., 0]
        if given.by_pieces and element.enrichment.tip is None:
            owner, corners = facets_of_pieces(element.cell, given.made, given.coordinates, normal)
        else:
            owner, corners = facets(element.cell, given.coordinates, normal, tangent)
        self._facets = [(owner, corners, normal)]
        self.points = self._placed(self._facets)

    def _placed(self, parts) -> FacetPoints:
        """The points of facets of some cracks, each part (rows of their cells, corners, normal level set in all cells)."""
        cell, coordinates = self.element.cell, self.element.enrichment.coordinates
        return FacetPoints.joined([facet_points(cell, owner, corners, coordinates, normal) for owner, corners, normal in parts])

    def straightened(self) -> Lips:
        """These with straight facets between the ends of curved ones (xsifle)."""
        own = copy(self)
        own.__dict__.pop("_tips", None)
        dim = reference_cell(self.element.cell).dim
        own.points = self._placed([(owner, corners[:, :dim], normal) for owner, corners, normal in self._facets])
        return own

    def __len__(self):
        return len(self.points.owner)

    @cached_property
    def _jumps(self):
        """(2, nf, nn, nh) the functions that jump on the two lips."""
        given, owner = self.element.enrichment, self.points.owner
        own = sides_of_nodes(given.levels[owner], [()])[..., 0]
        active = given.active[owner]
        return np.stack([(side - own)[..., None] * active for side in (BELOW, ABOVE)])

    @cached_property
    def _tips(self):
        tip, points = self.element.enrichment.tip, self.points
        if tip is None:
            return None, None
        axes, nodes = tip.axes.of(points.owner), self.element.enrichment.coordinates[points.owner]
        both = np.ones(points.weights.shape)
        given = axes, nodes, points.functions, points.places
        return [type(tip)(*given, side * both, both > 0) for side in (BELOW, ABOVE)]

    def areas(self) -> np.ndarray:
        """(nf, ng) the weighted length or area."""
        return self.points.weights * self.element.continuum.measure(self.points.places[..., 0])

    def values(self, data: ElementData, side: int) -> np.ndarray:
        """(nf, ng, basic, nd) what each unknown of its cell makes of the field on one lip; `data` are those of all the cells."""
        index = (BELOW, ABOVE).index(side)
        own = data.subset(self.points.owner)
        jumps = np.repeat(self._jumps[index][:, None], self.points.weights.shape[1], axis=1)
        factors = np.concatenate([np.ones((*jumps.shape[:3], 1)), jumps], axis=-1)
        return self.element.values_at(own, factors, self.points.functions, self._tips[index])

    def gathered(self, parts: np.ndarray, cells: int) -> np.ndarray:
        """(cells, ...) the sums over the facets of each cell of parts (nf, ...)."""
        total = np.zeros((cells, *parts.shape[1:]))
        np.add.at(total, self.points.owner, parts)
        return total

    def pressure(self, data: ElementData, pressure: np.ndarray, shear: np.ndarray | float = 0.0) -> np.ndarray:
        """(ne, nd) forces of a pressure (nf, ng) on both lips, N, and of a shear along them in the plane."""
        opened = self.values(data, BELOW) - self.values(data, ABOVE)
        return self.gathered(np.einsum("fgid,fgi,fg->fd", opened, self.push(pressure, shear), self.areas()), len(data))

    def push(self, pressure: np.ndarray, shear: np.ndarray | float = 0.0) -> np.ndarray:
        """(nf, ng, basic) the force by area on the lower lip; on the upper one it is the opposite."""
        normals = self.points.normals[..., : self.element.basic]
        push = -pressure[..., None] * normals
        if self.element.basic == 2:
            turned = np.stack([-normals[..., 1], normals[..., 0]], axis=-1)
            push = push + np.broadcast_to(shear, pressure.shape)[..., None] * turned
        return push

    def exchange(self, data: ElementData, coefficient: np.ndarray) -> np.ndarray:
        """(ne, nd, nd) what passes from one lip to the other at unit temperatures, `coefficient` (nf, ng) in W/(m2 K)."""
        apart = (self.values(data, BELOW) - self.values(data, ABOVE))[:, :, 0]
        return self._exchanged(data, coefficient, apart, apart)

    def exchange_at_start(self, data: ElementData, coefficient: np.ndarray) -> np.ndarray:
        """(ne, nd, nd) that which multiplies the temperatures where a step starts: there code_aster takes twice what cracks add to the
        temperature of a lip for the jump, which it is in sum where the crack parts edges in halves."""
        total = 0.0
        for side in (BELOW, ABOVE):
            lip = self.values(data, side)[:, :, 0]
            added = lip.reshape(*lip.shape[:2], len(self.element.components), -1).copy()
            added[..., : self.element.basic] = 0.0
            total = total + self._exchanged(data, coefficient, lip, 2.0 * added.reshape(lip.shape))
        return total

    def _exchanged(self, data, coefficient, into, apart):
        return self.gathered(contracted("fg,fgd,fge->fde", coefficient * self.areas(), into, apart), len(data))


class LipsOfSeveral(Lips):
    """Those of all the cracks that meet in some cells of one element, whose facets are sides of the pieces (te0037, fiss > 1).

    Cracks that lie between two cells have none.
    """

    def __init__(self, element: Cut):
        self.element, given = element, element.enrichment
        self._facets, pieces = [], []
        for crack in range(given.levels.shape[-1]):
            below, above, corners = facets_where_several_meet(element.cell, given.made, given.coordinates, given.levels, crack)
            if len(below):
                owner = given.made.owner[below]
                self._facets.append((owner, corners, given.levels[..., crack]))
                pieces.append(np.stack([below, above]) % given.pieces)
        self.points = self._placed(self._facets)
        self._pieces = np.concatenate(pieces, axis=1) if pieces else np.empty((2, 0), int)

    @cached_property
    def _jumps(self):
        return np.stack([self.element.enrichment.jumps[self.points.owner, own] for own in self._pieces])

    @cached_property
    def _tips(self):
        return None, None
