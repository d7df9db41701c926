"""What the matter behind the sides of a solid has at their nodes."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.concepts.mesh_orientation import cells_on_inner_side


def on_skin(model, field: ElementField) -> ElementField:
    """A field ELNO on the sides of solids of a model, with the values of the cells behind them that the field is known on (mearcc)."""
    mesh = model.mesh
    known = np.zeros(mesh.n_cells, bool)
    for block in field.blocks:
        known[block.cells] = True
    blocks = []
    for group in model.groups:
        if not getattr(group.element, "loaded_only", False) or getattr(group.element, "dim", None) != model.dimension - 1:
            continue
        for part in mesh.select(group.cells):
            behind = cells_on_inner_side(mesh, part, known)
            found = behind >= 0
            cells, nodes, behind = part.cells[found], part.nodes[found], behind[found]
            for support in mesh.select(np.unique(behind)):
                rows = np.flatnonzero(np.isin(behind, support.cells))
                place = np.searchsorted(support.cells, behind[rows])
                local = np.argmax(nodes[rows][:, :, None] == support.nodes[place][:, None, :], axis=2)
                values, names = field.on(support.cells)
                values = np.take_along_axis(values[place], local[..., None], axis=1)
                blocks.append(ElementBlock(cells[rows], values, names, group.element, 1))
    return ElementField(mesh, field.quantity, "ELNO", blocks)
