"""DEFI_FISS_XFEM: a crack or an interface that the mesh does not follow, by its level sets (u4.82.08, r7.02.12)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.conditions import absent, equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands import _crack_shapes as shapes
from pyaster_lite.concepts.level_set_crack import LevelSetCrack
from pyaster_lite.fe.extended.front import Tangled, characteristic_length, find_front, nodal_gradients
from pyaster_lite.fe.extended.level_sets import Cells, adjusted
from pyaster_lite.fe.extended.status import Beyond, held_cells, node_status, with_layers, zone


@operator(
    "DEFI_FISS_XFEM",
    produces="fiss_xfem",
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        TYPE_DISCONTINUITE=SIMP("f", into=("FISSURE", "INTERFACE"), defaut="FISSURE"),
        DEFI_FISS=FACT(
            "o",
            max=1,
            rules=(UN_PARMI("FONC_LN", "FORM_FISS"),),
            FONC_LN=SIMP("f", typ=FUNCTION),
            FONC_LT=SIMP("f", typ=FUNCTION),
            **shapes.declared(),
        ),
        CHAM_DISCONTINUITE=SIMP("f", into=("DEPL",), defaut="DEPL"),
        b_enri_fiss=BLOC(
            equal("TYPE_DISCONTINUITE", "FISSURE"),
            TYPE_ENRI_FOND=SIMP("f", into=("TOPOLOGIQUE", "GEOMETRIQUE"), defaut="GEOMETRIQUE"),
            b_enri_geom=BLOC(
                equal("TYPE_ENRI_FOND", "GEOMETRIQUE"),
                RAYON_ENRI=SIMP("f", typ="R", val_min=0.0),
                b_enri_couches=BLOC(absent("RAYON_ENRI"), NB_COUCHES=SIMP("f", typ="I", defaut=2, val_min=1)),
            ),
        ),
        GROUP_MA_ENRI=SIMP("f", typ="grma"),
        JONCTION=FACT("f", max=1, FISSURE=SIMP("o", typ="fiss_xfem", max="**"), POINT=SIMP("o", typ="R", min=2, max=3)),
        INFO=SIMP("f", typ="I", into=(1, 2, 3), defaut=1, advisory=True),
    ),
)
def defi_fiss_xfem(args, context):
    """The level sets, put on the vertices that they nearly meet, and what the crack enriches."""
    args.mark_read("CHAM_DISCONTINUITE")
    mesh, nature, given = args.MAILLAGE, args.TYPE_DISCONTINUITE, args.DEFI_FISS
    normal, tangent = _level_sets(given, mesh, nature)
    parts = [Cells(block.type, block.cells, block.nodes) for block in mesh.blocks]
    solids = [part for part, block in zip(parts, mesh.blocks) if block.dim == mesh.dimension]
    normal = adjusted(normal, solids)
    tangent = adjusted(tangent, solids)
    branches = _branches(args.JONCTION, mesh) if "JONCTION" in args else ()
    kept, among = np.ones(mesh.n_cells, bool), None
    if "GROUP_MA_ENRI" in args:
        cells = mesh.cell_group(args.GROUP_MA_ENRI)
        kept[:] = False
        kept[cells] = True
        among = np.zeros(mesh.n_nodes, bool)
        among[mesh.nodes_of_cells(cells)] = True
    own = [Cells(p.type, p.numbers[kept[p.numbers]], p.nodes[kept[p.numbers]]) for p in parts]
    inside = zone(own, normal)
    if not any(within.any() for within in inside):
        raise args.wrong("DEFI_FISS", "no cell lies on both sides of this crack")
    beyond = [Beyond(sense * crack.normal, np.full(mesh.n_nodes, -1.0) if named else crack.tangent) for crack, sense, named in branches]
    radius = args.get("RAYON_ENRI") or 0.0
    status = node_status(own, normal, tangent, among, radius, beyond)
    front = None
    if nature == "FISSURE":
        held = held_cells(own, inside, status, mesh.dimension)
        if held and args.get("NB_COUCHES"):
            size = min(characteristic_length(kind, mesh.coordinates[nodes]) for _, kind, nodes in held)
            status = with_layers(status, normal, tangent, size * args.NB_COUCHES, among)
            held = held_cells(own, inside, status, mesh.dimension)
        front = _front(args, mesh, solids, normal, tangent, held)
    return LevelSetCrack(mesh, nature, normal, tangent, status, branches, front)


def _front(args, mesh, solids, normal, tangent, held):
    """The front in the cells that hold it, None where there are none."""
    if not held:
        return None
    gradients = [nodal_gradients(solids, mesh.coordinates, level) for level in (normal, tangent)]
    start, holders = mesh.cells_of_nodes()
    dims = mesh.cell_dim()

    def skin(nodes):
        around = [holders[start[node] : start[node + 1]] for node in nodes]
        shared = np.intersect1d(np.intersect1d(around[0], around[1]), around[2])
        return (dims[shared] == mesh.dimension).sum() == 1

    cells = [(kind, nodes) for _, kind, nodes in held]
    try:
        return find_front(cells, mesh.coordinates, normal, tangent, *gradients, mesh.dimension, skin)
    except Tangled:
        raise args.not_yet("DEFI_FISS", "fronts that meet one cell more than twice are not there yet") from None


def _level_sets(given, mesh, nature):
    points = mesh.coordinates
    if "FORM_FISS" in given:
        normal, tangent = shapes.level_sets(given, points, nature)
    else:
        at = {axis: points[:, i] for i, axis in enumerate("XYZ"[: mesh.dimension])}
        normal, tangent = _values(given.FONC_LN, at), None
        if nature != "INTERFACE":
            if "FONC_LT" not in given:
                raise given.wrong("FONC_LN", "a crack has a FONC_LT besides; an interface has none")
            tangent = _values(given.FONC_LT, at)
        elif "FONC_LT" in given:
            given.mark_read("FONC_LT")
    return np.array(normal, float), np.full(len(points), -1.0) if tangent is None else np.array(tangent, float)


def _values(function, at):
    return np.broadcast_to(function.evaluate(**at), len(next(iter(at.values())))).astype(float)


def _branches(occurrence, mesh):
    """The cracks that JONCTION names and those that these branch off, each with its sense."""
    point = np.zeros(3)
    point[: len(occurrence.POINT)] = occurrence.POINT
    near = int(np.argmin(np.linalg.norm(mesh.coordinates - point, axis=1)))
    named = list(occurrence.FISSURE)
    found = []
    for index, crack in enumerate(named):
        if any(own is crack for later in named[index + 1 :] for own, _, _ in later.branches):
            continue
        if crack.normal[near] == 0.0:
            raise occurrence.wrong("POINT", f"the node nearest to it lies on {crack.name}: it tells no side", help="give another point")
        found.append((crack, -float(np.sign(crack.normal[near])), True))
    for crack, _, _ in found:
        for other, sense, _ in crack.branches:
            if all(other is not known for known, _, _ in found):
                found.append((other, sense, False))
    return tuple(found)
