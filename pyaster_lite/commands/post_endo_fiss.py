"""POST_ENDO_FISS: the path of a crack along the crest of a field in the plane, and how far it opens (u4.86.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_ABSENT, UN_PARMI
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe import crest
from pyaster_lite.fe.point_location import Cells, locate

_NEAR = 1e-13
"""How far outside of a cell, m, a point still counts as inside."""
_FLAT = 1e-13


@operator(
    "POST_ENDO_FISS",
    produces="maillage_sdaster",
    rules=(UN_PARMI("RESULTAT", "CHAM_GD"),),
    keywords=dict(
        TABLE=SIMP("o", typ="CO"),
        OUVERTURE=SIMP("f", into=("OUI", "NON"), defaut="NON"),
        b_resultat=BLOC(
            present("RESULTAT"), rules=(UN_PARMI("NUME_ORDRE", "INST"),), NUME_ORDRE=SIMP("f", typ="I"), INST=SIMP("f", typ="R")
        ),
        CHAM_GD=SIMP("f", typ="cham_gd_sdaster"),
        RESULTAT=SIMP("f", typ="evol_noli"),
        NOM_CMP=SIMP("o"),
        NOM_CHAM=SIMP("o"),
        RECHERCHE=FACT(
            "o",
            max="**",
            rules=(PRESENT_ABSENT("TOUT", "GROUP_MA"),),
            LONG_ORTH=SIMP("o", typ="R"),
            NB_POINT=SIMP("f", typ="I", defaut=500, val_min=2),
            PAS=SIMP("o", typ="R"),
            LONG_REG=SIMP("o", typ="R"),
            BORNE_MIN=SIMP("f", typ="R", defaut=0.5),
            ANGL_MAX=SIMP("f", typ="R", defaut=120.0),
            TOUT=SIMP("f", into=("OUI",)),
            GROUP_MA=SIMP("f", typ="grma"),
            BORNE_MAX=SIMP("f", typ="R"),
        ),
    ),
)
def post_endo_fiss(args, context):
    """A mesh of segments along the paths; TABLE has their points, the values there and, with OUVERTURE='OUI', how far they open."""
    field, motion = _fields(args)
    plane = _Plane(args, field)
    paths, columns = [], {"FISSURE": [], "COORX": [], "COORY": [], "COORZ": [], "CHAMP": []}
    openings = [] if args.OUVERTURE == "OUI" else None
    for rank, words in enumerate(args.RECHERCHE):
        words.mark_read("TOUT")
        search = crest.Search(words.PAS, words.LONG_ORTH, words.LONG_REG, words.NB_POINT, words.BORNE_MIN, words.ANGL_MAX)
        start = plane.greatest(words)
        try:
            points, values = crest.follow(plane.told, plane.points[start], plane.mesh.coordinates[start, 2], search)
        except crest.NoCrest as reason:
            raise words.wrong("PAS", str(reason)) from None
        places = plane.in_space(points)
        name = words.GROUP_MA or f"FISS{rank + 1}"
        paths.append((name, places))
        rows = ([name] * len(points), *places.T.tolist(), values.tolist())
        for word, column in zip(columns, rows):
            columns[word] += column
        if openings is not None:
            # as in code_aster a point that tells no opening leaves no place free in the column
            openings += _openings(plane, motion, points, search, words.BORNE_MAX)
        else:
            words.mark_read("BORNE_MAX")
    cells = {word: ("K24" if word == "FISSURE" else "R", column) for word, column in columns.items()}
    if openings is not None:
        cells["OUVERTURE"] = "R", openings + [None] * (len(columns["CHAMP"]) - len(openings))
    context.create(args.TABLE, Table(cells))
    return _mesh(plane.mesh, paths)


def _fields(args):
    """(the component whose crest is followed, DEPL or None), at nodes."""
    if "NOEU" not in args.NOM_CHAM and args.NOM_CHAM != "DEPL":
        raise args.wrong("NOM_CHAM", "the crest of a field at nodes is followed")
    opens = args.OUVERTURE == "OUI"
    if opens:
        for words in args.RECHERCHE:
            if words.BORNE_MAX is None:
                raise words.wrong("BORNE_MAX", "OUVERTURE='OUI' needs BORNE_MAX")
    if args.CHAM_GD is not None:
        if opens:
            raise args.wrong("OUVERTURE", "a field alone tells no opening: give RESULTAT")
        if not isinstance(args.CHAM_GD, NodeField):
            raise args.wrong("CHAM_GD", f"{args.CHAM_GD.name} is no field at nodes")
        return args.CHAM_GD, None
    result, order = args.RESULTAT, args.NUME_ORDRE
    if order is None:
        order = next((o for o in result.orders if round(result.parameter("INST", o), 12) == round(args.INST, 12)), None)
    if order not in result.orders or not result.has_field(args.NOM_CHAM, order):
        raise args.wrong("RESULTAT", f"{result.name} has no {args.NOM_CHAM} there")
    return result.field(args.NOM_CHAM, order), result.field("DEPL", order) if opens else None


class _Plane:
    """The mesh in its plane.

    points  (n, 2) the nodes in it
    """

    def __init__(self, args, field):
        self.mesh, self._args = field.mesh, args
        places = self.mesh.coordinates
        extents = np.ptp(places, axis=0)
        across = int(np.argmin(extents))
        if extents[across] > _FLAT:
            raise args.wrong("NOM_CHAM", "the mesh does not lie in a plane along two axes")
        if across == 1 or (across == 0 and args.OUVERTURE == "OUI"):
            raise args.not_yet("NOM_CHAM", "paths are followed in the plane of X and Y, or without openings in that of Y and Z")
        self._axes = [axis for axis in range(3) if axis != across]
        self._height = places[0]
        self.points = places[:, self._axes]
        if args.NOM_CMP not in field.components:
            raise args.wrong("NOM_CMP", f"{args.NOM_CHAM} has no component {args.NOM_CMP}")
        self.values = field.component(args.NOM_CMP)
        blocks = [block for block in self.mesh.blocks if block.dim == 2]
        self._parts = [Cells(block.type, CELL_TYPES[block.type].linear, block.cells, block.nodes) for block in blocks]

    def greatest(self, words) -> int:
        """The node where the field is greatest, of all or of a group."""
        nodes = np.arange(self.mesh.n_nodes)
        if words.GROUP_MA is not None:
            if words.GROUP_MA not in self.mesh.cell_groups:
                raise words.wrong("GROUP_MA", f"there is no group of cells {words.GROUP_MA}")
            nodes = self.mesh.nodes_of_cells(self.mesh.cell_group(words.GROUP_MA))
        nodes = nodes[~np.isnan(self.values[nodes])]
        if not len(nodes):
            raise words.wrong("GROUP_MA", f"{self._args.NOM_CMP} is nowhere there")
        return int(nodes[np.argmax(self.values[nodes])])

    def told(self, points, values=None) -> np.ndarray:
        """(m, ...) values (n, ...) of nodes at points (m, 2), those of the field where none are given; NaN outside of the cells."""
        values = self.values if values is None else values
        found = locate(points, self.points, self._parts, reach=_NEAR)
        nodes = np.maximum(found.nodes, 0)
        weights = np.where(found.nodes >= 0, found.weights, 0.0)
        inside = found.cells >= 0
        result = np.full((len(points), *values.shape[1:]), np.nan)
        at = np.where((found.nodes >= 0).reshape(*nodes.shape, *[1] * (values.ndim - 1)), values[nodes], 0.0)
        result[inside] = np.einsum("pn,pn...->p...", weights[inside], at[inside])
        return result

    def in_space(self, points) -> np.ndarray:
        """(m, 3) points (m, 2) of the plane."""
        places = np.tile(self._height, (len(points), 1))
        places[:, self._axes] = points
        return places


def _openings(plane, motion, points, search, least):
    """How far the sides of a path go apart, where a hump of the field tells its sides."""
    moves, found = np.stack([motion.component(axis) for axis in ("DX", "DY")], axis=-1), []
    for point, across in zip(points, crest.sides(points)):
        line = crest.line_across(point, np.array([across[1], -across[0]]), search.width, search.count)
        values = plane.told(line)
        kept = ~np.isnan(values)
        middle = int(kept[: search.count - 1].sum())
        kept[search.count - 1] = False
        opened = crest.opening(values[kept], plane.told(line[kept], moves) @ across, least, middle)
        if opened is not None:
            found.append(opened)
    return found


def _mesh(mesh, paths):
    """Segments from point to point, a group for each path."""
    segments, groups, first, count = [], {}, 0, 0
    for name, places in paths:
        n = len(places)
        segments.append(first + np.stack([np.arange(n - 1), np.arange(1, n)], axis=-1))
        groups[name] = np.union1d(groups.get(name, np.empty(0, int)), count + np.arange(n - 1)).astype(int)
        first, count = first + n, count + n - 1
    block = CellBlock("SEG2", np.concatenate(segments), np.arange(count))
    return Mesh(np.concatenate([places for _, places in paths]), [block], {}, groups, space_dimension=mesh.dimension)
