"""LAGRANGIEN: exact contact and exact Coulomb friction, both by multipliers (r5.03.50 up to version 12, dualised methods).

With the letters of contact/contrainte.py, T the tangential rows, du the step's displacement so far, mu the friction
coefficient, p and q the normal and tangential forces of the links:

1.  compliance of both  F = [A; T] S [A; T]^T,  gaps and slips without contact forces  g = j - A dd0,  s0 = T (du + dd0);
2.  then  gap = g + Fnn p + Fnt q  and  slip = s0 - Ftn p - Ftt q;  with c the inverses of the diagonal of F,

        touching  p - cn gap > 0            then gap = 0, else p = q = 0
        sliding   |q + ct slip| > mu (p - cn gap)     then q = mu p sign(q + ct slip), else slip = 0

3.  starting from the forces of the iteration before, judge the links by 2 and solve the linear system that their states
    give, until no link changes its state (semismooth Newton; Alart and Curnier, 1991);
4.  correction  dd = dd0 - S (A^T p + T^T q).

The friction is that of the exact law, so no COEF_MATR_FROT is needed: whatever its value, the balance is the same.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.contact.contrainte import PENETRATES, ActiveSet
from pyaster_lite.fe.contact_report import Report
from pyaster_lite.fe.newton import StepFailed

MOST = 100
"""How often the links may change their states in one iteration."""


@CONTACTS.register("LAGRANGIEN")
class Multipliers(ActiveSet):
    """The contact of all zones; `laws` are the friction coefficients.

    sliding  (nl,) the direction of the links that slide, -1 or 1, 0 for the others
    """

    frictions = (True,)
    keywords: dict = {}
    friction_keywords = {
        "COULOMB": SIMP("o", typ="R", val_min=0.0),
        "COEF_MATR_FROT": SIMP("f", typ="R", val_min=0.0, val_max=1.0, defaut=0.0, advisory=True),
        "ALGO_FROT": SIMP("f", into=("LAGRANGIEN",), defaut="LAGRANGIEN", advisory=True),
    }

    @staticmethod
    def law(zone, frictional: bool, general):
        """The friction coefficient of one occurrence of ZONE."""
        return zone.COULOMB

    def __init__(self, geometry, laws):
        super().__init__(geometry, [None] * len(laws))
        self.friction = np.array(laws)[geometry.zone_of_slave]
        self.sliding = np.empty(0)
        self._forces = np.zeros((2, geometry.n_slaves))

    def _balance(self, links, compliance, increment, correction):
        rows = np.concatenate((links.normal, links.tangential))
        free = np.concatenate((links.gaps - links.normal @ correction, -(links.tangential @ (increment + correction))))
        start = self._forces[:, links.slaves].ravel()
        forces, self.active, self.sliding = rub(rows @ compliance @ rows.T, free, self.friction[links.slaves], start)
        self.pressed, self.rubbed = forces.reshape(2, -1)
        self._forces[:] = 0.0
        self._forces[:, links.slaves] = forces.reshape(2, -1)

    def report(self, increment: np.ndarray) -> Report:
        """The links after a balanced step of this displacement increment."""
        links = self._links
        slip = np.where(self.active, links.tangential @ increment[self.equations], 0.0)
        friction, slides = self.rubbed[:, None] * links.tangents, (self.sliding != 0.0)[:, None]
        return Report(
            links.nodes,
            self.gaps.copy(),
            self.active,
            np.where(self.active, np.where(slides[:, 0], 2.0, 1.0), 0.0),
            slip,
            self.pressed[:, None] * links.normals,
            friction * ~slides,
            friction * slides,
            links.projections,
        )


def rub(compliance, free, friction, forces):
    """Steps 2 and 3: forces (2 nl,), normal then tangential, the links that touch (nl,) and the sense in which they slide (nl,).

    compliance (2 nl, 2 nl), gaps then slips the other way without forces (2 nl,), friction (nl,), forces to start from.
    Raises StepFailed when the states do not settle.
    """
    n = len(friction)
    diagonal = np.diag(compliance)
    compliant = diagonal > PENETRATES * diagonal.max()
    scale = 1.0 / np.where(compliant, diagonal, 1.0)
    states = None
    for _ in range(MOST):
        moved = free + compliance @ forces
        pressed = forces[:n] - scale[:n] * moved[:n]
        pull = forces[n:] - scale[n:] * moved[n:]
        touching = compliant[:n] & (pressed > 0.0)
        sense = np.where(touching & (abs(pull) >= friction * pressed), np.sign(pull), 0.0)
        new = np.concatenate((touching, sense))
        if states is not None and np.array_equal(new, states):
            return forces, touching, sense
        states = new
        forces = _solve(compliance, free, friction, touching, sense)
    raise StepFailed("error", "the links in contact do not settle between sticking and sliding")


def _solve(compliance, free, friction, touching, sense):
    """Forces for given states: no gap where a link touches, no slip where it sticks, the limit where it slides."""
    n = len(friction)
    unknown = np.flatnonzero(np.concatenate((touching, touching & (sense == 0.0))))
    shares = np.zeros((2 * n, len(unknown)))
    shares[unknown, np.arange(len(unknown))] = 1.0
    shares[n:] += (friction * sense)[:, None] * shares[:n]
    return shares @ np.linalg.lstsq(compliance[unknown] @ shares, -free[unknown], rcond=PENETRATES)[0]
