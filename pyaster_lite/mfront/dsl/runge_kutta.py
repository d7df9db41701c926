"""RungeKutta: the rates of the state variables, followed over the step.

The algorithms euler, rk2 and rk4 take the step at once, at orders 1, 2 and 4. Those that watch their error (rk54, rk42, rkCastem) are
followed by the pair of Cash and Karp, of orders 5 and 4.

The code of @Derivative sees the variables, the stress that @ComputeStress makes of them, what surrounds the points then, and `deto`, the
rate of strain; it sets dY, the rates. Steps are cut, for all points alike, until the error of each variable is below epsilon; a
point that the code gives up cuts the step too.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.cash_karp import A2, A3, A4, A5, A6, GAP, HIGH

from ..errors import MFrontError
from ..values import Tensor
from ._dsl import OPERATORS, Answer, Dsl, added, registers

WATCHED = (((), (A2,), A3, A4, A5, A6), (HIGH[0], 0.0, HIGH[1], HIGH[2], 0.0, HIGH[3]), (GAP[0], 0.0, *GAP[1:]))
METHODS = {
    "euler": (((),), (1.0,), None),
    "rk2": (((), (0.5,)), (0.0, 1.0), None),
    "rk4": (((), (0.5,), (0.0, 0.5), (0.0, 0.0, 1.0)), (1 / 6, 1 / 3, 1 / 3, 1 / 6), None),
    **dict.fromkeys(("rk54", "RungeKutta5/4", "rk42", "RungeKutta4/2", "rkCastem"), WATCHED),
}
"""Of each algorithm the weights of the stages, of the step and, where there is one, of its error."""
PROBE = 1e-8
MOST = 4000
"""In how many steps, those that are taken anew too, the end is to be reached."""


@registers("RungeKutta")
class RungeKutta(Dsl):
    """The DSL of this module."""

    own_states = (("eel", "Stensor", "ElasticStrain"),)
    needed_blocks = ("ComputeStress", "Derivative")

    def __init__(self, description, space, functions=None):
        algorithm = description.algorithm or "rk54"
        if algorithm not in METHODS:
            raise MFrontError(f"there is no algorithm {algorithm} yet", description.place, missing=True)
        self.stages, self.weights, self.error = METHODS[algorithm]
        super().__init__(description, space, functions)

    def more_names(self):
        """Strains and the stress."""
        return {"sig", "eto", "deto"}

    def integrate(self, step):
        """From the start of the step to its end."""
        names = self.base_names(step)
        change = Tensor(step.after - step.before)
        names |= {"eto": Tensor(step.before), "deto": change, "sig": Tensor(step.stress)}
        lost = self.run("InitLocalVariables", names)
        names["deto"] = change / step.length if step.length > 0.0 else change * 0.0
        y = np.zeros((len(step.before), self.unknowns[-1].stop))
        for slot in self.unknowns:
            slot.write(names[slot.variable.name], y)
        y, failed = self.followed(names, y, step.length)
        failed = failed if lost is None else failed | lost
        names = self.at(names, y, 1.0)
        self.run("UpdateAuxiliaryStateVariables", names)
        names["smt"] = OPERATORS[step.operator]
        if "TangentOperator" in self.blocks:
            self.run("TangentOperator", names)
            tangent = names["Dt"].values
        else:
            tangent = self.elastic_rate(names)
        n = self.space.size
        return Answer(names["sig"].values, self.written(names), np.broadcast_to(tangent, (len(y), n, n)), failed)

    def at(self, names, y, share) -> dict:
        """The names with the variables y, and what surrounds the points after a share of the step; the stress is made of them."""
        own = dict(names, **{slot.variable.name: slot.value(y) for slot in self.unknowns})
        for each in self.externals:
            own[each.name] = names[each.name] + share * names[f"d{each.name}"]
        self.run("ComputeStress", own)
        return own

    def rates(self, names, y, share):
        """dY (np, m), not a number where the code gives a point up."""
        own = self.at(names, y, share)
        none = np.zeros_like(y)
        own |= {f"d{slot.variable.name}": slot.value(none) for slot in self.unknowns}
        lost = self.run("Derivative", own)
        result = np.empty_like(y)
        for slot in self.unknowns:
            slot.write(own[f"d{slot.variable.name}"], result)
        if lost is not None:
            result[np.broadcast_to(lost, len(y))] = np.nan
        return result

    def followed(self, names, y, length):
        """y at the end, and the points that do not get there."""
        t, h, none = 0.0, length, np.zeros(len(y), bool)
        for _ in range(MOST):
            if length - t <= 1e-12 * length:
                return y, none
            rates = []
            for weights in self.stages:
                rates.append(self.rates(names, y + h * _sum(weights, rates, y), (t + sum(weights) * h) / length))
            reached = y + h * _sum(self.weights, rates, y)
            if self.error is None:
                return reached, ~np.isfinite(reached).all(axis=-1)
            error = abs(h * _sum(self.error, rates, y)).max()
            if not error < self.epsilon:
                h = 0.1 * h if not np.isfinite(error) else max(0.1, 0.9 * (self.epsilon / error) ** 0.2) * h
                continue
            y, t = reached, t + h
            h = min(h * min(10.0, 0.9 * (self.epsilon / max(error, 1e-300)) ** 0.2), length - t)
        return y, ~none

    def elastic_rate(self, names):
        """How the stress goes with the elastic strain."""
        n, sides = self.space.size, []
        moves = PROBE * np.eye(n)[:, None, :]
        for sign in (1.0, -1.0):
            own = dict(names, eel=added(names["eel"], Tensor(sign * moves)))
            self.run("ComputeStress", own)
            sides.append(own["sig"].values)
        return np.moveaxis((sides[0] - sides[1]) / (2 * PROBE), 0, -1)


def _sum(weights, rates, y):
    """Of rates, by their weights; of none, nothing like y."""
    return sum((weight * rate for weight, rate in zip(weights, rates) if weight), np.zeros_like(y))
