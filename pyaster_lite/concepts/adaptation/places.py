"""Edges and faces of cells, each known by its vertices and numbered as it is met."""

from __future__ import annotations

import numpy as np

_BITS = 21
MOST_NODES = 2**_BITS
"""Three vertices have to go into one integer."""


class Places:
    """Edges (`width` 2) or faces (`width` 4, -1 after the third vertex of a triangle).

    nodes   (n, width) the vertices of each, in the order in which they were met first
    marks   name -> (n, ...) what is known of each; see `keep`
    """

    def __init__(self, width: int, **marks):
        self.nodes = np.empty((0, width), int)
        self._fill = {name: (np.shape(fill), np.asarray(fill)) for name, fill in marks.items()}
        for name, (shape, fill) in self._fill.items():
            setattr(self, name, np.empty((0, *shape), fill.dtype))
        self._codes, self._order = np.empty(0, int), np.empty(0, int)

    def __len__(self):
        return len(self.nodes)

    def find(self, nodes) -> np.ndarray:
        """The numbers of places given by their vertices, (..., width) -> (...), -1 for those never met."""
        nodes = np.asarray(nodes, int)
        code = _code(nodes.reshape(-1, nodes.shape[-1]))
        place = np.searchsorted(self._codes, code)
        place[place == len(self._codes)] = 0
        known = self._codes[place] == code if len(self._codes) else np.zeros(len(code), bool)
        return np.where(known, self._order[place] if len(self._order) else -1, -1).reshape(nodes.shape[:-1])

    def add(self, nodes) -> np.ndarray:
        """The numbers of places given by their vertices; those never met are numbered on."""
        nodes = np.asarray(nodes, int)
        flat = nodes.reshape(-1, nodes.shape[-1])
        missing = flat[self.find(flat) < 0]
        _, first = np.unique(_code(missing), return_index=True)
        fresh = missing[np.sort(first)]
        self.nodes = np.vstack([self.nodes, fresh])
        for name, (shape, fill) in self._fill.items():
            setattr(self, name, np.concatenate([getattr(self, name), np.broadcast_to(fill, (len(fresh), *shape))]))
        codes = _code(self.nodes)
        self._order = np.argsort(codes)
        self._codes = codes[self._order]
        return self.find(nodes)


def _code(nodes):
    ordered = np.sort(np.where(nodes < 0, MOST_NODES, nodes), axis=1)
    code = ordered[:, 0]
    for column in range(1, min(nodes.shape[1], 3)):
        code = (code << _BITS) | ordered[:, column]
    return code
