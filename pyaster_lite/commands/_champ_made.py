"""CREA_CHAMP from values (AFFE) and from parts of other fields (ASSE)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_places import (
    Sheet,
    check_components,
    completed,
    held_by,
    mesh_of,
    model_of,
    place_of,
    type_of,
    width_of,
)
from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.field_places import element_groups

_VALUES = {"R": "VALE", "I": "VALE_I", "C": "VALE_C", "F": "VALE_F"}
_SOURCES = {
    "NOEU": ("NOEU",),
    "ELGA": ("CART", "ELEM", "ELGA"),
    "ELNO": ("CART", "ELNO"),
    "ELEM": ("CART", "ELEM"),
    "CART": ("CART", "ELEM"),
}


def assigned(args, context):
    """AFFE: one value of each component on nodes, or on all places of cells; later occurrences replace earlier ones."""
    place, quantity = type_of(args)
    model = model_of(args) if place.startswith("EL") else args.MODELE
    sheet = Sheet(mesh_of(args), "NOEU" if place == "NOEU" else "CART", quantity)
    functions = []
    word = _VALUES[quantity[-1]]
    for occurrence in args.AFFE:
        values = occurrence[word]
        if values is None:
            given = next(other for other in _VALUES.values() if occurrence[other] is not None)
            raise occurrence.wrong(given, f"the quantity {quantity} takes {word}, not {given}")
        if len(values) != len(occurrence.NOM_CMP):
            raise occurrence.wrong(word, f"{word} has {len(values)} values for {len(occurrence.NOM_CMP)} components")
        check_components(occurrence, "NOM_CMP", quantity)
        where = sheet.where(occurrence)
        for name, value in zip(occurrence.NOM_CMP, values):
            if quantity[-1] == "F":
                functions.append(value)
                value = len(functions) - 1
            sheet.column(name)[where] = value
    field = sheet.field()
    if place.startswith("EL"):
        field = _spread(field, place, model)
    field.functions = tuple(functions)
    return completed(args, field, model) if place.startswith("EL") else field


def _spread(chart, place, model):
    """A chart on every place of the elements of a model; what no element carries is left aside."""
    values = np.stack([chart.component(name)[:, 0] for name in chart.components], axis=-1)
    blocks = []
    for element, cells, _, points in element_groups(model, place, chart.quantity):
        held = held_by(element, chart.quantity, chart.components)
        own = values[cells][:, [chart.components.index(name) for name in held]]
        rows = np.flatnonzero(~np.isnan(own).all(axis=1))
        if chart.quantity.startswith("VARI"):
            # how many variables there are is the law's business
            there = np.flatnonzero(~np.isnan(own).all(axis=0))
            own, held = own[:, there], tuple(held[i] for i in there)
        if len(rows):
            blocks.append(ElementBlock(cells[rows], np.repeat(own[rows][:, None], points, axis=1), held, element))
    return ElementField(chart.mesh, chart.quantity, place, blocks)


def assembled(args, context):
    """ASSE: parts of fields, each with a coefficient, put together; CUMUL='OUI' adds to what is there."""
    place, quantity = type_of(args)
    model = model_of(args) if place.startswith("EL") else args.MODELE
    width = sub = 1
    if place.startswith("EL"):
        blocks = [block for occurrence in args.ASSE for block in getattr(occurrence.CHAM_GD, "blocks", ())]
        sub = max((block.sub for block in blocks), default=1)
        points = (block.values.shape[1] // block.sub for block in blocks)
        width = max(width_of(model, place, quantity), *points, 1)
    sheet = Sheet(mesh_of(args), place, quantity, width, sub)
    first, functions = True, ()
    for occurrence in args.ASSE:
        field = occurrence.CHAM_GD
        _check_source(occurrence, field, place, quantity, sheet.mesh)
        check_components(occurrence, "NOM_CMP_RESU", quantity)
        where = sheet.where(occurrence)
        factor = _factor(occurrence, field)
        names = occurrence.NOM_CMP or field.components
        targets = occurrence.NOM_CMP_RESU or names
        if len(targets) != len(names):
            raise occurrence.wrong("NOM_CMP_RESU", f"NOM_CMP_RESU has {len(targets)} names for {len(names)} in NOM_CMP")
        check_components(occurrence, "NOM_CMP", field.quantity)
        add = occurrence.CUMUL == "OUI" and not first
        for name, target in zip(names, targets):
            if name not in field.components:
                context.warn(
                    occurrence, "NOM_CMP", f"the field carries no {name}, it has {', '.join(field.components)}: nothing is taken from it"
                )
                continue
            _put(sheet, where, target, field, name, factor, add)
        functions = functions or field.functions
        first = False
    made = completed(args, sheet.field(model), model)
    made.functions = functions
    return made


def _check_source(occurrence, field, place, quantity, mesh):
    if place_of(field) not in _SOURCES[place]:
        raise occurrence.wrong("CHAM_GD", f"a field {place} is not put together from a field {place_of(field)}")
    if field.quantity != quantity and not occurrence.NOM_CMP_RESU:
        text = f"the field is of {field.quantity}, not of {quantity}"
        raise occurrence.wrong("CHAM_GD", text, help="NOM_CMP with NOM_CMP_RESU changes the quantity")
    if field.mesh is not mesh:
        raise occurrence.wrong("CHAM_GD", f"the field stands on another mesh than {mesh.name}")


def _factor(occurrence, field):
    if occurrence.COEF_C is None:
        return occurrence.COEF_R
    if not field.is_complex:
        raise occurrence.wrong("COEF_C", "COEF_C goes with a complex field only")
    return occurrence.COEF_C


def _put(sheet, where, target, field, name, factor, add):
    """Lay a component of a field on chosen nodes or cells of a sheet, where the field carries it."""
    column = sheet.column(target)
    if sheet.place == "NOEU":
        column[where] = _laid(column[where], field.component(name)[where] * factor, add)
        return
    by_point = column.reshape(len(column), -1, sheet.sub)
    spread = field.location in ("CART", "ELEM") and sheet.place != field.location
    for block in field.blocks:
        rows = np.flatnonzero(np.isin(block.cells, where))
        if name not in block.components or not len(rows):
            continue
        own = block.by_point()[rows][..., block.components.index(name)] * factor
        if spread and own.shape[1] == 1:
            own = np.repeat(own, by_point.shape[1], axis=1)
        place = np.ix_(block.cells[rows], np.arange(own.shape[1]), np.arange(own.shape[2]))
        by_point[place] = _laid(by_point[place], own, add)


def _laid(there, found, add):
    """Values that take the place of those there, or are added to them, where they are known."""
    return np.where(np.isnan(found), there, np.where(np.isnan(there), found, there + found) if add else found)
