"""What the links of a discrete contact do at balance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Report:
    """What each link does at balance; vectors (nl, 2 or 3) are forces on the slave node, with the sign of internal forces.

    status 1 or 2 when pressing, by the words of CONT_NOEU, 0 when open;  slip since the beginning of the step, (nl,) in the
    plane, (nl, 2) along both tangents in space;  projections (nl, 2 or 3) of the slave nodes, zero where they are not told
    impulses (nl, 1 + 2 or 3) the size and the vector of what the forces have given since the beginning of the evolution; None where
    they are told of the step alone
    """

    nodes: np.ndarray
    gaps: np.ndarray
    active: np.ndarray
    status: np.ndarray
    slip: np.ndarray
    normal: np.ndarray
    stuck: np.ndarray
    sliding: np.ndarray
    projections: np.ndarray
    impulses: np.ndarray | None = None
