"""CREA_CHAMP, OPERATION='EXTR', CARA_ELEM: characteristics of elements as charts on their cells."""

from __future__ import annotations

import numpy as np

from pyaster_lite.commands._champ_places import type_of
from pyaster_lite.concepts.field import ElementBlock, ElementField

SHEETS = {"EP": "thickness", "EXCENT": "plate_offset", "SECT_L": "grid_section", "DIST_N": "grid_offset"}
"""The components of .CARCOQUE by the names of Characteristics."""
CHARTS = {".CARCOQUE": "CACOQU_R", ".CARDISCK": "CADISK_R"}
"""The charts by their quantity."""


def of_characteristics(args) -> ElementField:
    """Thicknesses, sections and offsets of plates and sheets, or the upper triangles of the stiffness of discretes, global axes."""
    given, name = args.CARA_ELEM, args.NOM_CHAM
    if type_of(args) != ("CART", CHARTS[name]):
        raise args.wrong("TYPE_CHAM", f"{name} is a field CART_{CHARTS[name]}")
    blocks = _of_sheets(given) if name == ".CARCOQUE" else _of_discretes(given)
    if not blocks:
        raise args.wrong("NOM_CHAM", f"{given.name} tells none of these characteristics")
    return ElementField(given.model.mesh, CHARTS[name], "CART", blocks)


def _of_sheets(given):
    blocks = []
    for group in given.model.groups:
        known = given.on(group)
        names = [name for name, own in SHEETS.items() if own in known]
        if names:
            blocks.append(ElementBlock(group.cells, np.stack([known[SHEETS[name]] for name in names], axis=-1)[:, None], tuple(names)))
    return blocks


def _of_discretes(given):
    blocks = []
    for group in given.model.groups:
        matrix = given.on(group).get("stiffness")
        if matrix is not None:
            columns, rows = np.tril_indices(matrix.shape[-1])
            names = tuple(f"K{i + 1}" for i in range(len(rows)))
            blocks.append(ElementBlock(group.cells, matrix[:, rows, columns][:, None], names))
    return blocks
