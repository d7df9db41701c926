"""CREA_RESU, OPERATION='PREP_VARC': temperatures in the layers of plates and shells, from those of a shell or from a function.

A temperature of a shell is a parabola across its thickness h, the same all over the cell: with the means over its nodes of the
temperatures in the middle, below and above,

    T(z) = T_mil + (T_sup - T_inf) z / h + 2 (T_inf + T_sup - 2 T_mil) (z / h)^2        z from -h/2 to h/2

whatever the offset; a function of the instant has its height in EPAIS (offset left out) or EXCENT (counted), or its place in X, Y, Z.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import CELL_WORDS, cells_of, chosen
from pyaster_lite.catalogue.conditions import equal, present
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._storage_selection import select
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.plate_section import PlateSection

_INSTANTS = dict(INST=SIMP(typ="R", max="**", validators=(no_repeat,)), LIST_INST=SIMP(typ="listr8_sdaster"))
_PLACES = ({"INST", "EPAIS"}, {"INST", "EXCENT"}, {"INST", "X", "Y", "Z"})

LAYERS = BLOC(
    equal("OPERATION", "PREP_VARC") & equal("TYPE_RESU", "EVOL_THER"),
    PREP_VARC=FACT(
        "o",
        rules=UN_PARMI("CHAM_GD", "EVOL_THER"),
        CHAM_GD=SIMP(typ="carte_sdaster"),
        EVOL_THER=SIMP(typ="evol_ther"),
        MODELE=SIMP("o", typ="modele_sdaster"),
        CARA_ELEM=SIMP("o", typ="cara_elem"),
        b_evol_ther=BLOC(
            present("EVOL_THER"),
            rules=(EXCLUS("LIST_INST", "INST"), EXCLUS("TOUT", "GROUP_MA")),
            **chosen(CELL_WORDS, "TOUT", "GROUP_MA"),
            **_INSTANTS,
            CRITERE=SIMP(into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
            PRECISION=SIMP(typ="R", defaut=1e-6),
        ),
        b_cham_gd=BLOC(present("CHAM_GD"), rules=UN_PARMI("INST", "LIST_INST"), **_INSTANTS),
    ),
)


def layered(args):
    """The temperatures, one point by cell with three sub-points by layer; a function's instants have the orders 1, 2, ..."""
    args.mark_read("TYPE_RESU")
    level = args.PREP_VARC
    if level.CARA_ELEM.model is not level.MODELE:
        raise level.wrong("CARA_ELEM", f"{level.CARA_ELEM.name} was not made for {level.MODELE.name}")
    made = Result("evol_ther", level.MODELE.mesh, level.MODELE, characteristics=level.CARA_ELEM)
    for order, instant, field in _of_functions(level) if level.CHAM_GD is not None else _of_shells(level):
        made.store(order, {"INST": float(instant)}, {"TEMP": field})
    return made


def _groups(level, cells):
    """(element, rows of its cells, their data, heights (n, 3 most layers) above the middle) of plates and shells in layers."""
    model = level.MODELE
    found = []
    for index, rows in model.rows(cells):
        element = model.groups[index].element
        if getattr(element, "section_points", None) == "layers":
            data = model.data(characteristics=level.CARA_ELEM)[index].subset(rows)
            section = PlateSection.of(data)
            found.append((element, data, section, section.heights() - section.offset[:, None]))
    if not found:
        raise level.wrong("MODELE", f"none of these cells of {model.name} has layers")
    return found


def _field(mesh, blocks):
    made = [ElementBlock(data.cells, values[..., None], ("TEMP",), element, values.shape[1]) for element, data, values in blocks]
    return ElementField(mesh, "TEMP_R", "ELEM", made)


def _of_shells(level):
    """(order, instant, field) of a thermal result on the nodes of shells."""
    source, mesh = level.EVOL_THER, level.MODELE.mesh
    if source.mesh is not mesh:
        raise level.wrong("EVOL_THER", f"{source.name} does not stand on the mesh of {level.MODELE.name}")
    groups = _groups(level, cells_of(level, mesh) if level.GROUP_MA is not None else np.arange(mesh.n_cells))
    level.mark_read("TOUT", "CRITERE", "PRECISION")
    rows = select(level, source.name, source.orders, {"INST": source.access("INST")}, False).first
    for order in np.array(source.orders)[rows].tolist():
        if not source.has_field("TEMP", order):
            raise level.wrong("EVOL_THER", f"{source.name} has no TEMP at order {order}")
        temperature, blocks = source.field("TEMP", order), []
        known = [name for name in ("TEMP_MIL", "TEMP_INF", "TEMP_SUP") if name in temperature.components] or ["TEMP"]
        for element, data, section, z in groups:
            told = {name: _mean(temperature, name, data.cells) for name in known}
            mil = told[known[0]]
            inf, sup = (np.where(np.isnan(own), mil, own) for own in (told.get(name, mil) for name in ("TEMP_INF", "TEMP_SUP")))
            if np.isnan(mil).any():
                cell = mesh.cell_names[data.cells[np.flatnonzero(np.isnan(mil[:, 0]))[0]]]
                raise level.wrong("EVOL_THER", f"{source.name} does not give the temperature at all nodes of the cell {cell}")
            z = z / section.thickness[:, None]
            blocks.append((element, data, mil + (sup - inf) * z + 2 * (inf + sup - 2 * mil) * z**2))
        yield order, source.parameter("INST", order), _field(mesh, blocks)


def _mean(field, name, cells):
    """(n, 1) the mean of a component over the nodes of each cell, or what a chart gives the cell."""
    if isinstance(field, NodeField):
        return field.component(name)[field.mesh.select(cells)[0].nodes].mean(axis=1)[:, None]
    return field.component(name, cells)[:, :1]


def _of_functions(level):
    """(order, instant, field) of a chart of functions at the instants given."""
    chart, mesh = level.CHAM_GD, level.MODELE.mesh
    if chart.mesh is not mesh:
        raise level.wrong("CHAM_GD", f"{chart.name} does not stand on the mesh of {level.MODELE.name}")
    if chart.quantity != "TEMP_F":
        raise level.wrong("CHAM_GD", f"{chart.name} is of {chart.quantity}: a chart of TEMP_F is needed")
    groups = _groups(level, np.arange(mesh.n_cells))
    for order, instant in enumerate(level.INST if level.INST is not None else level.LIST_INST, 1):
        blocks = []
        for element, data, section, z in groups:
            number = chart.component("TEMP", data.cells)[:, 0]
            values = np.full(z.shape, np.nan)
            for which in np.unique(number[~np.isnan(number)]).astype(int):
                rows = np.flatnonzero(number == which)
                own = {"INST": np.full(z[rows].shape, instant), **_places(data.subset(rows), section.offset[rows], z[rows])}
                values[rows] = _evaluated(level, chart.functions[which], own)
            blocks.append((element, data, values))
        yield order, instant, _field(mesh, blocks)


def _places(data, offset, z):
    """EPAIS, EXCENT and X, Y, Z of heights (n, k): above the mean of the corners, along the product of the diagonals."""
    count = 3 if data.coordinates.shape[1] in (3, 7) else 4
    corners = data.coordinates[:, :count]
    last = corners[:, 3 % count]
    normal = np.cross(corners[:, 2] - corners[:, 0], last - corners[:, 1])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    height = z + offset[:, None]
    points = corners.mean(axis=1)[:, None] + height[..., None] * normal[:, None]
    return {"EPAIS": z, "EXCENT": height, **dict(zip("XYZ", np.moveaxis(points, -1, 0)))}


def _evaluated(level, function, given):
    asked = set(function.parameters)
    if asked not in _PLACES:
        text = f"{function.name} depends on {', '.join(function.parameters)}; it may depend on INST and EPAIS, EXCENT or X, Y, Z"
        raise level.wrong("CHAM_GD", text)
    there = ~np.isnan(given["EPAIS"])
    values = np.full(there.shape, np.nan)
    values[there] = function.evaluate(**{word: given[word][there] for word in function.parameters})
    return values
