"""IMPULSION: exact contact and Coulomb friction between velocities and impulses, for SCHEMA='MOREAU' (not in code_aster).

With A and T the normal and tangential rows of the links, paired on the configuration that fe.moreau gives (u + (1 - theta) h v), j their
gaps there, B the matrix that the scheme solves with, w the velocity it finds without contact, v the one before the step, e the
coefficient of restitution:

1.  a link takes part when it would be closed at the end of the step,  j - theta h A w < 0;
2.  opening and sliding velocities without contact  U0 = (-A w - e A v, -T w),  compliance  W = [A; T] B^-1 [A; T]^T;
3.  impulses P by fe.coulomb: no approach faster than -e A v, no pull, friction within mu times the normal impulse and against sliding;
4.  velocity  w - B^-1 [A; T]^T P;
5.  where the end of the step is inside the master all the same (the instant of an impact lies within the step), positions alone are
    moved out, as little as B measures:  min 1/2 d B d,  j - A (d + theta h v_new) >= 0.

A link that has stopped carries its gap along unchanged: there is neither penetration nor drift.
Source: J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, CISM 302, 1988; V. Acary, Projected event-capturing
time-stepping schemes for nonsmooth mechanical systems, Applied Numerical Mathematics, 2013, for step 5.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.contact.contrainte import press
from pyaster_lite.fe.contact_geometry import ContactGeometry
from pyaster_lite.fe.contact_report import Report
from pyaster_lite.fe.coulomb import Problem, Unsettled
from pyaster_lite.fe.newton import StepFailed

INSIDE = 1e-12
"""Penetrations below this share of the size of the surfaces are rounding."""
STAYS = 1e-6
"""Motion since the last pairing, beside that size, below which links are kept and their gaps follow the motion."""


@dataclass(frozen=True)
class ImpactLaw:
    """Coefficients of friction and of restitution of one zone."""

    friction: float
    restitution: float


@CONTACTS.register("IMPULSION")
class Impulses:
    """The contact of all zones, as fe.moreau asks for it; arrays follow the links of the last pairing.

    impulses  (1 + nt, nl) normal and tangential impulses (N s) of the last step, nt being 0, 1 or 2 tangential directions
    """

    formulation = "DISCRETE"
    frictions = (False, True)
    exact = coupled = False
    impulsive = spatial = True
    keywords = {"RESTITUTION": SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=0.0)}
    friction_keywords = {"COULOMB": SIMP("o", typ="R", val_min=0.0)}

    @staticmethod
    def law(zone, frictional: bool, general) -> ImpactLaw:
        """The law of one occurrence of ZONE; `general` are the words that hold for all zones."""
        return ImpactLaw(zone.COULOMB if frictional else 0.0, zone.RESTITUTION)

    def __init__(self, geometry: ContactGeometry, laws: list[ImpactLaw]):
        self.geometry = geometry
        zone = geometry.zone_of_slave
        self._mu, self._e = np.array([w.friction for w in laws])[zone], np.array([w.restitution for w in laws])[zone]
        self.frictional = bool(self._mu.any())
        self._timed = any(play is not None for play in geometry.play)
        self._size = float(np.ptp(geometry.coordinates[geometry.slave_nodes], axis=0).max(initial=0.0)) or 1.0
        self._links = self._at = self._compliance = self._rows = self._problem = None
        self._memory = np.zeros((3, geometry.n_slaves))
        self.impulses, self.gaps, self._dt = np.zeros((1, 0)), np.empty(0), 1.0

    def pair(self, t: float, u: np.ndarray):
        """Pair the nodes on the displacements u (n,); links that have hardly moved since the last pairing are kept."""
        if self._links is not None and not self._timed:
            moved = u[self._links.equations] - self._at
            if abs(moved).max(initial=0.0) <= STAYS * self._size and len(self._links.gaps) == self.geometry.n_slaves:
                self.gaps = self._links.gaps - self._links.normal @ moved
                return
        self.geometry.begin(t)
        self.geometry.renew()
        links = self.geometry.links(u)
        rows = [links.normal]
        if self.frictional:
            rows += [links.tangential] if links.lateral is None else [links.tangential, links.lateral]
        rows = np.concatenate(rows)
        if self._links is None or self._links.equations is not links.equations or not np.array_equal(rows, self._rows):
            self._rows, self._compliance = rows, None
        self._links, self._at, self.gaps, self._problem = links, u[links.equations], links.gaps, None

    def change(self, matrix, theta_dt: float, dt: float, before: np.ndarray, free: np.ndarray) -> np.ndarray:
        """(n,) what contact adds to the velocity `free` (n,) of a step of length dt from the velocity `before` (steps 1 to 4)."""
        links, rows, rank = self._links, self._rows, self._links.slaves
        n, self._dt = len(links.gaps), dt
        self.impulses = np.zeros((len(rows) // max(n, 1), n))
        if not n:
            return np.zeros_like(free)
        moved = rows @ free[links.equations]
        self._touching = np.flatnonzero(self.gaps - theta_dt * moved[:n] < 0.0)
        if not len(self._touching):
            self._memory[:] = 0.0
            return np.zeros_like(free)
        if self._compliance is None or self._compliance[0] is not matrix:
            compliance, spread = matrix.responses(links.equations)
            self._compliance = matrix, rows @ compliance @ rows.T, spread
        _, compliance, spread = self._compliance
        moved[:n] += self._e[rank] * (rows[:n] @ before[links.equations])
        own = self._touching
        if self._problem is None or self._problem[0] is not compliance or not np.array_equal(self._problem[1], own):
            held = (np.arange(len(self.impulses))[:, None] * n + own).ravel()
            self._problem = compliance, own, held, Problem(compliance[np.ix_(held, held)], self._mu[rank[own]])
        _, _, held, problem = self._problem
        start = self._memory[: len(self.impulses), rank[own]].ravel() * dt
        try:
            found, _ = problem.settle(-moved[held], start)
        except Unsettled as failure:
            raise StepFailed("error", str(failure)) from failure
        self.impulses[:, own] = found.reshape(len(self.impulses), -1)
        self._memory[:] = 0.0
        self._memory[: len(self.impulses), rank] = self.impulses / dt
        return -spread(self.impulses.ravel() @ rows)

    def moved_out(self, motion: np.ndarray) -> np.ndarray | None:
        """(n,) what is added to positions so that a `motion` (n,) since the pairing ends outside (step 5); None for nothing."""
        links = self._links
        if not len(links.gaps):
            return None
        self.gaps = self.gaps - links.normal @ motion[links.equations]
        own = self._touching
        if not len(own) or self.gaps[own].min() >= -INSIDE * self._size:
            return None
        _, compliance, spread = self._compliance
        inside = self.gaps[own] < 0.0
        forces, active = press(compliance[np.ix_(own, own)], self.gaps[own], inside, np.zeros(len(own), bool))
        push = np.zeros(len(links.gaps))
        push[own] = forces
        correction = -spread(push @ links.normal)
        self.gaps = self.gaps - links.normal @ correction[links.equations]
        return correction

    def inside(self, t: float, u: np.ndarray) -> tuple[int, float] | None:
        """The node deepest inside its master at displacements u, and how deep (m); None when all are outside."""
        self.pair(t, u)
        gaps = self.gaps
        if not len(gaps) or gaps.min() >= -1e-9 * self._size:
            return None
        return int(self._links.nodes[gaps.argmin()]), float(-gaps.min())

    def add_force(self, total: np.ndarray):
        """Add the mean contact forces of the step to `total` (n,), with the sign of internal forces."""
        if self.impulses.size:
            total[self._links.equations] += (self.impulses.ravel() / self._dt) @ self._rows

    def report(self, increment: np.ndarray) -> Report:
        """The links after a step of this displacement increment: mean forces over the step."""
        links, n = self._links, len(self._links.gaps)
        forces = self.impulses / self._dt
        normal = forces[0, :, None] * links.normals
        active, directions = forces[0] > 0.0, [links.tangents, links.laterals][: len(forces) - 1]
        friction = sum((f[:, None] * d for f, d in zip(forces[1:], directions)), np.zeros_like(normal))
        slip = (self._rows[n:] @ increment[links.equations]).reshape(-1, n) * active
        slides = active & (np.linalg.norm(slip, axis=0) > INSIDE * self._size if self.frictional else True)
        status = np.where(active, np.where(slides, 2.0, 1.0), 0.0)
        stuck, sliding = friction * ~slides[:, None], friction * slides[:, None]
        slip = slip.T if len(slip) > 1 else slip.sum(axis=0)
        return Report(links.nodes, self.gaps.copy(), active, status, slip, normal, stuck, sliding, links.projections * active[:, None])
