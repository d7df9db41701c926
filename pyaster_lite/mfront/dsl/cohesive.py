"""DefaultCZM: what holds the sides of a joint together, the traction t of an opening u.

The code sees u at the start of the step and du, whole or as their normal part u_n and the other ones u_t, and sets t, whole or
by parts t_n and t_t, and its rate Dt, whole or by parts Dt_nn, Dt_nt, Dt_tn and Dt_tt; it moves the variables themselves.
"""

from __future__ import annotations

import numpy as np

from ..space import made
from ..values import Tensor
from ._dsl import Answer, Dsl, registers

PARTS = ("t_n", "t_t", "Dt_nn", "Dt_nt", "Dt_tn", "Dt_tt")
OPENINGS = tuple(f"{d}u{part}" for d in ("", "d") for part in ("", "_n", "_t"))


@registers("DefaultCZM", "DefaultCZMParser", "DefaultCZMDSL")
class Cohesive(Dsl):
    """The DSL of this module."""

    method = "separate"
    needed_blocks = ("Integrator",)

    def more_names(self):
        """Openings, tractions and rates, whole and by parts."""
        return {*OPENINGS, *PARTS, "t"}

    def integrate(self, step):
        """The blocks one after the other."""
        n, names = self.space.dimension, self.base_names(step)
        for word, value in (("u", step.before), ("du", step.after - step.before)):
            names |= {word: Tensor(value), f"{word}_n": value[..., 0], f"{word}_t": Tensor(value[..., 1:])}
        names |= {"t": Tensor(step.stress), "t_n": step.stress[..., 0], "t_t": Tensor(step.stress[..., 1:])}
        names |= {"Dt": made((n, n)), "Dt_nn": 0.0, "Dt_nt": made((n - 1,)), "Dt_tn": made((n - 1,)), "Dt_tt": made((n - 1, n - 1))}
        failed = self.run_through(names)
        sets = frozenset().union(*(block.sets for block in self.blocks.values()))
        points = len(step.before)
        traction = names["t"].values if "t" in sets else self._traction(names, points)
        tangent = names["Dt"].values if "Dt" in sets else self._tangent(names, points)
        shape = (points, n, n)
        return Answer(np.broadcast_to(traction, (points, n)), self.written(names), np.broadcast_to(tangent, shape), failed)

    def _traction(self, names, points):
        result = np.empty((points, self.space.dimension))
        result[:, 0], result[:, 1:] = names["t_n"], names["t_t"].values
        return result

    def _tangent(self, names, points):
        n = self.space.dimension
        result = np.empty((points, n, n))
        result[:, 0, 0], result[:, 0, 1:] = names["Dt_nn"], names["Dt_nt"].values
        result[:, 1:, 0], result[:, 1:, 1:] = names["Dt_tn"].values, names["Dt_tt"].values
        return result
