"""Nonlinear heat flow by Newton's iterations (r5.02.02).

With C(T) what is conducted out of the nodes, S(T) the heat they hold, f(t, T) what the loads bring in, d the step, a its theta, and
R the heat that the relations take up, the residual of an iterate T of the step from T_ at t_ to t is

    r = a f(t, T) + (1 - a) f(t_, T_) - a C(T) - (1 - a) C(T_) - (S(T) - S(T_))/d - R             in time
    r = f(t, T) - C(T) - R                                                                        steady

1. solve (a dC/dT - a df/dT + dS/dT / d) x = r + R under the relations, which the first iterate meets; R becomes what x leaves
   unbalanced at the eliminated equations;
2. from the second iterate on, take the share of x that the line search finds; move T;
3. measure r: its largest component, and that over the largest of |R + S - f|;
4. from 1 until the criteria hold.

The heat S beside which the residual counts is not divided by d, as in code_aster: the number of iterations depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .corrected_model import Ends
from .errors import NotConverged
from .heat_flow import HeatFlow, added
from .line_search import LineSearch, ResidualSearch
from .reduced_model import ReducedModel


@dataclass(frozen=True)
class HeatOptions:
    """How steps are balanced.

    relative, absolute  bounds on the residual, None where they are not asked for;  most  iterations allowed
    by_norms  whether, as in code_aster's older solver, the norm of r is judged beside that of r + a C(T) + S(T)/d less a times what depends
              on T in f, rather than its largest component as below
    every_iteration, every_step  how often the matrix is made anew, 0 for never within a step, or after the first one
    """

    relative: float | None = 1e-6
    absolute: float | None = None
    most: int = 10
    every_iteration: int = 0
    every_step: int = 1
    line_search: LineSearch | ResidualSearch | None = None
    by_norms: bool = False


@dataclass
class HeatState:
    """A balanced instant.

    temperature, reaction  (n,) T and R
    conducted, inflow, stored  (n,) C, f and S
    hydration  per group of elements, (ne, ng) or None
    """

    time: float
    temperature: np.ndarray
    reaction: np.ndarray
    conducted: np.ndarray | None = None
    inflow: np.ndarray | None = None
    stored: np.ndarray | None = None
    hydration: list | None = None


class HeatNewton:
    """Balances a HeatFlow step by step; `silent` (k,) are the equations whose temperatures are given and not told by relations.

    iterations, residuals  of the last step: how many, and the relative residual of each iterate
    """

    def __init__(self, flow: HeatFlow, options: HeatOptions, theta: float, silent: np.ndarray):
        self.flow, self.options, self.theta, self.silent = flow, options, theta, silent
        self._matrix: tuple | None = None
        self._steps = 0
        self._twice: np.ndarray | float = 0.0
        self.iterations = 0
        self.residuals: list[float] = []

    def at(self, t: float, temperature: np.ndarray, reaction: np.ndarray, hydration: list | None = None) -> HeatState:
        """The state of given temperatures; nothing is hydrated unless it is said."""
        flow = self.flow
        hydration = flow.unhydrated() if hydration is None else hydration
        stored = flow.stored(t, temperature, hydration)
        return HeatState(t, temperature, reaction, flow.conducted(t, temperature), flow.inflow(t, temperature), stored, hydration)

    def _moved(self, start, t, temperature, reaction):
        """The state of temperatures to which a step from `start` leads."""
        hydration = (
            self.flow.hydrated(start.hydration, start.time, start.temperature, t, temperature) if t > start.time else start.hydration
        )
        return self.at(t, temperature, reaction, hydration)

    def steady(self, start: HeatState, t: float) -> HeatState:
        """The state that does not change any more, searched from the temperatures of another one."""
        return self._balance(start, t, None)

    def step(self, before: HeatState, t: float) -> HeatState:
        """The state at `t`."""
        return self._balance(before, t, before)

    def corrected(self, before: HeatState, t: float, ends: Ends) -> HeatState:
        """The state at `t` balanced along the vectors of a reduced model, then from there for all unknowns.

        What is unbalanced at the equations of Ends does not count. As in code_aster their diagonals are those of the flow: a penalty would
        come after the matrix is factorised.
        """
        first, reduced = self.step(before, t), self.flow.elimination
        self.flow.elimination, self._matrix = ends, None
        try:
            found = self._balance(replace(before, temperature=first.temperature), t, before, ready=True)
        finally:
            self.flow.elimination, self._matrix = reduced, None
        # the vectors know of no supports
        return replace(found, reaction=np.zeros_like(found.reaction))

    @np.errstate(over="ignore", invalid="ignore")
    def _balance(self, start, t, before, ready=False):
        options, elimination = self.options, self.flow.elimination
        if before is not None:
            before = replace(before, inflow=self.flow.inflow_before(before.time, before.temperature, t))
        if options.every_step and self._steps % options.every_step == 0:
            self._matrix = None
        state = self._moved(start, t, start.temperature.copy(), start.reaction.copy())
        self._twice = self.flow.counted_twice(t, start.temperature) if options.by_norms and before is None else 0.0
        number, self.residuals = 0, []
        while True:
            external, internal = self._forces(state, before)
            residual = external - internal - state.reaction
            if number and not np.isfinite(residual).all():
                raise self._lost(t, number, "the residual leaves all bounds")
            if number and options.every_iteration and number % options.every_iteration == 0:
                self._matrix = None
            if self._matrix is None:
                self._matrix = self._tangent(state, before)
            solver, matrix = self._matrix
            if (number or ready) and self._balanced(state, residual, external, internal, before):
                break
            if number >= options.most:
                raise self._lost(t, number, self._course)
            unbalanced = residual + state.reaction
            if isinstance(elimination, Ends):
                unbalanced = elimination.measured(unbalanced)
            if options.by_norms and not number and before is not None and not ready:
                unbalanced = self._predicted(state, before, external)
            if isinstance(elimination, ReducedModel):
                move = self._reduced_move(solver, matrix, state, unbalanced, not number)
            else:
                lacking = elimination.missing(t, state.temperature)
                right = unbalanced if lacking is None else unbalanced - matrix @ lacking
                move = elimination.expand(solver.solve(elimination.reduce_vector(right)), lacking)
            change = elimination.supported(unbalanced - matrix @ move) - state.reaction
            share = self._share(start, state, before, residual, move, change) if number and options.line_search else 1.0
            state = self._moved(start, t, state.temperature + share * move, state.reaction + share * change)
            number += 1
        self.iterations = number
        self._steps += 1
        if options.every_iteration and (number + 1) % options.every_iteration == 0:
            self._matrix = None
        return state

    def _lost(self, t, number, course) -> NotConverged:
        """The failure at t after so many iterations; code_aster's two solvers call it differently."""
        text = f"at t = {t:.9g} the temperatures are not balanced after {number} iterations: {course}"
        # it is not by default, in code_aster either: where the conductivity grows to several times that of the start this diverges
        help = None if self.options.every_iteration else "NEWTON/REAC_ITER=1 makes the matrix anew at each iteration"
        return NotConverged(text, help=help, known_as="THERNONLINE4_85" if self.options.by_norms else "")

    def _reduced_move(self, solver, matrix, state, unbalanced, first):
        """That of temperatures which are a combination of vectors after it; those that a step starts from may be none."""
        model, temperature = self.flow.elimination, state.temperature
        start = temperature if first else np.zeros_like(temperature)
        lacking = model.missing(state.time, temperature - start)
        return model.expand(solver.solve(model.right(unbalanced + matrix @ start, matrix, lacking))) - start

    def _predicted(self, state, before, external):
        """What the first iterate is solved from by code_aster's older solver: the conduction as its tangent has it at the temperatures
        before the step, the heat of hydration taken away for the degrees reached so far, and not yet given back, loads that are not linear
        as their slope makes them."""
        flow, theta, t = self.flow, self.theta, state.time
        conducted = flow.tangent("conduction", t, before.temperature) @ before.temperature
        cold = flow.stored(t, before.temperature, flow.unhydrated())
        held = flow.stored(t, before.temperature, before.hydration)
        external = external - theta * flow.bent(t, before.temperature)
        return external - theta * conducted - (1.0 - theta) * before.conducted - (cold - held) / (t - before.time)

    def _tangent(self, state, before):
        flow, t, temperature = self.flow, state.time, state.temperature
        total, weight = flow.tangent("conduction", t, temperature), 1.0
        if before is not None:
            capacity = flow.tangent("capacity", t, temperature)
            weight = self.theta
            total = flow.assembler.like(weight * total.data + capacity.data / (t - before.time))
        exchange = flow.exchange(t, temperature)
        whole = added(total, None if exchange is None else weight * exchange)
        return flow.factorised(whole, symmetric=abs(whole - whole.T).max() <= 1e-14 * abs(whole).max())

    def _forces(self, state, before):
        """What comes in, and what is conducted away and stored."""
        if before is None:
            return state.inflow + self._twice, state.conducted
        theta, dt = self.theta, state.time - before.time
        external = theta * state.inflow + (1.0 - theta) * before.inflow
        internal = theta * state.conducted + (1.0 - theta) * before.conducted + (state.stored - before.stored) / dt
        return external, internal

    def _balanced(self, state, residual, external, internal, before):
        beside = abs(state.reaction - external + (0.0 if before is None else state.stored))
        silent = self.silent
        residual[silent], beside[silent] = 0.0, abs(internal[silent])
        measured = getattr(self.flow.elimination, "measured", lambda left: left)
        largest, scale = abs(measured(residual)).max(initial=0.0), beside.max(initial=0.0)
        if self.options.by_norms:
            gross = state.conducted if before is None else self.theta * state.conducted + state.stored / (state.time - before.time)
            whole = residual + gross - (1.0 if before is None else self.theta) * self.flow.answering(state.time, state.temperature)
            whole[silent] = 0.0
            scale, size = np.linalg.norm(measured(whole)), np.linalg.norm(measured(residual))
        else:
            size = largest
        relative = size / scale if scale else (0.0 if size == 0.0 else np.inf)
        self.residuals.append(relative)
        self._course = f"relative residual {relative:.3g}, largest {largest:.3g}"
        options = self.options
        return (options.relative is None or relative <= options.relative) and (options.absolute is None or largest <= options.absolute)

    def _share(self, start, state, before, residual, move, change):
        """The share of a move at which the residual does no work in it."""

        def left(share):
            if share is None:
                return residual
            moved = self._moved(start, state.time, state.temperature + share * move, state.reaction + share * change)
            external, internal = self._forces(moved, before)
            found = external - internal - moved.reaction
            # what given temperatures take up is nowhere taken away there
            found[self.silent] += moved.reaction[self.silent]
            return found

        if isinstance(self.options.line_search, ResidualSearch):
            return self.options.line_search.factor(left, move)
        return self.options.line_search.factor(lambda share: -left(share) @ move)
