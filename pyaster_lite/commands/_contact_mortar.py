"""Surfaces paired with each other (DEFI_CONT): from what is said of their zones to the contact that a nonlinear loop drives (r5.03.55)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.contact import SurfaceDefinition
from pyaster_lite.concepts.mesh_pairing import make_skin
from pyaster_lite.fe.body_stress import BodyStress
from pyaster_lite.fe.kinematics import Axisymmetric
from pyaster_lite.fe.mortar_contact import MortarContact, MortarGeometry
from pyaster_lite.fe.mortar_points import MortarZone

MULTIPLIERS = ("LAGS_C", "LAGS_F1", "LAGS_F2")
"""What contact with multipliers adds to DEPL: pressure and friction, or a force by surface in the global axes (N/m2)."""


NO_BODY = "CONTACT1_3"


def mortar_zone(zone, mesh, dimension: int, revolves: bool = False) -> MortarZone:
    """What is paired with what in a zone (concepts.contact.SurfaceZone)."""
    return MortarZone(*(make_skin(mesh, cells, dimension) for cells in (zone.slaves, zone.masters)), revolves, zone.reach)


def bodies_behind(mesh, skins) -> np.ndarray:
    """For each of the cells the one that has all its nodes besides itself, -1 where there is none or more than one."""
    start, around = mesh.cells_of_nodes()
    found = np.full(len(skins), -1)
    for rank, cell in enumerate(skins):
        held = [around[start[node] : start[node + 1]] for node in mesh.cell_nodes(cell)]
        common = [other for other in set(held[0].tolist()).intersection(*map(np.ndarray.tolist, held[1:])) if other != cell]
        if len(common) == 1:
            found[rank] = common[0]
    return found


def _stress_behind(args, zone, mesh, skin) -> BodyStress:
    """The elastic stress behind the slave cells of a zone."""
    bodies = bodies_behind(mesh, zone.slaves)
    materials = [args.CHAM_MATER.of_cell(cell) for cell in bodies]
    moduli = np.empty((len(bodies), 2))
    for rank, material in enumerate(materials):
        law = {} if material is None else material.laws.get("ELAS", {})
        if not {"E", "NU"} <= set(law):
            raise args.CONTACT.not_yet("DEFINITION", "Nitsche's method reads E and NU of ELAS, which a material behind the slave lacks")
        moduli[rank] = law["E"], law["NU"]
    cells = [(mesh.cell_type(cell), mesh.cell_nodes(cell)) for cell in bodies]
    return BodyStress.of(skin.nodes, cells, mesh.coordinates, *moduli.T)


class ModelSurfaces:
    """The surfaces of a model, as an evolution `args` asks for its contact; RESI_GEOM is the correction below which it rests."""

    field_word = "CONT_NOEU"

    def __init__(self, args, definition: SurfaceDefinition, model):
        self.mesh = mesh = model.mesh
        names = ("DX", "DY", "DZ")[: model.dimension]
        table = np.full((mesh.n_nodes, 3), -1)
        table[:, : len(names)] = np.stack([model.dofs.index(np.arange(mesh.n_nodes), name) for name in names], axis=1)
        axis = any(isinstance(getattr(group.element, "continuum", None), Axisymmetric) for group in model.groups)
        zones = [mortar_zone(zone, mesh, model.dimension, axis) for zone in definition.zones]
        for zone, paired in zip(definition.zones, zones):
            if zone.law.reads_stress:
                paired.behind = _stress_behind(args, zone, mesh, paired.slaves)
        size = float(np.linalg.norm(np.ptp(mesh.coordinates, axis=0)))
        geometry = MortarGeometry(zones, mesh.coordinates.copy(), table, size, model.dimension)
        self.solved = MortarContact(geometry, [zone.law for zone in definition.zones], args.CONTACT.RESI_GEOM)

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
