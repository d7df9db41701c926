"""A law integrated in some steps of the same length, one after the other, within each step (u4.51.11, ITER_INTE_PAS).

Strains and the instant move evenly; the tangent is the mean of those of the steps, as code_aster has it.
"""

from __future__ import annotations

from pyaster_lite.fe.element import PointState

from ._law import Law


class Substepped(Law):
    """`law` in `count` steps; whatever else it does, it does as before."""

    def __init__(self, law: Law, count: int):
        self.law, self.count = law, count
        self.linear, self.restarts, self.plane_stress, self.mirrored = law.linear, law.restarts, law.plane_stress, law.mirrored
        self.internal_names, self.needs, self.fibre = law.internal_names, law.needs, law.fibre

    def __getattr__(self, name):
        if name == "law":
            raise AttributeError(name)
        return getattr(self.law, name)

    def integrate(self, strain, state, data, continuum):
        """The law's answer after its last step; at once while predicting."""
        if data.step.predicting:
            return self.law.integrate(strain, state, data, continuum)
        first, last, moved = data.step.before, data.step.after, strain - state.strain
        start, total = state.strain, 0.0
        for i in range(self.count):
            ends = [first + (last - first) * k / self.count for k in (i, i + 1)]
            now = start + moved * ((i + 1) / self.count)
            stress, internal, tangent = self.law.integrate(now, state, data.between(*ends), continuum)
            state, total = PointState(now, stress, internal), total + tangent / self.count
        return stress, internal, total
