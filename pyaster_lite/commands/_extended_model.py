"""The elements of a model whose cells cracks enrich, as MODI_MODELE_XFEM makes them (u4.44.12, r7.02.12)."""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial

import numpy as np

from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.conduction import Conductor, HeatSide
from pyaster_lite.fe.extended.cutting import BOTH, Pieces, cut, exchange, physical
from pyaster_lite.fe.extended.element import EnrichedSolid, Enrichment
from pyaster_lite.fe.extended.heat import EnrichedConductor, EnrichedHeatSide, HeatTip
from pyaster_lite.fe.extended.integration import piece_points, places_in_cells
from pyaster_lite.fe.extended.jumps import Regions, sides_of_nodes, single_jumps
from pyaster_lite.fe.extended.porous import EnrichedPorous, EnrichedPorousSide, can_be_cut
from pyaster_lite.fe.extended.side import EnrichedSkin
from pyaster_lite.fe.extended.status import FRONT, JUMP
from pyaster_lite.fe.extended.tip import TipAxes, TipFunctions
from pyaster_lite.fe.porous.moving import MovingPorous
from pyaster_lite.fe.porous.side import MovingSide
from pyaster_lite.fe.shapes import shape_derivatives
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.solid import Solid

KINDS = {Solid: EnrichedSolid, Skin: EnrichedSkin, Conductor: EnrichedConductor, HeatSide: EnrichedHeatSide}
KINDS |= {MovingPorous: EnrichedPorous, MovingSide: EnrichedPorousSide}
"""The element with cracks for each one without."""
POROUS = (MovingPorous, MovingSide)
INSIDE = {1: "FPG2", 2: "FPG12", 3: "FPG15"}
ON_SIDES = {Skin: {1: "FPG4", 2: "FPG12"}, HeatSide: {1: "FPG2", 2: "FPG4"}, MovingSide: {1: "FPG4", 2: "FPG6"}}
"""Quadratures of the pieces by their dimension (r7.02.12, 3.5)."""
AROUND = "FPG5"
"""That of pieces in space which no jump but a front enriches, in cells of straight edges; where modes are told apart also that of other
cells at a front unless the status of a node is -2."""
ON_LIP = 1e-6
"""Vertices nearer to the crack than this, in the unit of the mesh, are on its lips."""


@dataclass(frozen=True)
class Least:
    """The shares of the stiffness around their node below which functions that jump are taken away, to the power of the dimension:
    those of vertices and of middle nodes, by the cells and the cracks of the model."""

    straight: tuple[float, float] = (1e-8, 1e-5)
    fronted: tuple[float, float] = (1e-6, 1e-4)
    other: tuple[float, float] = (1e-6, 1e-5)

    def of(self, curved: bool, fronted: bool) -> tuple[float, float]:
        """Those of a model with quadratic cells or without, with a front or without."""
        return (self.fronted if fronted else self.other) if curved else self.straight


LEAST = {"AUTO": Least(), "FORCE": Least(*[(1e-8, 1e-5)] * 3), "SANS": Least(*[(1e-4, 1e-4)] * 3)}
"""By the PRETRAITEMENTS of MODI_MODELE_XFEM, as in code_aster."""


class Unserved(ValueError):
    """Cells that cracks would enrich and that have no such element; the text says which."""


def extended_model(model: Model, cracks: list, by_pieces: bool = False, least: Least = LEAST["AUTO"]) -> Model:
    """A model with the elements of another one, those of the cells around cracks with what these make; raises Unserved.

    by_pieces  whether the facets of the cracks are sides of the pieces
    least      below which share of the stiffness functions are taken away
    """
    chunks = [chunk for group in model.groups for chunk in _chunks(group, cracks)]
    regions = Regions()
    for chunk in sorted((c for c in chunks if len(c.cracks) > 1), key=lambda c: c.cells[0]):
        chunk.tell(regions)
    for chunk in chunks:
        chunk.find_jumps(regions)
    _drop_weak(model.mesh, chunks, least, any(crack.nature == "FISSURE" for crack in cracks))
    changed = np.zeros(model.mesh.n_cells, bool)
    for chunk in chunks:
        changed[chunk.cells] = True
    groups = []
    for group in model.groups:
        kept = group.cells[~changed[group.cells]]
        if len(kept):
            groups.append(ElementGroup(group.modelisation, group.element, kept, group.mesh))
    for chunk in chunks:
        groups.extend(chunk.groups(model, by_pieces))
    return Model(model.mesh, model.phenomenon, groups, cracks)


def _chunks(group, cracks):
    """The cells of a group that see the same cracks."""
    nodes = group.nodes
    seen = np.stack([(abs(crack.status)[nodes] > 0).any(axis=1) for crack in cracks], axis=1)
    patterns, which = np.unique(seen, axis=0, return_inverse=True)
    for index, pattern in enumerate(patterns):
        if pattern.any() and _has_kind(group.element):
            rows = np.flatnonzero(which.ravel() == index)
            yield _Chunk(group, rows[np.argsort(group.cells[rows])], np.flatnonzero(pattern).tolist(), cracks)
        elif pattern.any() and reference_cell(group.cell_type).dim == max(2, group.mesh.dimension):
            raise Unserved(f"{group.modelisation} on {group.cell_type}")


def _has_kind(element):
    return type(element) in KINDS and (not isinstance(element, POROUS) or can_be_cut(element))


class _Chunk:
    """Cells of one element that see the same cracks."""

    def __init__(self, group, rows, numbers, cracks):
        self.group, self.cracks = group, numbers
        self.cells, self.nodes = group.cells[rows], group.nodes[rows]
        self.mesh, self.cell = group.mesh, group.cell_type
        self.inside = not hasattr(group.element, "loaded_only")
        self.curved = reference_cell(self.cell).straight != self.cell
        own = [cracks[i] for i in numbers]
        self.coordinates = self.mesh.coordinates[self.nodes]
        self.levels = np.stack([crack.normal[self.nodes] for crack in own], axis=-1)
        if self.curved and isinstance(group.element, (Conductor, HeatSide)):
            raise Unserved(f"{group.modelisation} on {self.cell}")
        self.branches = [crack.branch_in(own) for crack in own]
        self.enriched = np.stack([(abs(crack.status)[self.nodes] & JUMP) > 0 for crack in own], axis=-1)
        self.made = cut(self.cell, self.coordinates, self.levels, self.branches)
        if not self.inside:
            self.owners = _owners(self.mesh, self.cells)
            self._choose_sides(own)
            _turn_outward(self.cell, self.made, self.coordinates, self.mesh, self.owners)
        self.own = sides_of_nodes(self.levels, self.branches)
        self.axes = None
        status = own[0].status[self.nodes]
        if any((abs(crack.status[self.nodes]) >= FRONT).any() for crack in own):
            if len(own) > 1:
                raise Unserved("cells at a front that another crack runs through")
            if isinstance(group.element, POROUS):
                raise Unserved(f"fronts in {group.modelisation}")
            dim, axes = self.mesh.dimension, own[0].axes
            parts = (part[self.nodes][..., :dim] for part in (axes.places, axes.directions, axes.normals))
            levels = np.stack([own[0].tangent[self.nodes], self.levels[..., 0]], axis=-1)
            self.axes = TipAxes(*parts, status, levels)

    def _choose_sides(self, own):
        """Give sides that lie in a crack the side of the cell that they bound."""
        rows, columns = np.nonzero(self.made.sides == BOTH)
        for row, column in zip(rows.tolist(), columns.tolist()):
            cell = self.owners[self.made.owner[row]]
            corners = self.mesh.cell_nodes(cell)[: reference_cell(self.mesh.cell_type(cell)).corners]
            self.made.sides[row, column] = -1 if (own[column].normal[corners] < 0.0).any() else 1

    def tell(self, regions: Regions):
        """Let the nodes meet the regions of these cells."""
        ends = np.searchsorted(self.made.owner, np.arange(len(self.cells) + 1))
        for row, nodes in enumerate(self.nodes):
            sides = self.made.sides[ends[row] : ends[row + 1]]
            regions.meet(nodes, self.cracks, self.enriched[row], self.own[row], sides)

    def find_jumps(self, regions: Regions):
        """Make `jumps`, a list with (ns, nn, nh) for each cell, and `active` (ne, nn, nh)."""
        self.most = int(self.enriched.sum(axis=-1).max())
        count = self.enriched.sum(axis=-1)
        self.active = np.arange(self.most) < count[..., None]
        ends = np.searchsorted(self.made.owner, np.arange(len(self.cells) + 1))
        if len(self.cracks) == 1:
            owner = self.made.owner
            self.jumps = single_jumps(self.own[owner, :, 0], self.made.sides[:, 0], self.enriched[owner, :, 0])[..., : self.most]
            return
        parts = [
            regions.values(nodes, self.cracks, self.enriched[row], self.made.sides[ends[row] : ends[row + 1]], self.most)
            for row, nodes in enumerate(self.nodes)
        ]
        self.jumps = np.concatenate(parts)

    def groups(self, model, by_pieces):
        """The element groups of the cells, one for each number of pieces."""
        dim = reference_cell(self.cell).dim
        family = INSIDE[dim] if self.inside else ON_SIDES[type(self.group.element)][dim]
        space = dim if self.inside else dim + 1
        far, all_jump = np.zeros((2, len(self.cells)), bool)
        if self.axes is not None and type(self.group.element) is Solid and dim == 3 and not self.curved:
            far = np.isin(self.axes.status, (0, FRONT)).all(axis=1)
            fronted = (abs(self.axes.status) >= FRONT).any(axis=1)
            all_jump = fronted & ~(self.axes.status == -FRONT).any(axis=1) & ~far
        counts = self.made.counts(len(self.cells))
        first = np.searchsorted(self.made.owner, np.arange(len(self.cells)))
        keys = np.stack([counts, far, all_jump], axis=1)
        for count, around, coarser in np.unique(keys, axis=0).tolist():
            rows = np.flatnonzero((keys == (count, around, coarser)).all(axis=1))
            jumps = self.jumps[first[rows][:, None] + np.arange(count)]
            own = (rows, self.made.of(rows), jumps * self.active[rows][:, None], space)
            element = self._element(*own, AROUND if around else family)
            element.enrichment.by_pieces = by_pieces
            if coarser:
                element.sifting = self._element(*own, AROUND).reading(element, by_piece=True)
            if around:
                finer = self._element(*own, family)
                sifting = element.reading(finer, by_piece=True)
                element = element.reading(finer, by_piece=False)
                element.releasing, element.sifting = finer, sifting
            yield ElementGroup(self.group.modelisation, element, self.cells[rows], self.mesh)

    def _element(self, rows, made: Pieces, jumps, space, family):
        """The element of some of the cells with a quadrature of their pieces."""
        points = piece_points(self.cell, made, self.coordinates[rows], family, space)
        own = (self.cells[rows], self.coordinates[rows], self.levels[rows])
        given = Enrichment(*own, made, points, jumps, self.active[rows], tuple(self.cracks), *self._tip(rows, made, points))
        return KINDS[type(self.group.element)](self.group.element, given)

    def _tip(self, rows, made, points):
        """(functions of the front at the points, at the vertices of the pieces, nodes that have them) of some of the cells."""
        if self.axes is None:
            return ()
        axes, nodes, sides = self.axes.of(rows), self.coordinates[rows], made.sides[:, 0].reshape(len(rows), -1)
        kind = HeatTip if isinstance(self.group.element, (Conductor, HeatSide)) else TipFunctions
        at_points = kind(axes, nodes, points.functions, points.places, np.repeat(sides, points.per_piece, axis=1))
        ne, ns, nv, nn = points.corner_functions.shape
        functions = points.corner_functions.reshape(ne, ns * nv, nn)
        tangent, normal = np.moveaxis(functions @ axes.levels, -1, 0)
        lips = (abs(normal) < ON_LIP) & (tangent <= 0.0)
        corners = points.corners.reshape(ne, ns * nv, 3)
        at_corners = kind(axes, nodes, functions, corners, np.repeat(sides, nv, axis=1), lips)
        fronted = abs(axes.status) >= FRONT
        fronted[:, reference_cell(self.cell).corners :] = False
        return at_points, at_corners, fronted


def _owners(mesh, cells):
    """For each side, the cell of one dimension more that holds its nodes."""
    start, holders = mesh.cells_of_nodes()
    dims = mesh.cell_dim()
    found = np.empty(len(cells), int)
    for row, cell in enumerate(cells.tolist()):
        nodes = mesh.cell_nodes(cell)
        around = holders[start[nodes[0]] : start[nodes[0] + 1]]
        for node in nodes[1:]:
            around = np.intersect1d(around, holders[start[node] : start[node + 1]])
        bodies = around[dims[around] == dims[cell] + 1]
        if not len(bodies):
            raise Unserved("sides that bound no cell")
        found[row] = bodies[0]
    return found


def _turn_outward(cell, made, coordinates, mesh, owners):
    """Give pieces of sides the sense in which their normals lead out of the cells that they bound."""
    centres = np.array([mesh.coordinates[mesh.cell_nodes(owner)].mean(axis=0) for owner in owners.tolist()])
    away = (coordinates.mean(axis=1) - centres)[made.owner]
    corners = physical(cell, made.places[:, : made.vertices], coordinates[made.owner])
    edges = corners[:, 1:] - corners[:, :1]
    dim = edges.shape[1]
    normals = np.cross(edges[:, 0], edges[:, 1]) if dim == 2 else np.stack([edges[:, 0, 1], -edges[:, 0, 0], 0 * edges[:, 0, 0]], axis=-1)
    exchange(made, np.flatnonzero(np.einsum("sk,sk->s", normals, away) < 0.0), dim - 1, dim)


def _drop_weak(mesh, chunks, least: Least, fronted: bool):
    """Take away functions that hardly any of the stiffness around their node sees, and from the status of their nodes that they jump.

    fronted  whether one of the cracks has a front
    """
    most = max((chunk.most for chunk in chunks), default=0)
    part, whole = np.zeros((mesh.n_nodes, most)), np.zeros((mesh.n_nodes, 1))
    curved = any(chunk.curved for chunk in chunks)
    shares, middle, dim = least.of(curved, fronted), np.zeros(mesh.n_nodes, bool), 2
    for chunk in chunks:
        if not chunk.inside:
            continue
        dim = reference_cell(chunk.cell).dim
        share = _stiffness_share(chunk, dim, fronted)
        nodes = chunk.nodes[chunk.made.owner]
        middle[chunk.nodes[:, reference_cell(chunk.cell).corners :]] = True
        np.add.at(whole, nodes.ravel(), share.reshape(-1, 1))
        for index in range(chunk.most):
            np.add.at(part[:, index], nodes, share * (chunk.jumps[..., index] != 0.0))
    weak = part < np.where(middle, shares[1], shares[0])[:, None] ** dim * whole
    for chunk in chunks:
        own = weak[chunk.nodes][..., : chunk.most]
        chunk.active &= ~own
        if chunk.axes is not None and chunk.most:
            status = chunk.axes.status
            chunk.axes.status = np.where(own[..., 0] & (status > 0) & (status & JUMP > 0), status - JUMP, status)


def _stiffness_share(chunk, dim, fronted):
    """(ns, nn) volume of each piece times the square of the largest derivative of each function in its middle.

    In quadratic cells derivatives are also looked at halfway from there to the vertices, and where a crack has a front the product
    is squared, as in code_aster.
    """
    made, nodes = chunk.made, chunk.coordinates[chunk.made.owner]
    places = made.places[:, : made.vertices]
    corners = physical(chunk.cell, places, nodes)
    middle, guess = corners.mean(axis=1, keepdims=True), places.mean(axis=1, keepdims=True)
    if chunk.curved:
        middle = np.concatenate([middle, (middle + corners) / 2], axis=1)
        guess = np.concatenate([guess, (guess + places) / 2], axis=1)
    found = places_in_cells(chunk.cell, middle, guess, nodes)
    derivatives = shape_derivatives(chunk.cell, found.reshape(-1, dim)).reshape(*found.shape, -1)
    jacobian = derivatives @ nodes[:, None, :, :dim]
    gradient = abs(np.linalg.solve(jacobian, derivatives)).max(axis=(1, 2))
    edges = (corners[:, 1:] - corners[:, :1])[..., :dim]
    share = (abs(np.linalg.det(edges)) / factorial(dim))[:, None] * gradient**2
    return share**2 if chunk.curved and fronted else share
