"""The largest principal stress at the points of a group of cells over an evolution, and its integrals (Beremin's model, r7.02.06)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.invariants import principal
from pyaster_lite.fe.tensors import AXES, mandel_factors

SIGM = SIMP("f", into=("SIGM_ELGA", "SIGM_ELMOY"), defaut="SIGM_ELGA")
"""Whether stresses are taken at the points or as means over cells."""


@dataclass
class Part:
    """Some cells of one kind of element: `cells` (n,), the weights (n, ng) of their points."""

    element: object
    cells: np.ndarray
    nodes: np.ndarray
    weights: np.ndarray
    data: object


def parts_of(model, data, cells) -> list[Part]:
    """The solids among some cells."""
    made = []
    for index, rows in model.rows(cells):
        group = model.groups[index]
        if getattr(group.element, "strain_kind", None) == "solid":
            own = data[index].subset(rows)
            made.append(Part(group.element, group.cells[rows], group.nodes[rows], group.element.point_weights(own), own))
    return made


def tensor(part: Part, field, names: dict[str, str]) -> np.ndarray:
    """(n, ng, 6) the components of a field that `names` tells ({XX: SIXX, ...}), zero where it has none."""
    values, own = field.on(part.cells)
    count = part.weights.shape[1]
    zero = np.zeros((len(part.cells), count))
    return np.stack([values[:, :count, own.index(names[a])] if names.get(a) in own else zero for a in AXES], axis=-1)


def mean(part: Part, values: np.ndarray) -> np.ndarray:
    """(n, ng, nc) the mean over each cell at all of its points."""
    share = part.weights / part.weights.sum(axis=1, keepdims=True)
    return np.broadcast_to(np.einsum("ng,ngc->nc", share, values)[:, None], values.shape)


def largest(stress: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The largest principal value of tensors (..., 6), and its direction (..., 3)."""
    values, directions = principal(stress * mandel_factors())
    return values[..., -1], directions[..., -1, :]


def along(strain: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """n.e.n of tensors (..., 6)."""
    x, y, z = np.moveaxis(direction, -1, 0)
    return (strain * np.stack([x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z], axis=-1)).sum(axis=-1)


def at_points(part: Part, field, component: str) -> np.ndarray:
    """(n, ng) a component of a field at nodes, at the nodes of cells or at points; zero where it has none."""
    functions = part.element.point_functions
    if isinstance(field, NodeField):
        return np.nan_to_num(field.component(component)[part.nodes]) @ functions.T
    found = field.on(part.cells)
    if found is None or component not in found[1]:
        return np.zeros(part.weights.shape)
    values = np.nan_to_num(found[0][..., found[1].index(component)])
    return values[:, : functions.shape[1]] @ functions.T if field.location == "ELNO" else values[:, : len(functions)]
