"""OPTION='FISS_XFEM' of DEFI_GROUP: what cracks of level sets enrich, and where they were brought up to date (u4.22.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.concepts import mesh_selection as selection
from pyaster_lite.fe.extended.status import FRONT, JUMP

_STATUS = {
    "HEAVISIDE": lambda status: status == JUMP,
    "CRACKTIP": lambda status: abs(status) == FRONT,
    "MIXTE": lambda status: status == JUMP + FRONT,
    "XFEM": lambda status: status != 0,
}
_CRACKS = SIMP("o", typ="fiss_xfem", max="**")
_KINDS = ("HEAVISIDE", "CRACKTIP", "MIXTE")

NODES = BLOC(
    equal("OPTION", "FISS_XFEM"),
    TYPE_GROUP=SIMP("o", into=(*_STATUS, "ZONE_MAJ", "TORE")),
    FISSURE=_CRACKS,
    b_rayon=BLOC(equal("TYPE_GROUP", "TORE"), RAYON_TORE=SIMP("o", typ="R", val_min=0.0)),
)
CELLS = BLOC(equal("OPTION", "FISS_XFEM"), TYPE_GROUP=SIMP("f", into=(*_KINDS, "FISSUREE", "XFEM"), defaut="XFEM"), FISSURE=_CRACKS)


def cells(args, context, mesh):
    """The cells of one kind of each of the cracks: what their nodes have together, all of these enriched for FISSUREE."""
    kind, found = args.TYPE_GROUP, [np.empty(0, int)]
    for crack in args.FISSURE:
        status = abs(_on(args, crack, mesh, (crack.mesh,), crack.status))
        jump, front = (_touching(mesh, status & one > 0) for one in (JUMP, FRONT))
        kinds = dict(zip(_KINDS, (jump & ~front, front & ~jump, jump & front)))
        whole = np.zeros(mesh.n_cells, bool)
        whole[selection.cells_by_nodes(mesh, status > 0, "all")] = True
        found += [np.flatnonzero(own & (whole | (kind != "FISSUREE"))) for name, own in kinds.items() if kind in (name, "XFEM", "FISSUREE")]
    return np.concatenate(found)


def _touching(mesh, marked):
    found = np.zeros(mesh.n_cells, bool)
    found[selection.cells_by_nodes(mesh, marked, "any")] = True
    for block in mesh.blocks:
        if block.dim == 0:
            found[block.cells] = False
    return found


def nodes(args, context, mesh):
    """The nodes of one kind of each of the cracks, one crack after the other."""
    kind, found = args.TYPE_GROUP, []
    for crack in args.FISSURE:
        if kind in _STATUS:
            found.append(_STATUS[kind](_on(args, crack, mesh, (crack.mesh,), crack.status)))
            continue
        if kind == "TORE" and crack.updated is not None:
            context.warn(args, "TYPE_GROUP", f"{crack.name} has grown in a torus of its own: the nodes of that are taken")
            kind = "ZONE_MAJ"
        found.append(_in_torus(args, crack, mesh) if kind == "TORE" else _renewed(args, crack, mesh))
    return np.concatenate([np.flatnonzero(own) for own in found])


def _on(args, crack, mesh, own, values):
    if not any(mesh is one for one in own):
        raise args.wrong("FISSURE", f"{crack.name} stands on another mesh than {mesh.name}")
    return values


def _in_torus(args, crack, mesh):
    levels = crack.grid if crack.grid is not None and mesh is crack.grid.mesh else crack
    _on(args, crack, mesh, (levels.mesh,), None)
    return levels.tangent**2 + levels.normal**2 <= args.RAYON_TORE**2


def _renewed(args, crack, mesh):
    everywhere = np.ones(mesh.n_nodes, bool)
    if mesh is crack.mesh and crack.grid is not None:
        return everywhere if crack.carried is None else crack.carried
    _on(args, crack, mesh, (crack.mesh if crack.grid is None else crack.grid.mesh,), None)
    return everywhere if crack.updated is None else crack.updated.nodes
