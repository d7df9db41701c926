"""The chart COMPORTEMENT of an evolution, as decks hand it from one result to another."""

from __future__ import annotations

from .base import Concept


class BehaviourChart(Concept):
    """What the cells of an evolution obeyed: `laws` as concepts.result.AppliedLaw, later ones before earlier ones."""

    kind = "carte_sdaster"
    quantity, location = "COMPOR", "CART"
    functions, is_complex = (), False

    def __init__(self, mesh, laws):
        self.mesh, self.laws = mesh, list(laws)

    def getMesh(self):
        """The mesh."""
        return self.mesh

    def getPhysicalQuantity(self):
        """COMPOR."""
        return self.quantity

    def getFieldType(self):
        """CART."""
        return self.location

    getLocalization = getFieldType
