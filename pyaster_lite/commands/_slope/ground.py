"""The ground of METHODE_STAB='LEM': a plane mesh, its surface, what it is made of and what it weighs."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.commands._champ_changed import normal_field
from pyaster_lite.concepts.adaptation.lineage import Unadaptable
from pyaster_lite.concepts.adaptation.step import cut_between
from pyaster_lite.fe.slope.profile import Profile, SlopeFailed

GRAVITY = 9.81
_ONE_MATERIAL = 20
"""Materials along a base are told apart by this share of its length."""


class Weights:
    """The weight of parts of a mesh; a finer mesh of the same ground gives more exact ones."""

    def __init__(self, mesh, materials, context):
        self.mesh, self.materials, self.context = mesh, materials, context
        words = {"AFFE": [{"TOUT": "OUI", "PHENOMENE": "MECANIQUE", "MODELISATION": "D_PLAN"}]}
        model = context.run("AFFE_MODELE", MAILLAGE=mesh, **words)
        self.inertia = np.zeros((mesh.n_cells, 3))
        for group, data in zip(model.groups, model.data(materials)):
            if hasattr(group.element, "inertia"):
                self.inertia[group.cells] = group.element.inertia(data)[:, :3]
        self.cells = np.flatnonzero(mesh.cell_dim() == 2)
        self.blocks = mesh.select(self.cells)

    def of_slices(self, marked, middles, width) -> tuple[np.ndarray, np.ndarray]:
        """Weights (n,), N, and centres of mass (n, 2) of slices around `middles` (n,).

        A slice takes the `marked` cells (n_cells,) with a node in its band that the slice before it did not take.
        """
        weights, centres = np.zeros(len(middles)), np.zeros((len(middles), 2))
        before = np.zeros(self.mesh.n_cells, bool)
        for number, middle in enumerate(middles):
            near = abs(self.mesh.coordinates[:, 0] - middle) <= width / 2
            own = np.zeros(self.mesh.n_cells, bool)
            for block in self.blocks:
                own[block.cells] = near[block.nodes].any(axis=1)
            own &= marked & ~before
            before = own
            mass = self.inertia[own, 0]
            if not mass.any():
                raise SlopeFailed(f"no cell stands in the slice at x = {middle:g}: the mesh is too coarse for so many slices")
            weights[number] = mass.sum() * GRAVITY
            centres[number] = mass @ self.inertia[own, 1:] / mass.sum()
        return weights, centres

    def whole_cells(self, near) -> np.ndarray:
        """(n_cells,) the cells of dimension 2 all of whose nodes are `near` (n_nodes,)."""
        marked = np.zeros(self.mesh.n_cells, bool)
        for block in self.blocks:
            marked[block.cells] = near[block.nodes].all(axis=1)
        return marked

    def finer(self, near) -> Weights:
        """The same ground with edges cut whose nodes are all `near`; raises SlopeFailed."""
        try:
            mesh, parents = cut_between(self.mesh, near)
        except Unadaptable as reason:
            raise SlopeFailed(f"{reason}: RAFF_MAIL/NB_RAFF_MAXI=0") from None
        materials = type(self.materials)(mesh, self.materials.materials, self.materials.index[parents])
        return Weights(mesh, materials, self.context)


class Ground:
    """What slices ask of the ground: its surface, the strength at their bases, the push of water on it."""

    def __init__(self, args, context):
        self.args, self.materials = args, args.CHAM_MATER
        self.mesh = self.materials.mesh
        self.weights = Weights(self.mesh, self.materials, context)
        line = cells_of(args, self.mesh)
        self.profile = _profile(args, self.mesh, line)
        self.centres = np.full((self.mesh.n_cells, 2), np.inf)
        for block in self.mesh.blocks:
            if block.dim == 2:
                self.centres[block.cells] = self.mesh.coordinates[block.nodes].mean(axis=1)[:, :2]
        self.pushed = None if args.FONC_PRES is None else self._pushes(line)

    def _pushes(self, line):
        """(n, 4) along the surface: x, y and the force of the water there by unit area, Pa."""
        nodes = self.mesh.nodes_of_cells(line)
        normals = normal_field(self.args, self.mesh, line).values[nodes]
        places = self.mesh.coordinates[nodes, :2]
        pressure = np.array([float(self.args.FONC_PRES.evaluate(Y=y)) for y in places[:, 1]])
        pushed = np.column_stack([places, -pressure[:, None] * normals])
        return pushed[np.argsort(places[:, 0])]

    def cell_below(self, place, left, right) -> int:
        """The cell nearest to a base among those whose centre stands between its sides."""
        apart = np.linalg.norm(self.centres - place, axis=1)
        apart[(self.centres[:, 0] < left) | (self.centres[:, 0] > right)] = np.inf
        return self._nearest(apart, place)

    def material_at(self, place, reach) -> int:
        """The number of the material of the nearest cell whose centre is within `reach` in x and in y."""
        apart = np.linalg.norm(self.centres - place, axis=1)
        apart[(abs(self.centres - place) > reach).any(axis=1)] = np.inf
        cell = self._nearest(apart, place)
        if self.materials.index[cell] < 0:
            raise self.args.wrong("CHAM_MATER", f"the cell {self.mesh.cell_names[cell]} below a slice has no material")
        return int(self.materials.index[cell])

    def _nearest(self, apart, place):
        cell = int(np.argmin(apart))
        if not np.isfinite(apart[cell]):
            raise SlopeFailed(f"no cell stands near the base at x = {place[0]:g}, y = {place[1]:g}: the mesh is too coarse")
        return cell

    def strength(self, number) -> np.ndarray:
        """phi, rad, and c, Pa, of a material."""
        material, law = self.materials.materials[number], self.args.CRITERE
        if law not in material.laws:
            raise self.args.wrong("CRITERE", f"{material.name} has no {law}")
        given = material.laws[law]
        if law == "MOHR_COULOMB":
            return np.array([np.radians(given["PHI"]), given["COHESION"]])
        root = 2 * np.sqrt((2 * given["ALPHA"] + 1) * (1 - given["ALPHA"]))
        return np.array([np.arctan(3 * given["ALPHA"] / root), given["SY"] / root])

    def mean_strength(self, start, end) -> np.ndarray:
        """phi and c, as means of tan phi and c along a straight base."""
        reach, least = end[0] - start[0], np.linalg.norm(end - start) / _ONE_MATERIAL
        first = self.material_at(start, reach)
        changes = self._changes(start, first, end, self.material_at(end, reach), reach, least)
        if not changes:
            return self.strength(first)
        places = [start, *(place for place, _ in changes), end]
        lengths = np.linalg.norm(np.diff(places, axis=0), axis=1)
        each = np.array([self.strength(number) for number in (first, *(number for _, number in changes))])
        friction, cohesion = lengths @ np.column_stack([np.tan(each[:, 0]), each[:, 1]]) / np.linalg.norm(end - start)
        return np.array([np.arctan(friction), cohesion])

    def _changes(self, start, first, end, last, reach, least):
        """(place, material after it) where the material changes along a line, found by halving."""
        if first == last:
            return []
        if np.linalg.norm(end - start) <= least:
            return [(end, last)]
        middle = (start + end) / 2
        between = self.material_at(middle, reach)
        return self._changes(start, first, middle, between, reach, least) + self._changes(middle, between, end, last, reach, least)

    def water_push(self, x1, x2, n, centre) -> tuple[np.ndarray, np.ndarray, float]:
        """The push of the water on each of n slices (N), the angle of the surface under it (rad), and the moment (N m).

        centre  (2,) the point that moments are about, or (n, 2) one for each slice
        """
        if self.pushed is None:
            return np.zeros(n), np.zeros(n), 0.0
        bounds = np.linspace(x1, x2, n + 1)
        force, moment = np.zeros((n, 2)), 0.0
        for number, rows in enumerate(self._by_slice(bounds)):
            rows = np.array(rows)
            along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(rows[:, :2], axis=0), axis=1))])
            force[number] = np.trapezoid(rows[:, 2:], along, axis=0)
            arm = rows[:, :2] - (centre if np.ndim(centre) == 1 else centre[number])
            moment += np.trapezoid(arm[:, 0] * rows[:, 3] - arm[:, 1] * rows[:, 2], along)
        return np.linalg.norm(force, axis=1), np.arctan2(force[:, 1], force[:, 0]) + np.pi / 2, float(moment)

    def _by_slice(self, bounds):
        def at(x):
            return [x, *(np.interp(x, self.pushed[:, 0], self.pushed[:, k]) for k in (1, 2, 3))]

        rows, number = [[] for _ in bounds[:-1]], 0
        rows[0].append(at(bounds[0]))
        for place in self.pushed:
            if place[0] < bounds[0]:
                continue
            if place[0] > bounds[-1]:
                rows[-1].append(at(bounds[-1]))
                break
            if place[0] > bounds[number + 1]:
                for side in (number, number + 1):
                    rows[side].append(at(bounds[number + 1]))
                number += 1
            rows[number].append(place)
        return rows


def _profile(args, mesh, line):
    """The surface, from the nodes of a line that are those of cells below it."""
    coordinates = mesh.coordinates[:, :2]
    height = np.full(mesh.n_nodes, np.nan)
    owner = np.full(mesh.n_nodes, mesh.n_cells)
    smallest = np.inf
    for block in mesh.blocks:
        if block.dim != 2:
            continue
        extent = np.ptp(coordinates[block.nodes], axis=1)
        smallest = min(smallest, np.linalg.norm(extent, axis=1).min())
        for local in block.nodes.T:
            first = block.cells < owner[local]
            np.minimum.at(owner, local[first], block.cells[first])
        mine = owner[block.nodes] == block.cells[:, None]
        height[block.nodes[mine]] = np.broadcast_to(extent[:, 1:], mine.shape)[mine]
    nodes = mesh.nodes_of_cells(line)
    nodes = nodes[~np.isnan(height[nodes])]
    if len(nodes) < 2:
        raise args.wrong("GROUP_MA", "the surface of the slope has no cells of the ground below it")
    nodes = nodes[np.lexsort((-coordinates[nodes, 1], coordinates[nodes, 0]))]
    x, y = coordinates[nodes].T
    first, last = x.min(), x.max()
    for word in ("X1_MINI", "X2_MAXI"):
        if not first <= args[word] <= last:
            raise args.wrong(word, f"the surface goes from x = {first:g} to {last:g}")
    rising = np.interp(args.X1_MINI, x, y) < np.interp(args.X2_MAXI, x, y)
    return Profile(x, y, height[nodes], coordinates[:, 1].min(), smallest, bool(rising))
