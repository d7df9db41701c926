"""Fields at nodes as vectors on the unknowns of a numbering."""

from __future__ import annotations

import numpy as np


def on_unknowns(args, word: str, dofs, mesh) -> np.ndarray:
    """(size,) values of the field that a keyword holds; zero where the field carries nothing."""
    field = args[word]
    if field.mesh is not mesh and field.mesh.n_nodes != mesh.n_nodes:
        raise args.wrong(word, f"the field {field.name} lives on another mesh")
    return vector_of(field, dofs)


def vector_of(field, dofs) -> np.ndarray:
    """(size,) values of a field at nodes; zero where it carries nothing."""
    vector = np.zeros(dofs.size, field.values.dtype)
    for index, component in enumerate(dofs.components):
        if component in field.components:
            here = dofs.component == index
            vector[here] = np.nan_to_num(field.component(component)[dofs.node[here]])
    return vector


def same_unknowns(first, second) -> bool:
    """Whether two numberings hold the same unknowns in the same order."""
    return first is second or (first.components == second.components and np.array_equal(first.table, second.table))


def moved_to(vectors: np.ndarray, dofs, others) -> np.ndarray:
    """Vectors (size, k) on the unknowns `dofs` as vectors on `others`, zero where `dofs` has no such unknown."""
    if same_unknowns(dofs, others):
        return vectors
    result = np.zeros((others.size, vectors.shape[1]), vectors.dtype)
    for index, component in enumerate(others.components):
        here = np.flatnonzero(others.component == index)
        equations = dofs.index(others.node[here], component)
        result[here[equations >= 0]] = vectors[equations[equations >= 0]]
    return result
