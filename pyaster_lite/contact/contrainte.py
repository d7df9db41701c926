"""CONTRAINTE: exact contact without friction, by active links and their multipliers (r5.03.50, active constraints).

With A the normal rows of the links of a pairing, j their gaps, K the matrix of the iteration and S its inverse under the
relations of the model, dd0 the correction that K gives without any contact force:

1.  compliance of the links  D = A S A^T,  gaps without contact forces  g = j - A dd0;
2.  the pressures p solve  min 1/2 p D p + g p,  p >= 0, that is  p >= 0,  g + D p >= 0,  p (g + D p) = 0:
    a. on the set of links supposed active, D p = -g; where that makes some p negative, stop at the first that vanishes
       and take it off the set, until none is negative;
    b. of the links outside the set that would penetrate, add the deepest; go back to a until there is none;
3.  correction  dd = dd0 - S A^T p,  gaps  j - A dd.

The set of one iteration starts the next. With GLISSIERE all links are in the set from the first iteration on, those with a gap
too, and stay there: p may pull (cfinal).
The active sets grow and shrink as in Lawson and Hanson's nonnegative least squares (1974), which ends.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.fe.contact_geometry import MANY, ContactGeometry
from pyaster_lite.fe.contact_report import Report
from pyaster_lite.fe.newton import StepFailed

CROWD = 50
"""More links than this start from all those that would penetrate, rather than from none."""
WEAK = 1e-6
"""Compliances whose Cholesky pivots are below this share of the largest are solved by least squares."""
PENETRATES = 1e-13
"""A gap below minus this share of the largest is a penetration."""


@CONTACTS.register("CONTRAINTE")
class ActiveSet:
    """The contact of all zones, as the nonlinear loop asks for it (fe.newton.ExactContact).

    geometry  pairs the nodes; after each pairing the arrays here follow its links
    laws      one per zone of the geometry: where links may not open, the gap (m) that a link would have without pressure from
              which on this is told, None elsewhere
    pressed, gaps, active  (nl,) of the links: normal forces, gaps, and which ones press
    """

    formulation = "DISCRETE"
    frictions = (False,)
    exact = True
    coupled = False
    spatial = True
    frictional = False
    keywords = {
        "GLISSIERE": SIMP("f", into=("OUI", "NON"), defaut="NON"),
        "b_glissiere": BLOC(equal("GLISSIERE", "OUI"), ALARME_JEU=SIMP("f", typ="R", defaut=0.0)),
    }
    friction_keywords: dict = {}

    @staticmethod
    def law(zone, frictional: bool, general):
        """The law of one occurrence of ZONE; `general` are the words that hold for all zones."""
        return zone.ALARME_JEU if zone.GLISSIERE == "OUI" else None

    @staticmethod
    def quadrangles(law) -> str:
        """How QUAD8 pass on forces: by their vertices, to which their middle nodes are tied unless links may pull."""
        return "tied" if law is None else "straight"

    def __init__(self, geometry: ContactGeometry, laws: list):
        self.geometry = geometry
        self.laws = np.array([law is not None for law in laws])[geometry.zone_of_slave]
        self._alarm = np.array([np.inf if law is None else law for law in laws])[geometry.zone_of_slave]
        self.equations, self.tangent = np.empty(0, int), None
        self.pressed = self.gaps = self._apart = self._force = np.empty(0)
        self.active = np.empty(0, bool)
        self._links = None
        self._touching = np.zeros(geometry.n_slaves, bool)

    def begin(self, t):
        """A step (or another attempt at it) starts."""
        self.geometry.begin(t)

    def constrain(self, matrix, u, increment, correction):
        """What the contact forces add to a correction found without any (the numbered steps above)."""
        self._links = links = self.geometry.links(u)
        self.equations = equations = links.equations
        if not len(equations):
            self.pressed = self.gaps = self._apart = self._force = np.empty(0)
            self.active = np.empty(0, bool)
            return np.zeros_like(u)
        rows = self._rows(links)
        by_rows = len(equations) > MANY or matrix.first_asked_of(rows)
        if by_rows:
            compliance = matrix.responses_of(equations, rows)
            spread = compliance.spread
        else:
            by_equation, spread = matrix.responses(equations)
            compliance = Whole(rows @ by_equation @ rows.T)
        self._apart = links.gaps - links.normal @ correction[equations]
        self._balance(links, compliance, increment[equations], correction[equations])
        self._touching[:] = False
        self._touching[links.slaves] = self.active
        forces = self._forces()
        self._force = forces @ rows
        change = -spread(forces if by_rows else self._force)
        self.gaps = links.gaps = links.gaps - links.normal @ (correction + change)[equations]
        return change

    def _rows(self, links):
        """The rows along which links act."""
        return links.normal

    def _forces(self):
        """The forces along these rows."""
        return self.pressed

    def _balance(self, links, compliance, increment, correction):
        """Steps 1 and 2 with D; `increment` and `correction` (m,) at the equations of the links."""
        kept = self.laws[links.slaves]
        self.pressed, self.active = press(compliance, self._apart, self._touching[links.slaves] | kept, kept)

    def add_force(self, total):
        """Add the contact forces to `total` (n,)."""
        total[self.equations] += self._force

    def settled(self, increment):
        """Whether the geometry may stay."""
        return self.geometry.settled(increment)

    def keep(self):
        """The step is over."""
        self.geometry.keep()

    def report(self, increment: np.ndarray) -> Report:
        """The links after a balanced step; without friction, all that press are said to slide, by no force."""
        links, none = self._links, np.zeros_like(self._links.normals)
        normal = self.pressed[:, None] * links.normals
        slip, projections = np.zeros(len(self.gaps)), links.projections * self.active[:, None]
        status = np.where(self.active, 2.0, 0.0)
        return Report(links.nodes, self.gaps.copy(), self.active, status, slip, normal, none, none, projections)

    def opened(self) -> np.ndarray:
        """Gaps (m), without the last pressures, of the links that may not open where it is said to be worth telling."""
        return np.empty(0) if self._links is None else self._apart[self._apart > self._alarm[self._links.slaves]]

    def penetration(self) -> float:
        """The deepest penetration (m): exact contact leaves none but what rounding does."""
        return max(0.0, -self.gaps.min(initial=0.0))

    def stiffen(self, allowed: float, most: float) -> bool:
        """There is no penalty to raise."""
        return False


@dataclass
class Whole:
    """A compliance that is known as a whole, as fe.iteration_matrix.Responses gives one in parts."""

    matrix: np.ndarray

    def among(self, links) -> np.ndarray:
        """(k, k) of some links."""
        return self.matrix[np.ix_(links, links)]

    def along(self, forces) -> np.ndarray:
        """(nl,) what forces (nl,) move."""
        return self.matrix @ forces

    def whole(self) -> np.ndarray:
        """(nl, nl)."""
        return self.matrix


def press(compliance, apart, start, kept):
    """Step 2: pressures (nl,) and the links that are active (nl,).

    compliance (nl, nl) or what gives it in parts, gaps without pressure (nl,), links to start with (nl,), those that never leave the
    set (nl,). Raises StepFailed when the sets do not settle.
    """
    if isinstance(compliance, np.ndarray):
        compliance = Whole(compliance)
    tolerance = PENETRATES * abs(apart).max()
    if not start.any() and len(apart) > CROWD:
        start = apart < 0.0
    active, pressures = start.copy(), np.zeros(len(apart))
    rigid, largest = np.zeros(len(apart), bool), 0.0
    for _ in range(10 * (len(apart) + 1)):
        held = np.flatnonzero(active)
        matrix = compliance.among(held)
        own = np.diagonal(matrix)
        largest = own.max(initial=largest)
        unmoved = held[own <= PENETRATES * largest]
        if len(unmoved):
            rigid[unmoved], active[unmoved], pressures[unmoved] = True, False, 0.0
            continue
        trial = np.zeros(len(apart))
        trial[held] = _held_by(matrix, -apart[held])
        pulling = np.flatnonzero(active & ~kept & (trial <= 0.0))
        if len(pulling):
            share = pressures[pulling] / np.where(trial[pulling] < pressures[pulling], pressures[pulling] - trial[pulling], 1.0)
            pressures = pressures + share.min() * (trial - pressures)
            leaving = pulling[share == share.min()]
            active[leaving], pressures[leaving] = False, 0.0
            continue
        pressures = trial
        gaps = np.where(active | rigid, np.inf, apart + compliance.along(pressures))
        if gaps.min() >= -tolerance:
            return pressures, active
        active[gaps.argmin()] = True
    raise StepFailed("error", "the links in contact do not settle")


def _held_by(compliance, right):
    """Pressures that give a motion; the smallest ones where several do."""
    from scipy.linalg import lapack

    if len(right) > CROWD:
        factor, info = lapack.dpotrf(compliance, lower=1, clean=0)
        pivots = np.diagonal(factor)
        if not info and pivots.min() > WEAK * pivots.max():
            return lapack.dpotrs(factor, right, lower=1)[0]
    return np.linalg.lstsq(compliance, right, rcond=PENETRATES)[0]
