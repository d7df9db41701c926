"""The contacts of a periodic response: from COMPORTEMENT to rows and springs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.behaviours.localised._periodic import Face, Outline, PeriodicShock
from pyaster_lite.commands._vibra_sites import node_pairs
from pyaster_lite.fe import trigonometric as series
from pyaster_lite.fe.periodic_contact import APART, Springs
from pyaster_lite.fe.spatial_contact import Outlines, SpatialContacts

STILL = 1e-6
"""A direction that sees less than this share of what the other one sees does not move."""


@dataclass
class Contacts:
    """All contacts, numbered from 1 in the deck's order.

    faces with one direction of sliding at most, those with friction (`rough`), their sliding rows and the components of these
    outlines: the contacts in space; levels, {number: occurrence of COMPORTEMENT}
    """

    faces: dict[int, Face]
    outlines: dict[int, Outline]
    levels: dict
    rough: np.ndarray
    slidings: list[np.ndarray]
    components: list[str]

    @property
    def springs(self) -> Springs:
        """The parameters of the faces."""
        words = ("normal", "tangential", "friction", "preload")
        return Springs(*(np.array([getattr(face, word) for face in self.faces.values()], float) for word in words))

    @property
    def rows(self) -> np.ndarray:
        """(m, n) approaches, slidings, then x, y and z of the outlines."""
        spatial = (row for outline in self.outlines.values() for row in outline.rows)
        return np.array([*(face.approach for face in self.faces.values()), *self.slidings, *spatial])

    @property
    def held(self) -> np.ndarray:
        """The springs (m,) of contacts that are closed at rest, for fe.condensation."""
        springs = self.springs
        closed = springs.preload > 0.0
        return np.concatenate(
            (springs.normal * closed, (springs.tangential * closed)[self.rough], *(outline.held for outline in self.outlines.values()))
        )

    def all_in_space(self) -> list[Outline]:
        """All contacts as outlines; a face that slides in one direction stands still in the other."""
        found = []
        rough = self.rough.tolist()
        for place, face in enumerate(self.faces.values()):
            own = self.components[rough.index(place)] if place in rough else None
            slidings = {name: row if name == own else 0.0 * row for name, row in face.slidings.items()}
            found.append(Outline.of_face(replace(face, slidings=slidings)))
        return found + list(self.outlines.values())


def in_space(outlines: list[Outline], harmonics, instants, periods) -> SpatialContacts | None:
    """The contacts with outlines, None without any."""
    words = ("kind", "origin", "reach", "normal", "tangential", "friction", "preload", "corners")
    columns = ([getattr(outline, word) for outline in outlines] for word in words)
    return SpatialContacts(Outlines.of(*columns), harmonics, instants, periods) if outlines else None


def contacts_of(args, linear) -> Contacts:
    """The contacts in the deck's order."""
    found = Contacts({}, {}, {}, np.empty(0, int), [], [])
    rough = []
    for level in args.COMPORTEMENT:
        level.mark_read("RELATION", "UNIDIRECTIONNEL")
        for nodes in node_pairs(level, PeriodicShock, linear.places.mesh):
            device = PeriodicShock(linear.places.site(level, nodes), level)
            outline = device.outline()
            for contact in [outline] if outline else device.faces():
                number = len(found.levels) + 1
                found.levels[number] = level
                moving = [] if outline else _directions(linear, contact, device.one_way)
                if outline or len(moving) > 1:
                    found.outlines[number] = outline or Outline.of_face(contact)
                    continue
                if contact.friction:
                    rough.append(len(found.faces))
                    found.slidings.append(contact.slidings[moving[0]])
                    found.components.append(moving[0])
                found.faces[number] = contact
    found.rough = np.array(rough, int)
    return found


def _directions(linear, face, one_way):
    """The directions that slide: the one in the local y-z plane, or those that can move; none without friction."""
    if one_way or not face.friction:
        return ["T1"] if face.friction else []
    sizes = {name: linear.mobility(row) for name, row in face.slidings.items()}
    return [name for name, size in sizes.items() if size > STILL * max(sizes.values())] or ["T1"]


def never_closed(args, contacts, responses):
    """Refuse a calculation in which no contact ever closes: the response is linear."""
    n = len(contacts.faces)
    if any((response.cycle.segments.state != APART).any() for response in responses):
        return
    if any(response.spatial is not None and (response.spatial.state != APART).any() for response in responses):
        return
    nearest = dict.fromkeys(contacts.levels, np.inf)
    for response in responses:
        motion = response.motion[:n]
        count = 8 * series.order_of(motion) + 8
        table = series.basis(series.order_of(motion), 2.0 * np.pi * np.arange(count) / count)
        reached = (motion @ table.T).max(axis=1).tolist()
        gaps = [face.gap - reach for face, reach in zip(contacts.faces.values(), reached)]
        if response.spatial is not None:
            gaps += response.spatial.gap.min(axis=1).tolist()
        for number, gap in zip((*contacts.faces, *contacts.outlines), gaps):
            nearest[number] = min(nearest[number], gap)
    number = min(nearest, key=nearest.get)
    contact, level = (contacts.faces | contacts.outlines)[number], contacts.levels[number]
    place = " and ".join(contact.names)
    text = f"no contact ever closes: {place} has no preload, and its gap of {contact.gap:.4g} never gets smaller than {nearest[number]:.4g}"
    help = "give FORC_PRECH, a smaller gap (JEU, DIST_1, DIST_2), a static force (NUME_HARM=0), or a larger excitation"
    raise level.wrong("JEU" if level.given("JEU") else "RELATION", text, help=help)
