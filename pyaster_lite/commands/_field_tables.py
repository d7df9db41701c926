"""Tables of the values of fields: one row for each node, or for each point of each cell, at each storage order."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._named_variables import variable_of
from pyaster_lite.commands._storage import orders_of
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.mesh import UnknownGroup

AXES = ("COOR_X", "COOR_Y", "COOR_Z")


def table_of_fields(args, context) -> dict:
    """The columns of CREA_TABLE(RESU=_F(...)): {name: (type, cells)}, in code_aster's order.

    As in code_aster a component that fields lack has no column, as long as there is another; that it is not there is said once.
    """
    parts = [_with_origin(origin, _rows_of(args, field)) for origin, field in _fields(args)]
    if not parts:
        raise args.wrong("NOM_CHAM", f"{args.RESULTAT.name} has no field {args.NOM_CHAM} at the orders asked for")
    names = dict.fromkeys(name for part in parts for name in part)
    if args.NOM_CMP is not None:
        for name in args.NOM_CMP:
            if name not in names:
                context.warn(args, "NOM_CMP", f"no field has the component {name}: it gets no column")
    types = {name: part[name][0] for part in parts for name in part}
    lengths = [len(next(iter(part.values()))[1]) for part in parts]
    return {
        name: (types[name], [cell for part, n in zip(parts, lengths) for cell in (part[name][1] if name in part else [None] * n)])
        for name in names
    }


def _fields(args):
    """(columns that say where a field comes from, field) for each field meant."""
    if args.CHAM_GD is not None:
        return [({"CHAM_GD": ("K16", args.CHAM_GD.name[:16])}, args.CHAM_GD)]
    result, name = args.RESULTAT, args.NOM_CHAM
    args.mark_read("TOUT_ORDRE")
    access = _access(args, result)
    found = []
    for order in orders_of(args, result):
        if result.has_field(name, order):
            origin = {"RESULTAT": ("K16", result.name), "NOM_CHAM": ("K16", name)}
            if access:
                value = result.parameter("NUME_MODE" if access == "MODE" else access, order)
                origin[access] = ("I" if access == "MODE" else "R", value)
            found.append(({**origin, "NUME_ORDRE": ("I", order)}, variable_of(args, result, result.field(name, order))))
    return found


def _access(args, result):
    """The column of the access: INST, FREQ or MODE; none by order numbers, INST for all orders of an evolution."""
    for word in ("INST", "FREQ", "MODE"):
        if args.get(word) is not None or args.get(f"LIST_{word}") is not None:
            return word
    by_number = args.get("NUME_ORDRE") is not None or args.get("LIST_ORDRE") is not None
    return "INST" if not by_number and result.kind.startswith(("evol_", "dyna_trans")) else None


def _with_origin(origin, columns):
    n = len(next(iter(columns.values()))[1])
    return {**{name: (kind, [value] * n) for name, (kind, value) in origin.items()}, **columns}


def _names(args, field):
    if args.TOUT_CMP:
        return field.components
    word = "NOM_CMP" if args.NOM_CMP is not None else "NOM_VARI"
    names = tuple(name for name in field.components if name in args[word])
    if not names:
        raise args.wrong(word, f"the field has no component {args[word][0]}, it has {', '.join(field.components)}")
    return names


def _rows_of(args, field):
    names = _names(args, field)
    try:
        return _node_rows(args, field, names) if isinstance(field, NodeField) else _cell_rows(args, field, names)
    except UnknownGroup as unknown:
        word = "GROUP_NO" if "nodes" in unknown.kind else "GROUP_MA"
        raise args.wrong(word, str(unknown)) from None


def _node_rows(args, field, names):
    mesh = field.mesh
    if args.TOUT:
        nodes = np.arange(mesh.n_nodes)
    else:
        nodes = mesh.nodes_in(args.GROUP_NO or (), args.GROUP_MA or ())
    return {
        "NOEUD": ("K8", [mesh.node_label(node) for node in nodes]),
        **_coordinates(mesh.coordinates[nodes]),
        **{name: ("R", _cells(field.component(name)[nodes])) for name in names},
    }


def _coordinates(points):
    return {axis: ("R", points[:, i].tolist()) for i, axis in enumerate(AXES)}


def _cells(values):
    return [None if np.isnan(value) else value for value in values.tolist()]


def _cell_rows(args, field, names):
    if args.GROUP_NO:
        raise args.wrong("GROUP_NO", "a field at elements is taken on cells: give GROUP_MA or TOUT")
    wanted = None if args.TOUT else field.mesh.cells_in(args.GROUP_MA)
    parts = []
    for block in field.blocks:
        keep = np.arange(len(block.cells)) if wanted is None else np.flatnonzero(np.isin(block.cells, wanted))
        if keep.size and set(names) & set(block.components):
            parts += _block_rows(args, field, block, keep, names)
    parts.sort(key=lambda part: part[0])
    rows = [row for _, rows in parts for row in rows]
    if not rows:
        raise args.wrong("GROUP_MA", "the field has no value on these cells")
    fixed = {"MAILLE": "K8", "NOEUD": "K8", "POINT": "I", "SOUS_POINT": "I"}
    columns = [name for name in (*fixed, *AXES, *names) if any(name in row for row in rows)]
    return {name: (fixed.get(name, "R"), [row.get(name) for row in rows]) for name in columns}


def _block_rows(args, field, block, keep, names):
    """[(cell, its rows)] of some cells of a block."""
    points = _places(args, field, block, keep)
    columns = [(name, block.components.index(name)) for name in names if name in block.components]
    found = []
    for k, row in enumerate(keep):
        cell = int(block.cells[row])
        nodes = field.mesh.cell_nodes(cell) if field.location == "ELNO" else None
        rows = []
        for place, values in enumerate(block.values[row]):
            point, layer = divmod(place, block.sub)
            line = {"MAILLE": field.mesh.cell_label(cell), "SOUS_POINT": layer + 1}
            if nodes is not None:
                line["NOEUD"] = field.mesh.node_label(nodes[point])
            if field.location == "ELGA":
                line["POINT"] = point + 1
            if points is not None:
                line.update(zip(AXES, points[k, place if points.shape[1] == len(block.values[row]) else point].tolist()))
            filled = {name: values[i].item() for name, i in columns if not np.isnan(values[i])}
            if filled:
                rows.append({**line, **filled})
        found.append((cell, rows))
    return found


def _places(args, field, block, keep):
    """(cells, points, 3) where the values stand; None for a field with one value a cell."""
    if field.location in ("ELEM", "CART"):
        return None
    nodes = np.array([field.mesh.cell_nodes(int(block.cells[row])) for row in keep])
    corners = field.mesh.coordinates[nodes]
    if field.location == "ELNO":
        return corners
    across = _places_across(args, block, keep)
    if across is not None:
        return across
    if hasattr(block.element, "enrichment"):
        # Cells that cracks run through have the points of their pieces (COOR_ELGA), not those of the whole cell.
        return block.element.points(corners)
    functions = getattr(block.element, "point_functions", None)
    if functions is None:
        raise args.not_yet(None, "the integration points of these elements cannot be placed yet")
    return np.einsum("gn,cnx->cgx", functions, corners)


def _places_across(args, block, keep):
    """(cells, points, 3) of points off the surface of the cells; None where they are on it, or where nothing tells their heights."""
    characteristics = args.get("CARA_ELEM") or getattr(args.RESULTAT, "characteristics", None)
    if characteristics is None or not hasattr(block.element, "points_across"):
        return None
    model = characteristics.model
    rank = {cell: row for row, cell in enumerate(block.cells[keep].tolist())}
    places = np.empty((len(keep), block.values.shape[1], 3))
    for index, rows in model.rows(block.cells[keep]):
        own = model.data(characteristics=characteristics)[index].subset(rows)
        found, _ = block.element.points_across(own)
        if found.shape[1] != block.values.shape[1]:
            return None
        places[[rank[cell] for cell in model.groups[index].cells[rows].tolist()]] = found
    return places
