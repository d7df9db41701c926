"""Viscous damping of the parts of a structure: lists of (ne, nd, nd), None where a part has none."""

from __future__ import annotations

import numpy as np


def at_rest(parts, lumped: bool) -> list:
    """That of the elements by their own stiffness; `lumped` that which goes with a diagonal mass."""
    if not lumped:
        return [part.element.damping(part.data) for part in parts]
    return [part.element.damping(part.data, mass=part.element.explicit_mass(part.data)) for part in parts]


def without_stiffness(parts, lumped: bool) -> list:
    """That of the elements before they have any stiffness: of what it follows, the mass alone is left."""
    found = []
    for part in parts:
        size = part.equations.shape[1]
        mass = part.element.explicit_mass(part.data) if lumped else None
        found.append(part.element.damping(part.data, np.zeros((len(part.data), size, size)), mass))
    return found


def by_tangents(parts, tangents, lumped: bool) -> list:
    """As at_rest, by tangents of the elements, a list of (ne, nd, nd), in place of their own stiffness."""
    masses = [part.element.explicit_mass(part.data) if lumped else None for part in parts]
    return [part.element.damping(part.data, own, mass) for part, own, mass in zip(parts, tangents, masses)]


def by_laws(parts, tangents, states) -> list:
    """What laws damp beside that, by tangents of the parts and the states that the step is from."""
    rows = zip(parts, tangents, states)
    return [None if own is None else p.element.tangent_damping(p.data, p.behaviour, own, held) for p, own, held in rows]


def follows_stiffness(parts) -> bool:
    """Whether a material damps in proportion to a stiffness."""
    return any(part.data.has("stiffness_damping") and part.data.property("stiffness_damping", 0.0).any() for part in parts)
