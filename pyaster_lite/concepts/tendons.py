"""Tendons of prestressed concrete: their tension, and the concrete that their nodes follow."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.fe.tendon_ties import Tie


class Tendons(Concept):
    """What DEFI_CABLE_BP makes.

    mesh    that of tendons and concrete
    tables  CABLE_BP: node by node; CABLE_GL: tendon by tendon
    ties    {node: the concrete that it follows}, in the order of the table
    cells, forces  (n,) the segments of all tendons, and N in each
    rigid   sets of nodes (k,) in the cones of anchors
    """

    kind = "cabl_precont"

    def __init__(self, mesh, tables: dict, ties: dict[int, Tie], cells: np.ndarray, forces: np.ndarray, rigid=()):
        self.mesh, self.tables, self.ties, self.cells, self.forces = mesh, tables, ties, cells, forces
        self.rigid: list[np.ndarray] = list(rigid)
