"""Fields at points (SIEF_ELGA, VARI_ELGA) from the states of a structure's parts, and back."""

from __future__ import annotations

from math import sqrt

import numpy as np

from pyaster_lite.concepts.field import ElementBlock, ElementField
from pyaster_lite.fe.element import PointState

FORCES = {"DX": "N", "DY": "VY", "DZ": "VZ", "DRX": "MT", "DRY": "MFY", "DRZ": "MFZ"}
"""Components of the forces in a discrete, by unknown."""


def stress_field(mesh, structure, states) -> ElementField:
    """SIEF_ELGA: stresses of solids, forces of discretes in their own axes (traction positive between two nodes)."""
    blocks = []
    for part, state in zip(structure.parts, states):
        if state is not None:
            values, names = _stress(part, state.stress)
            blocks.append(ElementBlock(part.data.cells, values, names, part.element))
    return ElementField(mesh, "SIEF_R", "ELGA", blocks)


def internal_field(mesh, structure, states) -> ElementField:
    """VARI_ELGA: the internal variables V1, V2, ..."""
    blocks = []
    for part, state in zip(structure.parts, states):
        if state is not None:
            names = tuple(f"V{i + 1}" for i in range(state.internal.shape[-1]))
            blocks.append(ElementBlock(part.data.cells, state.internal, names, part.element))
    return ElementField(mesh, "VARI_R", "ELGA", blocks)


def states_of_fields(given, u, structure, rest) -> list[PointState | None]:
    """The states of the parts at displacements u with the stresses and internal variables given; those at rest else."""
    moved = structure.respond(u, rest, False)[1] if u.any() else rest
    states = []
    for part, state, calm in zip(structure.parts, moved, rest):
        if state is None:
            states.append(None)
            continue
        stress = calm.stress.copy()
        if given.stress is not None:
            _, names = _stress(part, stress)
            found = _rows(given.stress, part, names, stress.shape[1] if _is_solid(part) else _points(part))
            stress = _stress_back(part, found, stress.shape)
        internal = calm.internal
        if given.internal is not None:
            names = tuple(f"V{i + 1}" for i in range(internal.shape[-1]))
            internal = _rows(given.internal, part, names, internal.shape[1])
        states.append(PointState(state.strain, stress, internal))
    return states


def _rows(field, part, names, n_points):
    """(ne, n_points, components) of a field on the cells of a part, zero where it has nothing."""
    values = np.zeros((len(part.data), n_points, len(names)))
    for i, name in enumerate(names):
        if name in field.components:
            column = np.nan_to_num(field.component(name, part.data.cells))[:, :n_points]
            values[:, : column.shape[1], i] = column
    return values


def _is_solid(part):
    return hasattr(part.element, "continuum")


def _points(part):
    return len(part.element.components)


def _shear(part):
    return np.array([1.0 if name in ("XX", "YY", "ZZ") else 1 / sqrt(2) for name in part.element.continuum.strains])


def _stress(part, stress):
    if _is_solid(part):
        return stress * _shear(part), tuple(f"SI{name}" for name in part.element.continuum.strains)
    names = tuple(FORCES[unknown] for unknown in part.element.components[0])
    forces = stress.reshape(len(stress), _points(part), len(names)) * _sign(part)
    return _turned(part, forces, False), names


def _stress_back(part, values, shape):
    if _is_solid(part):
        return values / _shear(part)
    return (_turned(part, values, True) * _sign(part)).reshape(shape)


def _sign(part):
    """Nodal forces of the first of two nodes pull the other way."""
    return np.array([-1.0, 1.0])[:, None] if _points(part) == 2 else np.ones((1, 1))


def _turned(part, forces, back):
    """Forces (ne, points, nc) from global to local axes, or back."""
    frame = part.data.characteristics.get("frame")
    if frame is None:
        return forces
    frame = np.swapaxes(frame, 1, 2) if back else frame
    unknowns, result = part.element.components[0], np.zeros_like(forces)
    for kinds in (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ")):
        where = [i for i, name in enumerate(unknowns) if name in kinds]
        axes = [kinds.index(unknowns[i]) for i in where]
        if where:
            result[..., where] = np.einsum("eij,epj->epi", frame[:, axes][:, :, axes], forces[..., where])
    return result
