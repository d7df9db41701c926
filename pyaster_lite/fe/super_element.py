"""Super-elements: cells whose matrices are given, those of a condensed structure."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array, eye_array

from .element import LinearElement, PointState

ROUNDING = 1e-9
AXES = (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ"))


class SuperElement(LinearElement):
    """One cell with given matrices (nd, nd), node after node; those that are None give nothing.

    Gravity and its like do not act on it: the loads of what is inside are condensed with it.
    """

    cell, dim, space = "", 0, 3

    def __init__(self, components, stiffness, mass=None, damping=None):
        self.components = tuple(components)
        self._matrices = {"stiffness": stiffness, "mass": mass, "damping": damping}
        self.translations = tuple(name for name in AXES[0] if all(name in own for own in self.components) and self._moves_freely(name))
        self.space = 3 if any("DZ" in own for own in self.components) else 2

    def _moves_freely(self, name):
        """Whether the structure feels nothing when all its unknowns of that name move alike: one that is held inside does, as do modes."""
        stiffness = self._matrices["stiffness"]
        if stiffness is None:
            return True
        along = np.array([float(component == name) for own in self.components for component in own])
        return abs(stiffness @ along).max() <= ROUNDING * abs(stiffness).max()

    def _given(self, name):
        matrix = self._matrices[name]
        return None if matrix is None else matrix[None]

    def stiffness(self, data):
        """The one that is given."""
        return self._given("stiffness")

    def mass(self, data):
        """The one that is given."""
        return self._given("mass")

    def damping(self, data, stiffness=None, mass=None):
        """The one that is given."""
        return self._given("damping")

    def weight(self, data, acceleration):
        """None."""
        return None

    def _state(self, data, u):
        nothing = np.zeros((1, 1, 0))
        return PointState(nothing, nothing, nothing, u if len(u) else np.zeros((1, self.size)))


def turning(table: np.ndarray, components, rotation: np.ndarray, size: int) -> csr_array:
    """(n, n) what takes unknowns in turned axes to fixed ones, translations and rotations each by `rotation` (3, 3).

    table  (n_nodes, n_components) the equations, -1 where there is none, as Dofs has them. In the plane rotations stay as they are.
    """
    result = eye_array(size, format="lil")
    if np.array_equal(rotation, np.eye(3)):
        return csr_array(result)
    for names in AXES:
        if names[1] not in components:
            continue
        columns = {axis: table[:, components.index(name)] for axis, name in enumerate(names) if name in components}
        for a, rows in columns.items():
            for b, others in columns.items():
                here = (rows >= 0) & (others >= 0)
                result[rows[here], others[here]] = rotation[a, b]
    return csr_array(result)
