"""LIAISON_CYCL: one edge of a sector follows the other one, once turned, of two copies of it, each by its share (u4.44.01).

With c1, c2 and c the shares, R the turn from the node to where it is looked for, w the functions of the cells found there in either copy,

    c R^T u = c1 sum w1 u1 + c2 sum w2 u2

so that a mode with n nodal diameters is one of two copies of a sector, its real and its imaginary part. Of DNOR only what runs along the
normal n of the slave's sides follows, along R n in the masters.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN, PRESENT_PRESENT
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import Cells, locate

from ._member import DISPLACEMENTS, LoadKeyword
from ._movement import MOVEMENT, moved
from ._relations import RowList, node_normals

_NEGLIGIBLE = 1e-6
"""A coefficient smaller than this is left out."""


def declare(value):
    """The declaration."""
    groups = {word: SIMP("f", typ="grma", max="**", validators=(no_repeat,)) for word in ("GROUP_MA_MAIT2", "GROUP_MA_ESCL")}
    return FACT(
        "f",
        max="**",
        rules=(
            AU_MOINS_UN("GROUP_MA_ESCL", "GROUP_NO_ESCL"),
            PRESENT_PRESENT("DDL_MAIT", "DDL_ESCL"),
            PRESENT_PRESENT("DDL_ESCL", "DDL_MAIT"),
            PRESENT_PRESENT("DDL_ESCL", "GROUP_MA_ESCL"),
        ),
        GROUP_MA_MAIT1=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
        **groups,
        GROUP_NO_ESCL=SIMP("f", typ="grno", max="**", validators=(no_repeat,)),
        **MOVEMENT,
        **{word: SIMP("f", typ="R", defaut=1.0) for word in ("COEF_MAIT1", "COEF_MAIT2", "COEF_ESCL")},
        **{word: SIMP("f", into=("DNOR",), advisory=True) for word in ("DDL_MAIT", "DDL_ESCL")},
    )


def terms(occurrences, model):
    """One relation for each node that a cell of either master is found for, and each axis."""
    mesh, rows, axes = model.mesh, RowList(model), DISPLACEMENTS[: model.dimension]
    for occurrence in occurrences:
        nodes = nodes_of(occurrence, mesh, suffix="_ESCL")
        turn, places = moved(occurrence, mesh.coordinates[nodes], model.dimension)
        along = _normals(occurrence, model, nodes, turn) if "DDL_ESCL" in occurrence else None
        turn = np.eye(3) if turn is None else turn
        found = [(occurrence[f"COEF_MAIT{side}"], _followed(occurrence, model, side, places)) for side in (1, 2)]
        for row, node in enumerate(nodes.tolist()):
            masters = []
            for share, cells in found:
                if cells is not None and cells.cells[row] >= 0:
                    used = cells.nodes[row] >= 0
                    masters += [(master, share * weight) for master, weight in zip(cells.nodes[row][used], cells.weights[row][used])]
            for axis, name in enumerate(axes if masters and along is None else ("DNOR",) if masters else ()):
                if along is None:
                    relation = [(node, own, -occurrence.COEF_ESCL * factor) for own, factor in zip(axes, turn[:, axis])]
                    relation += [(int(master), name, factor) for master, factor in masters]
                else:
                    own, image = (normals[row] for normals in along)
                    relation = [(node, word, -occurrence.COEF_ESCL * n) for word, n in zip(axes, own)]
                    relation += [(int(master), word, factor * n) for master, factor in masters for word, n in zip(axes, image)]
                kept = [(_equation(occurrence, model, place, own), factor) for place, own, factor in relation if abs(factor) > _NEGLIGIBLE]
                rows.add(kept, 0.0)
    return rows.term("LIAISON_CYCL")


def _normals(occurrence, model, nodes, turn):
    """(n, 3) the normals of the slave at its nodes, and where they point once turned."""
    if turn is not None and occurrence.get("GROUP_MA_MAIT2"):
        raise occurrence.not_yet("DDL_ESCL", "a normal that follows two turned masters is not there yet")
    sides = np.concatenate(look_up(occurrence, "GROUP_MA_ESCL", model.mesh.cell_group))
    lost = np.setdiff1d(nodes, model.mesh.nodes_of_cells(sides))
    if lost.size:
        raise occurrence.wrong("GROUP_NO_ESCL", "with DNOR the nodes are those of the sides of GROUP_MA_ESCL")
    normals = node_normals(model.mesh, sides, nodes)
    return normals, normals if turn is None else normals @ turn


def _followed(occurrence, model, side, places):
    """Where the places are in the cells of a master, None where it is not given."""
    parts = look_up(occurrence, f"GROUP_MA_MAIT{side}", model.mesh.cell_group)
    if not parts:
        return None
    blocks = [block for block in model.mesh.select(np.unique(np.concatenate(parts))) if block.dim == model.dimension]
    if not blocks:
        raise occurrence.wrong(f"GROUP_MA_MAIT{side}", f"none of these cells is {'a surface' if model.dimension == 2 else 'a volume'}")
    cells = [Cells(block.type, reference_cell(block.type).straight, block.cells, block.nodes) for block in blocks]
    return locate(places[:, : model.dimension], model.mesh.coordinates[:, : model.dimension], cells, None)


def _equation(occurrence, model, node, name):
    equation = int(model.dofs.index(node, name))
    if equation < 0:
        raise occurrence.wrong(None, f"node {model.mesh.node_names[node]} does not carry {name}")
    return equation


LOADS.add("LIAISON_CYCL", LoadKeyword(declare, terms, functions=False))
