"""Fields of models whose cells cracks enrich."""

from __future__ import annotations

from pyaster_lite.concepts.field import ElementBlock, ElementField


def temperatures_at_points(model, temperature) -> ElementField:
    """TEMP_ELGA: temperatures at the points of the pieces of the cells that cracks enrich, of unknowns (n,)."""
    blocks = []
    for group, data, equations in zip(model.groups, model.data(), model.assembler.equations):
        if hasattr(group.element, "enrichment") and hasattr(group.element, "conductivity"):
            values = group.element.temperatures(data, temperature[equations])
            blocks.append(ElementBlock(group.cells, values[..., None], ("TEMP",), group.element))
    return ElementField(model.mesh, "TEMP_R", "ELGA", blocks)
