"""Fields at points (SIEF_ELGA, VARI_ELGA) from the states of a structure's parts, and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed


def stress_field(mesh, structure, states) -> ElementField:
    """SIEF_ELGA: stresses of solids, forces of discretes in their own axes (traction positive between two nodes)."""
    blocks = []
    for part, state in zip(structure.parts, states):
        if state is not None:
            values, names = part.element.shown(part.data, state.stress)
            blocks.append(ElementBlock(part.data.cells, values, names, part.element, part.element.sub_points(part.data)))
    return ElementField(mesh, "SIEF_R", "ELGA", blocks)


def internal_field(mesh, structure, states) -> ElementField:
    """VARI_ELGA: the internal variables V1, V2, ..."""
    blocks = []
    for part, state in zip(structure.parts, states):
        if state is not None:
            names = tuple(f"V{i + 1}" for i in range(state.internal.shape[-1]))
            sub, values = part.element.sub_points(part.data), state.internal
            shown = part.element.shown(part.data, state.stress)[0] if sub > 1 else values
            if values.shape[1] * sub == shown.shape[1] and sub > 1 and len(names) == 1 and not values.any():
                # what stays elastic as a whole is shown at all the sub-points that its cells have
                values = np.where(np.isnan(shown).all(axis=2, keepdims=True), np.nan, 0.0)
            elif values.shape[1] != shown.shape[1]:
                sub = 1
            blocks.append(ElementBlock(part.data.cells, values, names, part.element, sub))
    return ElementField(mesh, "VARI_R", "ELGA", blocks)


def strain_field(mesh, structure, u) -> ElementField:
    """EPSI_ELGA: the small strains of solids at displacements u."""
    blocks = []
    for part in structure.parts:
        element = part.element
        found = element.strains(part.data, u[part.equations]) if part.behaviour is not None and hasattr(element, "strains") else None
        if found is not None:
            names = tuple(f"EP{name}" for name in element.continuum.strains)
            blocks.append(ElementBlock(part.data.cells, found / element.strain_factors, names, element))
    return ElementField(mesh, "EPSI_R", "ELGA", blocks)


def structural_field(mesh, structure, states) -> ElementField:
    """STRX_ELGA: what structural elements keep beside stresses."""
    blocks = []
    for part, state in zip(structure.parts, states):
        if state is not None and part.element.structural:
            blocks.append(ElementBlock(part.data.cells, state.structural, part.element.structural, part.element))
    return ElementField(mesh, "STRX_R", "ELGA", blocks)


def states_of_fields(given, u, structure, rest, t: float = 0.0) -> list[PointState | None]:
    """The states of the parts at an instant, at displacements u with the stresses and internal variables given; those at rest else."""
    moved = _moved(structure, u, rest, t) if u.any() else rest
    states = []
    for part, state, calm in zip(structure.parts, moved, rest):
        if state is None:
            states.append(None)
            continue
        stress = calm.stress.copy()
        if given.stress is not None:
            shown, names = part.element.shown(part.data, stress)
            stress = part.element.kept(part.data, _rows(given.stress, part, names, shown.shape[1]))
        internal = calm.internal
        if given.internal is not None:
            names = tuple(f"V{i + 1}" for i in range(internal.shape[-1]))
            internal = _rows(given.internal, part, names, internal.shape[1])
        structural = calm.structural
        if structural is not None and given.structural is not None:
            structural = _rows(given.structural, part, part.element.structural, structural.shape[1])
        states.append(replace(state, stress=stress, internal=internal, structural=structural))
    return states


def _moved(structure, u, rest, t):
    """The states at displacements u, of which only what fields do not give is kept: laws that cannot go there are not asked to."""
    try:
        return structure.respond(u, rest, False, t, t)[1]
    except LawFailed:
        return structure.respond(u, rest, False, t, t, predicting=True)[1]


def _rows(field, part, names, n_points):
    """(ne, n_points, components) of a field on the cells of a part, zero where it has nothing."""
    values = np.zeros((len(part.data), n_points, len(names)))
    for i, name in enumerate(names):
        if name in field.components:
            column = np.nan_to_num(field.component(name, part.data.cells))[:, :n_points]
            values[:, slice(None) if field.location == "CART" else slice(column.shape[1]), i] = column
    return values
