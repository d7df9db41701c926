"""RIGI_MISS_3D of AFFE_CARA_ELEM: springs under a foundation that stand for the impedances of its nodes (u4.42.01, rigmi1, rigmi2).

With T the real part of the impedance between unknowns of the same direction, of the nodes of all springs in ascending order,

1.  between two nodes   k_ij = T_ij (S_i / s_i + S_j / s_j) / 2,  S_i the sum of T_ij over all other nodes, s_i over those with a spring
2.  under a node        k_i = T_ii + the sum of its k_ij

As in code_aster the springs between nodes get -20 k_ij; all of them lose what mass and damping they have.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.io.soil_tables import read_soil_tables, row_of

from ._cara_discrete import NAMES, discrete_matrix

STRETCH = 20.0
RIGI_MISS_3D = FACT(
    "f",
    GROUP_MA_POI1=SIMP("o", typ="grma"),
    GROUP_MA_SEG2=SIMP("f", typ="grma"),
    FREQ_EXTR=SIMP("o", typ="R"),
    UNITE_RESU_IMPE=SIMP("f", typ="I", defaut=30),
)


def soil_values(occurrence, model, context) -> dict:
    """Entries of Characteristics.values; raises Refused."""
    if occurrence is None:
        return {}
    if model.dimension != 3:
        raise occurrence.wrong("GROUP_MA_POI1", "the impedances of a soil are those of a model in space")
    mesh = model.mesh
    points = look_up(occurrence, "GROUP_MA_POI1", mesh.cell_group)[0]
    feet = _nodes(occurrence, "GROUP_MA_POI1", mesh, points, 1)[:, 0]
    lines = look_up(occurrence, "GROUP_MA_SEG2", mesh.cell_group)[0] if occurrence.GROUP_MA_SEG2 is not None else np.empty(0, int)
    ends = _nodes(occurrence, "GROUP_MA_SEG2", mesh, lines, 2)
    nodes = np.unique(feet)
    if len(lines) and not np.array_equal(np.unique(ends), nodes):
        raise occurrence.wrong("GROUP_MA_SEG2", "the springs between nodes and those under them are not at the same nodes")
    own, between = springs(_impedances(occurrence, context, len(nodes)), np.searchsorted(nodes, ends))
    entries: dict = {}
    for cells, suffix, rows in ((points, "N", own[np.searchsorted(nodes, feet)]), (lines, "L", -STRETCH * between)):
        for kind, name in NAMES.items():
            values = rows if kind == "K" else np.zeros_like(rows)
            if len(cells):
                made = np.stack([discrete_matrix(f"{kind}_T_D_{suffix}", row, False, True) for row in values])
                entries.setdefault(name, []).append((cells, made))
    return entries


def springs(impedance: np.ndarray, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, 3) what stands under each node and (m, 3) between the nodes `ends` (m, 2), of impedances (3, n, n) by direction.

    Entry (i, j) is that of the row of j and the column of i; an impedance need not be symmetric, and its order counts.
    """
    total = impedance.sum(axis=1) - np.diagonal(impedance, axis1=1, axis2=2)
    first, second = ends.T
    linked = impedance[:, second, first]
    partial, own = np.zeros_like(total), np.diagonal(impedance, axis1=1, axis2=2).copy()
    for side in (first, second):
        np.add.at(partial, (slice(None), side), linked)
    between = 0.5 * linked * (total[:, first] / partial[:, first] + total[:, second] / partial[:, second])
    for side in (first, second):
        np.add.at(own, (slice(None), side), between)
    return own.T, between.T


def _nodes(occurrence, word, mesh, cells, count):
    found = [mesh.cell_nodes(cell) for cell in cells]
    if any(len(own) != count for own in found):
        raise occurrence.wrong(word, f"cells of {count} node{'s' if count > 1 else ''} are meant")
    return np.array(found, int).reshape(-1, count)


def _impedances(occurrence, context, count):
    """(3, n, n) the real parts at the row of the file that the frequency belongs to."""
    path = context.files.path(occurrence.UNITE_RESU_IMPE, "r", span=occurrence.span_of("UNITE_RESU_IMPE"))
    known, terms = read_soil_tables(path)
    size = 3 * count
    if len(terms) < size**2:
        raise occurrence.wrong("UNITE_RESU_IMPE", f"{path.name} has {len(terms)} terms, {size**2} are needed for {count} nodes")
    row = row_of(known, np.array([occurrence.FREQ_EXTR]))[0][0]
    whole = terms[: size**2, row].real.reshape(size, size).T
    return np.stack([whole[axis::3, axis::3] for axis in range(3)])
