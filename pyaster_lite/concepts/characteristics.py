"""Characteristics that cells cannot have from geometry and material: so far the matrices of discretes."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import Concept, OnModel


class Characteristics(OnModel, Concept):
    """Arrays on cells by name.

    `values[name]` lists (cells (k,), array (k, ...)); where a cell is named twice the later one holds. Names in use:
    stiffness, mass, damping (k, nd, nd) in global axes, loss_factor (k,), frame (k, 3, 3) whose rows are the local axes of
    a discrete, material_frame (k, 3, 3) those of a solid's material,
    material_axis (k, 2, 3) a point and the direction of the axis around which a conductor has its own,
    drag (k,) the function of a wind VITE that pushes a line.
    """

    kind = "cara_elem"

    def __init__(self, model, values: dict[str, list[tuple[np.ndarray, np.ndarray]]]):
        self.model, self.values = model, values

    def on(self, group) -> dict[str, np.ndarray]:
        """The arrays (ne, ...) for the cells of one element group; zero where a cell was given nothing.

        A name that no cell of the group has is left out.
        """
        result, order = {}, np.argsort(group.cells, kind="stable")
        ranked = np.asarray(group.cells)[order]
        for name, entries in self.values.items():
            for cells, array in entries:
                places = np.searchsorted(ranked, cells)
                own = np.flatnonzero(ranked.take(places, mode="clip") == cells) if len(ranked) else places[:0]
                if not len(own):
                    continue
                kind = object if array.dtype == object else float
                target = result.setdefault(name, np.zeros((len(ranked), *array.shape[1:]), kind))
                target[order[places[own]]] = array[own]
        return result
