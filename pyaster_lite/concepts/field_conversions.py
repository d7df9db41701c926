"""What the Python of decks asks of a field to have it in another form: at other places, as a table, of another quantity."""

from __future__ import annotations


class FieldConversions:
    """The conversions common to fields at nodes and at elements."""

    def toFieldOnNodes(self):
        """The field at nodes: the mean of what the elements around each extrapolate."""
        return self._moved("NOEU")

    def toFieldOnCells(self, model, localization, *_):
        """The field at ELGA, ELNO or ELEM on the elements of a model."""
        return self._moved(localization, model)

    def asLocalization(self, localization):
        """The field at other places of the elements that it stands on."""
        return self._moved(localization)

    def _moved(self, target, model=None):
        from .field_places import moved

        return self if self.getLocalization() == target else moved(self, target, model)

    def toSimpleFieldOnNodes(self):
        """A table of nodes and components."""
        from .simple_fields import NodeTable

        return NodeTable.of(self.toFieldOnNodes())

    def toSimpleFieldOnCells(self):
        """A table of the points of cells and components; raises AttributeError at nodes, which are points of no cell."""
        from .simple_fields import CellTable

        if self.getLocalization() == "NOEU":
            raise AttributeError("a field at nodes has no points of cells", name="toSimpleFieldOnCells", obj=self)
        return CellTable.of(self)

    def asPhysicalQuantity(self, quantity, renamed):
        """The field of another quantity, with some of the components under other names: {own name: new name}."""
        return self._renamed(quantity, {name: new for name, new in renamed.items() if name in self.components})
