"""CREA_MAILLAGE: a cell for the share of each point of integration, apart from the others (u4.23.02, ECLA_PG)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.field_choice import field_names
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.commands._mesh_words import chosen_cells
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_shares import shares


def _at_points():
    return [name for name in field_names() if name.endswith("ELGA")]


ECLA_PG = FACT(
    MODELE=SIMP("o", typ="modele_sdaster"),
    TOUT=SIMP(into=("OUI",)),
    GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
    SHRINK=SIMP(typ="R", defaut=0.9),
    TAILLE_MIN=SIMP(typ="R", defaut=0.0),
    NOM_CHAM=SIMP("o", max="**", into=_at_points, validators=(no_repeat,)),
)
_FLAT = 1e-5


def shared_out(args, context, mesh):
    """The mesh of the parts of the cells of MODELE, each drawn in to its middle by SHRINK; cells of one
    kind of element stand together, the kinds in the order of their first cells."""
    # all of these fields stand at the points of the stiffness
    args.mark_read("NOM_CHAM")
    model = args.MODELE
    cells = chosen_cells(args, model.mesh, context)
    places, parts, n_nodes, n_cells = [], [], 0, 0
    for element, part in _kinds(model, cells):
        corners, kinds = _parts(args, element, part, model.mesh.coordinates)
        for own in corners.values():
            own[:] = _drawn_in(_widened(own, args.TAILLE_MIN), args.SHRINK)
        for cell in range(len(part)):
            for kind in kinds:
                own = corners[kind][cell]
                nodes = n_nodes + np.arange(own.size // 3).reshape(len(own), -1)
                parts.append((kind, nodes, n_cells + np.arange(len(own))))
                places.append(own.reshape(-1, 3))
                n_nodes, n_cells = n_nodes + nodes.size, n_cells + len(own)
    if not places:
        raise args.wrong("MODELE", "none of these cells has points of integration to share it out")
    return Mesh(np.concatenate(places), merge_blocks(parts), {}, {}, space_dimension=model.mesh.space_dimension)


def _kinds(model, cells):
    """[(element, block of its cells of one type)] in the order of the first cells."""
    chosen = [(model.groups[group], rows) for group, rows in model.rows(cells)]
    kinds = [
        (group.element, block)
        for group, rows in chosen
        if not getattr(group.element, "loaded_only", False)
        for block in model.mesh.select(group.cells[rows])
    ]
    return sorted(kinds, key=lambda kind: kind[1].cells.min())


def _parts(args, element, block, coordinates):
    """({kind: (ne, parts, corners, 3)}, kinds) of the cells of one type."""
    kind = CELL_TYPES[block.type]
    functions = getattr(element, "point_functions", None)
    found = [] if functions is None else shares(kind.linear, functions @ reference_cell(kind.name).nodes[: functions.shape[1]])
    if not found or kind.dim < 2:
        count = "unknown" if functions is None else len(functions)
        raise args.not_yet("MODELE", f"cells {kind.name} with {count} points are not shared out yet")
    vertices = coordinates[block.nodes[:, : kind.corners]]
    return {own.kind: np.ascontiguousarray(np.einsum("pcv,evx->epcx", own.weights, vertices)) for own in found}, [own.kind for own in found]


def _widened(corners, least):
    """Parts of four corners whose sides are as long as asked for at least, turned or stretched as by code_aster (eclapp)."""
    if corners.shape[2] != 4 or least <= 0.0:
        return corners
    for part in corners.reshape(-1, 4, 3):
        one, two = (part[1] + part[2] - part[0] - part[3]) / 2, (part[2] + part[3] - part[0] - part[1]) / 2
        lengths = np.linalg.norm(one), np.linalg.norm(two)
        if min(lengths) < _FLAT * max(lengths):
            long, signs = (two, (-1, 1, 1, -1)) if lengths[0] < lengths[1] else (one, (-1, -1, 1, 1))
            side = np.array([long[1], -long[0], 0.0]) * (1.0 if lengths[0] < lengths[1] else -1.0)
            part += np.outer(signs, side) * least / 2 / np.linalg.norm(side)
            continue
        for length, pairs in zip(lengths, (((0, 1), (2, 3)), ((0, 3), (1, 2)))):
            stretch = least / length
            for a, b in pairs if stretch > 1.0 else ():
                # the second corner goes by the middle after the first one has moved, as in code_aster
                part[a] = stretch * part[a] + (1.0 - stretch) / 2 * (part[a] + part[b])
                part[b] = stretch * part[b] + (1.0 - stretch) / 2 * (part[a] + part[b])
    return corners


def _drawn_in(corners, share):
    centre = corners.mean(axis=2, keepdims=True)
    return centre + share * (corners - centre)
