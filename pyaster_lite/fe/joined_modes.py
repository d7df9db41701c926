"""A structure whose motion is a combination of modes of a larger one, the rest of which is linear (r5.05.05).

q the coordinates on the modes, V their shapes on the unknowns of the structure, b its forces, K, C and m what the modes have of the
rest's stiffness and damping and of the whole mass, f(t) the forces on the rest:

    m q'' = V^T b - K q - C q' + f(t)

q moves by the explicit scheme that the structure moves by.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .explicit import ModalMass


class JoinedModes(ModalMass):
    """Shapes (n, k), masses (k,), stiffness and damping (k, k) or None, force t -> (k,); at the instant `start` q, q' and q'' (k,) are
    `initial`. What they are at the ends of steps is kept in `course`."""

    def __init__(self, shapes, masses, stiffness, damping, force: Callable[[float], np.ndarray], start: float, initial):
        self.shapes, self.masses = shapes, masses
        self._stiffness, self._damping, self._force = stiffness, damping, force
        self.course = {start: tuple(np.array(own, float) for own in initial)}

    def joined(self, before: float, rule, t: float, b: np.ndarray) -> np.ndarray:
        """(n,) the accelerations at t under forces b (n,), the step having begun at `before`."""
        q, v, a = self.course[before]
        q = q + rule.dt * v + rule.phi * rule.dt**2 * a
        v = v + rule.early * rule.dt * a
        pushed = self.shapes.T @ b - self._stiffness @ q + self._force(t)
        if self._damping is not None:
            pushed = pushed - self._damping @ v
        a = pushed / self.masses
        self.course[t] = q, v + rule.late * rule.dt * a, a
        return self.shapes @ a
