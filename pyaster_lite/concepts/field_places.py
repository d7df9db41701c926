"""Fields moved from one kind of place to another: nodes, cells, nodes of elements, points of elements.

What a cell needs and does not find is not carried there: a mean over the nodes of a cell, or values at its points, are made
only where all its nodes carry the component.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .field import ElementBlock, ElementField, NodeField


class ManyLayers(ValueError):
    """A field with several sub-points at each point has no mean at the nodes."""


def can_move(source: str, target: str) -> bool:
    """Whether a field at `source` (NOEU, CART, ELEM, ELNO, ELGA) can be moved to `target`."""
    return (source, target) in _MOVES


def moved(field, target: str, model=None):
    """The field at `target`; for places of elements, on the elements of `model`."""
    source = "NOEU" if isinstance(field, NodeField) else field.location
    made = _MOVES[source, target](field, target, model)
    made.functions = field.functions
    return made


def element_groups(model, location: str, quantity: str = "") -> list[tuple[object, np.ndarray, np.ndarray, int]]:
    """(element, cells, nodes, points of each cell) of the elements that have places of that kind.

    Points are those of the stiffness, of cells that cracks cut those of their pieces; discretes have theirs at their nodes. Sides and
    edges of solids have points for some quantities only (ON_SIDES).
    """
    found = []
    for group in model.groups:
        element = group.element
        if location != "ELGA":
            found.append((element, group.cells, group.nodes, group.nodes.shape[1] if location == "ELNO" else 1))
        elif _has_points(element, quantity):
            found.append((element, group.cells, group.nodes, _functions(element, group.cells).shape[-2]))
    return found


def _functions(element, cells):
    """(ng, nn) the functions of the nodes at the points, or (ne, ng, nn) at those of the pieces of cells that cracks cut: where these
    know what surrounds them (te0046)."""
    enrichment = getattr(element, "enrichment", None)
    if enrichment is None or getattr(element, "loaded_only", False):
        return element.point_functions
    return enrichment.points.functions[np.searchsorted(enrichment.cells, cells)]


ON_SIDES = ("DEPL_R", "GEOM_R", "NEUT_F", "NEUT_R", "PRES_R")
"""Quantities that have values at the points of sides of solids; those of porous media have their places alone."""


def _has_points(element, quantity):
    if not hasattr(element, "point_functions"):
        return False
    on_sides = ("GEOM_R",) if getattr(element, "places_alone", False) else ON_SIDES
    return not getattr(element, "loaded_only", False) or quantity in on_sides


def _nodes_to_elements(field, target, model):
    blocks = []
    for element, cells, nodes, _ in element_groups(model, target, field.quantity):
        at_nodes = field.values[nodes]
        complete = ~np.isnan(at_nodes).any(axis=1, keepdims=True)
        values = np.where(complete, _to_points(np.nan_to_num(at_nodes), element, cells, target), np.nan)
        blocks.append(ElementBlock(cells, values, field.components, element))
    return ElementField(field.mesh, field.quantity, target, _carried(blocks))


def _to_points(at_nodes, element, cells, target):
    """(ne, points, components) of (ne, nodes, components)."""
    if target == "ELNO":
        return at_nodes
    if target == "ELEM":
        return at_nodes.mean(axis=1, keepdims=True)
    return _functions(element, cells) @ at_nodes


def _cells_to_elements(field, target, model):
    if not field.components:
        return ElementField(field.mesh, field.quantity, target, [])
    values = np.stack([_one_value(field, name) for name in field.components], axis=-1)
    blocks = []
    for element, cells, _, n_points in element_groups(model, target, field.quantity):
        blocks.append(ElementBlock(cells, np.repeat(values[cells][:, None], n_points, axis=1), field.components, element))
    return ElementField(field.mesh, field.quantity, target, _carried(blocks))


def _one_value(field, name):
    """(n_cells,) of a field with one value a cell."""
    table = field.component(name)
    return table[:, 0] if table.shape[1] else np.full(len(table), np.nan)


def _element_nodes_to_points(field, target, model):
    blocks = []
    for block in field.blocks:
        if _has_points(block.element, field.quantity):
            values = _each_layer(block, lambda own, block=block: _to_points(own, block.element, block.cells, target))
            blocks.append(replace(block, values=values))
    return ElementField(field.mesh, field.quantity, target, _carried(blocks))


def _points_to_element_nodes(field, target, model):
    """By the extrapolation of each element."""
    blocks = []
    for block in field.blocks:
        if hasattr(block.element, "points_to_nodes"):
            on_nodes = block.element.points_to_nodes()
            values = _each_layer(block, lambda own, on_nodes=on_nodes: np.einsum("ng,egc->enc", on_nodes, own))
            blocks.append(replace(block, values=values))
    return ElementField(field.mesh, field.quantity, "ELNO", _carried(blocks))


def _each_layer(block, move):
    """The values of a block moved sub-point by sub-point."""
    own = block.by_point()
    made = move(own.reshape(*own.shape[:2], -1))
    return made.reshape(len(made), -1, own.shape[-1])


def _points_to_nodes(field, target, model):
    """The mean over the elements around each node of what they extrapolate."""
    return _elements_to_nodes(_points_to_element_nodes(field, "ELNO", model), target, model)


def _elements_to_nodes(field, target, model):
    """The mean over the elements around each node; raises ManyLayers where points have sub-points."""
    if field.sub > 1:
        raise ManyLayers("the field has several values across the thickness: it has no mean at the nodes")
    mesh, names = field.mesh, field.components
    kind = complex if field.is_complex else float
    total, count = np.zeros((mesh.n_nodes, len(names)), kind), np.zeros((mesh.n_nodes, len(names)), int)
    for block in field.blocks:
        columns = [names.index(name) for name in block.components]
        for cells, values, nodes in _by_type(block, mesh):
            values = np.broadcast_to(values, (len(cells), nodes.shape[1], len(columns)))
            there = ~np.isnan(values)
            where = nodes[:, :, None], np.array(columns)[None, None, :]
            np.add.at(total, where, np.where(there, values, 0))
            np.add.at(count, where, there)
    return NodeField(mesh, field.quantity, names, np.where(count, total / np.maximum(count, 1), np.nan))


def _by_type(block, mesh):
    """(cells, their values, their nodes) of a block, split by type of cell."""
    order = np.argsort(block.cells)
    for part in mesh.select(block.cells):
        yield part.cells, block.values[order[np.searchsorted(block.cells, part.cells, sorter=order)]], part.nodes


def _carried(blocks):
    return [block for block in blocks if len(block.cells) and not np.isnan(block.values).all()]


_MOVES = {
    **{("NOEU", target): _nodes_to_elements for target in ("ELNO", "ELGA", "ELEM")},
    **{(source, target): _cells_to_elements for source in ("CART", "ELEM") for target in ("ELNO", "ELGA")},
    ("CART", "ELEM"): _cells_to_elements,
    ("ELNO", "ELGA"): _element_nodes_to_points,
    ("ELGA", "ELNO"): _points_to_element_nodes,
    ("ELGA", "NOEU"): _points_to_nodes,
    **{(source, "NOEU"): _elements_to_nodes for source in ("CART", "ELEM", "ELNO")},
}
