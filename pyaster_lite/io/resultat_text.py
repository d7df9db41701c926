"""Fields and parameters as text to be read by people: IMPR_RESU's FORMAT='RESULTAT' (u4.91.01).

Columns are laid out as in code_aster: the name of a node or cell, then six values a line.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.number_format import python_format

PER_LINE = 6
PARAMETER_FORMAT = "%12.5E"
_AXES = ("X", "Y", "Z")


@dataclass
class Layout:
    """How a field is shown.

    number_format  Fortran's, such as 1PE12.5
    coordinates    whether the place of each node comes first
    lowest, highest  values outside are left blank; None: no bound
    maximum, minimum whether the extreme of each component is shown in place of the values
    """

    number_format: str = "1PE21.14"
    coordinates: bool = False
    lowest: float | None = None
    highest: float | None = None
    maximum: bool = False
    minimum: bool = False


def field_text(field, components=None, nodes=None, cells=None, layout: Layout | None = None) -> str:
    """A real field, restricted to some components, nodes or cells, as lines."""
    layout = layout or Layout()
    names = [name for name in field.components if components is None or name in components]
    rows = _node_rows(field, names, nodes, layout) if isinstance(field, NodeField) else _cell_rows(field, names, cells, layout)
    if layout.maximum or layout.minimum:
        return _extremes(rows, names, layout)
    return _table(rows, names, layout)


def parameters_text(result, orders, names, table: bool = False) -> str:
    """Parameters of a result at some storage orders: a list for each order, or one table."""
    values = {order: {name: result.parameter(name, order) for name in names} for order in orders}
    if not table:
        lines = []
        for order, held in values.items():
            lines += ["", f" {result.name}, NUME_ORDRE {order}"]
            lines += [f"              {name:<16}{_shown(value)}" for name, value in held.items() if value is not None]
        return "\n".join(lines) + "\n"
    head = f" {'NUME_ORDRE':<12}" + " ".join(f"{name:<16}" for name in names)
    rows = [f" {order:<12d}" + " ".join(f"{_shown(held[name]):<16}" for name in names) for order, held in values.items()]
    return "\n".join(["", head.rstrip(), *(row.rstrip() for row in rows)]) + "\n"


def _shown(value):
    if isinstance(value, float):
        return PARAMETER_FORMAT % value
    return f"{value:12d}" if isinstance(value, int) else "" if value is None else str(value)


@dataclass
class _Row:
    """One line of values: `owner` a node or cell, `label` what stands first, `point` the place inside a cell."""

    owner: str
    label: str
    values: np.ndarray
    place: tuple[float, ...] = ()


def _node_rows(field, names, nodes, layout):
    values = field.values[:, [field.components.index(name) for name in names]]
    carried = ~np.isnan(values).all(axis=1)
    chosen = np.flatnonzero(carried) if nodes is None else [node for node in nodes if carried[node]]
    labels, mesh = field.mesh.node_names, field.mesh
    for node in chosen:
        yield _Row(labels[node], labels[node], values[node], _place(mesh, node, layout))


def _place(mesh, node, layout):
    return tuple(mesh.coordinates[node, : mesh.dimension]) if layout.coordinates else ()


def _cell_rows(field, names, cells, layout):
    mesh = field.mesh
    wanted = None if cells is None else set(np.asarray(cells).tolist())
    owners = {int(cell): (block, row) for block in field.blocks for row, cell in enumerate(block.cells)}
    for cell in sorted(owners):
        if wanted is not None and cell not in wanted:
            continue
        block, row = owners[cell]
        nodes = mesh.cell_nodes(cell)
        for index, held in enumerate(block.values[row]):
            point, layer = divmod(index, block.sub)
            values = np.array([held[block.components.index(name)] if name in block.components else np.nan for name in names])
            if np.isnan(values).all():
                continue
            at_node = field.location == "ELNO"
            label = mesh.node_names[nodes[point]] if at_node else str(point + 1) if field.location == "ELGA" else ""
            label += f" ({layer + 1})" if block.sub > 1 else ""
            yield _Row(mesh.cell_names[cell], label, values, _place(mesh, nodes[point], layout) if at_node else ())


def _table(rows, names, layout):
    """Values under the names of their components; a new heading for each cell, and wherever the components change."""
    number = python_format(layout.number_format)
    width = len(number % 0.0)
    lines, heading = [], None
    for row in rows:
        shown = [i for i, value in enumerate(row.values) if not np.isnan(value)]
        inside = [_inside(row.values[i], layout) for i in shown]
        if not any(inside):
            continue
        of_cell = row.owner != row.label
        if heading != (shown, of_cell and row.owner):
            heading = (shown, of_cell and row.owner)
            titles = [*_AXES[: len(row.place)], *(names[i] for i in shown)]
            lines += ["", *_line(row.owner if of_cell else "NODE", [f"{title:<8}".rjust(width) for title in titles])]
        cells = [number % value for value in row.place]
        cells += [number % row.values[i] if fits else " " * width for i, fits in zip(shown, inside)]
        lines += _line(row.label, cells)
    return "\n".join(lines) + "\n" if lines else ""


def _line(first, cells):
    parts = [" ".join(cells[start : start + PER_LINE]) for start in range(0, max(len(cells), 1), PER_LINE)]
    return [f" {first if i == 0 else '':<8} {part}".rstrip() for i, part in enumerate(parts)]


def _inside(value, layout):
    return (layout.lowest is None or value >= layout.lowest) and (layout.highest is None or value <= layout.highest)


def _extremes(rows, names, layout):
    number = python_format(layout.number_format)
    rows = list(rows)
    lines = []
    for wanted, word, choose in ((layout.maximum, "greatest", max), (layout.minimum, "least", min)):
        for column, name in enumerate(names if wanted else ()):
            found = [(row.values[column], row.owner) for row in rows]
            found = [(value, owner) for value, owner in found if not np.isnan(value) and _inside(value, layout)]
            if found:
                best = choose(value for value, _ in found)
                owners = [owner for value, owner in found if value == best]
                others = f" and {len(owners) - 1} more" if len(owners) > 1 else ""
                lines.append(f" {word} {name:<8} {number % best}  at {owners[0]}{others}")
    return "\n".join(["", *lines]) + "\n"
