"""CREA_CHAMP from whole fields: combined (COMB), moved (DISC), evaluated (EVAL), complex and real (R2C, C2R), normals."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_places import check_field, completed, like, model_of, place_of, type_of
from pyaster_lite.commands._mesh_words import cell_groups
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.field_places import ManyLayers, can_move, moved
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.shapes import shape_derivatives

_PARTS = {"REEL": np.real, "IMAG": np.imag, "MODULE": np.abs, "PHASE": lambda values: np.degrees(np.angle(values))}


def combined(args, context):
    """COMB: a linear combination of fields at nodes that carry the same components at the same nodes."""
    place, quantity = type_of(args)
    if place != "NOEU":
        raise args.wrong("TYPE_CHAM", "COMB combines fields at nodes: TYPE_CHAM must begin with NOEU_")
    first, total = args.COMB[0].CHAM_GD, None
    for occurrence in args.COMB:
        field = occurrence.CHAM_GD
        check_field(args, "CHAM_GD", field, place, quantity, occurrence)
        if field.mesh is not first.mesh:
            raise occurrence.wrong("CHAM_GD", "the fields stand on different meshes")
        if field.components != first.components or not np.array_equal(field.present, first.present):
            raise occurrence.wrong("CHAM_GD", f"{field.name} and {first.name} do not carry the same components at the same nodes")
        part = occurrence.COEF_R * field
        total = part if total is None else total + part
    total.quantity = quantity
    return total


def discretised(args, context):
    """DISC: the field moved to other places."""
    place, quantity = type_of(args)
    field = args.CHAM_GD
    if not like(field.quantity, quantity):
        raise args.wrong("CHAM_GD", f"{field.name} is of {field.quantity}, but TYPE_CHAM says {quantity}")
    source = place_of(field)
    if not can_move(source, place):
        raise args.not_yet("CHAM_GD", f"pyaster-lite does not move a field {source} to {place} yet")
    model = model_of(args) if place.startswith("EL") else args.MODELE
    try:
        made = moved(field, place, model)
    except ManyLayers as reason:
        raise args.wrong("CHAM_GD", str(reason), help="POST_CHAMP takes one layer of it") from None
    made.quantity = quantity
    return completed(args, made, model)


def evaluated(args, context):
    """EVAL: a field of functions (NEUT_F) at the values that other fields give their parameters."""
    place, quantity = type_of(args)
    functions = args.CHAM_F
    if functions.quantity != "NEUT_F":
        raise args.wrong("CHAM_F", f"EVAL evaluates a field of NEUT_F, not of {functions.quantity}")
    if (place, quantity) != (place_of(functions), "NEUT_R"):
        raise args.wrong("TYPE_CHAM", f"the values of {functions.name} are a field {place_of(functions)}_NEUT_R")
    for item, field in enumerate(args.CHAM_PARA):
        if place_of(field) != place:
            raise args.wrong("CHAM_PARA", f"{field.name} is a field {place_of(field)}, but {functions.name} is {place}", item=item)
        if field.is_complex or field.functions:
            raise args.wrong("CHAM_PARA", f"{field.name} does not hold real numbers", item=item)
        if field.mesh is not functions.mesh:
            raise args.wrong("CHAM_PARA", f"{field.name} stands on another mesh than {functions.name}", item=item)
    if place == "NOEU":
        arrays = [_at(args, functions, functions.values, functions.components, lambda f, name: f.component(name))]
    else:
        arrays = []
        for block in functions.blocks:

            def on_block(field, name, block=block):
                return field.component(name, block.cells)[:, : block.values.shape[1]]

            # as in code_aster, a place of an element that no function was given has the value 0
            arrays.append(np.nan_to_num(_at(args, functions, block.values, block.components, on_block)))
    made = functions._like(arrays)
    made.quantity, made.functions = "NEUT_R", ()
    return made


def _at(args, field, places, names, values_of):
    """Values of the functions whose places in `field.functions` are given, (..., components)."""
    known = {}
    for other in args.CHAM_PARA:
        for name in other.components:
            if name in known:
                raise args.wrong("CHAM_PARA", f"two of the fields give the parameter {name}")
            known[name] = values_of(other, name)
    result = np.full(places.shape, np.nan)
    for column, _ in enumerate(names):
        for place in np.unique(places[..., column][~np.isnan(places[..., column])]):
            function = field.functions[int(place)]
            here = places[..., column] == place
            given = {word: _given(args, known, word, here, function) for word in function.parameters}
            if given:
                result[here, column] = function.evaluate(**given)
            else:
                result[here, column] = function.evaluate()
    return result


def _given(args, known, word, here, function):
    values = known.get(word)
    if values is None:
        raise args.wrong("CHAM_PARA", f"{function.name} depends on {word}, which none of the fields gives; they give {', '.join(known)}")
    values = np.broadcast_to(values, here.shape)[here]
    if np.isnan(values).any():
        raise args.wrong("CHAM_PARA", f"{function.name} depends on {word}, which the fields do not give everywhere")
    return values


def complexified(args, context):
    """R2C: the same values as complex numbers."""
    field = args.CHAM_GD
    _check_scalar(args, "C")
    check_field(args, "CHAM_GD", field, type_of(args)[0], f"{type_of(args)[1][:-1]}R")
    made = field._like([values.astype(complex) for values in field._arrays()])
    made.quantity = type_of(args)[1]
    return made


def _check_scalar(args, letter):
    if not type_of(args)[1].endswith(f"_{letter}"):
        raise args.wrong("TYPE_CHAM", f"{args.OPERATION} makes a field whose type ends in _{letter}, not {args.TYPE_CHAM}")


def real_part(args, context):
    """C2R: the part of a complex field that PARTIE names; PHASE in degrees."""
    field = args.CHAM_GD
    _check_scalar(args, "R")
    check_field(args, "CHAM_GD", field, type_of(args)[0], f"{type_of(args)[1][:-1]}C")
    made = field.mapped(_PARTS[args.PARTIE])
    made.quantity = type_of(args)[1]
    return made


def normals(args, context):
    """NORMALE: at each node of edges (in 2D) or faces (in 3D), the mean of their unit normals, made a unit vector."""
    if type_of(args) != ("NOEU", "GEOM_R"):
        raise args.wrong("TYPE_CHAM", "normals are a field NOEU_GEOM_R")
    mesh = args.MODELE.mesh
    return normal_field(args, mesh, np.unique(np.concatenate(cell_groups(args, "GROUP_MA", mesh))))


def normal_field(args, mesh, cells) -> NodeField:
    """The field of the normals of the cells of GROUP_MA, on the mesh as it stands."""
    dim = mesh.dimension
    wrong = cells[mesh.cell_dim(cells) != dim - 1]
    if len(wrong):
        name = mesh.cell_names[wrong[0]]
        raise args.wrong("GROUP_MA", f"the cell {name} ({mesh.cell_type(wrong[0])}) has no normal in {dim}D")
    total = np.zeros((mesh.n_nodes, 3))
    used = np.zeros(mesh.n_nodes, bool)
    for block in mesh.select(cells):
        for local, vectors in enumerate(_normals_at_nodes(block, mesh).swapaxes(0, 1)):
            np.add.at(total, block.nodes[:, local], vectors)
        used[block.nodes.ravel()] = True
    length = np.linalg.norm(total, axis=1)
    flat = used & (length < 1e-10)
    if flat.any():
        node = mesh.node_names[np.flatnonzero(flat)[0]]
        raise args.wrong("GROUP_MA", f"the normals around the node {node} cancel out: they point against each other")
    values = np.full((mesh.n_nodes, dim), np.nan)
    values[used] = (total[used] / length[used, None])[:, :dim]
    return NodeField(mesh, "GEOM_R", ("X", "Y", "Z")[:dim], values)


def _normals_at_nodes(block, mesh):
    """(cells, nodes of each, 3) unit normals at the nodes of cells of one type; in 2D outward for edges turned clockwise."""
    derivatives = shape_derivatives(block.type, reference_cell(block.type).nodes)
    tangents = np.einsum("gdn,enx->egdx", derivatives, mesh.coordinates[block.nodes])
    if CELL_TYPES[block.type].dim == 1:
        normal = np.stack([tangents[:, :, 0, 1], -tangents[:, :, 0, 0], np.zeros(tangents.shape[:2])], axis=-1)
    else:
        normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
    return normal / np.linalg.norm(normal, axis=-1, keepdims=True)
