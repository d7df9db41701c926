"""Edges of plates and shells: they carry loads and nothing else."""

from __future__ import annotations

import numpy as np

from .data import ElementData
from .element import Element
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions


class ShellEdge(Element):
    """A segment whose nodes displace and turn."""

    dim = 1
    loaded_only = True

    def __init__(self, cell: str, family: str, unknowns=("DX", "DY", "DZ", "DRX", "DRY", "DRZ")):
        self.cell, self._rule = cell, quadrature(cell, family)
        self.components = (tuple(unknowns),) * int(cell[-1])
        self._functions = shape_functions(cell, self._rule.points)
        self._derivatives = shape_derivatives(cell, self._rule.points)

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the integration points stand."""
        return np.einsum("gn,enk->egk", self._functions, coordinates)

    def line_force(self, data: ElementData, force, moment=None) -> np.ndarray:
        """(ne, nd) of forces and moments by length (3,) or (ne, ng, 3), N/m and N, in the global axes."""
        tangent = np.einsum("gdn,enk->egk", self._derivatives, data.coordinates)
        length = np.linalg.norm(tangent, axis=-1) * self._rule.weights
        force = np.broadcast_to(force, (*length.shape, 3))
        moment = np.zeros_like(force) if moment is None else np.broadcast_to(moment, force.shape)
        by_length = np.concatenate([force, moment], axis=-1) * length[..., None]
        return np.einsum("gn,egc->enc", self._functions, by_length).reshape(len(data), -1)
