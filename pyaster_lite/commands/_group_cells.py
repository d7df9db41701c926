"""CREA_GROUP_MA of DEFI_GROUP: groups of cells."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands import _group_cracks as cracks
from pyaster_lite.commands import _group_geometry as geometry
from pyaster_lite.commands._group_sets import PART, TYPES, add_group, combined, part
from pyaster_lite.commands._mesh_words import cell_groups, named_cells, named_nodes, node_groups
from pyaster_lite.concepts import mesh_selection as selection

CRITERIA = {"AU_MOINS_UN": "any", "TOUS": "all", "TOUT": "all", "MAJORITE": "most", "SOMMET": "corners"}
_GROUPS = SIMP(typ="grma", max="**", validators=(no_repeat,))
_DIRECTION = {**geometry.DIRECTION, "ANGL_NAUT": SIMP(typ="R", max=2)}
_CRIT_NOEUD = SIMP(into=("TOUS", "AU_MOINS_UN", "MAJORITE"), defaut="AU_MOINS_UN")

CREA_GROUP_MA = FACT(
    max="**",
    rules=(UN_PARMI("TOUT", "GROUP_MA", "MAILLE", "INTERSEC", "UNION", "DIFFE", "OPTION"),),
    NOM=SIMP("o"),
    TOUT=SIMP(into=("OUI",)),
    GROUP_MA=SIMP(typ="grma"),
    MAILLE=SIMP(typ="ma", max="**", validators=(no_repeat,)),
    INTERSEC=_GROUPS,
    UNION=_GROUPS,
    DIFFE=_GROUPS,
    TYPE_MAILLE=SIMP(into=TYPES, defaut="TOUT"),
    OPTION=SIMP(into=("FACE_NORMALE", "SPHERE", "CYLINDRE", "BANDE", "APPUI", "FISS_XFEM")),
    b_group_ma=BLOC(present("GROUP_MA"), **PART),
    b_face_normale=BLOC(
        equal("OPTION", "FACE_NORMALE"),
        rules=geometry.ONE_DIRECTION,
        **_DIRECTION,
        ANGL_PREC=SIMP(typ="R", defaut=0.5),
        VERI_SIGNE=SIMP(into=("OUI", "NON"), defaut="OUI"),
    ),
    b_sphere=BLOC(
        equal("OPTION", "SPHERE"),
        rules=geometry.ONE_CENTRE,
        **geometry.CENTRE,
        RAYON=SIMP("o", typ="R"),
        CRIT_NOEUD=_CRIT_NOEUD,
    ),
    b_cylindre=BLOC(
        equal("OPTION", "CYLINDRE"),
        rules=(geometry.ONE_CENTRE, geometry.ONE_DIRECTION),
        **geometry.CENTRE,
        **_DIRECTION,
        RAYON=SIMP("o", typ="R"),
        CRIT_NOEUD=_CRIT_NOEUD,
    ),
    b_bande=BLOC(
        equal("OPTION", "BANDE"),
        rules=(geometry.ONE_CENTRE, geometry.ONE_DIRECTION),
        **geometry.CENTRE,
        **_DIRECTION,
        DIST=SIMP("o", typ="R"),
        CRIT_NOEUD=_CRIT_NOEUD,
    ),
    b_cracks=cracks.CELLS,
    b_appui=BLOC(
        equal("OPTION", "APPUI"),
        rules=UN_PARMI("NOEUD", "GROUP_NO"),
        NOEUD=SIMP(typ="no", max="**", validators=(no_repeat,)),
        GROUP_NO=SIMP(typ="grno", max="**", validators=(no_repeat,)),
        TYPE_APPUI=SIMP("o", into=("AU_MOINS_UN", "TOUT", "SOMMET", "MAJORITE")),
    ),
)


def make_cell_group(args, context, mesh, alarm):
    """Add the group of cells of one occurrence to the mesh."""
    cells = _chosen(args, context, mesh)
    if args.TYPE_MAILLE != "TOUT" and len(cells):
        filtered = selection.cells_of_type(mesh, cells, args.TYPE_MAILLE)
        if len(filtered):
            cells = filtered
        elif alarm:
            # as code_aster does (cgmftm)
            context.warn(args, "TYPE_MAILLE", f"no cell is of the type {args.TYPE_MAILLE}: all types are taken")
    add_group(args, context, mesh.cell_groups, args.NOM, cells, alarm)


def _chosen(args, context, mesh):
    if args.TOUT:
        return np.arange(mesh.n_cells)
    if args.MAILLE:
        return named_cells(args, "MAILLE", mesh, context)
    if args.GROUP_MA:
        return part(args, cell_groups(args, "GROUP_MA", mesh)[0])
    found = combined(args, lambda a, word: cell_groups(a, word, mesh))
    return _OPTIONS[args.OPTION](args, context, mesh) if found is None else found


def _facing(args, context, mesh):
    direction = geometry.direction(args, mesh, surplus=True)
    return selection.cells_facing(mesh, direction, np.radians(args.ANGL_PREC), args.VERI_SIGNE == "OUI")


def _in_ball(args, context, mesh):
    distance = selection.distance_to_point(geometry.places(mesh), geometry.centre(args, context, mesh))
    return selection.cells_by_nodes(mesh, distance <= geometry.positive(args, "RAYON"), CRITERIA[args.CRIT_NOEUD])


def _in_cylinder(args, context, mesh):
    if geometry.plane_dimension(mesh) == 2:
        raise args.wrong("OPTION", "a cylinder needs a mesh in space: here all nodes have the same z")
    axis, centre = geometry.direction(args, mesh, least=3), geometry.centre(args, context, mesh)
    distance = selection.distance_to_axis(mesh.coordinates, centre, axis)
    inside = selection.cells_by_nodes(mesh, distance <= geometry.positive(args, "RAYON"), CRITERIA[args.CRIT_NOEUD])
    # whatever CRIT_NOEUD says, code_aster takes the cells that have a node where the centre is (cgmacy)
    at_centre = selection.cells_by_nodes(mesh, (mesh.coordinates == centre).all(axis=1), CRITERIA["AU_MOINS_UN"])
    return np.union1d(inside, at_centre)


def _in_band(args, context, mesh):
    distance = selection.distance_to_plane(geometry.places(mesh), geometry.centre(args, context, mesh), geometry.direction(args, mesh))
    return selection.cells_by_nodes(mesh, abs(distance) <= geometry.positive(args, "DIST"), CRITERIA[args.CRIT_NOEUD])


def _leaning(args, context, mesh):
    marked = np.zeros(mesh.n_nodes, bool)
    for nodes in node_groups(args, "GROUP_NO", mesh) if args.GROUP_NO else [named_nodes(args, "NOEUD", mesh, context)]:
        marked[nodes] = True
    return selection.cells_by_nodes(mesh, marked, CRITERIA[args.TYPE_APPUI])


_OPTIONS = {
    "FACE_NORMALE": _facing,
    "SPHERE": _in_ball,
    "CYLINDRE": _in_cylinder,
    "BANDE": _in_band,
    "APPUI": _leaning,
    "FISS_XFEM": cracks.cells,
}
