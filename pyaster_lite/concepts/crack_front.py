"""The axes along the front of a crack, found from the cells around it (u4.82.01).

The cells around a segment of the front (around its node in the plane) make a fan; its two outer sides are the lips, or a lip and
the ligament of a symmetric mesh. Each side tells a direction, in its plane and away from it, and a normal.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.cells import reference_cell

WIDEST = 2.5
"""Degrees that the lips may turn away from each other at the front (twice as much between both)."""
_ALONG = np.cos(np.radians(70.0))
_LIP = 0.95
"""The cosine from which a side at the end of a front counts as a lip."""


class NoFront(ValueError):
    """The cells around the front do not make a fan, or its lips are not parallel there; the text says why."""


class FrontAxes:
    """Finds the axes along a front.

    upper   the cells of the upper lip;  normal  (3,) across the crack where it is given, None else
    """

    def __init__(self, mesh, nodes, quadratic: bool, closed: bool, symmetric: bool, upper, normal=None):
        self.mesh, self.nodes, self.closed, self.symmetric = mesh, nodes, closed, symmetric
        self.step, self.upper, self.given = 2 if quadratic else 1, upper, normal
        self.dim = 2 if len(nodes) == 1 else 3
        self.start, self.holders = mesh.cells_of_nodes()

    def find(self):
        """(directions (m, 3), normals (m, 3), sizes (m,)); raises NoFront."""
        count = len(self.nodes)
        self.directions, self.normals = np.zeros((2, count, 3))
        segments = [(0, 0)] if self.dim == 2 else list(zip(range(0, count - 1, self.step), range(self.step, count, self.step)))
        sizes, previous, self.sense, first = np.zeros(count), None, 1.0, None
        for index, (a, b) in enumerate(segments):
            normal, direction = previous = self._segment(self.nodes[a], self.nodes[b], previous)
            first = previous if first is None else first
            for end in dict.fromkeys((a, b)):
                self._set(end, self.normals[end] + normal, self.directions[end] + direction)
            self.normals[a + 1 : b], self.directions[a + 1 : b] = normal, direction
            if self.dim == 3 and not self.closed and index in (0, len(segments) - 1):
                self._meet_the_skin(0 if index == 0 else count - 1, *((b, a) if index == len(segments) - 1 else (a, b)))
            sizes[a] = self._size(a)
        if self.closed:
            for end in (0, count - 1):
                self._set(end, first[0] + previous[0], first[1] + previous[1])
        sizes[-1] = self._size(count - 1)
        if self.closed:
            sizes[0] = sizes[-1]
        if self.step == 2:
            sizes[1::2] = (sizes[:-1:2] + sizes[2::2]) / 2
        return self.directions, self.normals, sizes

    def _set(self, at, normal, direction):
        self.normals[at], self.directions[at] = normal / np.linalg.norm(normal), direction / np.linalg.norm(direction)

    # one segment ----------------------------------------------------------------------------------------------------

    def _segment(self, a, b, previous):
        """(normal, direction) of the segment from node a to node b, or of node a in the plane."""
        fan = self._cells(a, b)
        sides = self._outer_sides(fan, {a, b})
        if self.given is None:
            found = [self._axes_of_side(side, a, b) for _, side in sides]
            self._check_parallel(found, a)
        else:
            found = [self._axes_of_normal(a, b)] * 2
        if not self.symmetric:
            normal, direction = (found[0][i] + found[1][i] for i in (0, 1))
        elif previous is not None:
            normal, direction = next((pair for pair in found if pair[1] @ previous[1] > 0), found[0])
        else:
            normal, direction = found[self._side_of_lip(sides)] if self.given is None else found[0]
        normal, direction = normal / np.linalg.norm(normal), direction / np.linalg.norm(direction)
        if previous is None and normal @ self._inside(sides) < 0:
            self.sense = -1.0
        return self.sense * normal, direction

    def _cells(self, *nodes):
        """The cells of full dimension that hold all of the nodes, ascending."""
        held = [self.holders[self.start[node] : self.start[node + 1]] for node in set(nodes)]
        cells = held[0] if len(held) == 1 else np.intersect1d(*held)
        return cells[self.mesh.cell_dim(cells) == self.dim]

    def _sides(self, cell):
        """The vertices of each side of a cell, in their order."""
        reference, nodes = reference_cell(self.mesh.cell_type(cell)), self.mesh.cell_nodes(cell)
        for side in reference.faces:
            yield nodes[[i for i in side if i < reference.corners]].tolist()

    def _outer_sides(self, fan, held):
        """[(cell, vertices)] of the sides that hold the segment and belong to one cell of the fan only; two."""
        found = {}
        for cell in fan.tolist():
            for side in self._sides(cell):
                if held <= set(side):
                    found.setdefault(frozenset(side), []).append((cell, side))
        outer = [owners[0] for owners in found.values() if len(owners) == 1]
        if len(outer) != 2:
            raise NoFront(f"the cells around node {min(held) + 1} of the front leave {len(outer)} sides open, two lips are wanted")
        return outer

    def _axes_of_side(self, side, a, b):
        places = self.mesh.coordinates
        if self.dim == 2:
            (other,) = set(side) - {a}
            direction = places[a] - places[other]
            direction = direction / np.linalg.norm(direction)
            return np.array([-direction[1], direction[0], 0.0]), direction
        ring, here = side, side.index(a)
        beside = [ring[here - 1], ring[(here + 1) % len(ring)]]
        third = next(node for node in beside if node != b)
        along, inward = places[b] - places[a], places[third] - places[a]
        inward = inward - (along @ inward) / (along @ along) * along
        direction = -inward / np.linalg.norm(inward)
        normal = np.cross(direction, along)
        return normal / np.linalg.norm(normal), direction

    def _axes_of_normal(self, a, b):
        places, normal = self.mesh.coordinates, self.given
        if self.dim == 3:
            direction = np.cross(places[b] - places[a], normal)
        elif not len(self.upper):
            # without lips the crack lies as older versions had it, its front ahead of it and the normal to its left
            direction = np.array([normal[1], -normal[0], 0.0])
        else:
            ends = np.array([self.mesh.cell_nodes(cell)[0] for cell in self.upper.tolist()])
            away = np.linalg.norm(places[ends] - places[a], axis=1)
            far = ends[np.flatnonzero(away == away.max())[-1]]
            direction = places[a] - places[far]
            direction = direction - (direction @ normal) * normal
        return normal, direction / np.linalg.norm(direction)

    def _check_parallel(self, found, a):
        turn = np.degrees(np.arccos(np.clip(found[0][1] @ found[1][1], -1.0, 1.0)))
        wrong = abs(turn - 180.0) > WIDEST if self.symmetric else turn > 2 * WIDEST
        if wrong:
            what = "a lip and the ligament are not in one plane" if self.symmetric else "the lips are not in one plane"
            raise NoFront(f"{what} at node {a + 1} of the front: an angle of {turn:.3g} degrees; CONFIG_INIT='DECOLLEE' gives the NORMALE")

    def _side_of_lip(self, sides):
        """Which of the sides is covered by the upper lip."""
        for cell in self.upper.tolist():
            lip = set(self.mesh.cell_nodes(cell).tolist())
            for index, (_, side) in enumerate(sides):
                if set(side) <= lip:
                    return index
        raise NoFront("the upper lip does not reach the first segment of the front")

    def _inside(self, sides):
        """(3,) from the start of the front to the middle of the cell under the upper lip."""
        owners = sorted({cell for cell, _ in sides})
        chosen = next((cell for cell in owners if self._bears_lip(cell)), owners[-1])
        corners = reference_cell(self.mesh.cell_type(chosen)).corners
        return self.mesh.coordinates[self.mesh.cell_nodes(chosen)[:corners]].mean(axis=0) - self.mesh.coordinates[self.nodes[0]]

    def _bears_lip(self, cell):
        nodes = set(self.mesh.cell_nodes(cell).tolist())
        return any(nodes.issuperset(self.mesh.cell_nodes(lip).tolist()) for lip in self.upper.tolist())

    # ends and sizes ---------------------------------------------------------------------------------------------------

    def _meet_the_skin(self, at, end, inner):
        """Turn the direction at an end of the front into the skin of the body, by its sides there that are no lips."""
        end, inner = self.nodes[end], self.nodes[inner]
        started, former, outwards = False, self.directions[at].copy(), 0
        for cell in self._cells(end).tolist():
            normals, met = self._skin_normals(cell, end, inner, self.normals[at])
            changing, better = True, False
            for turn in range(min(met, 2) if normals else 0):
                normal = normals[0] if len(normals) == 1 else normals[turn]
                if len(normals) == 1:
                    out = int(normal @ former >= 0)
                    better, changing = better or (started and outwards < out), changing and not (started and outwards > out)
                    outwards = out if not started or outwards < out else outwards
                if not changing:
                    continue
                direction = np.cross(self.normals[at], normal)
                direction *= (-1.0 if direction @ former < 0 else 1.0) / np.linalg.norm(direction)
                self.directions[at] = self.directions[at] + direction if started and not better else direction
                started = True
        self.directions[at] /= np.linalg.norm(self.directions[at])

    def _skin_normals(self, cell, end, inner, across):
        """(outward normals of the sides of the skin at the end of the front, lips left out, how many sides were met)."""
        places, found, met = self.mesh.coordinates, [], 0
        corners = reference_cell(self.mesh.cell_type(cell)).corners
        centre = places[self.mesh.cell_nodes(cell)[:corners]].mean(axis=0)
        for side in self._sides(cell):
            if end not in side or inner in side or len(self._on(side[:3])) != 1:
                continue
            met += 1
            first, second, third = places[side[:3]]
            normal = np.cross(second - first, third - first)
            normal = -normal if normal @ (centre - first) > 0 else normal
            if abs(normal @ across) / np.linalg.norm(normal) < _LIP:
                found.append(normal)
        return found, met

    def _on(self, nodes):
        """The cells of full dimension that hold all three nodes."""
        cells = self._cells(nodes[0])
        return [cell for cell in cells.tolist() if set(nodes) <= set(self.mesh.cell_nodes(cell).tolist())]

    def _size(self, at):
        """How far edges from a node of the front reach along its direction, of those within 70 degrees of it."""
        node, places = self.nodes[at], self.mesh.coordinates
        longest = np.finfo(float).eps
        for cell in self._cells(node).tolist():
            for side in self._sides(cell):
                for one, other in zip(side, side[1:] + side[:1]):
                    if node in (one, other):
                        edge = places[one] + places[other] - 2 * places[node]
                        along = abs(edge @ self.directions[at])
                        if along >= _ALONG * np.linalg.norm(edge):
                            longest = max(longest, along)
        return longest


def nodes_across(mesh, crack_nodes, closed, directions, normals, lip, precision: float) -> list[np.ndarray]:
    """For each node of the front, the nodes of a lip on the plane across the front there, from the front on; empty where two or none.

    lip        its cells
    precision  how far from the plane nodes may stand, a fraction of the distance to the next node of the front
    """
    candidates, places = mesh.nodes_of_cells(lip), mesh.coordinates
    rows = []
    for i, node in enumerate(crack_nodes[: len(crack_nodes) - closed]):
        here = places[node]
        if len(crack_nodes) == 1:
            along, width = np.array([0.0, 0.0, 1.0]), np.linalg.norm(here[:2])
        else:
            along = np.cross(directions[i], normals[i])
            beside = [j for j in (i - 1, i + 1) if 0 <= j < len(crack_nodes)]
            beside += [len(crack_nodes) - 2] if closed and i == 0 else []
            width = min(np.linalg.norm(places[crack_nodes[j]] - here) for j in beside)
        rows.append(_from_front(places, candidates[abs((places[candidates] - here) @ along) <= width * precision], node))
    return rows


def _from_front(places, near, node):
    """The nodes in the half plane of the nearest one, by how far they are towards the farthest."""
    if len(near) <= 2:
        return np.empty(0, int)
    others = near[near != node]
    away = places[others] - places[node]
    distance = np.linalg.norm(away, axis=1)
    kept = away @ away[np.argmin(distance)] >= 0.0
    others, away, distance = others[kept], away[kept], distance[kept]
    far = away[np.argmax(distance)]
    order = np.argsort(np.concatenate([[0.0], away @ far]), kind="stable")
    return np.concatenate([[node], others])[order]
