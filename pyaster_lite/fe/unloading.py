"""Laws by the tangent with which they unload."""

from __future__ import annotations


class UnloadingLaw:
    """`law` as it is, which knows the tangent by which it unloads."""

    def __init__(self, law):
        self.law = law

    def __getattr__(self, name):
        if name == "law":
            raise AttributeError(name)
        return getattr(self.law, name)

    def unloading(self, state, data, continuum):
        """Its own `elastic_tangent` where it has one, else the elasticity."""
        if hasattr(self.law, "elastic_tangent"):
            return self.law.elastic_tangent(state, data, continuum)
        return continuum.elasticity(data.elasticity())
