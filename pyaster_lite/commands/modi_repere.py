"""MODI_REPERE: fields of a result, or stresses in the layers of plates, by their components in other axes (u4.74.01)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.commons.field_choice import field_names, order_words, precision
from pyaster_lite.catalogue.commons.places import CELL_WORDS, NODE_WORDS, cells_of, nodes_of
from pyaster_lite.catalogue.conditions import equal, is_in, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.legacy import Renamed, Told, new_argument, occurrences
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, UN_PARMI
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._releve_values import nautical
from pyaster_lite.commands._shell_axes import TENSORS, from_global, replaced, shell_turned
from pyaster_lite.concepts.field import ElementField, NodeField
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.tensors import AXES
from pyaster_lite.fe.turning import ON_AXIS, axes_along, cylinder_axes, off_axis, turned_tensors, turned_vectors

_ORDERS = {word: simple for word, simple in order_words().items() if word != "ANGLE"}
_PLACES = {word: NODE_WORDS[word] for word in ("TOUT", "GROUP_MA", "GROUP_NO", "MAILLE", "NOEUD")}
_ONE_PLACE = UN_PARMI(*_PLACES)
_VECTORS = {
    "DEPL": (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ")),
    "FORC": (("FX", "FY", "FZ"), ("MX", "MY", "MZ")),
    "FLUX": (("FLUX", "FLUY", "FLUZ"),),
}
_SHELL = ("EFGE_ELNO", "EGRU_ELNO", "EFGE_ELGA", "SIEF_ELGA", "SIEF_ELNO", "DEGE_ELNO", "DEGE_ELGA")
_LINE = ("EFGE_ELNO", "EGRU_ELNO", "EFGE_ELGA", "SIEF_ELNO", "SIEF_ELGA")
_LINE_FORCES = (("N", "VY", "VZ"), ("MT", "MFY", "MFZ"))
REPERES = ("UTILISATEUR", "CYLINDRIQUE", "COQUE", "GLOBAL_UTIL", "COQUE_INTR_UTIL", "COQUE_UTIL_INTR", "COQUE_UTIL_CYL")
_MOTION = ("DEPL", "VITE", "ACCE", "FORC_NODA", "REAC_NODA", "FLUX_NOEU")


def _affe(*rules, **words):
    return {"AFFE": FACT("o", max="**", rules=(*rules, _ONE_PLACE), **words, **_PLACES)}


def _fields():
    return FACT(
        "o",
        max="**",
        rules=EXCLUS("TOUT", "GROUP_MA"),
        TYPE_CHAM=SIMP("o", into=("VECT_2D", "VECT_3D", "TENS_2D", "TENS_3D", "COQUE_GENE", "1D_GENE")),
        TOUT=CELL_WORDS["TOUT"],
        GROUP_MA=CELL_WORDS["GROUP_MA"],
        b_vect=BLOC(is_in("TYPE_CHAM", "VECT_2D", "VECT_3D"), NOM_CHAM=SIMP("o", into=_MOTION)),
        b_tens=BLOC(is_in("TYPE_CHAM", "TENS_2D", "TENS_3D"), NOM_CHAM=SIMP("o", into=field_names)),
        b_1d=BLOC(
            equal("TYPE_CHAM", "1D_GENE"),
            NOM_CHAM=SIMP("o", into=_LINE),
            cham_resu=BLOC(equal("NOM_CHAM", "EFGE_ELNO"), NOM_CHAM_RESU=SIMP("f", into=("EGRU_ELNO",))),
        ),
        b_cgene=BLOC(
            equal("TYPE_CHAM", "COQUE_GENE"),
            NOM_CHAM=SIMP("o", into=_SHELL),
            cham_resu=BLOC(equal("NOM_CHAM", "EFGE_ELNO"), NOM_CHAM_RESU=SIMP("f", into=("EGRU_ELNO",))),
        ),
    )


@dataclass(frozen=True)
class Everywhere:
    """AFFE that named no place meant all of them."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Say so."""
        found = [one for one in occurrences(factor, "AFFE") if not one.partial and not _PLACES.keys() & one.arguments.keys()]
        for one in found:
            one.arguments["TOUT"] = new_argument("TOUT", "OUI", one)
        return [Told(one.span, "AFFE names its place now: TOUT='OUI'", self.last) for one in found]


@operator(
    "MODI_REPERE",
    produces=lambda args: kind_of(args.get("RESULTAT") or args.get("CHAM_GD")),
    reuse="RESULTAT",
    legacy=(
        Renamed("DEFI_REPERE/REPERE", "REPERE", last="11.0.17"),
        Renamed("DEFI_REPERE", "AFFE", last="11.0.17"),
        Renamed("MODI_CHAM/NOM_CMP", None, last="15.2.17+"),
        Everywhere(),
    ),
    rules=UN_PARMI("RESULTAT", "CHAM_GD"),
    keywords=dict(
        RESULTAT=SIMP("f", typ="resultat_sdaster"),
        CHAM_GD=SIMP("f", typ="cham_gd_sdaster"),
        b_resultat=BLOC(
            present("RESULTAT"),
            rules=EXCLUS("TOUT_ORDRE", *_ORDERS),
            TOUT_ORDRE=SIMP("f", into=("OUI",)),
            **_ORDERS,
            **precision(),
            MODI_CHAM=_fields(),
            # the characteristics are those of the result, as code_aster has it
            CARA_ELEM=SIMP("f", typ="cara_elem", advisory=True),
        ),
        b_cham=BLOC(present("CHAM_GD"), CARA_ELEM=SIMP("o", typ="cara_elem")),
        REPERE=SIMP("o", into=REPERES),
        b_cyl=BLOC(
            is_in("REPERE", "CYLINDRIQUE", "COQUE_UTIL_CYL"),
            **_affe(ORIGINE=SIMP("f", typ="R", min=2, max=3), AXE_Z=SIMP("f", typ="R", min=3, max=3)),
        ),
        b_uti=BLOC(
            equal("REPERE", "UTILISATEUR"),
            **_affe(
                UN_PARMI("ANGL_NAUT", "VECT_X"),
                ENSEMBLE("VECT_X", "VECT_Y"),
                ANGL_NAUT=SIMP("f", typ="R", max=3),
                VECT_X=SIMP("f", typ="R", min=3, max=3),
                VECT_Y=SIMP("f", typ="R", min=3, max=3),
            ),
        ),
        b_coq=BLOC(
            equal("REPERE", "COQUE"),
            **_affe(
                UN_PARMI("ANGL_REP", "VECTEUR"),
                ANGL_REP=SIMP("f", typ="R", min=2, max=2),
                VECTEUR=SIMP("f", typ="R", min=3, max=3),
            ),
        ),
        b_autre=BLOC(is_in("REPERE", "GLOBAL_UTIL", "COQUE_INTR_UTIL", "COQUE_UTIL_INTR"), **_affe()),
        INFO=SIMP("f", typ="I", into=(1, 2), defaut=1, advisory=True),
        TITRE=SIMP("f", max="**", advisory=True),
    ),
)
def modi_repere(args, context):
    """A result with the turned fields alone, the one given with these in the place of what it had, or a field by itself."""
    if args.CHAM_GD is not None:
        if args.REPERE != "GLOBAL_UTIL":
            raise args.wrong("REPERE", "a field by itself goes from the global axes to those of plates: GLOBAL_UTIL")
        return from_global(args, args.CHAM_GD)
    if args.REPERE == "GLOBAL_UTIL":
        raise args.wrong("REPERE", "GLOBAL_UTIL goes with CHAM_GD")
    source = args.RESULTAT
    orders = output_orders(args, source, context)
    args.mark_read("TOUT_ORDRE", "CRITERE", "PRECISION")
    target = context.reused or source.part(orders, [])
    for level in args.MODI_CHAM:
        # code_aster restricts by GROUP_MA what it turns to the axes of shells, and nothing else
        level.mark_read("TOUT", "GROUP_MA")
        name, made = level.NOM_CHAM, level.get("NOM_CHAM_RESU") or level.NOM_CHAM
        if not any(source.has_field(name, order) for order in orders):
            raise level.wrong("NOM_CHAM", f"{source.name} has no field {name} at the storage orders that are meant")
        for order in (order for order in orders if source.has_field(name, order)):
            field = source.field(name, order)
            try:
                turned = _nodal(args, level, field) if isinstance(field, NodeField) else _by_cells(args, level, field, source)
            except ComputationFailed as failure:
                raise args.wrong("AFFE", str(failure)) from None
            kept = {name: field} if made != name else {}
            target.store(order, fields=kept | {made: turned})
    return target


def _nodal(args, level, field):
    """A field at nodes, occurrence by occurrence of AFFE."""
    if args.REPERE not in ("UTILISATEUR", "CYLINDRIQUE"):
        raise args.wrong("REPERE", f"{args.REPERE} is for fields of plates and shells, {level.NOM_CHAM} is at nodes")
    mesh = field.mesh
    values = field.values.copy()
    for place in args.AFFE:
        nodes = np.arange(mesh.n_nodes) if place.get("TOUT") else nodes_of(place, mesh)
        nodes = nodes[~np.isnan(field.values[nodes]).all(axis=1)]
        axes = _axes(args, place, mesh.coordinates[nodes], mesh, lambda rows, nodes=nodes: _middle_beside(mesh, nodes[rows]))
        values[nodes] = _turned(args, level, field, field.components, axes, values[nodes], True)
    return NodeField(mesh, field.quantity, field.components, values)


def _middle_beside(mesh, nodes):
    """(n, 3) the middle of the nodes of the last cell around each node."""
    start, cells = mesh.cells_of_nodes()
    last = [int(cells[start[node + 1] - 1]) if start[node + 1] > start[node] else None for node in nodes]
    return np.array(
        [mesh.coordinates[node if cell is None else mesh.cell_nodes(cell)].reshape(-1, 3).mean(axis=0) for node, cell in zip(nodes, last)]
    )


def _by_cells(args, level, field, source):
    """A field at elements, for shells on the cells of MODI_CHAM; beside blocks that turn, those that hold nothing of the kind stay."""
    mesh = field.mesh
    shells = args.REPERE.startswith("COQUE")
    wanted = cells_of(level, mesh) if shells and "GROUP_MA" in level else np.arange(mesh.n_cells)
    blocks = [
        replace(b, cells=b.cells[r], values=b.values[r].copy()) for b in field.blocks if len(r := np.flatnonzero(np.isin(b.cells, wanted)))
    ]
    turning = [block for block in blocks if _turns(_turning(level, field), block.components)] or blocks
    if level.TYPE_CHAM == "1D_GENE" or shells:
        turning = blocks
    strays = _Strays(field, turning)
    for place in args.AFFE:
        place.mark_read("ANGL_NAUT", "VECT_X", "VECT_Y", "ORIGINE", "AXE_Z")
        for word in ("GROUP_NO", "NOEUD"):
            if place.get(word):
                raise place.wrong(word, f"{level.NOM_CHAM} is a field at elements: say where by GROUP_MA")
        cells = cells_of(place, mesh)
        if args.REPERE == "CYLINDRIQUE":
            strays.follow(_cylinder(place, mesh), cells)
        for block in turning:
            rows = np.flatnonzero(np.isin(block.cells, cells))
            if len(rows):
                turn = shell_turned if shells else partial(_cell_turned, strays=strays)
                turn = _line_turned if level.TYPE_CHAM == "1D_GENE" else turn
                block.values[rows] = turn(args, place, level, field, block, rows, source)
    return ElementField(mesh, field.quantity, field.location, blocks)


class _Strays:
    """Which points of cells take the radius of the middle of their cell: the first one on the axis of a cylinder, and all after it.

    They are taken by cells in the order of their numbers, occurrence after occurrence; chrpel never clears the mark of the first one.
    """

    def __init__(self, field, blocks):
        self.field, self.blocks, self.first = field, blocks, None

    def follow(self, cylinder, cells):
        """Look among the points of some more cells, at all nodes of all of them where the field is ELNO."""
        if self.first is not None:
            self.first = (-1, 0)
            return
        mesh = self.field.mesh
        if self.field.location == "ELGA":
            rows = [(block, np.flatnonzero(np.isin(block.cells, cells))) for block in self.blocks]
            parts = [(block.cells[own], _points(self.field, block, _corners(mesh, block.cells[own]))) for block, own in rows if len(own)]
        else:
            parts = [(block.cells, mesh.coordinates[block.nodes]) for block in mesh.select(cells)]
        found = []
        for numbers, points in parts:
            row, place = np.nonzero(off_axis(points.reshape(-1, 3), *cylinder).reshape(points.shape[:2]) < ON_AXIS)
            found += zip(numbers[row].tolist(), place.tolist())
        self.first = min(found, default=None)

    def among(self, cells, n_points) -> np.ndarray:
        """(cells, n_points) which of them do."""
        if self.first is None:
            return np.zeros((len(cells), n_points), bool)
        cell, place = self.first
        return (cells[:, None] > cell) | (cells[:, None] == cell) & (np.arange(n_points) >= place)


def _corners(mesh, cells):
    """(cells, nodes, 3) where the nodes of cells of one type are."""
    return mesh.coordinates[np.array([mesh.cell_nodes(int(cell)) for cell in cells])]


def _points(field, block, corners):
    """(cells, points, 3) where a field stands in cells of a block, of these nodes."""
    if field.location == "ELGA":
        return np.einsum("gn,cnx->cgx", block.element.point_functions, corners[:, : block.element.point_functions.shape[1]])
    return corners[:, : block.values.shape[1] // block.sub]


def _cell_turned(args, place, level, field, block, rows, source, strays):
    """(rows, points, components) in the axes at each point."""
    mesh = field.mesh
    if getattr(block.element, "section_points", "") and args.REPERE == "UTILISATEUR":
        raise args.wrong("REPERE", "stresses of plates and shells stand in their own axes: REPERE='COQUE' turns them")
    corners = _corners(mesh, block.cells[rows])
    points = _points(field, block, corners)
    points = np.where(strays.among(block.cells[rows], points.shape[1])[..., None], corners.mean(axis=1, keepdims=True), points)
    points = np.repeat(points, block.sub, axis=1).reshape(-1, 3)
    values = block.values[rows]
    axes = _axes(args, place, points, mesh)
    flat = _turned(args, level, field, block.components, axes, values.reshape(-1, values.shape[-1]), False)
    return flat.reshape(values.shape)


def _plane(mesh):
    return np.ptp(mesh.coordinates[:, 2]) == 0.0


def _axes(args, place, points, mesh, beside=None):
    """(n, 3, 3) the asked axes at points; `beside(rows)` gives points for those that stand on the axis of a cylinder."""
    if args.REPERE == "UTILISATEUR":
        if "VECT_X" in place:
            axes = axes_along(place.VECT_X, place.VECT_Y)
        else:
            axes = nautical((*place.ANGL_NAUT, 0.0, 0.0)[:3])
        return np.broadcast_to(axes, (len(points), 3, 3))
    origin, axis = _cylinder(place, mesh)
    if _plane(mesh):
        points = points * [1.0, 1.0, 0.0]
    near = off_axis(points, origin, axis) < ON_AXIS
    inner = None
    if near.any() and beside is not None:
        inner = np.full(points.shape, np.nan)
        inner[near] = beside(np.flatnonzero(near))
    return cylinder_axes(points, origin, axis, inner)


def _cylinder(place, mesh):
    """The origin and the axis that an occurrence of AFFE tells."""
    if _plane(mesh):
        place.mark_read("AXE_Z")
        return (*(place.get("ORIGINE") or (0.0, 0.0)), 0.0)[:3], (0.0, 0.0, 1.0)
    if place.get("ORIGINE") is None or len(place.ORIGINE) != 3 or place.get("AXE_Z") is None:
        raise place.wrong(
            "ORIGINE" if "ORIGINE" in place else None, "in space a cylinder needs ORIGINE, of three coordinates, and AXE_Z"
        )
    return place.ORIGINE, place.AXE_Z


def _turned(args, level, field, components, axes, values, at_nodes):
    """Rows of values in other axes; components that a row lacks count as zero and stay away."""
    flat = level.TYPE_CHAM.endswith("2D") and args.REPERE == "CYLINDRIQUE"
    result = values.copy()
    kind, groups = level.TYPE_CHAM[:4], _turning(level, field)
    order = ([0, 1, 2, 4] if flat else range(6)) if kind == "TENS" else [0, 2] if flat and not at_nodes else range(3)
    if not _turns(groups, components):
        raise level.wrong("TYPE_CHAM", f"{level.NOM_CHAM} is no field of {'tensors' if kind == 'TENS' else 'vectors'}")
    method = turned_tensors if kind == "TENS" else turned_vectors
    for names in groups:
        given = np.zeros((len(values), len(names)), values.dtype)
        for column, name in enumerate(names):
            if name in components:
                given[:, column] = np.nan_to_num(values[:, components.index(name)])
        made = method(axes, given)
        for name, column in zip(names, order):
            if name in components:
                place = components.index(name)
                result[:, place] = np.where(np.isnan(values[:, place]), np.nan, made[:, column])
    return result


def _turning(level, field):
    """The names that turn together."""
    if level.TYPE_CHAM.startswith("TENS"):
        prefix = TENSORS.get(field.quantity[:4])
        return [[prefix + name for name in AXES]] if prefix else []
    return _VECTORS.get(field.quantity[:4], ())


def _turns(groups, components):
    return bool(groups) and set(groups[0][:2]) <= set(components)


def _line_turned(args, place, level, field, block, rows, source):
    """Forces and moments of beams and discretes from their own axes to the user's."""
    if args.REPERE != "UTILISATEUR":
        raise args.wrong("REPERE", "forces of beams are turned to the axes of REPERE='UTILISATEUR'")
    cells = block.cells[rows]
    (index, own), *more = source.model.rows(cells)
    group = source.model.groups[index]
    frames = source.model.data(source.material_field, source.characteristics)[index].subset(own).characteristics.get("frame")
    if more or not np.array_equal(group.cells[own], cells) or frames is None or not set(_LINE_FORCES[0]) <= set(block.components):
        raise level.wrong("NOM_CHAM", "the field is not one of beams or discretes in space, with axes of their own")
    (axes,) = _axes(args, place, np.zeros((1, 3)), field.mesh)
    turn = axes @ frames.transpose(0, 2, 1)
    values = block.values[rows].copy()
    for names in _LINE_FORCES:
        if set(names) <= set(block.components):
            replaced(values, block.components, list(names), turn)
    return values
