"""The surfaces of DEFI_CONTACT: their cells, checked against the mesh, and what is paired with what."""

from __future__ import annotations

from functools import reduce

import numpy as np

from pyaster_lite.fe.beam_section import CIRCLE, NAMES
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.pairing import Zone
from pyaster_lite.fe.pairing_space import FACETS, LINES, Facets, SpaceZone

HOLLOW = {"QUAD9": "QUAD8", "TRIA7": "TRIA6"}
"""Cells with a node in their middle, and what they are without it."""


NO_AXES = {"MAIT": None, "ESCL": None}


def contact_side(occurrence, side: str, model, verify: bool, axes: dict = NO_AXES, dimension: int | None = None) -> np.ndarray:
    """The cells of the side MAIT or ESCL: of the model's skin, or lines and points in space whose normals are given or not asked for.

    `axes` is what is given of both sides; with `verify`, normals of skins must be outward.
    """
    mesh, word = model.mesh, f"GROUP_MA_{side}"
    try:
        cells = np.unique(mesh.cell_group(occurrence[word]))
    except KeyError as unknown:
        close = getattr(unknown, "close", ())
        raise occurrence.wrong(word, str(unknown), help=f"did you mean {' or '.join(close)}?" if close else None) from None
    dimension = dimension or model.dimension
    kinds, made = (LINES, "segments in a plane model") if dimension == 2 else (FACETS, "facets in space")
    found = list(mesh.cell_type(cells))
    if dimension == 3 and not set(found) <= set(FACETS):
        known = "NORMALE" in occurrence and _normal_known(occurrence, side, found, axes)
        kinds = (*FACETS, *LINES, "POI1") if known else FACETS
        if kinds != FACETS and occurrence.TYPE_PROJECTION == "FIXE":
            raise occurrence.not_yet("TYPE_PROJECTION", "lines and points are only projected by the shortest distance")
    strange = [kind for kind in found if kind not in kinds]
    if strange:
        advice = f"VECT_{side} gives the normals of lines and points" if strange[0] in (*LINES, "POI1") else None
        raise occurrence.wrong(word, f"a contact surface is made of {made}, {occurrence[word]} holds {strange[0]} cells", help=advice)
    bare = np.setdiff1d(_without_displacements(model, mesh.nodes_of_cells(cells)), _hollow_middles(mesh, cells))
    if len(bare):
        name = mesh.node_names[bare[0]]
        raise occurrence.wrong(word, f"the surface {occurrence[word]} is not all on the model: node {name} has no displacements")
    if verify:
        inward = _turned_inward(mesh, cells)
        if len(inward):
            name = mesh.cell_names[inward[0]]
            message = f"the normal of cell {name} of {occurrence[word]} points into its body"
            raise occurrence.wrong(word, message, help="MODI_MAILLAGE/ORIE_PEAU turns skins outward", known_as="MODELISA4_24")
    return cells


def _without_displacements(model, nodes):
    carried = np.all([model.dofs.index(nodes, name) >= 0 for name in ("DX", "DY", "DZ")[: model.dimension]], axis=0)
    return nodes[~carried]


def _hollow_middles(mesh, cells):
    """Middle nodes of QUAD9 and TRIA7."""
    return np.array([mesh.cell_nodes(cell)[-1] for cell, kind in zip(cells, mesh.cell_type(cells)) if kind in HOLLOW], int)


def bare_middles(cells, model) -> np.ndarray:
    """The middle nodes of QUAD9 and TRIA7 that have no displacements, those of COQUE_3D."""
    return _without_displacements(model, np.unique(_hollow_middles(model.mesh, cells)))


def _normal_known(occurrence, side, kinds, axes):
    """Whether lines and points may stand on a side: their normals are given, or those of the other side are used."""
    asked = occurrence.NORMALE in (side, "MAIT_ESCL")
    if "POI1" in kinds:
        given = axes["ESCL"] is not None and axes["ESCL"][0] == "fixed"
        return (side == "ESCL" and given) or (not asked and occurrence.APPARIEMENT == "NODAL")
    return not asked or axes[side] is not None


def _turned_inward(mesh, cells):
    """Those of the cells whose normal, (dy, -dx) of a segment, points towards the one cell of higher dimension that they bound."""
    start, around = mesh.cells_of_nodes()
    found = []
    for cell in cells:
        dim = int(mesh.cell_dim([cell])[0])
        if dim == 0:
            continue
        corners = mesh.cell_nodes(cell)[: 2 if dim == 1 else len(reference_cell(mesh.cell_type(cell)).faces)]
        common = reduce(np.intersect1d, [around[start[node] : start[node + 1]] for node in corners])
        bodies = common[mesh.cell_dim(common) == dim + 1]
        if len(bodies) != 1:
            continue
        x = mesh.coordinates[corners]
        if dim == 1:
            normal = np.array([x[1, 1] - x[0, 1], x[0, 0] - x[1, 0], 0.0])
        else:
            normal = np.cross(x[1] - x[0], x[-1] - x[0])
        if (mesh.coordinates[mesh.cell_nodes(bodies[0])].mean(axis=0) - x.mean(axis=0)) @ normal > 0.0:
            found.append(cell)
    return np.array(found, int)


def check_sharing(occurrences, zones, mesh):
    """No node is on both sides of a zone, none is a slave of two zones."""
    owner = np.full(mesh.n_nodes, -1)
    for index, (occurrence, zone) in enumerate(zip(occurrences, zones)):
        slaves = np.setdiff1d(mesh.nodes_of_cells(zone.slaves), zone.excluded)
        if not len(slaves):
            raise occurrence.wrong("GROUP_MA_ESCL", "no slave node is left in this zone")
        both = np.intersect1d(slaves, mesh.nodes_of_cells(zone.masters))
        taken = slaves[owner[slaves] >= 0]
        for nodes, problem in ((both, "is on the master and on the slave side"), (taken, "is already a slave in an earlier zone")):
            if len(nodes):
                message = f"node {mesh.node_names[nodes[0]]} {problem}"
                raise occurrence.wrong("GROUP_MA_ESCL", message, help="SANS_GROUP_NO leaves nodes out")
        owner[slaves] = index


def shortest_edge(mesh, cells) -> float:
    """The shortest first edge (m) of some cells."""
    ends = np.array([mesh.cell_nodes(cell)[:2] for cell in cells])
    return float(np.linalg.norm(mesh.coordinates[ends[:, 1]] - mesh.coordinates[ends[:, 0]], axis=1).min())


def paired_zone(zone, mesh, dimension: int) -> Zone:
    """What is paired with what in a zone (concepts.contact.ContactZone), in the plane or in space."""
    masters, slaves = (_cells(mesh, cells, zone) for cells in (zone.masters, zone.slaves))
    nodes = slave_points(zone, mesh)
    nodes = nodes[~np.isin(nodes, zone.excluded)]
    if dimension == 3:
        return SpaceZone.of(nodes, Facets.of(masters), Facets.of(slaves), **zone.pairing)
    return Zone(nodes, *(_segments([nodes for _, nodes in cells]) for cells in (masters, slaves)), **zone.pairing)


def slave_points(zone, mesh) -> np.ndarray:
    """The nodes of the slave side in code_aster's order, those that contact leaves out too; not the middle nodes that are tied."""
    tied = [own for own, _, _ in _middles(mesh, zone)] if zone.linear else []
    return np.setdiff1d(np.concatenate([nodes for _, nodes in _cells(mesh, zone.slaves, zone)]), np.concatenate([np.empty(0, int), *tied]))


def _cells(mesh, cells, zone):
    """[(type, nodes)] of cells: QUAD8 as QUAD4 where the zone is linear, QUAD9 and TRIA7 without the middle nodes that are bare."""
    bare, found = set(zone.bare.tolist()), []
    for kind, cell in zip(mesh.cell_type(cells), cells):
        nodes = mesh.cell_nodes(cell)
        if zone.linear and kind == "QUAD8":
            kind, nodes = "QUAD4", nodes[:4]
        elif kind in HOLLOW and nodes[-1] in bare:
            kind, nodes = HOLLOW[kind], nodes[:-1]
        found.append((kind, nodes))
    return found


def _middles(mesh, zone):
    """[(nodes (4,), first vertices, second vertices)] of the sides of all QUAD8 of a zone."""
    cells = np.concatenate([zone.masters, zone.slaves])
    found = [mesh.cell_nodes(cell) for kind, cell in zip(mesh.cell_type(cells), cells) if kind == "QUAD8"]
    return [(nodes[4:8], nodes[:4], np.roll(nodes[:4], -1)) for nodes in found]


def tied_middles(zones, mesh) -> np.ndarray:
    """(nt, 3) middle nodes of QUAD8 and their vertices, for the zones that are `linear`, but where a node takes no part in contact."""
    found = [np.stack(side, axis=1) for zone in zones if zone.linear for side in _middles(mesh, zone)]
    ties = np.concatenate([np.empty((0, 3), int), *found])
    ties = ties[np.unique(ties[:, 0], return_index=True)[1]]
    return ties[~np.isin(ties, np.concatenate([zone.excluded for zone in zones])).any(axis=1)]


def _segments(nodes):
    """(nc, 2 or 3) nodes of segments."""
    width = max(map(len, nodes))
    return np.array([[*own, *[-1] * (width - len(own))] for own in nodes], int)


def thickness_of(occurrence, cells) -> np.ndarray | None:
    """Radii of beams and half thicknesses of shells (n,) that DIST_POUTRE and DIST_COQUE ask for, None for neither."""
    words = [word for word in ("DIST_POUTRE", "DIST_COQUE") if occurrence[word] == "OUI"]
    if not words:
        return None
    given = {name: {} for name in ("section", "section_shape", "thickness", "plate_offset")}
    for name, values in given.items():
        for own, array in occurrence.CARA_ELEM.values.get(name, ()):
            values.update(zip(own.tolist(), array))
    total = np.zeros(len(cells))
    if "DIST_POUTRE" in words:
        if any(given["section_shape"].get(cell, 0) != CIRCLE for cell in cells.tolist()):
            raise occurrence.wrong("CARA_ELEM", "a cell of the slave side has no circular section")
        total += [given["section"][cell][:, NAMES.index("extreme_y")].mean() for cell in cells.tolist()]
    if "DIST_COQUE" in words:
        if any(cell not in given["thickness"] or given["plate_offset"][cell] > 0.0 for cell in cells.tolist()):
            raise occurrence.wrong("CARA_ELEM", "a cell of the slave side has no thickness, or its middle is moved by EXCENTREMENT")
        total += [0.5 * given["thickness"][cell] for cell in cells.tolist()]
    return total


def play_of(zone, mesh, paired, by_cell: bool):
    """The distance that functions and thicknesses take off the gaps, as a function (t, positions, ranks), None when there is none.

    Ranks are those of slave nodes, or with `by_cell` those of slave cells.
    """
    if not zone.play and zone.thickness is None:
        return None
    thickness = zone.thickness
    if thickness is not None and not by_cell:
        total, count = np.zeros((2, mesh.n_nodes))
        for cell, own in zip(zone.slaves, thickness):
            total[mesh.cell_nodes(cell)] += own
            count[mesh.cell_nodes(cell)] += 1
        thickness = total[paired.slaves] / count[paired.slaves]

    def play(t, positions, ranks):
        values = dict(zip(("X", "Y", "Z"), positions.T), INST=t)
        values.setdefault("Z", 0.0)
        total = np.zeros(len(positions)) if thickness is None else thickness[ranks]
        return total + sum(np.broadcast_to(f.evaluate(**values), len(positions)) for f in zone.play)

    return play
