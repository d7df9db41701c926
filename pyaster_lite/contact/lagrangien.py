"""LAGRANGIEN: exact contact and exact Coulomb friction, both by multipliers (r5.03.50 up to version 12, dualised methods).

With the letters of contact/contrainte.py, T the tangential rows along one tangent in the plane, two in space, du the step's displacement
so far, p and q the normal and tangential forces of the links:

1.  compliance of both  F = [A; T] S [A; T]^T,  gaps without contact forces  g = j - A dd0,  slips the other way  r = -T (du + dd0);
2.  forces by fe.coulomb from those of the iteration before:  U = (g, r) + F (p, q),  gaps >= 0, no pull, friction against the slip and
    within mu p;
3.  correction  dd = dd0 - S (A^T p + T^T q).

The friction is that of the exact law, so no COEF_MATR_FROT is needed: whatever its value, the balance is the same.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.contact.contrainte import ActiveSet
from pyaster_lite.fe.contact_report import Report
from pyaster_lite.fe.coulomb import Unsettled, rub
from pyaster_lite.fe.newton import StepFailed


@CONTACTS.register("LAGRANGIEN")
class Multipliers(ActiveSet):
    """The contact of all zones; `laws` are the friction coefficients.

    rubbed  (1 or 2, nl) friction along the tangents;  sliding (nl,) links at their limit
    """

    frictional = True
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

    @staticmethod
    def quadrangles(law) -> str:
        """How QUAD8 pass on forces: by their vertices, to which their middle nodes are tied."""
        return "tied"

    def __init__(self, geometry, laws):
        super().__init__(geometry, [None] * len(laws))
        self.friction = np.array(laws)[geometry.zone_of_slave]
        self.rubbed, self.sliding = np.empty((1, 0)), np.empty(0, bool)
        self._found = np.zeros((3, geometry.n_slaves))
        self._stacked: tuple | None = None

    def _rows(self, links):
        if self._stacked is None or self._stacked[0] is not links:
            self._stacked = links, np.concatenate((links.normal, *links.directions))
        return self._stacked[1]

    def _forces(self):
        return np.concatenate((self.pressed, self.rubbed.ravel()))

    def _balance(self, links, compliance, increment, correction):
        slips = [rows @ (increment + correction) for rows in links.directions]
        free = np.concatenate((self._apart, *(-slip for slip in slips)))
        count = 1 + len(slips)
        try:
            forces, judged = rub(compliance.whole(), free, self.friction[links.slaves], self._found[:count, links.slaves].ravel())
        except Unsettled as failure:
            raise StepFailed("error", str(failure)) from failure
        self.active, self.sliding = judged.touching, judged.sliding
        forces = forces.reshape(count, -1)
        self.pressed, self.rubbed = forces[0], forces[1:]
        self._found[:] = 0.0
        self._found[:count, links.slaves] = forces

    def report(self, increment: np.ndarray) -> Report:
        """The links after a balanced step of this displacement increment."""
        links = self._links
        moved = increment[self.equations]
        slip = np.stack([np.where(self.active, rows @ moved, 0.0) for rows in links.directions], axis=1)
        friction = sum(q[:, None] * axis for q, axis in zip(self.rubbed, (links.tangents, links.laterals)))
        slides = self.sliding[:, None]
        return Report(
            links.nodes,
            self.gaps.copy(),
            self.active,
            np.where(self.active, np.where(self.sliding, 2.0, 1.0), 0.0),
            slip if slip.shape[1] > 1 else slip[:, 0],
            self.pressed[:, None] * links.normals,
            friction * ~slides,
            friction * slides,
            links.projections * self.active[:, None],
        )
