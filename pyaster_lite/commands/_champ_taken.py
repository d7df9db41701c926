"""CREA_CHAMP, OPERATION='EXTR': a field taken out of a result, a mesh, a crack or a table."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_characteristics import of_characteristics
from pyaster_lite.commands._champ_loads import of_load
from pyaster_lite.commands._champ_places import Sheet, check_field, completed, mesh_of, model_of, place_of, type_of, width_of
from pyaster_lite.commands._output_orders import output_orders
from pyaster_lite.commands._storage import order_of
from pyaster_lite.concepts import quantities
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import UnknownGroup

_INTERPOLATED = ("evol_ther", "evol_elas", "evol_noli", "dyna_trans", "evol_varc")
_PLACES = ("MAILLE", "NOEUD", "POINT", "SOUS_POINT")
_WANTED = {"NOEU": {"NOEUD"}, "ELGA": {"MAILLE", "POINT"}, "ELEM": {"MAILLE"}, "CART": {"MAILLE"}}

OF_CRACKS = {"LNNO": "normal", "LTNO": "tangent", "GRLNNO": "normal_gradients", "GRLTNO": "tangent_gradients", "STNO": "status"}
"""What a crack of level sets tells at the nodes, by the attributes of LevelSetCrack."""
ON_GRIDS = {f"GRI.{name}": attribute for name, attribute in OF_CRACKS.items() if name != "STNO"}


def taken(args, context):
    """The field asked for."""
    if args.get("FISSURE") is not None:
        return _of_crack(args)
    if args.get("TABLE") is not None:
        return _of_table(args)
    if args.get("CARA_ELEM") is not None:
        return of_characteristics(args)
    if args.get("CHARGE") is not None:
        return of_load(args)
    return _of_mesh(args) if args.get("RESULTAT") is None else _of_result(args, context)


def _of_mesh(args):
    if args.NOM_CHAM == "ABSC_CURV":
        return _abscissa(args)
    if type_of(args) != ("NOEU", "GEOM_R"):
        raise args.wrong("TYPE_CHAM", "the geometry of a mesh is a field NOEU_GEOM_R")
    return NodeField(args.MAILLAGE, "GEOM_R", ("X", "Y", "Z"), args.MAILLAGE.coordinates.copy())


def _of_crack(args):
    crack, name = args.FISSURE, args.NOM_CHAM
    if name == "BASLOC":
        return _axes_of_front(args, crack)
    if name in ON_GRIDS and crack.grid is None:
        raise args.wrong("NOM_CHAM", f"{crack.name} has no grid")
    owner = crack.grid if name in ON_GRIDS else crack
    values = getattr(owner, ON_GRIDS.get(name) or OF_CRACKS[name])
    quantity = "NEUT_I" if name == "STNO" else "NEUT_R"
    if type_of(args) != ("NOEU", quantity):
        raise args.wrong("TYPE_CHAM", f"{name} of a crack is a field NOEU_{quantity}")
    columns = values[:, None] if values.ndim == 1 else values[:, : owner.mesh.dimension]
    names = tuple(f"X{i + 1}" for i in range(columns.shape[1]))
    return NodeField(owner.mesh, quantity, names, columns.astype(float))


def _axes_of_front(args, crack):
    """BASLOC: the place of the front that each node belongs to, the direction of the front there, the normal."""
    if crack.front is None:
        raise args.wrong("NOM_CHAM", f"{crack.name} has no front")
    if type_of(args) != ("NOEU", "NEUT_R"):
        raise args.wrong("TYPE_CHAM", "BASLOC of a crack is a field NOEU_NEUT_R")
    axes, dim = crack.axes, crack.mesh.dimension
    columns = np.concatenate([values[:, :dim] for values in (axes.places, axes.directions, axes.normals)], axis=1)
    return NodeField(crack.mesh, "NEUT_R", tuple(f"X{i + 1}" for i in range(3 * dim)), columns)


def _abscissa(args):
    """The curvilinear abscissa at the nodes of the cells of a line: ABSC1 to ABSC4."""
    mesh = args.MAILLAGE
    if type_of(args) != ("CART", "ABSC_R"):
        raise args.wrong("TYPE_CHAM", "the curvilinear abscissa of a mesh is a field CART_ABSC_R")
    if mesh.abscissa is None:
        raise args.wrong("MAILLAGE", f"{mesh.name} has no curvilinear abscissa", help="MODI_MAILLAGE/ABSC_CURV computes it")
    cells = np.flatnonzero(~np.isnan(mesh.abscissa[:, 0]))
    names = tuple(f"ABSC{i}" for i in range(1, 5))
    return ElementField(mesh, "ABSC_R", "CART", [ElementBlock(cells, mesh.abscissa[cells][:, None], names)])


def _of_result(args, context):
    result, name = args.RESULTAT, args.NOM_CHAM
    if args.TYPE_MAXI is not None:
        field = _extreme(args, result, name, context)
    elif args.get("INTERPOL") == "LIN":
        field = _between(args, result, name)
    else:
        order, access = order_of(args, result, args.PRECISION, args.CRITERE)
        field = _stored(args, result, name, order, access).copy()
    check_field(args, "TYPE_CHAM", field, *type_of(args))
    args.mark_read("CRITERE", "PRECISION", "INTERPOL")
    return field


def _stored(args, result, name, order, access=""):
    if not result.has_field(name, order):
        known = ", ".join(word for word in result.field_names() if result.has_field(word, order))
        where = access or f"order {order}"
        raise args.wrong("NOM_CHAM", f"{result.name} has no field {name} at {where}", help=f"it has {known}" if known else None)
    return result.field(name, order)


def _between(args, result, name):
    """The field at INST, linear between the two instants around it."""
    if result.kind not in _INTERPOLATED:
        raise args.wrong("INTERPOL", f"a result {result.kind} is not interpolated in time")
    near = result.orders_at("INST", args.INST, args.PRECISION, args.CRITERE)
    if near:
        return _stored(args, result, name, near[0]).copy()
    orders = [order for order in result.orders if result.has_field(name, order)]
    times = np.array([result.parameter("INST", order) for order in orders], float)
    before, after = np.flatnonzero(times < args.INST), np.flatnonzero(times > args.INST)
    if not len(before) or not len(after):
        span = f"it is stored from {times.min():.9g} to {times.max():.9g}" if len(times) else None
        raise args.wrong("INST", f"{result.name} has no {name} on both sides of INST {args.INST:.9g}", help=span)
    low, high = before[np.argmax(times[before])], after[np.argmin(times[after])]
    part = (args.INST - times[low]) / (times[high] - times[low])
    return (1 - part) * result.field(name, orders[low]) + part * result.field(name, orders[high])


def _extreme(args, result, name, context):
    """At each place and component, the extreme over storage orders: its value, or where it is reached (TYPE_RESU)."""
    args.mark_read("TOUT_ORDRE")
    orders = output_orders(args, result, context)
    if not orders:
        raise args.wrong("RESULTAT", f"{result.name} has none of the orders asked for")
    fields = [_stored(args, result, name, order) for order in orders]
    stacks = [np.stack(parts) for parts in zip(*(field._arrays() for field in fields), strict=True)]
    marks = {"INST": [result.parameter("INST", order) for order in orders], "NUME_ORDRE": orders}
    arrays = []
    for stack in stacks:
        place = _place_of_extreme(args, fields[0], stack)
        if args.TYPE_RESU in marks:
            values = np.array(marks[args.TYPE_RESU], float)[place]
        else:
            values = np.take_along_axis(stack, place[None], axis=0)[0]
            values = np.abs(values) if args.TYPE_RESU == "VALE_ABS" else values
        arrays.append(np.where(np.isnan(stack[0]), np.nan, values))
    found = fields[0]._like(arrays)
    if args.TYPE_MAXI == "NORM_TRAN":
        # as in chmima, unknowns of no node keep the values of the first order
        found.held = fields[0].held
    return found


def _place_of_extreme(args, field, stack):
    """Which order, at each place and component; of equal ones the first."""
    kind = args.TYPE_MAXI
    if kind == "NORM_TRAN":
        columns = [field.components.index(axis) for axis in ("DX", "DY", "DZ") if axis in field.components]
        if place_of(field) != "NOEU" or not columns:
            raise args.wrong("TYPE_MAXI", "NORM_TRAN looks at displacements at nodes")
        length = np.linalg.norm(np.nan_to_num(stack[:, :, columns]), axis=2)
        return np.broadcast_to(length.argmax(axis=0)[:, None], stack.shape[1:])
    values = np.nan_to_num(np.abs(stack) if kind.endswith("_ABS") else stack)
    return values.argmax(axis=0) if kind.startswith("MAXI") else values.argmin(axis=0)


def _of_table(args):
    """The columns that are components of the quantity; the others say which node, cell or point each row is for."""
    table, (place, quantity) = args.TABLE, type_of(args)
    model = model_of(args) if place.startswith("EL") else args.get("MODELE")
    if model is None and args.get("MAILLAGE") is None:
        raise args.wrong("TYPE_CHAM", f"a field {args.TYPE_CHAM} out of a table needs MAILLAGE")
    present = {word for word in _PLACES if word in table.names}
    wanted = _WANTED.get(place) or {"MAILLE", "POINT" if "POINT" in present else "NOEUD"}
    if present - {"SOUS_POINT"} != wanted:
        raise args.wrong("TABLE", f"for a field {place} the table must have the columns {' and '.join(sorted(wanted))}, and no other place")
    sub = max((int(value) for value in table.column("SOUS_POINT") if value is not None), default=1) if "SOUS_POINT" in present else 1
    names = [name for name in table.names if name not in _PLACES]
    unknown = [name for name in names if not quantities.has_component(quantity, name)]
    if unknown:
        raise args.wrong("TABLE", f"the column {unknown[0]} is no component of {quantity}")
    texts = [name for name in names if any(isinstance(value, str) for value in table.column(name))]
    if texts or not names:
        what = f"the column {texts[0]} holds texts" if texts else f"no column is a component of {quantity}"
        raise args.wrong("TABLE", what)
    mesh = mesh_of(args)
    sheet = Sheet(mesh, place, quantity, width_of(model, place, quantity) if place.startswith("EL") else 1, sub)
    for row in table.rows():
        where = _where(args, row, mesh, place)
        if sub > 1:
            where = where[0], where[1] * sub + int(row["SOUS_POINT"] or 1) - 1
        if isinstance(where, tuple) and not 0 <= where[1] < sheet.shape[1]:
            raise args.wrong("TABLE", f"the cell {row['MAILLE']} has no point {where[1] // sub + 1}")
        for name in names:
            if row[name] is not None:
                sheet.column(name)[where] = row[name]
    if quantity == "VARI_R" and place.startswith("EL"):
        _without_gaps(sheet)
    args.mark_read("OPTION")
    return completed(args, sheet.field(model), model)


def _without_gaps(sheet):
    """A field of internal variables has all of them up to the last one, those that are not given at zero."""
    known = ~np.isnan(np.stack(list(sheet.values.values()))).all(axis=0)
    for i in range(1, max(int(name[1:]) for name in sheet.values) + 1):
        own = sheet.column(f"V{i}")
        own[known & np.isnan(own)] = 0.0


def _where(args, row, mesh, place):
    """The place of a row in a sheet."""
    try:
        if place == "NOEU":
            return mesh.find_node(row["NOEUD"])
        cell = mesh.find_cell(row["MAILLE"])
        if "POINT" in row:
            return cell, int(row["POINT"]) - 1
        if "NOEUD" in row:
            return cell, mesh.cell_nodes(cell).tolist().index(mesh.find_node(row["NOEUD"]))
    except (UnknownGroup, ValueError) as unknown:
        raise args.wrong("TABLE", f"the table names what the mesh does not have: {unknown}") from None
    return cell, 0
