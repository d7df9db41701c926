"""PROJ_CHAMP of fields at points of integration, METHODE='ECLA_PG': each point of the second model is told what the point of the first
one tells whose share of its cell it stands in (u4.72.05)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import Cells, locate
from pyaster_lite.fe.point_shares import shares


def taken_at_points(args, context, word, fields):
    """The fields ELGA (of one result) on the points of MODELE_2; raises Refused where that cannot be."""
    for other in ("VIS_A_VIS", "TRANSF_GEOM_1", "TRANSF_GEOM_2", "TYPE_CHAM"):
        if args.get(other):
            raise args.wrong(other, f"{other} does not go with fields at points of integration")
    for side in ("MODELE_1", "MODELE_2"):
        if args.get(side) is None:
            raise args.wrong(word, f"fields at points of integration need {side}")
    source, target = args.MODELE_1, args.MODELE_2
    if fields[0].mesh is not source.mesh:
        raise args.wrong(word, f"{args[word].name} is on another mesh than the one to project from")
    if source.dimension != target.dimension:
        raise args.wrong("MODELE_2", f"{target.name} is of dimension {target.dimension}, {source.name} of {source.dimension}")
    args.mark_read("CAS_FIGURE")
    made, known = [], None
    for field in fields:
        if known is None or not _alike(known, field):
            known, parts = field, _Parts(args, word, source, field)
            owners = _owners(args, context, parts, source.dimension, target)
        made.append(_on_target(field, parts, owners, target, args.PROL_VALE))
    return made


def _alike(one, other):
    """Whether two fields stand at the same points."""
    pairs = zip(one.blocks, other.blocks)
    return len(one.blocks) == len(other.blocks) and all(a.element is b.element and np.array_equal(a.cells, b.cells) for a, b in pairs)


class _Parts:
    """The shares of the points of a field: `cells` of them on nodes that stand at `x`; `points` (n, 3) block, row and point of each."""

    def __init__(self, args, word, model, field):
        places, cells, points = [], [], []
        blocks = sorted(enumerate(field.blocks), key=lambda pair: pair[1].cells.min())
        n_nodes = n_parts = 0
        for index, block in blocks:
            part = model.mesh.select(block.cells)
            if block.sub > 1 or len(part) > 1 or not hasattr(block.element, "point_functions"):
                raise args.not_yet(word, "fields with sub-points, or of elements without points of integration, are not taken over yet")
            kind = CELL_TYPES[part[0].type]
            if kind.dim < model.dimension:
                continue
            functions = block.element.point_functions
            if block.values.shape[1] != len(functions):
                raise args.not_yet(word, "fields at other points than those of the stiffness are not taken over yet")
            found = shares(kind.linear, functions @ reference_cell(kind.name).nodes[: functions.shape[1]])
            if not found:
                raise args.not_yet(word, f"cells {kind.name} with {len(functions)} points are not shared out yet")
            vertices = model.mesh.coordinates[part[0].nodes[:, : kind.corners]]
            per_cell = sum(len(own.points) for own in found)
            before = 0
            for own in found:
                corners = np.einsum("pcv,evx->epcx", own.weights, vertices)
                ne, np_, nc, _ = corners.shape
                numbers = n_parts + per_cell * np.arange(ne)[:, None] + before + np.arange(np_)
                nodes = n_nodes + np.arange(corners.size // 3).reshape(-1, nc)
                cells.append(Cells(own.kind, own.kind, numbers.ravel(), nodes))
                places.append(corners.reshape(-1, 3))
                points.append((numbers.ravel(), index, np.repeat(np.arange(ne), np_), np.tile(own.points, ne)))
                n_nodes, before = n_nodes + corners.size // 3, before + np_
            n_parts += per_cell * len(vertices)
        if not cells:
            raise args.wrong(word, f"{args[word].name} tells nothing at the points of cells of dimension {model.dimension}")
        self.x, self.cells = np.concatenate(places), cells
        self.points = np.empty((n_parts, 3), int)
        for numbers, index, row, point in points:
            self.points[numbers] = np.stack([np.full(len(row), index), row, point], axis=1)


def _owners(args, context, parts, dimension, target):
    """[(group, (ne, ng) the part that each point of the cells of the target stands in, -1 for none)]."""
    found = []
    for group in target.groups:
        if CELL_TYPES[group.cell_type].dim < dimension or not hasattr(group.element, "point_functions"):
            continue
        functions = group.element.point_functions
        places = np.einsum("gn,enx->egx", functions, target.mesh.coordinates[group.nodes[:, : functions.shape[1]]])
        found.append((group, places))
    if not found:
        raise args.wrong("MODELE_2", f"{target.name} has no cell of dimension {dimension} with points of integration")
    every = np.concatenate([places.reshape(-1, 3) for _, places in found])[:, :dimension]
    located = locate(every, parts.x[:, :dimension], parts.cells, args.get("DISTANCE_MAX"), args.get("DISTANCE_ALARME", -1.0))
    far = (located.far & (located.cells >= 0)).sum()
    if far and args.get("ALARME") != "NON":
        context.warn(args, None, f"{far} points of integration are far outside every cell of the first mesh")
    ends = np.cumsum([places.shape[0] * places.shape[1] for _, places in found])
    return [(group, own.reshape(places.shape[:2])) for (group, places), own in zip(found, np.split(located.cells, ends[:-1]))]


def _on_target(field, parts, owners, target, fill):
    names, made = field.components, []
    table = np.full((len(parts.points), len(names)), np.nan, complex if field.is_complex else float)
    for index, block in enumerate(field.blocks):
        own = np.flatnonzero(parts.points[:, 0] == index)
        columns = [names.index(name) for name in block.components]
        table[own[:, None], columns] = block.values[parts.points[own, 1], parts.points[own, 2]]
    for group, owner in owners:
        values = np.where((owner >= 0)[..., None], table[owner], np.nan)
        if fill is not None:
            values = np.where(np.isnan(values), fill, values)
        if not np.isnan(values).all():
            made.append(ElementBlock(group.cells, values, names, group.element))
    return ElementField(target.mesh, field.quantity, "ELGA", made)
