"""What laws know of all their points together, of which they look at some."""

from __future__ import annotations

from typing import Self

import numpy as np


class OverPoints:
    """Attributes are arrays whose first axes are the points, or values that are the same for all of them."""

    def of(self, rows) -> Self:
        """The same at some of the points."""
        found = object.__new__(type(self))
        vars(found).update((name, value[rows] if np.ndim(value) else value) for name, value in vars(self).items())
        return found
