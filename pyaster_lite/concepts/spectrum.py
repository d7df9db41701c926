"""Matrices of cross spectral densities (interspectre)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import Concept


def node_key(name) -> str:
    """The name of a node as spectra keep it: its number in the mesh, which names such as N12 tell."""
    text = str(name).strip()
    return text[1:] if text[:1] == "N" and text[1:].isdigit() else text


class Spectra(Concept):
    """Cross spectral densities S_ij(f) = conj(S_ji(f)), one half of them stored.

    frequencies  (nf,) Hz
    values       {(i, j): (nf,) complex}, in the order of their making; an index is a number or (node, component)
    field        what they are of: DSP, DEPL_GENE, VITE_GENE, ACCE_GENE, DEPL, ...
    whole        whether the terms apart from the diagonal are there
    """

    kind = "interspectre"

    def __init__(self, frequencies, values: dict, field: str = "DSP", whole: bool = True):
        self.frequencies, self.field, self.whole = np.asarray(frequencies, float), field, whole
        self.values = {key: np.asarray(own, complex) for key, own in values.items()}

    @property
    def indices(self) -> list:
        """Every index, once, in order of appearance."""
        return list(dict.fromkeys(index for pair in self.values for index in pair))

    @property
    def by_nodes(self) -> bool:
        """Whether the indices are nodes with components."""
        return isinstance(next(iter(self.values))[0], tuple)

    def term(self, i, j) -> np.ndarray:
        """(nf,) S_ij; raises KeyError when neither it nor S_ji is there."""
        if (i, j) in self.values:
            return self.values[i, j]
        return self.values[j, i].conj()

    def _column(self, end: int, part: int | None = None):
        if self.by_nodes != (part is not None):
            return []
        return [pair[end] if part is None else pair[end][part] for pair in self.values]

    def getLineIndexes(self):
        """The first number of every term."""
        return self._column(0)

    def getColumnIndexes(self):
        """The second number of every term."""
        return self._column(1)

    def getLineNodes(self):
        """The first node of every term."""
        return self._column(0, 0)

    def getColumnNodes(self):
        """The second node of every term."""
        return self._column(1, 0)

    def getLineComponents(self):
        """The component at the first node of every term."""
        return self._column(0, 1)

    def getColumnComponents(self):
        """The component at the second node of every term."""
        return self._column(1, 1)

    def getNumberOfFrequencies(self):
        """How many frequencies there are."""
        return len(self.frequencies)


class RandomSignals(Concept):
    """Signals drawn from a matrix of spectra: `times` (n,), s, and `values` (dim, n), numbered from one."""

    kind = "interspectre"

    def __init__(self, times, values):
        self.times, self.values = np.asarray(times, float), np.asarray(values, float)
