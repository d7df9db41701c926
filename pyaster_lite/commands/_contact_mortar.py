"""Surfaces paired with each other (DEFI_CONT): from what is said of their zones to the contact that a nonlinear loop drives (r5.03.55)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.contact import SurfaceDefinition
from pyaster_lite.concepts.mesh_pairing import make_skin
from pyaster_lite.fe.kinematics import Axisymmetric
from pyaster_lite.fe.mortar_contact import MortarContact, MortarGeometry
from pyaster_lite.fe.mortar_points import MortarZone

MULTIPLIERS = ("LAGS_C", "LAGS_F1", "LAGS_F2")
"""What contact with multipliers adds to DEPL: pressure and friction, or a force by surface in the global axes (N/m2)."""


def mortar_zone(zone, mesh, dimension: int, revolves: bool = False) -> MortarZone:
    """What is paired with what in a zone (concepts.contact.SurfaceZone)."""
    return MortarZone(*(make_skin(mesh, cells, dimension) for cells in (zone.slaves, zone.masters)), revolves, zone.reach)


class ModelSurfaces:
    """The surfaces of a model, as an evolution asks for its contact; `resting` is the correction below which it rests."""

    field_word = "CONT_NOEU"

    def __init__(self, definition: SurfaceDefinition, model, resting: float):
        self.mesh = mesh = model.mesh
        names = ("DX", "DY", "DZ")[: model.dimension]
        table = np.full((mesh.n_nodes, 3), -1)
        table[:, : len(names)] = np.stack([model.dofs.index(np.arange(mesh.n_nodes), name) for name in names], axis=1)
        axis = any(isinstance(getattr(group.element, "continuum", None), Axisymmetric) for group in model.groups)
        zones = [mortar_zone(zone, mesh, model.dimension, axis) for zone in definition.zones]
        size = float(np.linalg.norm(np.ptp(mesh.coordinates, axis=0)))
        geometry = MortarGeometry(zones, mesh.coordinates.copy(), table, size, model.dimension)
        self.solved = MortarContact(geometry, [zone.law for zone in definition.zones], resting)

    def check(self, state, warn):
        """Every zone is solved: there is nothing to look at."""

    def multipliers(self):
        """Names and values (n_nodes, k) of the multipliers of the last iterate."""
        solved = self.solved
        asked = ~solved.idle
        count = int(asked.any(axis=1).sum())
        if not count:
            return (), None
        table = np.full((self.mesh.n_nodes, count), np.nan)
        table[solved.geometry.carriers] = np.where(asked, solved.multipliers, np.nan)[:count].T
        return MULTIPLIERS[:count], table

    def field(self, state, dt):
        """There is no field of these surfaces beside the multipliers."""
        return None
