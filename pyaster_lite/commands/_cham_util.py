"""CHAM_UTIL of CALC_CHAMP: fields UTnn_* of what formulas or invariants make of another field, or of its norms by element (u4.81.04)."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np

from pyaster_lite.commands._post_elem.integrals import squared_norms
from pyaster_lite.commands._real_fields import refuse_complex
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.fe.tensors import AXES, deviator, mandel_factors, norm, von_mises

PREFIX = {"SIEF_R": "SI", "EPSI_R": "EP"}
TENSORS = (AXES, ("XX", "YY", "ZZ", "XY"))
_INVARIANTS = {
    "TRACE": lambda tensor: tensor[..., :3].sum(axis=-1),
    "VMIS": von_mises,
    "INVA_2": lambda tensor: sqrt(2.0 / 3.0) * norm(deviator(tensor)),
}


def computed_fields(args, target, orders, source, cells):
    """Store the field of one occurrence at every order of `target`; where `source` has no NOM_CHAM, `target` must have it."""
    name = args.NOM_CHAM
    compute = None if args.NORME is not None else _formulas(args) if args.FORMULE else _invariant(args)
    for order in orders:
        origin = source if source.has_field(name, order) else target
        if not origin.has_field(name, order):
            raise args.wrong("NOM_CHAM", f"{source.name} has no field {name} at its storage order {order}")
        field = origin.field(name, order)
        made = _norms(args, field, source) if compute is None else _computed(field, compute, cells)
        place = "NOEU" if isinstance(made, NodeField) else made.location
        target.store(order, fields={f"UT{args.NUME_CHAM_RESU:02d}_{place}": made})


def _computed(field, compute, cells):
    if isinstance(field, NodeField):
        values = compute(field.values, field.components, field.quantity)
        if cells is not None:
            outside = np.ones(len(values), bool)
            outside[field.mesh.nodes_of_cells(cells)] = False
            values[outside] = np.nan
        return NodeField(field.mesh, "NEUT_R", _names(values), values)
    blocks = []
    for block in field.blocks:
        rows = np.arange(len(block.cells)) if cells is None else np.flatnonzero(np.isin(block.cells, cells))
        values = compute(block.values[rows], block.components, field.quantity)
        if values is not None and not np.isnan(values).all():
            blocks.append(replace(block, cells=block.cells[rows], values=values, components=_names(values)))
    return ElementField(field.mesh, "NEUT_R", field.location, blocks)


def _norms(args, field, source):
    """X1, the norm over each element; all elements have theirs, whatever GROUP_MA names (ccchuc_norm)."""
    if not isinstance(field, ElementField) or field.location not in ("ELGA", "ELNO"):
        raise args.wrong("NORME", f"norms are of fields at the points or at the nodes of elements, {args.NOM_CHAM} is not")
    refuse_complex(args, "NORME", field, "norms are")
    data = source.model.data(source.material_field, source.characteristics)
    squares = squared_norms(args, args.NORME, field, source.model, data, np.arange(field.mesh.n_cells))
    blocks = [ElementBlock(cells, np.sqrt(square)[:, None, None], ("X1",)) for cells, square in squares]
    return ElementField(field.mesh, "NEUT_R", "ELEM", blocks)


def _names(values):
    return tuple(f"X{i + 1}" for i in range(values.shape[-1]))


def _formulas(args):
    """X1, X2, ... of the formulas, where every parameter of theirs is carried."""

    def compute(values, names, quantity):
        columns = []
        for item, formula in enumerate(args.FORMULE):
            unknown = [word for word in formula.parameters if word not in names]
            if unknown:
                raise args.wrong("FORMULE", f"{formula.name} depends on {unknown[0]}, the field has {', '.join(names)}", item=item)
            given = [values[..., names.index(word)] for word in formula.parameters]
            there = ~np.isnan(given).any(axis=0)
            column = np.full(values.shape[:-1], np.nan)
            found = np.asarray(formula(*(value[there] for value in given)))
            if np.iscomplexobj(found) and (found.imag != 0.0).any():
                raise args.wrong("FORMULE", f"{formula.name} gives complex values: a field of CHAM_UTIL holds numbers", item=item)
            column[there] = found.real
            columns.append(column)
        return np.stack(columns, axis=-1)

    return compute


def _invariant(args):
    wanted = args.CRITERE

    def compute(values, names, quantity):
        allowed = {"VMIS": ("SIEF_R",), "INVA_2": ("EPSI_R",)}.get(wanted, tuple(PREFIX))
        if quantity not in allowed:
            raise args.wrong("CRITERE", f"{wanted} is for fields of {' or '.join(allowed)}, not of {quantity}")
        for strains in TENSORS:
            own = [PREFIX[quantity] + name for name in strains]
            if set(own) <= set(names):
                scale = mandel_factors(strains)
                tensor = values[..., [names.index(name) for name in own]] * scale
                return _INVARIANTS[wanted](tensor)[..., None]
        raise args.wrong("CRITERE", f"the field has no tensor, it has {', '.join(names)}")

    return compute
