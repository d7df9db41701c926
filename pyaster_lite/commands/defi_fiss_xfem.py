"""DEFI_FISS_XFEM: a crack or an interface that the mesh does not follow, by its level sets (u4.82.08, r7.02.12)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.excit import FUNCTION
from pyaster_lite.catalogue.conditions import absent, equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed, Told, new_argument
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands import _crack_shapes as shapes
from pyaster_lite.concepts.crack_enrichment import Enrichment, Outside, carried, enriched, on_grid, parts_of
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.front import Tangled, drawn_front
from pyaster_lite.fe.extended.level_sets import adjusted
from pyaster_lite.fe.extended.mesh_surfaces import NoChain, in_plane, in_space


@dataclass(frozen=True)
class OnModel:
    """A crack was defined on a model: the mesh that it stands on takes its place."""

    old: str
    new: str
    last: str = "12.2.10"

    def apply(self, factor) -> list[Told]:
        """Name the mesh, which only the run may know."""
        argument = factor.arguments.pop(self.old, None)
        if argument is None:
            return []
        mesh = getattr(argument.value, "mesh", None)
        if mesh is None:
            factor.partial = True
        else:
            factor.arguments[self.new] = new_argument(self.new, mesh, factor)
        return [Told(argument.name_span, f"{self.old} is now {self.new}", self.last)]


@operator(
    "DEFI_FISS_XFEM",
    produces="fiss_xfem",
    legacy=(
        OnModel("MODELE", "MAILLAGE"),
        OnModel("MODELE_GRILLE", "MAILLAGE_GRILLE"),
        Renamed("ORIE_FOND", None, last="11.2.7"),
    ),
    rules=(EXCLUS("MAILLAGE_GRILLE", "FISS_GRILLE"),),
    keywords=dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        MAILLAGE_GRILLE=SIMP("f", typ="maillage_sdaster"),
        FISS_GRILLE=SIMP("f", typ="fiss_xfem"),
        TYPE_DISCONTINUITE=SIMP("f", into=("FISSURE", "INTERFACE", "COHESIF"), defaut="FISSURE"),
        DEFI_FISS=FACT(
            "o",
            max=1,
            rules=(UN_PARMI("FONC_LN", "FORM_FISS", "GROUP_MA_FISS", "CHAM_NO_LSN"),),
            CHAM_NO_LSN=SIMP("f", typ="cham_no_sdaster"),
            CHAM_NO_LST=SIMP("f", typ="cham_no_sdaster"),
            GROUP_MA_FISS=SIMP("f", typ="grma"),
            GROUP_MA_FOND=SIMP("f", typ="grma"),
            GROUP_MA_BORD=SIMP("f", typ="grma"),
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
    args.mark_read("CHAM_DISCONTINUITE", "TYPE_ENRI_FOND")
    mesh, nature, given = args.MAILLAGE, args.TYPE_DISCONTINUITE, args.DEFI_FISS
    _check_nature(args, nature)
    normal, tangent = _level_sets(given, mesh, nature)
    _, solids = parts_of(mesh)
    cells = mesh.cell_group(args.GROUP_MA_ENRI) if "GROUP_MA_ENRI" in args else None
    enrichment = Enrichment(args.get("RAYON_ENRI") or 0.0, args.get("NB_COUCHES") or 0, cells)
    branches = _branches(args.JONCTION, mesh) if "JONCTION" in args else ()
    try:
        levels = adjusted(normal, solids, crossed=nature == "COHESIF"), adjusted(tangent, solids, tangent=True)
        crack = enriched(mesh, nature, *levels, enrichment, branches)
        if nature == "COHESIF":
            segments = _drawn_front(given, mesh)
            crack.front = drawn_front(segments, mesh.coordinates, crack.normal_gradients, crack.tangent_gradients)
        crack.grid = _on_grid(args, mesh, nature, normal, tangent)
        return crack
    except Outside as reason:
        raise args.wrong("DEFI_FISS", str(reason)) from None
    except Tangled:
        raise args.not_yet("DEFI_FISS", "fronts that meet one cell more than twice are not there yet") from None


def _check_nature(args, nature):
    """What only a cohesive crack has, and what it has not."""
    given = args.DEFI_FISS
    if nature != "COHESIF":
        if "GROUP_MA_BORD" in given:
            raise given.wrong("GROUP_MA_BORD", "it is the front of a crack with TYPE_DISCONTINUITE='COHESIF'")
        return
    if "GROUP_MA_BORD" not in given:
        raise args.wrong("DEFI_FISS", "a cohesive crack has its front by GROUP_MA_BORD")
    for holder, words in ((args, ("MAILLAGE_GRILLE", "FISS_GRILLE", "JONCTION")), (given, ("GROUP_MA_FISS", "CHAM_NO_LSN"))):
        for word in words:
            if word in holder:
                raise holder.wrong(word, "it is not for cohesive cracks")


def _drawn_front(given, mesh):
    """(k, 2) nodes of the segments of GROUP_MA_BORD."""
    cells = mesh.cell_group(given.GROUP_MA_BORD).tolist()
    if mesh.dimension == 2 or any(mesh.cell_type(cell) != "SEG2" for cell in cells):
        raise given.not_yet("GROUP_MA_BORD", "fronts of cohesive cracks are drawn by SEG2 in space only so far")
    return np.array([mesh.cell_nodes(cell) for cell in cells])


def _on_grid(args, mesh, nature, normal, tangent):
    """The level sets on the grid that the deck names, None without one."""
    given, grid, known = args.DEFI_FISS, args.get("MAILLAGE_GRILLE"), args.get("FISS_GRILLE")
    if known is not None:
        if known.grid is None:
            raise args.wrong("FISS_GRILLE", f"{known.name} has no grid")
        return known.grid
    if grid is None:
        return None
    if grid.dimension != mesh.dimension:
        raise args.wrong("MAILLAGE_GRILLE", f"{grid.name} has {grid.dimension} dimensions, {mesh.name} has {mesh.dimension}")
    if "CHAM_NO_LSN" in given:
        return on_grid(grid, *carried(mesh, grid.coordinates, normal, tangent))
    _, solids = parts_of(grid)
    levels = _level_sets(given, mesh, nature, grid.coordinates)
    return on_grid(grid, *(adjusted(level, solids, tangent=along) for level, along in zip(levels, (False, True))))


_PAIRS = {"FONC_LN": "FONC_LT", "GROUP_MA_FISS": "GROUP_MA_FOND", "CHAM_NO_LSN": "CHAM_NO_LST"}
"""What tells of the front beside what tells of the surface."""


def _level_sets(given, mesh, nature, points=None):
    """(normal, tangent) at the nodes of the mesh, or at points (n, 3); -1 for the tangent one of an interface."""
    points = mesh.coordinates if points is None else points
    if "FORM_FISS" in given:
        normal, tangent = shapes.level_sets(given, points, "FISSURE" if nature == "COHESIF" else nature)
    else:
        word, other = next(pair for pair in _PAIRS.items() if pair[0] in given)
        fronted = nature != "INTERFACE"
        if fronted and other not in given:
            raise given.wrong(word, f"a crack has a {other} besides; an interface has none")
        given.mark_read(other)
        if word == "FONC_LN":
            at = {axis: points[:, i] for i, axis in enumerate("XYZ"[: mesh.dimension])}
            normal, tangent = (_values(given[name], at) if fronted or name == word else None for name in (word, other))
        elif word == "CHAM_NO_LSN":
            normal, tangent = (_nodal(given, name, mesh) if fronted or name == word else None for name in (word, other))
        else:
            normal, tangent = _drawn(given, mesh, fronted, points)
    return np.array(normal, float), np.full(len(points), -1.0) if tangent is None else np.array(tangent, float)


def _values(function, at):
    return np.broadcast_to(function.evaluate(**at), len(next(iter(at.values())))).astype(float)


def _nodal(given, word, mesh):
    field = given[word]
    if len(field.components) != 1 or field.mesh.n_nodes != mesh.n_nodes or np.isnan(field.values).any():
        raise given.wrong(word, f"{field.name} is no field of one component at every node of the mesh")
    return field.values[:, 0]


def _drawn(given, mesh, fronted, points):
    """Level sets, at points, of the cells of GROUP_MA_FISS, the front being GROUP_MA_FOND."""
    cells = mesh.cell_group(given.GROUP_MA_FISS)
    corners = [mesh.cell_nodes(cell)[: reference_cell(mesh.cell_type(cell)).corners] for cell in cells.tolist()]
    front = [mesh.cell_nodes(cell) for cell in mesh.cell_group(given.GROUP_MA_FOND).tolist()] if fronted else None
    try:
        if mesh.dimension == 2:
            tips = None if front is None else [int(nodes[0]) for nodes in front]
            return in_plane(points, mesh.coordinates, np.array(corners), tips)
        return in_space(points, mesh.coordinates, corners, None if front is None else np.array([n[:2] for n in front]))
    except NoChain as found:
        raise given.wrong("GROUP_MA_FISS", str(found)) from None


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
