"""CREA_CHAMP, AFFE_SP: the same value at all sub-points (layers, fibres) of a point."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.concepts.field import ElementField


def at_sub_points(level, field, model):
    """A field at elements with as many sub-points at each point as the characteristics of `level` say; NaN where cells have fewer."""
    if level.CARA_ELEM.model is not model:
        raise level.wrong("CARA_ELEM", f"{level.CARA_ELEM.name} was not made for {model.name}")
    if field.sub > 1:
        raise level.not_yet("CARA_ELEM", "a field that has sub-points already does not get others yet")
    group_of, row_of = model.place_of_cells
    data, blocks = model.data(characteristics=level.CARA_ELEM), []
    for block in field.blocks:
        index = group_of[block.cells]
        for which in np.unique(index):
            rows = np.flatnonzero(index == which)
            counts = model.groups[which].element.sub_counts(data[which].subset(row_of[block.cells[rows]]))
            most = int(counts.max())
            there = (np.arange(most) < counts[:, None])[:, None, :, None]
            values = np.where(there, block.values[rows][:, :, None], np.nan)
            values = values.reshape(len(rows), -1, values.shape[-1])
            blocks.append(replace(block, cells=block.cells[rows], values=values, sub=most))
    made = ElementField(field.mesh, field.quantity, field.location, blocks)
    made.functions = field.functions
    return made
