"""Stresses and forces of plates in other axes: those of the element, of the user, of a cylinder, and from the global ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.concepts.field import ElementField
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_frames import in_plane_turn, plate_frames, user_turns
from pyaster_lite.fe.tensors import AXES
from pyaster_lite.fe.turning import cylinder_axes, turned_tensors

TENSORS = {"SIEF": "SI", "EPSI": "EP"}
"""How components of tensors begin, by quantity, and how they end."""
_GENERAL = ("NXX", "NYY", "NXY"), ("EXX", "EYY", "EXY"), ("MXX", "MYY", "MXY"), ("KXX", "KYY", "KXY"), ("QX", "QY"), ("GAX", "GAY")
"""Tensors and vectors of the plane; code_aster turns generalised strains as it does efforts (te0442), their third component as a half."""


def shell_turned(args, place, level, field, block, rows, source):
    """(rows, points, components) in axes of the plane of plates (COQUE, or from the element's to the user's and back), or in those of a
    cylinder; raises Refused."""
    if block.element.dim < 2 and args.REPERE.startswith("COQUE"):
        return block.values[rows]
    if not isinstance(block.element, Plate) or source.characteristics is None:
        raise level.wrong("NOM_CHAM", "the field is not one of plates with characteristics")
    cells = block.cells[rows]
    (index, own), *_ = source.model.rows(cells)
    group = source.model.groups[index]
    data = source.model.data(source.material_field, source.characteristics)[index].subset(own)
    frames = plate_frames(data.coordinates)
    if len(own) != len(cells) or not np.array_equal(group.cells[own], cells):
        raise level.wrong("NOM_CHAM", "the cells of the field are not those of the model")
    to_user = user_turns(frames, data.characteristics["direction"])
    values = block.values[rows].copy()
    if args.REPERE == "COQUE_UTIL_CYL":
        return _in_cylinder(place, level, field, block, data, _user_axes(frames, to_user), values)
    turn = {"COQUE_INTR_UTIL": to_user, "COQUE_UTIL_INTR": to_user.transpose(0, 2, 1)}.get(args.REPERE)
    if turn is None:
        turn = user_turns(frames, np.broadcast_to(_direction(place), (len(cells), 3))) @ to_user.transpose(0, 2, 1)
    if level.TYPE_CHAM == "COQUE_GENE":
        of_tensor = in_plane_turn(turn)
        for names in _GENERAL:
            replaced(values, block.components, names, of_tensor if len(names) == 3 else turn)
    elif level.TYPE_CHAM == "TENS_3D":
        prefix = TENSORS.get(field.quantity[:4], "")
        replaced(values, block.components, [prefix + name for name in ("XX", "YY", "XY")], in_plane_turn(turn))
        replaced(values, block.components, [prefix + name for name in ("XZ", "YZ")], turn)
    else:
        raise level.wrong("TYPE_CHAM", f"{args.REPERE} turns COQUE_GENE and TENS_3D")
    return values


def from_global(args, field) -> ElementField:
    """A field of stresses at the sub-points of plates, by components in the global axes, in those of the user; raises Refused."""
    characteristics = args.CARA_ELEM
    model = characteristics.model
    prefix = TENSORS.get(field.quantity[:4])
    if field.kind != "cham_elem" or prefix is None or field.mesh is not model.mesh:
        raise args.wrong("CHAM_GD", f"a field of stresses in the layers of the plates of {model.name} is needed")
    wanted = np.unique(np.concatenate([np.arange(field.mesh.n_cells) if p.get("TOUT") else cells_of(p, field.mesh) for p in args.AFFE]))
    data, blocks = model.data(characteristics=characteristics), []
    for block in field.blocks:
        values = block.values.copy()
        for index, own in model.rows(block.cells):
            element, cells = model.groups[index].element, model.groups[index].cells[own]
            own, rows = own[np.isin(cells, wanted)], np.flatnonzero(np.isin(block.cells, cells[np.isin(cells, wanted)]))
            if not isinstance(element, Plate) or not len(own):
                continue
            part = data[index].subset(own)
            frames = plate_frames(part.coordinates)
            axes = _user_axes(frames, user_turns(frames, part.characteristics["direction"]))
            values[rows] = _tensors(axes[:, None], values[rows], block.components, prefix)
        blocks.append(replace(block, values=values))
    return ElementField(field.mesh, field.quantity, field.location, blocks)


def replaced(values, components, names, matrix):
    """Put matrix (n, k, k) times the named components into values (n, points, components)."""
    if not set(names) <= set(components):
        return
    columns = [components.index(name) for name in names]
    values[..., columns] = np.einsum("nij,npj->npi", matrix, values[..., columns])


def _in_cylinder(place, level, field, block, data, own, values):
    """Values in the layers, by components in the axes `own` (n, 3, 3), in those of a cylinder where each sub-point stands."""
    prefix = TENSORS.get(field.quantity[:4])
    if level.TYPE_CHAM != "TENS_3D" or prefix is None or block.sub == 1:
        raise level.wrong("TYPE_CHAM", "COQUE_UTIL_CYL turns stresses and strains in the layers of plates (TENS_3D)")
    if place.get("ORIGINE") is None or len(place.ORIGINE) != 3 or place.get("AXE_Z") is None:
        raise place.wrong("ORIGINE" if "ORIGINE" in place else None, "a cylinder needs ORIGINE, of three coordinates, and AXE_Z")
    corners = data.coordinates
    if field.location == "ELGA":
        corners = np.einsum("gn,cnx->cgx", block.element.point_functions, corners)
    points = corners[:, :, None] + block.element.offsets(data)[:, None]
    middle = np.broadcast_to(data.coordinates.mean(axis=1)[:, None, None], points.shape)
    try:
        cylinder = cylinder_axes(points.reshape(-1, 3), place.ORIGINE, place.AXE_Z, middle.reshape(-1, 3)).reshape(*points.shape, 3)
    except ComputationFailed as failure:
        raise place.wrong("ORIGINE", str(failure)) from None
    axes = np.einsum("cpsij,ckj->cpsik", cylinder, own).reshape(len(values), -1, 3, 3)
    return _tensors(axes, values, block.components, prefix)


def _tensors(axes, values, components, prefix):
    """Tensors among values (n, points, components) in axes (n, points or 1, 3, 3), what is missing counting as zero and staying away."""
    given, names = np.zeros((*values.shape[:2], 6), values.dtype), [prefix + name for name in AXES]
    for column, name in enumerate(names):
        if name in components:
            given[..., column] = np.nan_to_num(values[..., components.index(name)])
    axes = np.broadcast_to(axes, (*values.shape[:2], 3, 3)).reshape(-1, 3, 3)
    turned, result = turned_tensors(axes, given.reshape(-1, 6)).reshape(given.shape), values.copy()
    for column, name in enumerate(names):
        if name in components:
            place = components.index(name)
            result[..., place] = np.where(np.isnan(values[..., place]), np.nan, turned[..., column])
    return result


def _user_axes(frames, to_user):
    """(n, 3, 3) the axes of the user, one a row: two in the plane of the plate and the one across it."""
    return np.concatenate([to_user @ frames[:, :2], frames[:, 2:]], axis=1)


def _direction(place):
    if "VECTEUR" in place:
        return np.array(place.VECTEUR, float)
    alpha, beta = np.radians(place.ANGL_REP)
    return np.array([np.cos(beta) * np.cos(alpha), np.cos(beta) * np.sin(alpha), -np.sin(beta)])
