"""Structures in a flow: how they stand in it (type_flui_stru), and their modes by its velocity (melasflu_sdaster)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.field import NodeField


class FlowConfiguration(Concept):
    """A kind of flow by the word that defines it (FAISCEAU_TRANS, ...) and the values of its occurrences, by name."""

    kind = "type_flui_stru"

    def __init__(self, word: str, levels: list[dict]):
        self.word, self.levels = word, levels

    @property
    def coupled(self) -> bool:
        """Whether the flow acts on the modes."""
        return self.value("COUPLAGE") != "NON"

    def value(self, name: str):
        """The last value that an occurrence gives, None where none does."""
        found = [level[name] for level in self.levels if level.get(name) is not None]
        return found[-1] if found else None


class FlowModes(Concept):
    """Modes by the velocity of a flow.

    modes           the modes before the flow acts
    configuration   how it flows
    orders          of the nm modes, in `modes`
    speeds          (nv,) m/s
    frequencies, dampings   (nv, nm), Hz and reduced; None where only Connors' criterion was asked for
    masses          (nm,) generalised, or (nv, nm) where the shapes change with the velocity
    participations  (nm, 3) or (nv, nm, 3), factors along X, Y, Z times the masses
    mixtures        (nv, nm, nm) what each mode (a column) has of `modes` at a velocity; None where they stay apart
    tables          those that it keeps, by name
    critical, felt  Connors' velocities (nm, nk), and those that modes feel, (2, nm): along the force and along all axes
    constants       (nk,) Connors' constants of the first zone
    """

    kind = "melasflu_sdaster"

    def __init__(self, modes, configuration: FlowConfiguration, orders: list[int], speeds):
        self.modes, self.configuration = modes, configuration
        self.orders, self.speeds = list(orders), np.asarray(speeds, float)
        self.frequencies = self.dampings = self.masses = self.participations = self.mixtures = None
        self.tables: dict = {}
        self.critical = self.felt = self.constants = None

    def vector(self, order: int, velocity: int = 0) -> np.ndarray:
        """(size,) the unknowns of a mode at a velocity, by its number from 0."""
        if self.mixtures is None:
            return self.modes.vectors[order]
        shares = self.mixtures[velocity, :, self.orders.index(order)]
        return sum(share * self.modes.vectors[own] for share, own in zip(shares, self.orders))

    def shape(self, order: int, velocity: int = 0):
        """The displacements of a mode at a velocity, by its number from 0."""
        if self.mixtures is None:
            return self.modes.field("DEPL", order)
        dofs = self.modes.dofs
        return NodeField(self.modes.mesh, "DEPL_R", dofs.components, dofs.at_nodes(self.vector(order, velocity)))
