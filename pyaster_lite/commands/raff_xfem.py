"""RAFF_XFEM: where a mesh is to be cut around cracks that it does not follow (u7.03.51)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.fe.extended.level_sets import Cells
from pyaster_lite.fe.extended.status import held_cells, zone


@operator(
    "RAFF_XFEM",
    produces=lambda values: "cham_no_sdaster" if values.TYPE == "DISTANCE" else "carte_sdaster",
    keywords=dict(
        TYPE=SIMP("f", into=("DISTANCE", "ZONE"), defaut="DISTANCE"),
        FISSURE=SIMP("o", typ="fiss_xfem", max="**"),
        b_zone=BLOC(equal("TYPE", "ZONE"), RAYON=SIMP("o", typ="R", val_min=0.0)),
    ),
)
def raff_xfem(args, context):
    """The nearest of several cracks counts at nodes; on cells each crack near which they stand adds 1."""
    mesh = args.FISSURE[0].mesh
    for item, crack in enumerate(args.FISSURE):
        if crack.mesh is not mesh:
            raise args.wrong("FISSURE", f"{crack.name} is on another mesh than {args.FISSURE[0].name}", item=item)
    away = [_distance(crack) for crack in args.FISSURE]
    if args.TYPE == "DISTANCE":
        return NodeField(mesh, "NEUT_R", ("X1",), -np.min(away, axis=0)[:, None])
    total = np.zeros(mesh.n_cells)
    for crack, distance in zip(args.FISSURE, away):
        near = np.zeros(mesh.n_cells, bool)
        near[_holding(crack)] = True
        close = distance <= args.RAYON
        for block in mesh.blocks:
            near[block.cells] |= close[block.nodes].any(axis=1)
        total += near
    return ElementField(mesh, "NEUT_R", "CART", [ElementBlock(np.arange(mesh.n_cells), total[:, None, None], ("X1",))])


def _distance(crack):
    """(n_nodes,) to the front of a crack, to the surface of an interface."""
    return np.abs(crack.normal) if crack.nature == "INTERFACE" else np.sqrt(crack.normal**2 + crack.tangent**2)


def _holding(crack):
    """The cells that the front of a crack, or an interface, goes through."""
    mesh = crack.mesh
    parts = [Cells(block.type, block.cells, block.nodes) for block in mesh.blocks]
    inside = zone(parts, crack.normal)
    if crack.nature != "INTERFACE":
        return [number for number, *_ in held_cells(parts, inside, crack.status, mesh.dimension)]
    return np.concatenate([part.numbers[crack.normal[part.nodes].min(axis=1) * crack.normal[part.nodes].max(axis=1) < 0] for part in parts])
