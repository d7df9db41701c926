"""What laws of joints share."""

from __future__ import annotations

import numpy as np

from ._law import Law

FREE = 1e-8
"""The share of its stiffness that the tangent of a broken joint keeps."""


class JointLaw(Law):
    """A law over all cells and points: `separate(jump, state, data) -> stress, internal, tangent`.

    jump (ne, ng, nd) is the total one, normal first, `state` (fe.element.PointState) that of the last converged instant;
    stress (ne, ng, nd), internal (ne, ng, nv), tangent (ne, ng, nd, nd). While `data.step.predicting` the jump is that of the
    state, and only the tangent is asked for.
    """

    def separate(self, jump, state, data):
        """Tractions, internal variables and tangent at the end of the step."""
        raise NotImplementedError


def read(data, shape, **names):
    """Values (ne, ng) of properties with their defaults, {property: default}, at the end of the step or, predicting, before it."""
    return [np.broadcast_to(data.at_points(name, default, data.step.predicting), shape) for name, default in names.items()]
