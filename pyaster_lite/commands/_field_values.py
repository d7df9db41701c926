"""Single values and totals out of fields, with the deck's own words when something is not there."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import ElementField, NodeField
from pyaster_lite.concepts.mesh import UnknownGroup


def node_of(args, mesh, word="GROUP_NO", first=False):
    """The one node of the group that a keyword names, or the one that NOEUD calls by its own name, and its place in words.

    first  where a group holds several, its first one is meant
    """
    if "NOEUD" in args:
        return _named(args, "NOEUD", mesh.node_names, "node")
    name = args[word] if isinstance(args[word], str) else args[word][0]
    nodes = _group(args, word, mesh.node_group, name)
    if getattr(name, "alone", False):
        return int(nodes[0]), f"node {name}"
    if len(nodes) != 1 and not (first and len(nodes)):
        raise args.wrong(word, f"the group {name} must hold one node, but holds {len(nodes)}")
    return int(nodes[0]), f"node {mesh.node_names[nodes[0]]} ({name})"


def cell_of(args, mesh, word="GROUP_MA"):
    """The one cell of the group that a keyword names, and its place in words."""
    name = args[word] if isinstance(args[word], str) else args[word][0]
    cells = _group(args, word, mesh.cell_group, name)
    if getattr(name, "alone", False):
        return int(cells[0]), f"cell {name}"
    if len(cells) != 1:
        raise args.wrong(word, f"the group {name} must hold one cell, but holds {len(cells)}")
    return int(cells[0]), f"cell {mesh.cell_names[cells[0]]} ({name})"


def _named(args, word, names, noun):
    name = args[word].strip()
    if name not in names:
        raise args.wrong(word, f"the mesh has no {noun} {name}")
    return names.index(name), f"{noun} {name}"


def _group(args, word, find, name):
    try:
        return find(name)
    except UnknownGroup as unknown:
        close = unknown.close
        raise args.wrong(word, str(unknown), help=f"did you mean {close[0]}?" if close else None) from None


def value_at_node(args, field: NodeField, node: int, place: str):
    """The component NOM_CMP of a field at a node."""
    name = known_component(args, field)
    value = field.component(name)[node]
    if np.isnan(value):
        raise args.wrong("NOM_CMP", f"the field carries no {name} at {place}")
    return value.item()


def known_component(args, field):
    """NOM_CMP, or NOM_VARI of a field under the names of internal variables, when the field has it."""
    word = "NOM_VARI" if args.get("NOM_VARI") is not None else "NOM_CMP"
    name = args.get(word)
    if name is None:
        raise args.wrong(None, f"{args.path} needs NOM_CMP: the field has {', '.join(field.components)}")
    if name not in field.components:
        raise args.wrong(word, f"the field has no component {name}, it has {', '.join(field.components)}")
    return name


def value_at_cell(args, field: ElementField, mesh, cell: int, place: str, warn=None):
    """(value, place) of the component NOM_CMP on a cell, at its POINT or at the node GROUP_NO, and there at its SOUS_POINT.

    With `warn` internal variables at a node that the cell does not have are, as in code_aster, what stands before the cell's own: the
    last of the cell before.
    """
    name = known_component(args, field)
    values = field.at_cell(cell, name)
    if values is None:
        raise args.wrong("GROUP_MA", f"the field has no {name} on {place}")
    layer, sub = args.get("SOUS_POINT"), field.sub_on([cell])
    if layer is None and sub > 1:
        raise args.wrong(None, f"{args.path} needs SOUS_POINT: the field has {sub} sub-points at each point on {place}")
    values = values.reshape(-1, sub)
    if layer is not None and not (1 <= layer <= sub and not np.isnan(values[:, layer - 1]).all()):
        raise args.wrong("SOUS_POINT", f"there is no sub-point {layer} on {place}: the field has {sub} there")
    values = values[:, (layer or 1) - 1]
    if "GROUP_NO" in args or "NOEUD" in args:
        point = _local_node(args, field, mesh, cell, warn)
        place += f", {node_of(args, mesh)[1]}"
    else:
        point = args.get("POINT")
        if point is None and len(values) > 1:
            raise args.wrong(None, f"{args.path} needs POINT: the field has {len(values)} points on {place}")
        point = 1 if point is None else point
        if not 1 <= point <= len(values):
            raise args.wrong("POINT", f"there is no point {point} on {place}: the field has {len(values)} there")
        place += f", point {point}" if len(values) > 1 else ""
    place += f", sub-point {layer}" if sub > 1 else ""
    if not point:
        return field.at_cell(cell - 1, name).reshape(-1, sub)[-1, (layer or 1) - 1].item(), place
    return values[point - 1].item(), place


def _local_node(args, field, mesh, cell, warn):
    # A beam has as many points as nodes: code_aster takes the point of the node's rank
    beam = field.location == "ELGA" and mesh.cell_dim([cell])[0] == 1
    if field.location != "ELNO" and not beam:
        raise args.wrong("GROUP_NO", f"a node can only be asked of a field at the nodes of elements, this one is {field.location}")
    node, place = node_of(args, mesh)
    where = np.flatnonzero(mesh.cell_nodes(cell) == node)
    before = cell > 0 and field.quantity == "VARI_R" and field.at_cell(cell - 1, known_component(args, field)) is not None
    if not where.size and warn is not None and before:
        warn(args, "GROUP_NO", f"{place} is no node of the cell {mesh.cell_names[cell]}: the value is the last of the cell before")
        return 0
    if not where.size:
        raise args.wrong("GROUP_NO", f"{place} is no node of the cell {mesh.cell_names[cell]}")
    return int(where[0]) + 1


def total(args, field):
    """SOMM, SOMM_ABS, MAX or MIN over every value of a field, or over those of NOM_CMP."""
    wanted = known_component(args, field) if args.NOM_CMP else None
    values, held = all_values(field, wanted), getattr(field, "held", None)
    if held is not None and not wanted:
        # as in code_aster, the multipliers of imposed values are unknowns like the others, two to a relation
        values = np.concatenate([values, np.repeat(0.5 * held, 2)])
    kind = args.TYPE_TEST
    if np.iscomplexobj(values) and kind in ("MAX", "MIN"):
        raise args.wrong("TYPE_TEST", f"{kind} needs real values, this field is complex")
    if kind == "SOMM_ABS":
        return np.abs(values).sum().item()
    if kind == "SOMM":
        return values.sum().item()
    if kind == "MIN":
        return values.min().item()
    # Without a component code_aster starts its search from the smallest positive number (tresu_champ_all).
    return values.max().item() if wanted else max(values.max().item(), float(np.finfo(float).tiny))


def all_values(field, name=None):
    """Every value of a field, or of a component, one after the other."""
    if isinstance(field, NodeField):
        values = field.values if name is None else field.component(name)
        return values[~np.isnan(values)]
    parts = []
    for block in field.blocks:
        if name is None:
            parts.append(block.values.ravel())
        elif name in block.components:
            parts.append(block.values[..., block.components.index(name)].ravel())
    values = np.concatenate(parts)
    return values[~np.isnan(values)]
