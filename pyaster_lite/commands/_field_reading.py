"""Fields out of MED files onto a mesh or a model: LIRE_CHAMP and LIRE_RESU."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_places import Sheet, completed, width_of
from pyaster_lite.concepts import quantities
from pyaster_lite.concepts.field_places import element_groups
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.med_write import WRITTEN_AS

_TOLERANCE = 1e-6


def med_field(args, file, name: str, step, target, model, renamed: dict | None):
    """One step of a field of a MED file.

    target   (mesh, place, quantity)
    renamed  component in the file -> component of the quantity; None when they have the same names
    """
    mesh, place, quantity = target
    columns = _columns(file, name, quantity, renamed)
    cells_of = {block.type: block.cells for block in mesh.blocks}
    parts, sub = list(file.parts(name, step)), 1
    if place == "ELGA" and args.get("CARA_ELEM") is not None:
        sub = _sub_points(file, name, parts, mesh, cells_of, model)
    sheet = Sheet(mesh, place, quantity, width_of(model, place, quantity) if place.startswith("EL") else 1, sub)
    found = False
    for part in parts:
        if part.place != {"NOEU": "NOEU", "ELNO": "ELNO"}.get(place, "CELL"):
            continue
        found = True
        where = _where(file, name, part, mesh, cells_of)
        values = part.values
        if place == "ELGA":
            values = _at_points(file, name, part, where, model, sub)
        elif place in ("ELEM", "CART") and values.shape[1] != 1:
            raise FileProblem(file.path, f"the field {name} has several points in a cell: it is no {place}")
        for own, column in columns.items():
            if place == "NOEU":
                sheet.column(own)[where] = values[:, 0, column]
            else:
                sheet.column(own)[where, : values.shape[1]] = values[:, :, column]
    if not found:
        raise FileProblem(file.path, f"the field {name} holds nothing at the places {place}")
    field = sheet.field(model)
    if place.startswith("EL") and args.PROL_ZERO == "OUI":
        return completed(args, field, model)
    return field


def _columns(file, name, quantity, renamed):
    """Component of the quantity -> its place among those of the file."""
    there = file.components(name)
    if renamed is None:
        renamed = {own: own for own in there}
    columns = {}
    for theirs, own in renamed.items():
        if theirs not in there:
            raise FileProblem(file.path, f"the field {name} has no component {theirs}; it has {', '.join(there)}")
        if not quantities.has_component(quantity, own):
            raise FileProblem(file.path, f"the quantity {quantity} has no component {own}")
        columns[own] = there.index(theirs)
    return columns


def _where(file, name, part, mesh, cells_of):
    """The nodes or cells of the mesh that a part stands on."""
    if part.type is None:
        here, count, what = None, mesh.n_nodes, "nodes"
    else:
        if part.type in WRITTEN_AS.values() and any(WRITTEN_AS.get(own) == part.type for own in cells_of):
            raise FileProblem(file.path, f"the mesh has cells that MED stores as {part.type}: the field {name} cannot be told apart")
        here = cells_of.get(part.type, np.zeros(0, int))
        count, what = len(here), f"cells {part.type}"
    if len(part.rows) and (part.rows.max() >= count or (part.rows.size > count)):
        text = f"the field {name} stands on {max(part.rows.max() + 1, len(part.rows))} {what}, but the mesh has {count}"
        raise FileProblem(file.path, text)
    return part.rows if here is None else here[part.rows]


def _sub_points(file, name, parts, mesh, cells_of, model) -> int:
    """How many values the file has at each point of the model's elements, where it has as many at all of them; one else."""
    found = set()
    for part in parts:
        if part.place == "CELL":
            here = _where(file, name, part, mesh, cells_of)
            shared = [points for _, cells, _, points in element_groups(model, "ELGA") if np.isin(here, cells).any()]
            found |= {part.values.shape[1] // points if part.values.shape[1] % points == 0 else 1 for points in shared}
    return found.pop() if len(found) == 1 else 1


def _at_points(file, name, part, cells, model, sub):
    """Values at the points of the model's elements, in their order, `sub` at each; cells without element keep their own."""
    values = part.values.copy()
    for element, own_cells, _, points in element_groups(model, "ELGA"):
        rows = np.flatnonzero(np.isin(cells, own_cells))
        if not len(rows):
            continue
        if points * sub != part.values.shape[1]:
            text = f"the field {name} has {part.values.shape[1]} points in a cell {part.type}, the elements of the model have {points}"
            raise FileProblem(file.path, text)
        if sub == 1 and part.rule is not None and hasattr(element, "rule"):
            values[rows] = part.values[rows][:, _order(file, name, part, element)]
    return values


def _order(file, name, part, element):
    """Which point of the file stands at each point of the element."""
    nodes, points = part.rule
    ours, wanted = reference_cell(part.type).nodes, element.rule().points
    if nodes.shape == ours.shape and np.allclose(nodes, ours, atol=_TOLERANCE) and points.shape == wanted.shape:
        distance = np.abs(points[None, :, :] - wanted[:, None, :]).max(axis=2)
        order = distance.argmin(axis=1)
        if distance.min(axis=1).max() < _TOLERANCE and len(set(order.tolist())) == len(order):
            return order
    text = f"the points of the field {name} in cells {part.type} are not where the elements of the model have them"
    raise FileProblem(file.path, text)
