"""DIS_CHOC in a periodic response (DYNA_VIBRA, TYPE_CALCUL='HARM' with EQUI_HARM): what it may say, and its contacts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.fe.spatial_contact import FACETS, INSIDE, OUTSIDE, PLANE

from ._obstacle import ObstacleDevice, keywords_of_shocks

ROUND = {"CERCLE": INSIDE, "BI_CERCLE": OUTSIDE, "BI_CERC_INT": INSIDE, "DISCRET": FACETS}
IN_PLANE = (("T2", 1.0), ("N", -1.0), ("T1", 1.0))
AROUND = (("X", 1.0), ("Y", 1.0), ("Z", 1.0))


@dataclass(frozen=True)
class Face:
    """One contact with one plane.

    names              of the nodes that it holds
    approach           (n,) the row that sees the motion towards the plane, positive when the gap closes
    slidings           {"T1": row in the local y-z plane, along (-sin, cos) as in a transient; "T2": row along local x}
    normal, tangential stiffness (N/m); friction coefficient, 0 without friction; preload (N), the normal force without motion
    gap                at rest (m), 0 under a preload
    """

    names: tuple[str, ...]
    approach: np.ndarray
    slidings: dict[str, np.ndarray]
    normal: float
    tangential: float
    friction: float
    preload: float
    gap: float


@dataclass(frozen=True)
class Outline:
    """One contact that slides in two directions, or on an outline, as fe.spatial_contact has it.

    rows (3, n) local x, y and z; components their names in tables, each with the sign in which it is told
    corners of FACETS; gap at rest (m); held (3,) the springs of a plane that is closed at rest
    """

    names: tuple[str, ...]
    rows: np.ndarray
    components: tuple[tuple[str, float], ...]
    kind: int
    origin: np.ndarray
    reach: float
    normal: float
    tangential: float
    friction: float
    preload: float
    corners: np.ndarray
    gap: float
    held: np.ndarray

    @classmethod
    def of_face(cls, face: Face) -> Outline:
        """A contact with a plane, in both of its directions."""
        rows = np.array([face.slidings["T2"], -face.approach, face.slidings["T1"]])
        held = np.array([face.tangential, face.normal, face.tangential]) * (face.preload > 0.0)
        preload = face.preload + face.normal * face.gap
        place = np.zeros(3), face.gap, face.normal, face.tangential, face.friction
        return cls(face.names, rows, IN_PLANE, PLANE, *place, preload, np.empty((0, 3)), face.gap, held)


class PeriodicShock(ObstacleDevice):
    """Contacts of a node with planes or inside an outline, or of two nodes; two planes around a node make two of them.

    The normal force is max(f0 - RIGI_NOR (gap - gap at rest), 0): f0 is FORC_PRECH, the force at rest, when it is given (the
    nearer plane alone then holds the node), else -RIGI_NOR times the gap at rest, as in a transient.
    """

    keywords = {
        **keywords_of_shocks(),
        "FORC_PRECH": SIMP("f", typ="R", val_min=0.0),
        "RIGI_NOR": SIMP("o", typ="R"),
        "RIGI_TAN": SIMP("f", typ="R", defaut=0.0),
        "FROTTEMENT": SIMP("f", defaut="NON", into=("NON", "COULOMB")),
        "b_coulomb": BLOC(
            equal("FROTTEMENT", "COULOMB"),
            COULOMB=SIMP("o", typ="R", val_min=0.0),
            UNIDIRECTIONNEL=SIMP("f", defaut="NON", into=("OUI", "NON")),
        ),
    }

    def __init__(self, site, args):
        super().__init__(site, args)
        if args.RIGI_NOR <= 0.0:
            raise args.wrong("RIGI_NOR", "the normal stiffness of a contact must be positive")
        self.friction = args.COULOMB if args.FROTTEMENT == "COULOMB" else 0.0
        if self.friction and args.RIGI_TAN <= 0.0:
            raise args.wrong("RIGI_TAN" if args.given("RIGI_TAN") else "COULOMB", "friction needs a positive tangential stiffness RIGI_TAN")
        self.one_way = args.get("UNIDIRECTIONNEL") == "OUI"
        self.normal, self.tangential = args.RIGI_NOR, args.RIGI_TAN or 1.0
        self.preload, self.play = args.FORC_PRECH, args.JEU
        if self.preload is not None and args.given("JEU") and self.play != 0.0:
            help = "FORC_PRECH is the normal force at rest: the gap is closed then"
            raise args.wrong("JEU", "a contact has either a preload FORC_PRECH or a gap JEU", help=help)

    def outline(self) -> Outline | None:
        """The contact with a round obstacle or facets, None for planes."""
        kind = ROUND.get(self.obstacle.type)
        if kind is None:
            return None
        reach = self.gap(0.0, 0.0)[0] * (-1.0 if kind == OUTSIDE else 1.0)
        gap = self.gap(self.origin[1], self.origin[2])[0]
        preload = 0.0 if self.preload is None else self.preload + self.normal * gap
        names = self.site.names if self.paired else self.site.names[:1]
        springs = self.normal, self.tangential, self.friction, preload
        rows = self.rows * ([[0.0], [1.0], [1.0]] if self.one_way else 1.0)
        angles, radii = np.array(self.obstacle.angles), np.array(self.obstacle.radii)
        corners = np.column_stack((angles, radii * np.cos(angles), radii * np.sin(angles)))
        return Outline(names, rows, AROUND, kind, self.origin, reach, *springs, corners, gap, np.zeros(3))

    def faces(self) -> list[Face]:
        """The contacts with planes."""
        gap, c, s = self.gap(self.origin[1], self.origin[2])
        if self.preload is not None:
            return [self._face(c, s, 0.0, self.preload)]
        found = [self._face(c, s, gap, -self.normal * gap)]
        if not self.paired:
            other = 2.0 * self.play - gap
            found.append(self._face(-c, -s, other, -self.normal * other))
        return found

    def _face(self, c, s, gap, preload):
        across, up, side = self.rows
        slidings = {"T1": c * side - s * up, "T2": across}
        names = self.site.names if self.paired else self.site.names[:1]
        return Face(names, -(c * up + s * side), slidings, self.normal, self.tangential, self.friction, preload, gap)
