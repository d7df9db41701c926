"""CREA_CHAMP, OPERATION='EXTR', CARA_ELEM: characteristics of elements as charts on their cells."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_places import type_of
from pyaster_lite.concepts.field import ElementBlock, ElementField

SHEETS = {"EP": "thickness", "EXCENT": "plate_offset", "KAPPA": "shear_factor", "SECT_L": "grid_section", "DIST_N": "grid_offset"}
"""The components of .CARCOQUE by the names of Characteristics."""
CHARTS = {".CARCOQUE": "CACOQU_R", ".CARDISCK": "CADISK_R", ".CANBSP": "NBSP_I"}
"""The charts by their quantity, and .CANBSP, which is no chart but a field ELEM."""


def of_characteristics(args) -> ElementField:
    """Thicknesses, sections, offsets and shear factors of plates and sheets, the upper triangles of the stiffness of discretes in global
    axes, or how many layers plates have."""
    given, name = args.CARA_ELEM, args.NOM_CHAM
    place = "ELEM" if name == ".CANBSP" else "CART"
    if type_of(args) != (place, CHARTS[name]):
        raise args.wrong("TYPE_CHAM", f"{name} is a field {place}_{CHARTS[name]}")
    blocks = {".CARCOQUE": of_sheets, ".CARDISCK": of_discretes, ".CANBSP": _of_layers}[name](given)
    if not blocks:
        raise args.wrong("NOM_CHAM", f"{given.name} tells none of these characteristics")
    return ElementField(given.model.mesh, CHARTS[name], place, blocks)


def of_sheets(given) -> list[ElementBlock]:
    """The blocks of the chart of plates, shells and sheets of bars."""
    blocks = []
    for group in given.model.groups:
        known = given.on(group)
        names = [name for name, own in SHEETS.items() if own in known]
        if names:
            blocks.append(ElementBlock(group.cells, np.stack([known[SHEETS[name]] for name in names], axis=-1)[:, None], tuple(names)))
    return blocks


def _of_layers(given):
    blocks = []
    for group in given.model.groups:
        layers = given.on(group).get("layers")
        if layers is not None:
            blocks.append(ElementBlock(group.cells, np.asarray(layers).astype(int)[:, None, None], ("COQ_NCOU",), group.element))
    return blocks


def of_discretes(given) -> list[ElementBlock]:
    """The blocks of the chart of the stiffness of discretes."""
    blocks = []
    for group in given.model.groups:
        matrix = given.on(group).get("stiffness")
        if matrix is not None:
            columns, rows = np.tril_indices(matrix.shape[-1])
            names = tuple(f"K{i + 1}" for i in range(len(rows)))
            blocks.append(ElementBlock(group.cells, matrix[:, rows, columns][:, None], names))
    return blocks
