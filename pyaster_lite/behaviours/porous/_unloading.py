"""A skeleton that unloads: whatever its law, it answers by its elasticity, while what fills it stays as it is."""

from __future__ import annotations

from pyaster_lite.behaviours._law import Law


class Unloading(Law):
    """`law` with the tangent by which it unloads, its own `elastic_tangent` where it has one; nothing else of it moves."""

    def __init__(self, law: Law):
        self.law, self.internal_names = law, law.internal_names

    def __getattr__(self, name):
        if name == "law":
            raise AttributeError(name)
        return getattr(self.law, name)

    def integrate(self, strain, state, data, continuum):
        """The state itself and the elasticity."""
        if hasattr(self.law, "elastic_tangent"):
            tangent = self.law.elastic_tangent(state, data, continuum)
        else:
            tangent = continuum.elasticity(data.elasticity())
        return state.stress, state.internal, tangent
