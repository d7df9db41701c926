"""How the values of a field stand in a vector, and back."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField


class Layout:
    """How the values of a field stand in a vector: those that the field has, in order."""

    def __init__(self, field):
        self.like = field
        self.parts = [field.values] if isinstance(field, NodeField) else [block.values for block in field.blocks]
        self.there = [~np.isnan(values) for values in self.parts]

    def flat(self, field) -> np.ndarray:
        """(n,) the values of a field like this one."""
        parts = [field.values] if isinstance(field, NodeField) else [block.values for block in field.blocks]
        return np.concatenate([values[there] for values, there in zip(parts, self.there)])

    def share(self, field, names) -> np.ndarray:
        """(n,) 1 where a component is one of some names, which a field like this one has, else 0."""
        own = [field] if isinstance(field, NodeField) else field.blocks
        if len(own) != len(self.there):  # cut into the cells of each law
            own = [next(part for part in own if np.isin(part.cells, block.cells).any()) for block in self.like.blocks]
        wanted = [np.isin(part.components, names) for part in own]
        return np.concatenate([np.broadcast_to(one, there.shape)[there] for one, there in zip(wanted, self.there)]).astype(float)

    def known(self, field) -> np.ndarray:
        """(n,) the values of a field that may be told in fewer places; NaN where it is not."""
        if isinstance(field, NodeField):
            columns = [field.component(name) if name in field.components else np.nan for name in self.like.components]
            parts = [np.stack(np.broadcast_arrays(*columns, np.zeros(len(field.values)))[:-1], axis=-1)]
        else:
            parts = [self._on(field, block) for block in self.like.blocks]
        return np.concatenate([values[there] for values, there in zip(parts, self.there)])

    @staticmethod
    def _on(field, block):
        own = np.full(block.values.shape, np.nan)
        found = field.on(block.cells)
        if found is not None:
            values, names = found
            for column, name in enumerate(block.components):
                if name in names:
                    own[:, : values.shape[1], column] = values[..., names.index(name)]
        return own

    def field(self, vector):
        """The field of such a vector."""
        made, start = [], 0
        for values, there in zip(self.parts, self.there):
            own = np.full(values.shape, np.nan)
            own[there] = vector[start : start + there.sum()]
            made.append(own)
            start += there.sum()
        if isinstance(self.like, NodeField):
            return NodeField(self.like.mesh, self.like.quantity, self.like.components, made[0])
        blocks = [ElementBlock(b.cells, own, b.components, b.element, b.sub) for b, own in zip(self.like.blocks, made)]
        return ElementField(self.like.mesh, self.like.quantity, self.like.location, blocks)
