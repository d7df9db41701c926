"""What DEFI_CONTACT says: which surfaces may touch, how they are paired, and by which law they act on each other."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.fe.contact_geometry import Renewal


@dataclass
class ContactZone:
    """One pair of surfaces.

    masters, slaves  cells of the mesh, in the order of their groups;  excluded  nodes that take no part
    pairing     options of fe.pairing.Zone (nodal, normal, smooth, direction, overhang, reach)
    play        functions whose values are taken off the gap
    law         penalties and friction, as the algorithm asks for them
    rule        where contact is integrated over the slave side (fe.contact_points.rule), None when it acts at nodes
    resolved    False: the gaps are only looked at, `tolerance` being the penetration allowed
    """

    masters: np.ndarray
    slaves: np.ndarray
    excluded: np.ndarray
    pairing: dict
    play: tuple
    law: object
    resolved: bool = True
    tolerance: float = 0.0
    rule: tuple[str, int] | None = None


@dataclass(eq=False)
class ContactDefinition(Concept):
    """Zones of contact on a model.

    algorithm  the word of contact/ that solves them;  loops: how it settles statuses and friction, None when that is not said
    renewal    when the geometry is renewed;  stops: whether a penetration in a zone that is not resolved ends the computation
    """

    model: object
    algorithm: str
    zones: list[ContactZone]
    renewal: Renewal = field(default_factory=Renewal)
    stops: bool = False
    loops: object = None

    kind = "char_contact"


@dataclass
class UnilateralZone:
    """Conditions  sum a_i(t) u_i <= b(t, x)  at nodes (nl,), on their unknowns at equations (nl, k), -1 for none.

    weights  k functions a_i;  bound  the function b;  law: the penalty, or that there is none
    """

    nodes: np.ndarray
    equations: np.ndarray
    weights: tuple
    bound: object
    law: object


@dataclass(eq=False)
class UnilateralDefinition(Concept):
    """Unilateral conditions on a model; `algorithm` is the word of contact/ that solves them."""

    model: object
    algorithm: str
    zones: list[UnilateralZone]

    kind = "char_contact"
