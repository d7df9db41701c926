"""Linear heat flow, steady and in time (r5.02.01).

With K the conduction, H the exchange through the sides, M the capacity, and f(t, T) what the loads bring in at temperatures T:

1. steady:    (K + H) T = f(t, 0)
2. in time, from T at t to T' at t' = t + d:
   (M/d + a (K + H)) T' = M T/d - (1 - a) K T + (1 - a) f(t, T) + a f(t', 0),   K and M of t', H of t'
   a = 1 being implicit, a = 1/2 that of Crank and Nicolson.

In code_aster the f(t, T) of shells leaves out what T takes away (te0108; CHAR_THER_EVOL is not told the coefficients): T is 0 there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .assembly import Assembler
from .constraints import Elimination
from .data import ElementData
from .heat_shell import LayeredHeat
from .terms import ForceTerm


@dataclass
class Inflow:
    """A load with what it is multiplied by in time.

    free  the temperature at which one that is not linear brings in the part that does not depend on it, None where there is no such part
    linear  whether it is linear in the temperature
    explicit  what the explicit part of a step is multiplied by, as a function of the step's end; None for `course` at its start
    """

    term: ForceTerm
    course: Callable[[float], float]
    linear: bool = True
    free: float | None = None
    explicit: Callable[[float], float] | None = None


class HeatFlow:
    """The matrices and vectors of a model of heat.

    elements, data  per group;  inflows  the loads;  elimination  of the imposed temperatures and relations
    describe        function of an equation giving it in words, for messages
    reaction        (n,) what the relations took up in the last solution
    """

    def __init__(
        self,
        assembler: Assembler,
        elements: list,
        data: list[ElementData],
        inflows: list[Inflow],
        elimination: Elimination,
        describe: Callable[[int], str],
    ):
        self.assembler, self.elements, self.data, self.inflows = assembler, elements, data, inflows
        self.elimination, self.describe = elimination, describe
        self.constant = not any(own.varies("conductivity") or own.varies("heat_capacity") for own in data)
        self.exchanging = any(inflow.term.follows for inflow in inflows)
        self.reaction = np.zeros(assembler.size)
        self._kept: dict[str, object] = {}

    def matrix(self, option: str, t: float):
        """(n, n) conduction or capacity at an instant."""
        if option not in self._kept or not self.constant:
            blocks = [getattr(element, option)(own.between(t, t)) for element, own in zip(self.elements, self.data)]
            self._kept[option] = self.assembler.matrix(blocks)
        return self._kept[option]

    def tangent(self, option: str, t: float, temperature: np.ndarray):
        """(n, n) conduction or capacity at temperatures (n,) that they depend on."""
        return self.assembler.matrix(self._blocks(option, t, temperature))

    def conducted(self, t: float, temperature: np.ndarray) -> np.ndarray:
        """(n,) what is conducted out of the nodes at temperatures (n,)."""
        return self.assembler.vector(self._blocks("conducted", t, temperature))

    def stored(self, t: float, temperature: np.ndarray, hydration: list) -> np.ndarray:
        """(n,) what is stored in the nodes at temperatures (n,) and degrees of hydration, (ne, ng) or None per group."""
        parts = zip(self.elements, self.data, self.assembler.gather(temperature), hydration)
        return self.assembler.vector([element.stored(own.between(t, t), nodal, degree) for element, own, nodal, degree in parts])

    def unhydrated(self) -> list:
        """Degrees of hydration where none has set in, per group."""
        return [element.unhydrated(own) for element, own in zip(self.elements, self.data)]

    def hydrated(self, hydration: list, start: float, before: np.ndarray, end: float, after: np.ndarray) -> list:
        """Degrees of hydration per group, from an instant with its temperatures (n,) to another one."""
        parts = zip(self.elements, self.data, hydration, self.assembler.gather(before), self.assembler.gather(after))
        return [element.hydrated(own.between(start, end), degree, first, last) for element, own, degree, first, last in parts]

    def _blocks(self, option, t, temperature):
        nodal = self.assembler.gather(temperature)
        return [getattr(element, option)(own.between(t, t), values) for element, own, values in zip(self.elements, self.data, nodal)]

    def exchange(self, t: float, temperature: np.ndarray):
        """(n, n) less the slope of the loads in the temperatures (n,), None when none depends on them.

        What they are multiplied by is left out, as in code_aster: a linear flow does not feel it, iterations need more of them.
        """
        found = [inflow.term.stiffness(self.data, t, temperature) for inflow in self.inflows if inflow.term.follows]
        return sum(found[1:], found[0]) if found else None

    def inflow(self, t: float, temperature: np.ndarray) -> np.ndarray:
        """(n,) what the loads bring in at temperatures (n,)."""
        return self._brought(t, temperature, [inflow.course(t) for inflow in self.inflows])

    def inflow_before(self, start: float, temperature: np.ndarray, end: float) -> np.ndarray:
        """(n,) the same of the explicit part of a step from temperatures (n,) at its start."""
        factors = [inflow.explicit(end) if inflow.explicit else inflow.course(start) for inflow in self.inflows]
        return self._brought(start, temperature, factors)

    def _brought(self, t, temperature, factors):
        total = np.zeros(self.assembler.size)
        data = [own.between(t, t) for own in self.data]
        for inflow, factor in zip(self.inflows, factors):
            total += factor * inflow.term.vector(data, t, temperature if inflow.term.follows else None)
        return total

    def answering(self, t: float, temperature: np.ndarray) -> np.ndarray:
        """(n,) the part of what the loads bring in that depends on the temperatures (n,)."""
        total = np.zeros(self.assembler.size)
        data = [own.between(t, t) for own in self.data]
        for inflow in (own for own in self.inflows if own.term.follows):
            total += _beside(inflow, data, t, temperature, 0.0 if inflow.linear else inflow.free)
        return total

    def counted_twice(self, t: float, temperature: np.ndarray) -> np.ndarray:
        """(n,) what code_aster's older solver counts once more in a steady flow, at the temperatures (n,) that its search starts from.

        That is what loads that are not linear bring in beside their free part: the negative theta that tells a steady flow is taken for a
        whole share of the past (te0274, te0354, te0075), beside what the residual has of the iterates (te0138, te0136).
        """
        total, data = np.zeros(self.assembler.size), [own.between(t, t) for own in self.data]
        for inflow in (own for own in self.inflows if not own.linear):
            total += _beside(inflow, data, t, temperature, inflow.free)
        return total

    def bent(self, t: float, temperature: np.ndarray) -> np.ndarray:
        """(n,) by how much what loads bring in that are not linear differs from their free part and their slope times the temperatures."""
        total, data = self.counted_twice(t, temperature), [own.between(t, t) for own in self.data]
        for inflow in (own for own in self.inflows if not own.linear):
            total += inflow.term.stiffness(data, t, temperature) @ temperature
        return total

    def steady(self, t: float) -> np.ndarray:
        """(n,) the temperatures that do not change any more."""
        cold = np.zeros(self.assembler.size)
        solver, matrix = self.factorised(added(self.matrix("conduction", t), self.exchange(t, cold)))
        return self.solved(solver, matrix, self.inflow(t, cold), t)

    def factorised(self, matrix, symmetric: bool = True):
        """(solver of the reduced matrix, matrix); SingularMatrix names an unknown."""
        return self.elimination.factorised(matrix, symmetric, self.describe), matrix

    def solved(self, solver, matrix, right: np.ndarray, t: float) -> np.ndarray:
        """(n,) T of matrix T = right under the imposed temperatures of the instant."""
        offset = self.elimination.offset(t)
        temperature = self.elimination.expand(solver.solve(self.elimination.reduce_vector(right - matrix @ offset)), offset)
        self.reaction = self.elimination.supported(right - matrix @ temperature)
        return temperature


class ThetaScheme:
    """Steps in time of a HeatFlow; the matrix is kept as long as nothing in it changes."""

    def __init__(self, flow: HeatFlow, theta: float):
        self.flow, self.theta = flow, theta
        self._kept: tuple | None = None
        self._told = np.ones(flow.assembler.size)
        for element, equations in zip(flow.elements, flow.assembler.equations):
            if isinstance(element, LayeredHeat):
                self._told[equations] = 0.0

    def step(self, temperature: np.ndarray, before: float, after: float) -> np.ndarray:
        """(n,) the temperatures at `after` from those at `before`."""
        flow, theta, dt = self.flow, self.theta, after - before
        cold = np.zeros(len(temperature))
        conduction, capacity = flow.matrix("conduction", after), flow.matrix("capacity", after)
        if self._kept is None or flow.exchanging or not flow.constant or abs(dt - self._kept[0]) > 1e-12 * dt:
            stored = flow.assembler.like(capacity.data / dt + theta * conduction.data)
            exchange = flow.exchange(after, cold)
            self._kept = dt, *flow.factorised(added(stored, None if exchange is None else theta * exchange))
        _, solver, matrix = self._kept
        right = capacity @ temperature / dt + theta * flow.inflow(after, cold)
        if theta != 1.0:
            right += (1.0 - theta) * (flow.inflow(before, self._told * temperature) - conduction @ temperature)
        return flow.solved(solver, matrix, right, after)


def _beside(inflow, data, t, temperature, free):
    """(n,) what a load brings in at temperatures (n,) beside its part at the temperature `free`, all of it where that is None."""
    total = inflow.term.vector(data, t, temperature)
    if free is not None:
        total = total - inflow.term.vector(data, t, np.full_like(temperature, free))
    return inflow.course(t) * total


def added(matrix, other):
    """The sum of two sparse matrices, on the pattern of the first where both have it."""
    if other is None:
        return matrix
    if matrix.nnz == other.nnz and np.may_share_memory(matrix.indices, other.indices):
        return type(matrix)((matrix.data + other.data, matrix.indices, matrix.indptr), shape=matrix.shape)
    return matrix + other
