"""Displacements imposed at nodes that a crack enriches (r7.02.12).

A function tells of both sides of the crack: at a node its own side takes the value there, and H, the function that jumps, is such that the
displacement at the crack on the other side is the function's too. With n1 below and n2 above the ends of an edge that the crack cuts at the
share s from n1 on, just beyond it p- and p+:

    node below   H = (f(p+) - s f(n2)) / (2 (1 - s)) - f(n1) / 2
    node above   H = ((1 - s) f(n1) - f(p-)) / (2 s) + f(n2) / 2
    node on it   u = f(p+),  H = (f(p+) - f(p-)) / 2

Along quadratic edges it is as `_quadratic_edges` has it; where such an edge is not cut, its middle moves on the other side as the function
does at a point beyond the crack, on the way to the node farthest there.

A number holds for the sides on which nodes of the same occurrence are. As in code_aster it is never for the side below at a node on the
crack whose own cell, by which the node's function is known there, has no piece below (xddlim).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.level_sets import edges
from pyaster_lite.fe.extended.status import FRONT, JUMP
from pyaster_lite.fe.shapes import shape_functions

from ._imposed import Projected
from ._member import DISPLACEMENTS
from ._quadratic_edges import LOWER, MIDDLE, UPPER, jump_weights, zero_on_edge

_BESIDE = 2e-6
"""How far beyond the crack a function is read, by the length of the part of the edge."""


def at_enriched_nodes(occurrence, model, nodes: np.ndarray) -> tuple[dict, list, list]:
    """What an occurrence imposes at enriched nodes (n,) besides or instead of its values.

    ({equation: what is imposed}, [equations that are not imposed], [(pairs (equation, coefficient), value) of relations])
    """
    imposed, dropped, relations = {}, [], []
    names = [name for name in DISPLACEMENTS if name in occurrence]
    for crack in model.cracks if names else ():
        own = nodes[(abs(crack.status[nodes]) & JUMP > 0) & (model.dofs.index(nodes, f"H2{names[0][1:]}") < 0)]
        around = _Around(model.mesh, crack.normal, nodes, own)
        held = _held_sides(model, crack, around, own)
        for name in names:
            value, jump = occurrence[name], f"H1{name[1:]}"
            if not hasattr(value, "evaluate"):
                for node, (below, above) in held.items():
                    u, h = (int(model.dofs.index([node], word)[0]) for word in (name, jump))
                    if below and above:
                        imposed[h] = 0.0
                    elif below:
                        dropped.append(u)
                        relations.append(([(u, 1.0), (h, -2.0)], value))
                    elif not above:
                        dropped.append(u)
                continue
            for node in own.tolist():
                u, h = (int(model.dofs.index([node], word)[0]) for word in (name, jump))
                found = around.told(node, value)
                if crack.normal[node] == 0.0:
                    dropped += [u] if found is None else []
                    imposed |= {} if found is None else {u: found[0], h: found[1]}
                elif found is not None:
                    imposed[h] = found[1]
                else:
                    relations += around.beyond(node, value, lambda nodes, word: model.dofs.index(nodes, word), (name, jump))
    return imposed, dropped, relations


def lips(model, nodes: np.ndarray) -> dict[int, tuple[bool, bool]]:
    """Whether there are nodes below and above around each of those nodes that are on a crack which enriches them."""
    found = {}
    for crack in model.cracks:
        own = nodes[(abs(crack.status[nodes]) & JUMP > 0) & (model.dofs.index(nodes, "H2X") < 0)]
        found |= _held_sides(model, crack, _Around(model.mesh, crack.normal, nodes, own), own)
    return found


def _held_sides(model, crack, around, enriched) -> dict[int, tuple[bool, bool]]:
    """Whether a number holds below and above each of those enriched nodes that are on the crack."""
    on = enriched[(crack.normal[enriched] == 0.0) & (crack.tangent[enriched] < 0.0)]
    found = {node: around.sides(node) for node in on.tolist()}
    cells = list(_cells_about(model, crack, on)) if len(on) else []
    for node, (below, _) in found.items():
        seen = min(((rank, cell, has) for rank, cell, own, has in cells if node in own), default=(0, 0, True))[2]
        if below and not seen:
            found[node] = False, True
    return found


def _cells_about(model, crack, nodes):
    """(rank, number, nodes, whether it has a piece below the crack) of the enriched cells about some nodes: a node's own cell is the
    first one that only jumps, else that the front alone enriches, else that both do (xconno)."""
    index = next(i for i, own in enumerate(model.cracks) if own is crack)
    for group in model.groups:
        given = getattr(group.element, "enrichment", None)
        if given is None or group.element.dim < model.mesh.dimension or index not in given.cracks:
            continue
        sides = given.made.sides[:, given.cracks.index(index)].reshape(len(group.cells), -1)
        rows = np.flatnonzero(np.isin(group.nodes, nodes).any(axis=1))
        status = abs(crack.status[group.nodes[rows]])
        fronted, jumping = (status >= FRONT).any(axis=1), (status & JUMP > 0).any(axis=1)
        ranks = np.where(fronted, np.where(jumping, 2, 1), 0)
        yield from zip(ranks.tolist(), group.cells[rows].tolist(), group.nodes[rows].tolist(), (sides[rows] == -1).any(axis=1).tolist())


class _Around:
    """The edges of bodies between some nodes, about those that a crack enriches."""

    def __init__(self, mesh, normal, nodes, enriched):
        self.x, self.normal = mesh.coordinates[:, : mesh.dimension], normal
        self._mesh, self._lower, self._upper, self._middle, self._whole = mesh, {}, {}, {}, {}
        inside, about = np.zeros((2, mesh.n_nodes), bool)
        inside[nodes], about[enriched] = True, True
        self._inside = inside
        if not len(enriched):
            return
        for a, b, middle in self._edges(mesh, inside, about):
            for node, other in ((a, b), (b, a)):
                if about[node] and inside[a] and inside[b]:
                    self._meet(node, other, middle)
            if middle >= 0 and about[middle]:
                self._meet_middle(a, b, middle)

    @staticmethod
    def _edges(mesh, inside, about):
        """Ends and middle, -1 where there is none, of edges in the order of cells."""
        found = []
        for block in mesh.blocks:
            if block.dim != mesh.dimension:
                continue
            own = block.nodes[:, edges(block.type)]
            pairs, middle = own[..., :2], own[..., 2] if own.shape[2] == 3 else np.full(own.shape[:2], -1)
            rank = np.broadcast_to(np.arange(pairs.shape[1]), pairs.shape[:2])
            cells = np.broadcast_to(np.asarray(block.cells)[:, None], pairs.shape[:2])
            kept = (inside[pairs].all(axis=-1) & about[pairs].any(axis=-1)) | ((middle >= 0) & about[middle])
            found.append(np.column_stack([cells[kept], rank[kept], pairs[kept], middle[kept]]))
        every = np.concatenate(found)
        return every[np.lexsort((every[:, 1], every[:, 0]))][:, 2:].tolist()

    def _meet(self, node, other, middle):
        own, level = self.normal[node], self.normal[other]
        if own == 0.0 and level != 0.0:
            (self._lower if level < 0.0 else self._upper)[node] = other
        elif own * level < 0.0:
            self._lower[node], self._upper[node] = (node, other) if own < 0.0 else (other, node)
            self._middle[node] = middle

    def _meet_middle(self, a, b, middle):
        first, second = self.normal[a], self.normal[b]
        if first * second < 0.0:
            self._lower[middle], self._upper[middle] = (a, b) if first < 0.0 else (b, a)
            self._middle[middle] = middle
        elif first != 0.0 or second != 0.0:
            self._whole[middle] = True

    def sides(self, node) -> tuple[bool, bool]:
        """Whether there are nodes below and above around one on the crack."""
        start, holders = self._mesh.cells_of_nodes()
        levels = [self.normal[own[self._inside[own]]] for own in map(self._mesh.cell_nodes, holders[start[node] : start[node + 1]])]
        return any((own < 0.0).any() for own in levels), any((own > 0.0).any() for own in levels)

    def told(self, node, function):
        """(of u, of H) where a function tells them; None where no edge leads to the other side."""
        lower, upper = self._lower.get(node), self._upper.get(node)
        if lower is None or upper is None:
            return None
        one, two = self.x[lower], self.x[upper]
        if self.normal[node] == 0.0:
            here = self.x[node]
            points = np.array([(1 - _BESIDE) * here + _BESIDE * one, (1 - _BESIDE) * here + _BESIDE * two])
            return _projected(function, points[1:], [1.0]), _projected(function, points, [-0.5, 0.5])
        middle = self._middle.get(node, -1)
        if middle >= 0:
            own = [lower, upper, middle]
            which = LOWER if node == lower else UPPER if node == upper else MIDDLE
            levels = self.normal[own]
            return None, _projected(function, *jump_weights(self.x[own], levels, zero_on_edge(levels), which, _BESIDE))
        share = self.normal[lower] / (self.normal[lower] - self.normal[upper])
        if node == lower:
            beyond = (1 - _BESIDE) * (1 - share)
            points, weights = [beyond * one + (1 - beyond) * two, two, one], [0.5 / (1 - share), -0.5 * share / (1 - share), -0.5]
        else:
            before = (1 - _BESIDE) * share
            points, weights = [one, (1 - before) * one + before * two, two], [0.5 * (1 - share) / share, -0.5 / share, 0.5]
        return None, _projected(function, np.array(points), weights)

    def beyond(self, node, function, index, names):
        """[(pairs, value)] of the relation that moves the middle of an edge which is not cut on the other side of the crack.

        [] for nodes that are no such, and where no node is on the other side. `index` (nodes, word) gives equations, `names` are those of
        u and H.
        """
        if node not in self._whole:
            return []
        from pyaster_lite.fe.extended.integration import places_in_cells
        from pyaster_lite.fe.extended.jumps import single_jumps

        start, holders = self._mesh.cells_of_nodes()
        own, best, far, where = self.normal[node], 0.0, None, None
        for cell in holders[start[node] : start[node + 1]].tolist():
            if reference_cell(self._mesh.cell_type(cell)).dim != self._mesh.dimension:
                continue
            for other in self._mesh.cell_nodes(cell).tolist():
                level = self.normal[other]
                if self._inside[other] and level * own <= 0.0 and abs(level) > abs(best):
                    best, far, where = level, other, cell
        if far is None:
            return []
        kind, nodes = self._mesh.cell_type(where), self._mesh.cell_nodes(where)
        share = (abs(own) + 0.5 * abs(best)) / (abs(own) + abs(best))
        point = self._mesh.coordinates[node] + share * (self._mesh.coordinates[far] - self._mesh.coordinates[node])
        guess = reference_cell(kind).nodes.mean(axis=0)[None, None]
        place = places_in_cells(kind, point[None, None], guess, self._mesh.coordinates[nodes][None])[0]
        functions = shape_functions(kind, place)[0]
        sides = np.where(self.normal[nodes] < 0.0, -1, 1)
        jumps = single_jumps(sides[None], np.array([-np.sign(own)]), np.ones((1, len(nodes)), bool))[0, :, 0]
        terms = [(e, f) for e, f in zip(index(nodes, names[0]).tolist(), functions) if e >= 0]
        terms += [(e, f) for e, f in zip(index(nodes, names[1]).tolist(), jumps * functions) if e >= 0 and f]
        return [(terms, _ReadAt(function, point))]


class _ReadAt:
    """A function of the place and the time, read at one place."""

    def __init__(self, function, point):
        self.function, self.place = function, dict(zip("XYZ", point.tolist()))
        self.parameters = function.parameters

    def evaluate(self, INST=0.0, **_):
        """The value at an instant."""
        return self.function.evaluate(INST=INST, **self.place)


def _projected(function, points, weights):
    places = np.zeros((len(points), 3))
    places[:, : points.shape[1]] = points
    return Projected(function, places, np.array(weights))
