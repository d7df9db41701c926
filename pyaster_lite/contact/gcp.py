"""GCP: contact without friction by projected conjugate gradients on the pressures (r5.03.50; Dostál, 1997).

With the letters of contact/contrainte.py, D = A S A^T the compliance of the links and g = j - A dd0 the gaps that
they would have without pressures, from the pressures p of the iteration before (those of the last balanced step when
the nodes have just been paired for the first time of a step):

1.  gaps  h = g + D p;  subgradient  s = -h, only its positive part where p <= eps; end when  max |s| < RESI_ABSO;
2.  preconditioned  z = s, or with DIRICHLET, once max |s| has been divided by COEF_RESI: z solves  D z = s  on the links
    with p > eps or s > RESI_ABSO, by conjugate gradients, its positive part where p <= eps;
3.  direction  d = z + c d_,  c = s (z - z_) / (s_ z_), c = 0 when links have changed state since the iteration before;
4.  step  a = z s / (d D d);  admissible: at most the first -p/d with d < 0,  p + a d;  not admissible:  max(p + a d, 0);
5.  from 1, at most max(10 nl, ITER_GCP_MAXI) times.

The balance is reached within RESI_ABSO, a penetration, so that results depend on it: hence the same course as code_aster's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.contact.contrainte import ActiveSet
from pyaster_lite.fe.newton import StepFailed

EPS = np.finfo(float).eps


@dataclass(frozen=True)
class Settings:
    """How to iterate: the `penetration` allowed (m), iterations, whether steps stay `admissible`, and the preconditioner
    (after a division of the residual by `share`, at most `most_inner` iterations, 0 for twice the links).
    """

    penetration: float
    most: int = 0
    admissible: bool = True
    preconditioned: bool = False
    share: float = -1.0
    most_inner: int = 0


@CONTACTS.register("GCP")
class ProjectedGradient(ActiveSet):
    """The contact of all zones, as the nonlinear loop asks for it (fe.newton.ExactContact)."""

    keywords: dict = {}
    general_keywords = {
        "RESI_ABSO": SIMP("f", typ="R", val_min=0.0),
        "ITER_GCP_MAXI": SIMP("f", typ="I", val_min=0, defaut=0),
        "RECH_LINEAIRE": SIMP("f", into=("ADMISSIBLE", "NON_ADMISSIBLE"), defaut="ADMISSIBLE"),
        "PRE_COND": SIMP("f", into=("DIRICHLET", "SANS"), defaut="SANS"),
        "b_dirichlet": BLOC(
            equal("PRE_COND", "DIRICHLET"),
            COEF_RESI=SIMP("f", typ="R", defaut=-1.0),
            ITER_PRE_MAXI=SIMP("f", typ="I", val_min=0, defaut=0),
        ),
    }

    @staticmethod
    def law(zone, frictional: bool, general) -> Settings:
        """The words that hold for all zones: a zone has nothing of its own."""
        if "RESI_ABSO" not in general:
            raise zone.wrong("ALGO_CONT", "GCP needs RESI_ABSO, the penetration that is allowed")
        inner = (general.COEF_RESI, general.ITER_PRE_MAXI) if general.PRE_COND == "DIRICHLET" else ()
        preconditioned, admissible = general.PRE_COND == "DIRICHLET", general.RECH_LINEAIRE == "ADMISSIBLE"
        return Settings(general.RESI_ABSO, general.ITER_GCP_MAXI, admissible, preconditioned, *inner)

    @staticmethod
    def quadrangles(law) -> str:
        """How QUAD8 pass on forces: by their vertices, to which their middle nodes are tied."""
        return "tied"

    def __init__(self, geometry, laws: list[Settings]):
        super().__init__(geometry, [None] * len(laws))
        self.options = laws[0]
        self._pressures = self._balanced = np.zeros(geometry.n_slaves)

    def begin(self, t):
        """A step (or another attempt at it) starts: where it is paired, from the pressures of the last balanced one."""
        super().begin(t)
        if self.geometry.stale:
            self._pressures = self._balanced

    def settled(self, increment):
        """Whether the geometry may stay; the step is over then."""
        settled = super().settled(increment)
        if settled:
            self._balanced = self._pressures
        return settled

    def _balance(self, links, compliance, increment, correction):
        self.pressed = descend(compliance.whole(), self._apart, self._pressures[links.slaves], self.options)
        self.active = self.pressed > EPS
        self._pressures = np.zeros(self.geometry.n_slaves)
        self._pressures[links.slaves] = self.pressed


def descend(compliance, apart, pressures, settings: Settings):
    """Pressures (nl,) of the numbered steps: compliance (nl, nl), gaps without pressures (nl,), pressures to start from.

    Raises StepFailed when the iterations do not end.
    """
    p = pressures.copy()
    gaps = apart + compliance @ p
    touching, direction, conjugate = p > EPS, np.zeros(len(p)), False
    old = np.zeros(len(p)), np.zeros(len(p))
    first, most_inner = None, settings.most_inner
    for _ in range(1, max(10 * len(p), settings.most)):
        s = np.where(touching, -gaps, np.maximum(-gaps, 0.0))
        size = abs(s).max(initial=0.0)
        if size < settings.penetration:
            return p
        first = size if first is None else first
        z = s
        if settings.preconditioned and (settings.share <= 0.0 or size <= settings.share * first):
            z, most_inner = _precondition(compliance, touching, s, settings.penetration, most_inner)
        share = s @ (z - old[1]) / (old[0] @ old[1]) if conjugate else 0.0
        direction = z + share * direction
        change = compliance @ direction
        step = (z @ s) / (direction @ change)
        if settings.admissible:
            leaving = direction < 0.0
            step = min(step, (-p[leaving] / direction[leaving]).min(initial=np.inf))
            p, gaps = p + step * direction, gaps + step * change
        else:
            p = np.maximum(p + step * direction, 0.0)
            gaps = apart + compliance @ p
        before, touching = touching, p > EPS
        conjugate, old = np.array_equal(before, touching), (s, z)
    raise StepFailed("error", f"the projected gradients have not found the pressures (penetration {size:.3g})")


def _precondition(compliance, touching, s, tolerance, most):
    """Step 2 with DIRICHLET: z (nl,), and the greatest number of iterations, which the first call sets."""
    held = np.flatnonzero(touching | (s > tolerance))
    if not len(held):
        return s, most
    most = most or 2 * len(held)
    inner = compliance[np.ix_(held, held)]
    found, residual, direction, size = np.zeros(len(held)), s[held], None, 0.0
    for iteration in range(1, most + 1):
        if abs(residual).max() < tolerance:
            if iteration == 1:
                found = residual
            break
        size, last = residual @ residual, size
        direction = residual if direction is None else residual + size / last * direction
        change = inner @ direction
        step = size / (direction @ change)
        if not step > 0.0:
            raise StepFailed("error", "the compliance of the links in contact is not positive")
        found, residual = found + step * direction, residual - step * change
    z = np.zeros(len(s))
    z[held] = found
    return np.where(touching, z, np.maximum(z, 0.0)), most
