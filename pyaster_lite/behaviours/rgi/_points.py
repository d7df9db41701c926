"""Values at points side by side, and their symmetric tensors."""

from __future__ import annotations

import numpy as np

from pyaster_lite.behaviours.beton_rag import components, symmetric
from pyaster_lite.fe.jacobi import eigen

ONE = np.eye(3)
ROUNDING = 1e-14
__all__ = ["ONE", "Points", "along", "components", "principal", "symmetric", "turned_back"]


class Points:
    """Arrays whose first axis are the points, by name."""

    def __init__(self, **values):
        self.__dict__.update(values)

    def of(self, rows) -> Points:
        """Some of the points."""
        return Points(**{name: value[rows] for name, value in vars(self).items()})

    def put(self, rows, other: Points):
        """Take the points `rows` from another one, which holds no others."""
        for name, value in vars(other).items():
            getattr(self, name)[rows] = value

    def copy(self) -> Points:
        """The same values, to be changed freely."""
        return Points(**{name: value.copy() for name, value in vars(self).items()})


def principal(tensor):
    """Values (n, 3) of symmetric tensors and their axes (n, 3, 3), columns, each beside the axis that it came from.

    What is not above the rounding of the largest component is no shear: most tensors of simple loads need no rotation then.
    """
    shear = abs(tensor[:, (0, 0, 1), (1, 2, 2)])
    turned = np.flatnonzero((shear > ROUNDING * abs(tensor).max(axis=(1, 2))[:, None]).any(axis=1))
    values, axes = np.einsum("nii->ni", tensor).copy(), np.tile(ONE, (len(tensor), 1, 1))
    if turned.size:
        values[turned], axes[turned] = eigen(tensor[turned], ordered=False)
    return values, axes


def along(axes, tensor):
    """A tensor (n, 3, 3) told in the given axes."""
    return axes.swapaxes(-1, -2) @ tensor @ axes


def turned_back(axes, tensor):
    """A tensor told in the given axes, or its three values there (n, 3), in those of the points."""
    if tensor.ndim == 2:
        tensor = tensor[:, :, None] * ONE
    return axes @ tensor @ axes.swapaxes(-1, -2)
