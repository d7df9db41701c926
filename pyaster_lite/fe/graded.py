"""Solids whose law has a variable that a field is held to, so that its gradient costs energy (r5.04.01)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Answer:
    """What a law answers to strains e and a field phi that drives its variable k, over all cells and points.

    stress     (ne, ng, ns)
    internal   (ne, ng, nv)
    tangent    (ne, ng, ns, ns) d stress / d e
    value      (ne, ng) k
    by_field   (ne, ng, ns) d stress / d phi
    rate       (ne, ng, ns) d k / d e
    rate_by_field  (ne, ng) d k / d phi
    """

    stress: np.ndarray
    internal: np.ndarray
    tangent: np.ndarray
    value: np.ndarray
    by_field: np.ndarray
    rate: np.ndarray
    rate_by_field: np.ndarray
