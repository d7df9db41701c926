"""CREA_GROUP_NO of DEFI_GROUP: groups of nodes."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import absent, equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, UN_PARMI
from pyaster_lite.commands import _group_cracks as cracks
from pyaster_lite.commands import _group_geometry as geometry
from pyaster_lite.commands._group_sets import PART, add_group, combined, part
from pyaster_lite.commands._mesh_words import cell_groups, chosen_cells, named_nodes, node_groups, one_node
from pyaster_lite.concepts import mesh_selection as selection
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh_lines import NoLine, ordered_line
from pyaster_lite.concepts.mesh_quality import extent
from pyaster_lite.fe.point_location import Cells, locate

_NODE_GROUPS = SIMP(typ="grno", max="**", validators=(no_repeat,))
_CELL_GROUPS = SIMP(typ="grma", max="**", validators=(no_repeat,))
_NAMED = SIMP(typ="no", max="**", validators=(no_repeat,))
_ENDS = dict(GROUP_NO_ORIG=SIMP(typ="grno"), GROUP_NO_EXTR=SIMP(typ="grno"))

CREA_GROUP_NO = FACT(
    max="**",
    OPTION=SIMP(
        into=(
            "ENV_SPHERE",
            "ENV_CYLINDRE",
            "PLAN",
            "SEGM_DROI_ORDO",
            "NOEUD_ORDO",
            "TUNNEL",
            "FISS_XFEM",
            "INTERVALLE_VALE",
            "RELA_CINE_BP",
            "INCLUSION",
        )
    ),
    b_sets=BLOC(
        absent("OPTION"),
        rules=UN_PARMI("TOUT_GROUP_MA", "GROUP_MA", "GROUP_NO", "NOEUD", "INTERSEC", "UNION", "DIFFE"),
        TOUT_GROUP_MA=SIMP(into=("OUI",)),
        GROUP_MA=_CELL_GROUPS,
        GROUP_NO=_NODE_GROUPS,
        NOEUD=_NAMED,
        INTERSEC=_NODE_GROUPS,
        UNION=_NODE_GROUPS,
        DIFFE=_NODE_GROUPS,
        b_group_ma=BLOC(
            present("GROUP_MA"),
            NOM=SIMP(max="**", validators=(no_repeat,)),
            CRIT_NOEUD=SIMP(into=("TOUS", "SOMMET", "MILIEU", "CENTRE"), defaut="TOUS"),
        ),
        b_group_no=BLOC(present("GROUP_NO"), **PART),
        b_nom=BLOC(absent("GROUP_MA") & absent("TOUT_GROUP_MA"), NOM=SIMP("o")),
    ),
    b_option=BLOC(present("OPTION") & ~equal("OPTION", "RELA_CINE_BP"), NOM=SIMP("o")),
    b_sphere=BLOC(
        equal("OPTION", "ENV_SPHERE"),
        rules=geometry.ONE_CENTRE,
        **geometry.CENTRE,
        RAYON=SIMP("o", typ="R"),
        PRECISION=SIMP("o", typ="R"),
    ),
    b_cylindre=BLOC(
        equal("OPTION", "ENV_CYLINDRE"),
        rules=(geometry.ONE_CENTRE, geometry.ONE_DIRECTION),
        **geometry.CENTRE,
        **geometry.DIRECTION,
        RAYON=SIMP("o", typ="R"),
        PRECISION=SIMP("o", typ="R"),
    ),
    b_plan=BLOC(
        equal("OPTION", "PLAN"),
        rules=(geometry.ONE_CENTRE, geometry.ONE_DIRECTION),
        **geometry.CENTRE,
        **geometry.DIRECTION,
        PRECISION=SIMP("o", typ="R"),
    ),
    b_segment=BLOC(
        equal("OPTION", "SEGM_DROI_ORDO"),
        rules=(AU_MOINS_UN("GROUP_NO", "NOEUD"), AU_MOINS_UN("GROUP_NO_ORIG"), AU_MOINS_UN("GROUP_NO_EXTR")),
        GROUP_NO=_NODE_GROUPS,
        NOEUD=_NAMED,
        **_ENDS,
        PRECISION=SIMP("o", typ="R"),
        CRITERE=SIMP("o", into=("ABSOLU", "RELATIF")),
    ),
    b_line=BLOC(
        equal("OPTION", "NOEUD_ORDO"),
        GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
        **_ENDS,
        VECT_ORIE=SIMP(typ="R", max=3),
        ORIGINE=SIMP(into=("SANS",)),
    ),
    b_tunnel=BLOC(
        equal("OPTION", "TUNNEL"),
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA", "MAILLE"), AU_MOINS_UN("GROUP_MA_AXE")),
        TOUT=SIMP(into=("OUI",)),
        GROUP_MA=_CELL_GROUPS,
        MAILLE=SIMP(typ="ma", max="**", validators=(no_repeat,)),
        GROUP_MA_AXE=_CELL_GROUPS,
        GROUP_NO_ORIG=SIMP(typ="grno"),
        RAYON=SIMP("o", typ="R"),
        LONGUEUR=SIMP(typ="R"),
    ),
    b_cracks=cracks.NODES,
    b_tendons=BLOC(
        equal("OPTION", "RELA_CINE_BP"),
        CABLE_BP=SIMP("o", typ="cabl_precont"),
        PREF_GRNO=SIMP("f", defaut="RCBP"),
    ),
    b_inclusion=BLOC(
        equal("OPTION", "INCLUSION"),
        CAS_FIGURE=SIMP("o", into=("2D", "3D", "2.5D")),
        DISTANCE_MAX=SIMP(typ="R"),
        GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
        GROUP_MA_INCL=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
        MAILLAGE_INCL=SIMP(typ="maillage_sdaster"),
    ),
    b_interval=BLOC(
        equal("OPTION", "INTERVALLE_VALE"),
        CHAM_GD=SIMP("o", typ="cham_no_sdaster"),
        NOM_CMP=SIMP("o"),
        VALE=SIMP("o", typ="R", min=2, max=2),
    ),
)


def make_node_groups(args, context, mesh, alarm):
    """Add the groups of nodes of one occurrence to the mesh."""
    if args.OPTION == "RELA_CINE_BP":
        for node, tie in args.CABLE_BP.ties.items():
            # as in code_aster, every node stands there once for each of the three directions
            add_group(args, context, mesh.node_groups, f"{args.PREF_GRNO}{node + 1}", np.repeat([node, *tie.masters], 3))
    elif args.OPTION:
        add_group(args, context, mesh.node_groups, args.NOM, _OPTIONS[args.OPTION](args, context, mesh), alarm)
    elif args.TOUT_GROUP_MA:
        for name, cells in mesh.cell_groups.items():
            add_group(args, context, mesh.node_groups, name, mesh.nodes_of_cells(cells))
    elif args.GROUP_MA:
        _from_cells(args, context, mesh)
    else:
        add_group(args, context, mesh.node_groups, args.NOM, _from_nodes(args, context, mesh), alarm)


def _from_cells(args, context, mesh):
    """One group of nodes per group of cells, called like it or by NOM, or all in one when NOM gives a single name."""
    parts = [selection.nodes_by_rank(mesh, cells, args.CRIT_NOEUD) for cells in cell_groups(args, "GROUP_MA", mesh)]
    names = args.NOM or args.GROUP_MA
    if len(names) == 1 and len(parts) > 1:
        parts = [list(dict.fromkeys(np.concatenate(parts).tolist()))]
    if len(names) != len(parts):
        raise args.wrong("NOM", f"NOM gives {len(names)} names for {len(parts)} groups of cells: give one, or one each")
    for item, (name, nodes) in enumerate(zip(names, parts)):
        add_group(args, context, mesh.node_groups, name, nodes, item=item)


def _from_nodes(args, context, mesh):
    if args.NOEUD:
        return named_nodes(args, "NOEUD", mesh, context)
    if args.GROUP_NO:
        first, *others = node_groups(args, "GROUP_NO", mesh)
        if others:
            context.warn(args, "GROUP_NO", "only the first group counts here; UNION joins groups")
        return part(args, first)
    return combined(args, lambda a, word: node_groups(a, word, mesh))


def _on_sphere(args, context, mesh):
    distance = selection.distance_to_point(geometry.places(mesh), geometry.centre(args, context, mesh))
    return np.flatnonzero(abs(distance - geometry.positive(args, "RAYON")) <= geometry.positive(args, "PRECISION"))


def _on_cylinder(args, context, mesh):
    if geometry.plane_dimension(mesh) == 2:
        raise args.wrong("OPTION", "a cylinder needs a mesh in space: here all nodes have the same z")
    axis = geometry.direction(args, mesh, least=3)
    distance = selection.distance_to_axis(mesh.coordinates, geometry.centre(args, context, mesh), axis)
    return np.flatnonzero(abs(distance - geometry.positive(args, "RAYON")) <= geometry.positive(args, "PRECISION"))


def _on_plane(args, context, mesh):
    distance = selection.distance_to_plane(geometry.places(mesh), geometry.centre(args, context, mesh), geometry.direction(args, mesh))
    return np.flatnonzero(abs(distance) <= geometry.positive(args, "PRECISION"))


def _along_segment(args, context, mesh):
    """Nodes sorted along a straight segment; wrong when one of them stands beside it or beyond its ends."""
    parts = node_groups(args, "GROUP_NO", mesh) if args.GROUP_NO else []
    parts += [named_nodes(args, "NOEUD", mesh, context)] if args.NOEUD else []
    nodes = np.unique(np.concatenate(parts))
    start, end = (mesh.coordinates[one_node(args, context, mesh, f"GROUP_NO_{which}")] for which in ("ORIG", "EXTR"))
    length = np.linalg.norm(end - start)
    if length == 0:
        raise args.wrong(None, "the segment starts and ends at the same place")
    apart = mesh.coordinates[nodes] - start
    along = apart @ (end - start) / length**2
    beside = np.linalg.norm(apart - along[:, None] * (end - start), axis=1) / (length if args.CRITERE == "RELATIF" else 1.0)
    beyond = ((along < 0) | (along > 1)) & ((apart**2).sum(axis=1) / length**2 - 1 > np.finfo(float).eps)
    wrong = np.flatnonzero((beside > args.PRECISION) | beyond)
    if len(wrong):
        node = nodes[wrong[0]] + 1
        raise args.wrong("PRECISION", f"node {node} is not on the segment: {beside[wrong[0]]:g} beside it, {along[wrong[0]]:g} along it")
    order = np.argsort(along, kind="stable")
    if (np.diff(along[order]) == 0).any():
        raise args.wrong(None, "two nodes stand at the same place along the segment: they have no order")
    return nodes[order]


def _along_line(args, context, mesh):
    """Nodes along a line of segments; a closed one may be told by VECT_ORIE which way to go."""
    cells = np.unique(np.concatenate(cell_groups(args, "GROUP_MA", mesh)))
    nodes = _line(args, context, mesh, cells, "GROUP_MA", closed=args.ORIGINE == "SANS")
    if args.VECT_ORIE:
        if nodes[0] != nodes[-1]:
            raise args.wrong("VECT_ORIE", "VECT_ORIE is for a closed line: this one has two ends")
        steps = mesh.coordinates[nodes[[1, -2]]] - mesh.coordinates[nodes[[0, -1]]]
        onward, backward = steps @ np.array([*args.VECT_ORIE, 0.0, 0.0])[:3] / np.linalg.norm(steps, axis=1)
        if backward > onward:
            nodes = nodes[::-1]
    return nodes


def _in_tunnel(args, context, mesh):
    beside = np.zeros(mesh.n_nodes, bool)
    beside[mesh.nodes_of_cells(chosen_cells(args, mesh, context))] = True
    cells = cell_groups(args, "GROUP_MA_AXE", mesh) if args.GROUP_MA_AXE else []
    axis = mesh.coordinates[_line(args, context, mesh, np.unique(np.concatenate(cells)), "GROUP_MA_AXE")]
    inside = selection.near_polyline(mesh.coordinates, axis, args.RAYON, args.get("LONGUEUR", np.inf))
    return np.flatnonzero(inside & beside)


def _line(args, context, mesh, cells, word, closed=False):
    start = one_node(args, context, mesh, "GROUP_NO_ORIG")
    end = one_node(args, context, mesh, "GROUP_NO_EXTR")
    try:
        return ordered_line(mesh, cells, start, end, closed)[0]
    except NoLine as reason:
        raise args.wrong(word, str(reason)) from None


def _in_interval(args, context, mesh):
    field = args.CHAM_GD
    if field.mesh is not mesh:
        raise args.wrong("CHAM_GD", f"{field.name} stands on another mesh than {mesh.name}")
    if args.NOM_CMP not in field.components:
        raise args.wrong("NOM_CMP", f"{field.name} has no component {args.NOM_CMP}; it has {', '.join(field.components)}")
    low, high = args.VALE
    values = field.component(args.NOM_CMP)
    return np.flatnonzero((values >= low) & (values <= high))


def _inside_cells(args, context, mesh):
    """The nodes of some cells that stand in other cells, maybe of another mesh, or nearer to them than DISTANCE_MAX."""
    other = args.MAILLAGE_INCL or mesh
    cells = np.unique(np.concatenate(cell_groups(args, "GROUP_MA_INCL", other)))
    nodes = mesh.nodes_of_cells(np.concatenate(cell_groups(args, "GROUP_MA", mesh)))
    dim, axes = (2 if args.CAS_FIGURE.startswith("2") else 3), (2 if args.CAS_FIGURE == "2D" else 3)
    parts = [Cells(b.type, CELL_TYPES[b.type].linear, b.cells, b.nodes) for b in other.select(cells) if b.dim == dim]
    if not parts:
        raise args.wrong("CAS_FIGURE", f"the groups of GROUP_MA_INCL have no cell of dimension {dim}")
    # nodes on the sides of cells are to be kept for certain
    reach = args.get("DISTANCE_MAX", 0.01 * extent(mesh)["AR_MIN"])
    found = locate(mesh.coordinates[nodes, :axes], other.coordinates[:, :axes], parts, reach)
    return np.sort(nodes[found.cells >= 0])


_OPTIONS = {
    "INCLUSION": _inside_cells,
    "ENV_SPHERE": _on_sphere,
    "ENV_CYLINDRE": _on_cylinder,
    "PLAN": _on_plane,
    "SEGM_DROI_ORDO": _along_segment,
    "NOEUD_ORDO": _along_line,
    "TUNNEL": _in_tunnel,
    "FISS_XFEM": cracks.nodes,
    "INTERVALLE_VALE": _in_interval,
}
