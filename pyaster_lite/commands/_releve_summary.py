"""What POST_RELEVE_T makes of values along nodes: means along a path, sums, extremes (u4.81.21)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._releve_values import Reading, abscissas, axes_at
from pyaster_lite.concepts.field import NodeField

QUANTITIES = ("MOMENT_0", "MOMENT_1", "MINIMUM", "MAXIMUM", "MOYE_INT", "MOYE_EXT")
RESULTANTS = ("RESULT_X", "RESULT_Y", "RESULT_Z", "MOMENT_X", "MOMENT_Y", "MOMENT_Z")
EXTREMES = ("MAX", "MIN", "MAXI_ABS", "MINI_ABS")


def path_means(mesh, nodes, values) -> np.ndarray:
    """(6, n_components) of values (n, n_components) at nodes along a path, in the order of QUANTITIES.

    With s the abscissa on [0, l]: the mean, the linear part 12/l^2 times the integral of (s - l/2) v (by Simpson on each
    segment), the extremes, and the linearised values at both ends. Segments with an end without value are left out: what stands on
    none of them is NaN.
    """
    s = abscissas(mesh, nodes)
    found = []
    for column in values.T:
        whole = ~(np.isnan(column[:-1]) | np.isnan(column[1:]))
        if not whole.any():
            found.append([np.nan] * len(QUANTITIES))
            continue
        first, second = column[:-1][whole], column[1:][whole]
        start, end = s[:-1][whole], s[1:][whole]
        step = end - start
        length = step.sum()
        mean = (step * (first + second)).sum() / length / 2
        middle = (first + second) * (start + end)
        moment = (step / 3 * (first * start + middle + second * end)).sum() / length**2
        slope = 6 * (moment - mean)
        both = np.concatenate([first, second])
        found.append([mean, slope, both.min(), both.max(), mean - slope / 2, mean + slope / 2])
    return np.array(found).T


def resultant(action, mesh, reading: Reading) -> dict:
    """The sum of the components over the nodes; with MOMENT, resultant and moment at POINT."""
    values = np.nan_to_num(reading.values)
    if action.MOMENT is None:
        return dict(zip(reading.components, values.sum(axis=0).tolist()))
    size = len(action.RESULTANTE)
    if size not in (2, 3) or len(action.MOMENT) != size:
        raise action.wrong("MOMENT", "RESULTANTE and MOMENT take two components each, or three")
    if action.POINT is None or len(action.POINT) not in (2, 3):
        raise action.wrong("POINT" if action.POINT else None, "the moment needs POINT: two or three coordinates")
    lever = mesh.coordinates[reading.nodes] - np.array([*action.POINT, 0.0][:3])
    if action.REPERE == "UTILISATEUR":
        lever = np.einsum("nij,nj->ni", axes_at(action, lever), lever)
    force, couple = np.zeros((2, len(values), 3))
    force[:, :size], couple[:, :size] = values[:, :size], values[:, size:]
    moment = couple + np.cross(lever, force)
    return dict(zip(RESULTANTS, np.concatenate([force.sum(axis=0), moment.sum(axis=0)]).tolist()))


def extremes(action, field, nodes, cells, names) -> list[dict]:
    """Four rows: the greatest and least value over components and places, and the same of absolute values.

    Of equal values the first counts, components first, then places.
    """
    if isinstance(field, NodeField):
        values = [field.component(name)[nodes] for name in names if name in field.components]
        labels = [{"NOEUD": field.mesh.node_label(node)} for node in nodes]
    else:
        values = [field.component(name, cells) for name in names if name in field.components]
        width = values[0].shape[1] if values else 0
        values = [table.ravel() for table in values]
        labels = None
    owners = [name for name in names if name in field.components]
    table = np.array(values)
    if not table.size or np.isnan(table).all():
        raise action.wrong(None, "the field has no value there")
    flat = table.ravel()
    found = []
    for word in EXTREMES:
        measure = np.abs(flat) if word.endswith("_ABS") else flat
        place = int(np.nanargmax(measure) if word.startswith("MAX") else np.nanargmin(measure))
        component, item = divmod(place, table.shape[1])
        if labels is None:
            row, column = divmod(item, width)
            point = column // field.sub_on(cells[row : row + 1])
            mesh, cell = field.mesh, cells[row]
            where = {"MAILLE": mesh.cell_label(cell), "NOEUD": mesh.node_label(mesh.cell_nodes(cell)[point])}
        else:
            where = labels[item]
        found.append({"EXTREMA": word, **where, "CMP": owners[component], "VALE": float(measure[place])})
    return found


def means(field, nodes, names) -> list[dict]:
    """One row for each component: the sum over the nodes that carry it, divided by the number of all nodes."""
    there = [name for name in names if name in field.components]
    return [{"CMP": name, "MOYENNE": float(np.nansum(field.component(name)[nodes]) / len(nodes))} for name in there]
