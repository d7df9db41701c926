"""ERTH_ELEM: an estimate from what the flows of heat lack of balance (u4.81.06, r4.10.03).

With h the diameter of a cell K or of a side F, q the flow at the nodes, s the sources, means over the step being those of its scheme:

    h_K sqrt(int_K (s - rho c dT/dt - div q)^2) + sum of sqrt(h_F int_F r^2)

with r half of the jump of q.n between two cells, f + q.n where a flow f comes in, h (T_ext - T) + q.n where heat is exchanged. As in
code_aster the first order is taken as steady, and of several loads of one kind the last one holds.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._distributed_loads import Loads, at_nodes, at_points
from pyaster_lite.commands._estimators.residual import Residual
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe import heat_law
from pyaster_lite.fe.conduction import Conductor
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.residual_error import diameter
from pyaster_lite.fe.sides import geometry, geometry_by_points, sides_of

COMPONENTS = ("ERTABS", "ERTREL", "TERMNO", "TERMVO", "TERMV2", "TERMV1", "TERMSA", "TERMS2", "TERMS1",
              "TERMFL", "TERMF2", "TERMF1", "TERMEC", "TERME2", "TERME1")  # fmt: skip
_FLOWS = ("FLUX", "FLUY", "FLUZ")
_VECTOR = {"FLUX_X", "FLUX_Y", "FLUX_Z"}


class HeatResidual:
    """The estimates of a result, order by order."""

    def __init__(self, derivation):
        self.derivation, self.model = derivation, derivation.model
        self.dim = max(group.element.dim for _, group in self._conductors())
        self.sides = sides_of([(g.element.cell, g.nodes) for g in self.model.groups], self.dim)
        self.loads = {word: self._last(word) for word in ("SOURCE", "FLUX_REP", "ECHANGE")}

    def _conductors(self):
        return [(i, g) for i, g in enumerate(self.model.groups) if isinstance(g.element, Conductor)]

    def _last(self, word):
        """The last load of a kind; flows that are vectors (of which there are only functions) are of another kind (caflux, resth2)."""
        own = []
        for load in self.derivation.loads:
            for term in (term for term in load.load.forces if term.word == word):
                told = {name for *_, values in term.values(self.derivation.data, 0.0, at_nodes) for name in values}
                if not told or told - _VECTOR:
                    own.append(load)
        return Loads(own[-1:], self.derivation.data)

    def field(self, order, before) -> ElementField:
        """At an order, `before` the one that the step starts from, None for a steady state."""
        theta = 1.0 if before is None else self.derivation.result.parameter("PARM_THETA", order)
        step = _Step(self, order, before, 0.57 if theta is None else theta)
        found = {i: {"VO": step.volume(i), "SA": 0.0, "FL": 0.0, "EC": 0.0} for i, _ in self._conductors()}
        for side in self.sides:
            if side.group in found:
                for other in np.unique(side.other[side.other >= 0]):
                    for kind, rows, pair in step.side(side, self.sides[other], np.flatnonzero(side.other == other)):
                        total = np.zeros((len(side.nodes), 2))
                        total[rows] = pair
                        found[side.group][kind] = found[side.group][kind] + total
        return ElementField(self.model.mesh, "ERRE_R", "ELEM", [self._block(i, g, found[i]) for i, g in self._conductors()])

    @staticmethod
    def _block(index, group, found):
        parts = [np.broadcast_to(part, (len(group.cells), 2)) for part in found.values()]
        values = [_with_share(part) for part in (sum(parts), *parts)]
        return ElementBlock(group.cells, np.concatenate(values, axis=1)[:, None], COMPONENTS, group.element)


def _with_share(pair):
    """(n, 3) an estimate, its share in per cent of what it is counted in, and the latter."""
    share = np.divide(100.0 * pair[:, 0], pair[:, 1], out=np.zeros(len(pair)), where=pair[:, 1] > 0.0)
    return np.stack([pair[:, 0], share, pair[:, 1]], axis=1)


class _Step:
    def __init__(self, residual: HeatResidual, order, before, theta):
        self.residual, self.theta, derivation = residual, theta, residual.derivation
        self.orders = [(theta, order)] + ([(1.0 - theta, before)] if before is not None and theta < 1.0 else [])
        self.order, self.before = order, before
        self.times = {each: derivation.time(each) or 0.0 for each in (order, before) if each is not None}
        self._flows = {each: derivation.field("FLUX_ELNO", each) for _, each in self.orders}

    def _mean(self, value):
        """The mean over the step of what a function of the order gives."""
        return sum(share * value(order) for share, order in self.orders)

    def flow(self, group):
        """(ne, nn, 3) at the nodes of the cells."""

        def at(order):
            values, names = self._flows[order].on(group.cells)
            zero = np.zeros(values.shape[:2])
            return np.stack([values[..., names.index(name)] if name in names else zero for name in _FLOWS], axis=-1)

        return self._mean(at)

    def temperature(self, index, order):
        """(ne, nn)."""
        temperatures = self.residual.derivation.vector("TEMP", order)
        if temperatures is None:
            raise ComputationFailed(f"the result has no TEMP at its storage order {order}, which estimates of its error need")
        return temperatures[self.residual.model.assembler.equations[index]]

    def told(self, word, values, index, order, where):
        """Of a load: each of some values (n, np) on the cells where it tells one of them, and these; FONC_MULT does not count, as in
        code_aster (resth2)."""
        loads, t = self.residual.loads[word], self.times[order]
        for _, rows, found in loads.told((word,), index, t, order, where):
            if any(name in found for name in values):
                yield rows, [found.get(name, 0.0) for name in values]

    def volume(self, index):
        """(ne, 2) the estimate of the cells, and that of the sources alone."""
        group, derivation = self.residual.model.groups[index], self.residual.derivation
        element, data = group.element, derivation.data[index].between(self.times[self.order], self.times[self.order])
        gradient, functions, radius, volume = element.geometry(data)

        def sources(order):
            total = np.zeros(volume.shape)
            for rows, (source,) in self.told("SOURCE", ("SOUR",), index, order, at_points):
                total[rows] += source
            return total

        source, flow = self._mean(sources), self.flow(group)
        lacking = source - np.einsum("egdn,end->eg", gradient, flow[..., : element.dim])
        if element.continuum.revolves:
            lacking = lacking - (flow[..., 0] @ functions.T) / radius
        if self.before is not None:
            held = [self._held(data, self.temperature(index, each) @ functions.T) for each in (self.order, self.before)]
            lacking = lacking - (held[0] - held[1]) / (self.times[self.order] - self.times[self.before])
        size = diameter(element, data.coordinates)
        return np.stack([size * np.sqrt((values**2 * volume).sum(axis=1)) for values in (lacking, source)], axis=1)

    @staticmethod
    def _held(data, temperature):
        """(ne, ng) heat by volume; of a material that depends on the temperature code_aster takes the heat capacity for it."""
        enthalpy, capacity = heat_law.enthalpy(data, temperature)
        for rows, material in data.by_material():
            if material.get("enthalpy_law") is not None:
                enthalpy[rows] = capacity[rows]
        return enthalpy

    def side(self, side, beyond, rows):
        """(kind, rows, (n, 2) the estimate and what it is counted in) of sides that stand on those of one other group."""
        model = self.residual.model
        element = model.groups[side.group].element
        if self.residual.dim == 3:
            shape = geometry_by_points(side.kind, model.mesh.coordinates[side.nodes[rows]])
        else:
            shape = geometry(side.kind, model.mesh.coordinates[side.nodes[rows]], element.continuum.revolves, along=True)
        local = side.local[: shape.normals.shape[1]]
        own = np.einsum("enj,enj->en", self.flow(model.groups[side.group])[rows][:, local], shape.normals)
        there, place = Residual._aligned(side, beyond, rows)
        place = place[:, : len(local)]

        def root(values):
            return np.sqrt(shape.size * (values**2 * shape.weights).sum(axis=1))

        if isinstance(model.groups[beyond.group].element, Conductor):
            flow = self.flow(model.groups[beyond.group])[there[:, None], beyond.local[place]]
            other = np.einsum("enj,enj->en", flow, shape.normals)
            yield "SA", rows, np.stack([0.5 * root(other - own), 0.5 * root(0.5 * (other + own))], axis=1)
            return
        for kind, word, values in (("FL", "FLUX_REP", ("FLUN",)), ("EC", "ECHANGE", ("COEF_H", "TEMP_EXT"))):
            total, named, gone = np.zeros(own.shape), np.zeros(len(rows), bool), np.zeros(own.shape)
            for share, order in self.orders:
                temperature = self.temperature(side.group, order)[rows][:, local]
                for cells, found in self.told(word, values, beyond.group, order, at_nodes):
                    full = [np.zeros(beyond.nodes.shape) for _ in found]
                    for array, value in zip(full, found):
                        array[cells] = value
                    there_is = np.zeros(len(beyond.nodes), bool)
                    there_is[cells] = True
                    named |= there_is[there]
                    first, *others = (np.take_along_axis(array[there], place, axis=1) for array in full)
                    total += share * (first if not others else first * others[0])
                    gone += share * (first * temperature if others else 0.0)
            if named.any():
                # In space code_aster counts the flow along the inward normal as if it were along the outward one.
                pair = np.stack([root(total + (own if self.residual.dim == 2 else -own) - gone), root(total)], axis=1)
                yield kind, rows[named], pair[named]
