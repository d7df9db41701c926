"""The contacts of a periodic response: from COMPORTEMENT to rows and springs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.behaviours.localised._periodic import Face, PeriodicShock
from pyaster_lite.commands._vibra_sites import node_pairs
from pyaster_lite.fe import trigonometric as series
from pyaster_lite.fe.periodic_contact import APART, Springs

STILL = 1e-6
"""A direction that sees less than this share of what the other one sees does not move."""


@dataclass
class Contacts:
    """All contacts: `faces`, the occurrence of COMPORTEMENT of each, those with friction (`rough`) and their sliding rows."""

    faces: list[Face]
    levels: list
    rough: np.ndarray
    slidings: list[np.ndarray]
    components: list[str]

    @property
    def springs(self) -> Springs:
        """Their parameters."""
        words = ("normal", "tangential", "friction", "preload")
        return Springs(*(np.array([getattr(face, word) for face in self.faces], float) for word in words))

    @property
    def held(self) -> np.ndarray:
        """The springs of contacts that are closed at rest, for fe.condensation: approaches, then slidings."""
        springs = self.springs
        closed = springs.preload > 0.0
        return np.concatenate((springs.normal * closed, (springs.tangential * closed)[self.rough]))


def contacts_of(args, linear) -> Contacts:
    """The contacts in the deck's order."""
    found = Contacts([], [], np.empty(0, int), [], [])
    rough = []
    for level in args.COMPORTEMENT:
        level.mark_read("RELATION", "UNIDIRECTIONNEL")
        for nodes in node_pairs(level, PeriodicShock, linear.places.mesh):
            device = PeriodicShock(linear.places.site(level, nodes), level)
            for face in device.faces():
                if face.friction:
                    component = _direction(level, linear, face, device.one_way)
                    rough.append(len(found.faces))
                    found.slidings.append(face.slidings[component])
                    found.components.append(component)
                found.faces.append(face)
                found.levels.append(level)
    found.rough = np.array(rough, int)
    return found


def _direction(level, linear, face, one_way):
    """The direction that slides: the one in the local y-z plane, or the only one that can move."""
    if one_way:
        return "T1"
    sizes = {name: linear.mobility(row) for name, row in face.slidings.items()}
    moving = [name for name, size in sizes.items() if size > STILL * max(sizes.values())]
    if len(moving) > 1:
        text = f"the contact of {' and '.join(face.names)} slides in two directions at once, which a periodic response does not take yet"
        help = "give UNIDIRECTIONNEL='OUI' to rub along the local y-z plane only, or hold one of the directions"
        raise level.not_yet("COULOMB", text, help=help)
    return moving[0] if moving else "T1"


def never_closed(args, contacts, responses):
    """Refuse a calculation in which no contact ever closes: the response is linear."""
    n = len(contacts.faces)
    if any((response.cycle.segments.state != APART).any() for response in responses):
        return
    nearest = np.full(n, np.inf)
    for response in responses:
        motion = response.motion[:n]
        angles = 2.0 * np.pi * np.arange(8 * series.order_of(motion) + 8) / (8 * series.order_of(motion) + 8)
        reached = (motion @ series.basis(series.order_of(motion), angles).T).max(axis=1)
        nearest = np.minimum(nearest, np.array([face.gap for face in contacts.faces]) - reached)
    first = int(nearest.argmin())
    face, level = contacts.faces[first], contacts.levels[first]
    place = " and ".join(face.names)
    text = f"no contact ever closes: {place} has no preload, and its gap of {face.gap:.4g} never gets smaller than {nearest[first]:.4g}"
    help = "give FORC_PRECH, a smaller gap (JEU, DIST_1, DIST_2), a static force (NUME_HARM=0), or a larger excitation"
    raise level.wrong("JEU" if level.given("JEU") else "RELATION", text, help=help)
