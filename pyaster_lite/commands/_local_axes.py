"""The own axes of elements that their characteristics give: those of materials in solids, of results in plates and shells, of beams."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.plate_frames import plate_frames, user_turns

_DIRECTIONS = ("direction", "grid_direction", "membrane_direction")


def local_axes(model, characteristics, at_nodes: bool) -> list[ElementField]:
    """The first, second and third axes as fields of vectors on cells, or on their nodes; plane solids have two."""
    blocks = [[], [], []]
    for group, data in zip(model.groups, model.data(characteristics=characteristics)):
        frames = _frames(group.element, data)
        if frames is None:
            continue
        at_each = frames.ndim == 4
        size = 2 if model.dimension == 2 and group.element.dim == 2 else 3
        points = group.nodes.shape[1] if at_nodes else 1
        for axis in range(size):
            values = frames[:, :points, axis] if at_each else np.repeat(frames[:, axis, None, :size], points, axis=1)
            blocks[axis].append(ElementBlock(group.cells, values, tuple("XYZ"[:size]), group.element))
    place = "ELNO" if at_nodes else "ELEM"
    return [ElementField(model.mesh, "GEOM_R", place, own) for own in blocks if own]


def _frames(element, data):
    """(ne, 3, 3) with the axes as rows, of pipes (ne, nn, 3, 3) at their nodes; None where an element has none."""
    given = data.characteristics
    if "pipe_frames" in given:
        return given["pipe_frames"]
    if getattr(element, "loaded_only", False):
        return None
    if hasattr(element, "continuum") or "material_frame" in given:
        return given.get("material_frame", np.broadcast_to(np.eye(3), (len(data), 3, 3)))
    if element.dim == 2:
        corners = data.coordinates[:, : 3 if element.cell.startswith("TRIA") else 4]
        direction = next((given[word] for word in _DIRECTIONS if word in given), None)
        if direction is None:
            return None
        frames = plate_frames(corners)
        plane = np.einsum("eij,ejk->eik", user_turns(frames, direction), frames[:, :2])
        return np.concatenate([plane, frames[:, 2:]], axis=1)
    return element.frame(data) if hasattr(element, "frame") else given.get("frame")
