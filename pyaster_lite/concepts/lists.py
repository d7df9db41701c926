"""Lists of real numbers and of integers."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import Concept


class NumberList(Concept):
    """Numbers in order: `values` (n,), of floats (listr8_sdaster) or of integers (listis_sdaster)."""

    def __init__(self, values):
        self.values = np.asarray(values)

    @property
    def kind(self):
        """listr8_sdaster or listis_sdaster."""
        return "listis_sdaster" if self.values.dtype.kind == "i" else "listr8_sdaster"

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return iter(self.values.tolist())

    def __getitem__(self, index):
        return self.values[index]

    def getValues(self):
        """The numbers as a list."""
        return self.values.tolist()

    Valeurs = getValues

    def getValuesAsArray(self):
        """The numbers as an array."""
        return self.values.copy()

    def setVectorValues(self, values):
        """Take other numbers."""
        self.values = np.asarray(values, self.values.dtype)

    @property
    def size(self):
        """How many numbers."""
        return len(self.values)

    def max(self):
        """The greatest number."""
        return self.values.max().item()

    def min(self):
        """The least number."""
        return self.values.min().item()
