"""The straight lines of INTE_MAIL_2D and INTE_MAIL_3D, cut by the cells that they pass (u4.81.11, u4.81.12)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.commands._mesh_words import chosen_cells, one_node
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh_path import MeshPath, Stretch
from pyaster_lite.fe.line_through_cells import passages
from pyaster_lite.fe.point_location import Cells

KINDS = {2: "courbe_sdaster", 3: "surface_sdaster"}


def cell_words() -> dict:
    """The cells that may be cut."""
    return dict(
        MAILLAGE=SIMP("o", typ="maillage_sdaster"),
        TOUT=SIMP(into=("OUI",)),
        GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
        MAILLE=SIMP(typ="ma", max="**", validators=(no_repeat,)),
        INFO=SIMP(typ="I", into=(1, 2), defaut=1, advisory=True),
    )


def segment_words(dimension: int) -> dict:
    """DEFI_SEGMENT: a line from one end to the other, by coordinates or nodes."""
    ends = {}
    for word, short in (("ORIGINE", "ORIG"), ("EXTREMITE", "EXTR")):
        ends[word] = SIMP(typ="R", min=dimension, max=dimension)
        ends |= {f"NOEUD_{short}": SIMP(typ="no"), f"GROUP_NO_{short}": SIMP(typ="grno")}
    rules = tuple(UN_PARMI(word, f"NOEUD_{short}", f"GROUP_NO_{short}") for word, short in (("ORIGINE", "ORIG"), ("EXTREMITE", "EXTR")))
    return dict(DEFI_SEGMENT=FACT("o" if dimension == 3 else "f", max="**", rules=rules, **ends))


def path_of_segments(args, context, dimension: int) -> MeshPath:
    """Each DEFI_SEGMENT as stretches from crossing to crossing; abscissas count from its own beginning."""
    mesh = args.MAILLAGE
    parts = _cells(args, context, mesh, dimension)
    stretches = []
    for level in args.DEFI_SEGMENT:
        first, last = (_end(level, context, mesh, *words) for words in (("ORIGINE", "ORIG"), ("EXTREMITE", "EXTR")))
        length = np.linalg.norm(last - first)
        if not length:
            raise level.wrong("EXTREMITE", "both ends of the segment are at one place")
        pieces = passages(first[:dimension], last[:dimension], mesh.coordinates[:, :dimension], parts, args.PRECISION)
        if not pieces:
            raise level.wrong(None, "the segment passes through none of the cells")
        _check_straight(args, mesh, {cell for piece in pieces for cell in piece.cells})
        for row in _without_gaps(pieces):
            shares = np.array([row[0].begin, *(piece.end for piece in row)])
            points = first + shares[:, None] * (last - first)
            stretches.append(Stretch(points, float(shares[0] * length), [piece.cells for piece in row]))
    return MeshPath(mesh, stretches, KINDS[dimension])


def _cells(args, context, mesh, dimension):
    cells = chosen_cells(args, mesh, context)
    cells = cells[mesh.cell_dim(cells) == dimension]
    if not len(cells):
        raise args.wrong("MAILLAGE", f"there are no cells of dimension {dimension} to cut")
    kinds = np.array(mesh.cell_type(cells))
    parts = []
    for kind in dict.fromkeys(kinds.tolist()):
        numbers = cells[kinds == kind]
        nodes = np.array([mesh.cell_nodes(cell) for cell in numbers])
        parts.append(Cells(kind, CELL_TYPES[kind].linear, numbers, nodes))
    return parts


def _end(level, context, mesh, word, short):
    if level[word] is not None:
        return np.array([*level[word], 0.0][:3], float)
    return mesh.coordinates[one_node(level, context, mesh, f"GROUP_NO_{short}", f"NOEUD_{short}")]


def _check_straight(args, mesh, cells):
    """In the plane a middle node off its side would bend it; in space only vertices count."""
    for cell in cells:
        shape = CELL_TYPES[mesh.cell_type(cell)]
        if shape.dim == 3 or shape.n_nodes == shape.corners:
            continue
        x = mesh.coordinates[mesh.cell_nodes(cell)]
        ends = x[: shape.corners]
        along = np.roll(ends, -1, axis=0) - ends
        off = np.cross(along, x[shape.corners : 2 * shape.corners] - ends)[:, 2] / (along**2).sum(axis=1)
        if np.abs(off).max() > args.PRECISION:
            name = mesh.cell_names[cell]
            raise args.not_yet("DEFI_SEGMENT", f"pyaster-lite cuts cells with straight sides only, those of {name} are bent")


def _without_gaps(pieces):
    rows = [[pieces[0]]]
    for before, piece in zip(pieces, pieces[1:]):
        if piece.begin == before.end:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return rows
