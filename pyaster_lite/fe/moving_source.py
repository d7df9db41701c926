"""Steady temperatures around a source that moves, in the axes that go with it: heat is conducted, and carried (r5.02.04).

With k(T) the conductivity, V the velocity at which the body goes through the axes, T(h) the temperature of an enthalpy h by volume, and
r = 0.6 / max T'(h), iterates T_i of the temperature and h_i of the enthalpy at the points go as

1. h' = h + r (T_i - T(h)) at the points, taken to the nodes of each cell (as h'_n);
2. solve  (K(T_i) + H(T_i) + C + D) T_(i+1) = f + q + s,  under the imposed temperatures, where
       K, H   conduction at T_i, less the slope of the loads
       C      r int N V . grad N
       D      r c int (V . grad N) (V . grad N) / |v|^2, the upwinding of Hughes and Brooks, v the mean velocity in the cell, l its length:
              c = min(r |v| l / 3, 1) |v| l, without the minimum reached before r |v| l = 3
       f      what linear loads bring in at the temperatures that the search starts from: code_aster leaves the exchange with these in it
       q      what those that are not linear bring in at T_i, less their slope times T_i
       s      int N V . (r grad T(h'_n) - grad h'_n) + int (k(T_i) - k(T_(i-1))) grad N . grad T_i
3. measure |T_(i+1) - T_i| / |T_(i+1)|, the multipliers of the imposed temperatures among them, and |h' - h| / |h'| over the points.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from . import heat_law
from .cells import reference_cell
from .conduction import Conductor
from .contraction import contracted
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .heat_flow import HeatFlow, added
from .quadrature import quadrature
from .shapes import shape_functions

STILL = 1e-10
"""Mean velocities below this are not upwinded."""
_LINEAR = {"TRIA": ("TRIA3", "FPG3"), "QUAD": ("QUAD4", "FPG4"), "TETRA": ("TETRA4", "FPG4"), "PENTA": ("PENTA6", "FPG6")}


class MovingSource:
    """The iterations on a HeatFlow.

    velocities  (ne, nn, dim) at the nodes of the cells of each group, m/s, None for groups of sides
    """

    def __init__(self, flow: HeatFlow, velocities: list):
        self.flow, self.velocities = flow, velocities
        self.inside = [isinstance(element, Conductor) for element in flow.elements]

    def searched(
        self, t: float, start: np.ndarray, temperature_bound: float, enthalpy_bound: float, most: int, anyway: bool = False
    ) -> np.ndarray:
        """(n,) the steady temperatures, from those of `start`; ComputationFailed when `most` iterations do not meet both bounds.

        anyway  take the last ones then
        """
        flow, relations = self.flow, self.flow.elimination
        before, now, held = start, start, None
        given = self._linear_inflow(t, start)
        enthalpy = [None] * len(flow.elements)
        for number in range(most):
            enthalpy, carried = self._carried(t, before, now, enthalpy)
            solver, matrix = flow.factorised(self._matrix(t, now), symmetric=False)
            right = given + flow.bent(t, now) + carried
            after = flow.solved(solver, matrix, right, t)
            # two multipliers share what each imposed temperature takes up, and count as unknowns
            multipliers = relations.supported(right - matrix @ after) / np.sqrt(2.0)
            moved = multipliers if number == 0 else multipliers - held[0]
            size = np.hypot(np.linalg.norm(after), np.linalg.norm(multipliers))
            first = np.hypot(np.linalg.norm(after - now), np.linalg.norm(moved)) / (size or 1.0)
            whole = np.concatenate([own.ravel() for own in enthalpy if own is not None])
            second = 1.0 if number == 0 else np.linalg.norm(whole - held[1]) / (np.linalg.norm(whole) or 1.0)
            before, now, held = now, after, (multipliers, whole)
            if first <= temperature_bound and second <= enthalpy_bound:
                return now
        if anyway:
            return now
        told = f"the temperatures change by {first:.3g}, the enthalpies by {second:.3g}"
        raise ComputationFailed(f"the search for the steady temperatures has not ended after {most} iterations: {told}")

    def _linear_inflow(self, t, start):
        flow, data = self.flow, [own.between(t, t) for own in self.flow.data]
        total = np.zeros(flow.assembler.size)
        for inflow in flow.inflows:
            if inflow.linear:
                total += inflow.course(t) * inflow.term.vector(data, t, start if inflow.term.follows else None)
        return total

    def _parts(self, t, *vectors):
        """(group, element, data, velocities, values of the vectors at the nodes) of the cells that conduct."""
        flow = self.flow
        gathered = [flow.assembler.gather(vector) for vector in vectors]
        for group, element in enumerate(flow.elements):
            if self.inside[group]:
                yield group, element, flow.data[group].between(t, t), self.velocities[group], [nodal[group] for nodal in gathered]

    def _matrix(self, t, now):
        blocks = [None] * len(self.flow.elements)
        for group, element, data, velocity, (nodal,) in self._parts(t, now):
            gradient, functions, _, volume = element.geometry(data)
            conductivity, _ = element.conductivity(data, nodal)
            made = contracted("egin,egij,egjm,eg->enm", gradient, conductivity, gradient, volume)
            share = relaxation(data)
            along = np.einsum("egi,egin->egn", functions @ velocity, gradient)
            made += contracted("gn,egm,eg->enm", functions, along, share[:, None] * volume)
            mean = contracted("gn,enc,eg->ec", functions, velocity, volume) / volume.sum(axis=1)[:, None]
            speed = np.linalg.norm(mean, axis=1)
            reach = share * speed * _length(element, data, volume)
            upwind = np.where(reach > 3.0, 1.0, reach / 3.0) * reach
            upwind = np.where(speed < STILL, 0.0, upwind / np.maximum(speed, STILL) ** 2)
            made += contracted("egn,egm,eg->enm", along, along, upwind[:, None] * volume)
            blocks[group] = made
        exchange = self.flow.exchange(t, now)
        return added(self.flow.assembler.matrix(blocks), exchange)

    def _carried(self, t, before, now, enthalpy):
        """(enthalpies at the points after this iteration, (n,) s)."""
        blocks, after = [None] * len(self.flow.elements), list(enthalpy)
        for group, element, data, velocity, (earlier, nodal) in self._parts(t, before, now):
            gradient, functions, _, volume = element.geometry(data)
            share, at_points = relaxation(data), element.temperatures(data, nodal)
            old = np.zeros_like(at_points) if enthalpy[group] is None else enthalpy[group]
            after[group] = old + share[:, None] * (at_points - heat_law.temperature_of(data, old))
            at_nodes = after[group] @ enthalpy_to_nodes(element.cell, element.families["stiffness"]).T
            potential = share[:, None] * heat_law.temperature_of(data, at_nodes) - at_nodes
            source = contracted("egi,egin,en->eg", functions @ velocity, gradient, potential)
            blocks[group] = (volume * source) @ functions
            change = element.conductivity(data, nodal)[0] - element.conductivity(data, earlier)[0]
            slope = element.gradient(data, nodal)
            blocks[group] += contracted("egin,egij,egj,eg->en", gradient, change, slope, volume)
        return after, self.flow.assembler.vector(blocks)


def relaxation(data) -> np.ndarray:
    """(ne,) r = 0.6 / max T'(h)."""
    return 0.6 / heat_law.steepest_return(data)


def _length(element, data, volume):
    """(ne,) of cells: the root of their measure, or how far the node farthest from the first one is."""
    coordinates = data.coordinates
    spans = np.linalg.norm(coordinates - coordinates[:, :1], axis=-1).max(axis=1)
    return np.maximum(volume.sum(axis=1) ** (1.0 / element.dim), spans)


@cache
def enthalpy_to_nodes(cell: str, family: str) -> np.ndarray:
    """(nn, ng) takes values at points to nodes as code_aster does here: by the first points alone, taken for those of the linear cell
    (which makes what quadratic cells carry too strong), nodes between vertices having the mean; in bricks by the
    polynomial that all points tell."""
    shape, points = reference_cell(cell), quadrature(cell, family).points
    if cell.startswith("HEXA"):
        whole = "HEXA8" if cell == "HEXA8" else "HEXA27"
        return np.linalg.inv(shape_functions(whole, points))[: shape.n_nodes]
    if cell.startswith("PYRAM"):
        raise ComputationFailed("nothing tells the enthalpy at the nodes of pyramids around a source that moves")
    linear, few = _LINEAR[cell.rstrip("0123456789")]
    to_vertices = points_to_nodes(linear, few)
    rows = [to_vertices, *(to_vertices[list(ends)].mean(axis=0, keepdims=True) for ends in shape.middles)]
    made = np.zeros((shape.n_nodes, len(points)))
    made[:, : to_vertices.shape[1]] = np.concatenate(rows)
    return made
