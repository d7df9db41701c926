"""A skeleton that unloads: whatever its law, it answers by its elasticity, while what fills it stays as it is."""

from __future__ import annotations

from pyaster_lite.behaviours._law import Law
from pyaster_lite.fe.unloading import UnloadingLaw


class Unloading(UnloadingLaw, Law):
    """`law` with the tangent by which it unloads; nothing else of it moves."""

    def __init__(self, law: Law):
        super().__init__(law)
        self.internal_names = law.internal_names

    def integrate(self, strain, state, data, continuum):
        """The state itself and the tangent."""
        return state.stress, state.internal, self.unloading(state, data, continuum)
