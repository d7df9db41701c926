"""PENALISATION: penalised contact and Coulomb friction of the discrete formulation.

For the links of a pairing, with A and T their normal and tangential rows on the displacements, j the gaps, en and et the
penalties and mu the friction coefficient (r5.03.50, penalised methods):

1.  a link is active when j - A dd < 0, dd being the correction just computed;
2.  normal force  ln = -en j,  Fn = A^T ln;
3.  tangential motion since the beginning of the step  s = T (du + dd), along one tangent in the plane, two in space;
4.  sticking while |s| <= mu ln / et: k = et, sliding beyond: k = mu ln / |s|;  Ft = T^T k s;  a link that was not active
    at the iteration before has no friction yet (k = 0);
5.  tangent  en A^T A + T^T k T - b^2 w w^T,  the last term for sliding links only: w the friction forces on the link's
    equations, b^2 = 1 / (mu ln |s|), times COEF_MATR_FROT as long as the residual is above 1e-3.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.fe.contact_geometry import ContactGeometry, ZoneLaw, weighted_product
from pyaster_lite.fe.contact_report import Report

ACTIVE_BELOW = np.finfo(float).eps
COARSE = 1e-3


@CONTACTS.register("PENALISATION")
class DiscretePenalty:
    """The contact of all zones, as the nonlinear loop asks for it (fe.newton.Contact).

    geometry  pairs the nodes; after each pairing the arrays here follow its links
    laws      one per zone of the geometry
    equations, tangent  (m,) and (m, m): where the links act, and the tangent there (None when no link is active)
    gaps, active, stiffness  (nl,) of the links: gap, whether it presses, and the friction's k
    """

    formulation = "DISCRETE"
    frictions = (False, True)
    exact = False
    coupled = False
    spatial = True
    keywords = {"E_N": SIMP("o", typ="R", val_min=0.0)}
    friction_keywords = {
        "COULOMB": SIMP("o", typ="R", val_min=0.0),
        "E_T": SIMP("o", typ="R", val_min=1e-300),
        "COEF_MATR_FROT": SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=0.0),
        "ALGO_FROT": SIMP("f", into=("PENALISATION",), defaut="PENALISATION", advisory=True),
    }

    @staticmethod
    def law(zone, frictional: bool, general) -> ZoneLaw:
        """The law of one occurrence of ZONE; `general` are the words that hold for all zones."""
        if not frictional:
            return ZoneLaw(zone.E_N)
        return ZoneLaw(zone.E_N, zone.E_T, zone.COULOMB, zone.COEF_MATR_FROT)

    @staticmethod
    def quadrangles(law) -> str:
        """How QUAD8 pass on forces: by their vertices."""
        return "straight"

    def __init__(self, geometry: ContactGeometry, laws: list[ZoneLaw]):
        self.geometry = geometry
        self.set_laws(laws)
        self.tangent = None
        self.equations = np.empty(0, int)
        self._force = self.gaps = np.empty(0)
        self._links = None
        self._sliding_memory = np.zeros(geometry.n_slaves, bool)

    def set_laws(self, laws: list[ZoneLaw]):
        """Take other penalties or friction coefficients, one law per zone."""
        self.laws = laws
        zone = self.geometry.zone_of_slave
        self._en, self._et = np.array([w.normal for w in laws])[zone], np.array([w.tangential for w in laws])[zone]
        self._mu, self._damping = np.array([w.friction for w in laws])[zone], np.array([w.reduction for w in laws])[zone]
        self.frictional = bool(np.any(self._mu))

    def begin(self, t):
        """A step (or another attempt at it) starts.

        Friction waits one iteration, except where the geometry is paired only once per step.
        """
        self.geometry.begin(t)
        if self.geometry.renewal.rule != "once":
            self._sliding_memory[:] = False

    def evaluate(self, u, increment, correction, residual):
        """Judge a correction of the displacements u (the numbered steps above)."""
        links = self.geometry.links(u)
        if links is not self._links:
            self._follow(links)
        equations, normal = self.equations, links.normal
        dd = correction[equations]
        self.gaps = gaps = links.gaps - normal @ dd
        links.gaps = gaps
        active = gaps < ACTIVE_BELOW
        self.active = active
        if not active.any():
            self._force, self.tangent = np.zeros(len(equations)), None
            self.stiffness = np.zeros(len(gaps))
            return
        pressed = np.where(active, -gaps * self._link_en, 0.0)
        self._force = pressed @ normal
        weights = active * self._link_en
        if self.frictional:
            self._add_friction(links, increment[equations] + dd, pressed, gaps < 0.0, residual, weights)
        else:
            self.stiffness = np.zeros(len(gaps))
            self.tangent = weighted_product(normal, weights)

    def _add_friction(self, links, motion, pressed, closed, residual, weights):
        """Steps 3 to 5; the tangent is one product of all its rows."""
        directions = links.directions
        slip = np.stack([rows @ motion for rows in directions])
        travelled, limit = _length(slip), self._link_mu * np.maximum(pressed, 0.0)
        remembered = self._sliding_memory[links.slaves]
        sliding = remembered & (travelled > limit / self._link_et)
        k = np.where(sliding, limit / np.where(sliding, travelled, 1.0), self._link_et) * (self.active & remembered)
        self.stiffness = k
        friction = sum((k * s) @ rows for s, rows in zip(slip, directions))
        pulling = sliding & closed & (limit > 0.0)
        b = np.where(pulling, 1.0 / np.where(pulling, limit * travelled, 1.0), 0.0)
        if residual >= COARSE:
            b = b * self._link_damping
        rows = np.concatenate((links.normal, *directions, links.support * friction))
        self.tangent = weighted_product(rows, np.concatenate((weights, *[k] * len(directions), -b)))
        self._force = self._force + friction
        self._sliding_memory[:] = False
        self._sliding_memory[links.slaves] = closed

    def _follow(self, links):
        """Take the arrays of newly paired links."""
        self._links, self.equations = links, links.equations
        rank = links.slaves
        self._link_en, self._link_et = self._en[rank], self._et[rank]
        self._link_mu, self._link_damping = self._mu[rank], self._damping[rank]

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
        """The links after a balanced step of this displacement increment."""
        links, active = self._links, self.active
        pressed = np.where(active, -self.gaps * self._link_en, 0.0)
        moved = increment[self.equations]
        slip = np.stack([np.where(active & self.frictional, rows @ moved, 0.0) for rows in links.directions], axis=1)
        axes = (links.tangents, links.laterals)
        friction = sum((self.stiffness * s)[:, None] * axis for s, axis in zip(slip.T, axes))
        apart = abs(np.sqrt(self.stiffness / self._link_et) - 1.0) > ACTIVE_BELOW
        first = active & apart & self.frictional
        return Report(
            links.nodes,
            self.gaps.copy(),
            active,
            np.where(active, np.where(first, 1.0, 2.0), 0.0),
            slip if slip.shape[1] > 1 else slip[:, 0],
            pressed[:, None] * links.normals,
            friction * first[:, None],
            friction * (active & ~first)[:, None],
            links.projections * active[:, None],
        )

    def penetration(self) -> float:
        """The deepest penetration (m), 0 where every gap is open."""
        return max(0.0, -self.gaps.min(initial=0.0))

    def stiffen(self, allowed: float, most: float) -> bool:
        """Double the normal penalties where the penetration is above `allowed`; False once one would pass `most`."""
        zones = self.geometry.zone_of_slave[self._links.slaves[-self.gaps > allowed]]
        laws = [replace(w, normal=2 * w.normal) if i in zones else w for i, w in enumerate(self.laws)]
        if any(w.normal > most for w in laws):
            return False
        self.set_laws(laws)
        self._follow(self._links)
        return True


def _length(vectors):
    """(n,) lengths of vectors (1 or 2, n)."""
    return abs(vectors[0]) if len(vectors) == 1 else np.hypot(*vectors)
