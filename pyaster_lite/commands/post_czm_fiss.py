"""POST_CZM_FISS: how long a cohesive crack is, or how triaxial the stresses beside it are (u4.82.31).

Along the half line of the crack, with s the distances of the points that are whole, damaged or broken (V3 = 0, 1, 2):

    total = (least s of the whole ones + greatest s of the damaged ones) / 2
    free  = (least s of the damaged ones + greatest s of the broken ones) / 2       cohesive = total - free
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_matrix

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP, no_repeat
from pyaster_lite.commands._mesh_words import cell_groups
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.table import Table
from pyaster_lite.fe.invariants import equivalent_stresses
from pyaster_lite.fe.tensors import mandel_factors

ALIGNED = 1e-4
"""How far from the line of the points, and how much turned from it (radians), the half line may be."""


@operator(
    "POST_CZM_FISS",
    produces=lambda values: "table_sdaster" if values.OPTION == "LONGUEUR" else "carte_sdaster",
    keywords=dict(
        OPTION=SIMP("o", into=("LONGUEUR", "TRIAXIALITE")),
        RESULTAT=SIMP("o", typ="evol_noli"),
        b_longueur=BLOC(
            equal("OPTION", "LONGUEUR"),
            GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
            POINT_ORIG=SIMP("o", typ="R", min=2, max=2),
            VECT_TANG=SIMP("o", typ="R", min=2, max=2),
        ),
    ),
)
def post_czm_fiss(args, context):
    """A table over the instants, or a chart of X1 on the cohesive cells at the last storage order."""
    return _lengths(args, context) if args.OPTION == "LONGUEUR" else _triaxiality(args)


def _lengths(args, context):
    result = args.RESULTAT
    places = context.run("CALC_CHAM_ELEM", MODELE=result.model, GROUP_MA=args.GROUP_MA, OPTION="COOR_ELGA")
    cells = np.unique(np.concatenate(cell_groups(args, "GROUP_MA", result.mesh)))
    x, y = (places.component(axis, cells) for axis in "XY")
    there = ~np.isnan(x)
    distance = _along(args, np.stack([x[there], y[there]], axis=1))
    rows = []
    for order in result.orders:
        if not result.has_field("VARI_ELGA", order):
            raise args.wrong("RESULTAT", f"{result.name} has no field VARI_ELGA at order {order}")
        state = result.field("VARI_ELGA", order).component("V3", cells)[:, : x.shape[1]][there]
        total, free = _ends(args, context, distance, state)
        rows.append({"INST": result.parameter("INST", order), "LONG_FIS": free, "LONG_TOT": total, "LONG_COH": total - free})
    return Table.from_rows(rows, dict.fromkeys(("INST", "LONG_FIS", "LONG_TOT", "LONG_COH"), "R"))


def _along(args, points):
    """(n,) signed distances from POINT_ORIG, which must stand on the line of the points (n, 2), along VECT_TANG."""
    low, high = points.min(axis=0), points.max(axis=0)
    origin, tangent = np.array(args.POINT_ORIG), np.array(args.VECT_TANG) / np.linalg.norm(args.VECT_TANG)
    line = (high - low) / np.linalg.norm(high - low)
    if abs((origin - high) @ [-line[1], line[0]]) >= ALIGNED:
        raise args.wrong("POINT_ORIG", "this point is not on the line of the points of the cells")
    if abs(tangent @ [-line[1], line[0]]) >= ALIGNED:
        raise args.wrong("VECT_TANG", "this direction is not along the line of the points of the cells")
    away = points - origin
    return np.linalg.norm(away, axis=1) * np.sign(away @ tangent)


def _ends(args, context, distance, state):
    """The total and the free length."""
    ahead = distance >= 0.0
    if not ahead.any():
        raise args.wrong("VECT_TANG", "no point of the cells is on this side of POINT_ORIG")
    whole, damaged, broken = (distance[ahead & (state == value)] for value in (0.0, 1.0, 2.0))
    between = ahead & (distance >= damaged.min(initial=np.inf)) & (distance <= damaged.max(initial=-np.inf))
    if (state[between] != 1.0).any():
        context.warn(args, None, "some points inside the cohesive zone are whole or broken")
    if len(broken) and len(damaged) <= 3:
        context.warn(args, None, f"the cohesive zone has {len(damaged)} points only: the mesh is coarse")
    start = whole.min(initial=distance.max())
    if not len(damaged):
        end = (start + broken.max()) / 2 if len(broken) else start
        return end, end
    total = (start + damaged.max()) / 2
    return total, (damaged.min() + broken.max()) / 2 if len(broken) else damaged.min()


def _triaxiality(args):
    """The mean over the one or two solids that share a side with a cohesive cell of the means over their points."""
    result, model = args.RESULTAT, args.RESULTAT.model
    order, dim = result.orders[-1], model.dimension
    cohesive, solid = [], []
    for group in model.groups:
        if group.modelisation.partition("_")[2].startswith(("INTERFACE", "JOINT")):
            cohesive.append(group.cells)
        elif getattr(getattr(group.element, "continuum", None), "strains", None) and group.element.dim == dim:
            solid.append(group.cells)
    if not cohesive:
        raise args.wrong("RESULTAT", f"{model.name} has no cohesive cell")
    cohesive, solid = np.concatenate(cohesive), np.concatenate(solid)
    mean = _means(result.field("SIEF_ELGA", order), solid)
    beside = ((_corners(model.mesh, cohesive) @ _corners(model.mesh, solid).T) >= dim).astype(float).tocsr()
    count = np.asarray(beside.sum(axis=1)).ravel()
    if not np.isin(count, (1, 2)).all():
        cell = model.mesh.cell_names[cohesive[np.flatnonzero(~np.isin(count, (1, 2)))[0]]]
        raise args.wrong("RESULTAT", f"the cohesive cell {cell} does not stand beside one or two solids")
    values = (beside @ mean) / count
    block = ElementBlock(cohesive, values[:, None, None], ("X1",))
    return ElementField(model.mesh, "NEUT_R", "CART", [block])


def _means(stresses, cells):
    """(n,) the mean triaxiality over the points of cells."""
    names = [name for name in ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ") if name in stresses.components]
    tensor = np.stack([stresses.component(name, cells) for name in names], axis=-1)
    tensor = np.pad(tensor, ((0, 0), (0, 0), (0, 6 - len(names)))) * mandel_factors()
    there = ~np.isnan(tensor[..., 0])
    found = np.full(there.shape, np.nan)
    values, known = equivalent_stresses(np.nan_to_num(tensor[there]))
    found[there] = values[..., known.index("TRIAX")]
    return np.nanmean(found, axis=1)


def _corners(mesh, cells):
    """(n, n_nodes) which nodes are corners of cells."""
    rows, columns, rank = [], [], {int(cell): i for i, cell in enumerate(cells)}
    for block in mesh.select(cells):
        own = block.nodes[:, : CELL_TYPES[block.type].corners]
        rows.append(np.repeat([rank[int(cell)] for cell in block.cells], own.shape[1]))
        columns.append(own.ravel())
    rows, columns = np.concatenate(rows), np.concatenate(columns)
    return csr_matrix((np.ones(len(rows), int), (rows, columns)), shape=(len(cells), mesh.n_nodes))
