"""What the two ADAPT schemes share: their step follows the apparent frequency of the motion."""

from math import pi, sqrt

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.versions import version
from pyaster_lite.fe.modal_transient import EPS, ModalScheme, StepFailed

REWRITTEN = version("13.0.11")
TINY = float(np.finfo(float).tiny)


def keywords():
    """The keywords of SCHEMA_TEMPS that steer the step."""
    return {
        "VITE_MIN": SIMP("f", defaut="NORM", into=("MAXI", "NORM")),
        "COEF_MULT_PAS": SIMP("f", typ="R", defaut=1.1),
        "COEF_DIVI_PAS": SIMP("f", typ="R", defaut=1.3333334),
        "PAS_LIMI_RELA": SIMP("f", typ="R", defaut=1.0e-6),
        "NB_POIN_PERIODE": SIMP("f", typ="I", defaut=50),
        "PAS_MINI": SIMP("f", typ="R", val_min=1e-16),
        "PAS_MAXI": SIMP("f", typ="R", val_min=1e-16),
        "NMAX_ITER_PAS": SIMP("f", typ="I", defaut=16, min=0),
    }


class ApparentFrequency(ModalScheme):
    """Base of the ADAPT schemes (r5.06.04).

    The apparent frequency of a step h is f = sqrt(max_i |a'_i - a_i| / max(|u'_i - u_i|, h w_i)) / 2 pi, with w a
    floor on velocities (a hundredth of their norm, or of their largest values so far). The error N f h counts how many
    of the N wanted points a period misses: from 1 on the step is divided by `divide` and done again; below 0.75 on
    five steps running it is multiplied by `multiply`.

    Up to version 13.0.10 of code_aster it was multiplied on every step from the sixth calm one on, and the step before was that
    which had been done, where now it is the one first proposed.
    """

    adaptive = True
    grows_at_once = False

    def __init__(self, system, t, step, u, v, a=None, *, args):
        super().__init__(system, t, step, u, v, a)
        self.points, self.most = args.NB_POIN_PERIODE, args.NMAX_ITER_PAS
        self.multiply, self.divide = args.COEF_MULT_PAS, args.COEF_DIVI_PAS
        self.longest = args.PAS_MAXI if "PAS_MAXI" in args else 1e6 * step
        relative = args.PAS_LIMI_RELA * step
        self.shortest = args.PAS_MINI if "PAS_MINI" in args else relative
        self.by_norm = args.VITE_MIN == "NORM"
        self.adaptive = abs(self.longest / self.shortest - 1.0) > 100 * EPS
        self._floor = np.full(system.size, 1e-15)
        self._calm = 1

    def error(self, h, u, a):
        """The error N f h of a step h that ends in u, a."""
        moved = np.maximum(abs(u - self.u), h * self._floor)
        moved[moved <= TINY] = EPS
        ratio = abs((a - self.a) / moved).max()
        return max(self.points * sqrt(max(ratio, EPS)) / (2.0 * pi) * h, 100 * EPS)

    def date(self, time):
        """Step as in that version of code_aster."""
        self.grows_at_once = time is not None and time < REWRITTEN
        self._calm = 0 if self.grows_at_once else 1

    def before(self, h):
        """The step before a step h that is proposed."""
        return self.done if self.grows_at_once else h

    def judge(self, error, h, tries):
        """(again, next step) after a step h of that error, tried `tries` times; raises StepFailed."""
        factor = 1.0
        if self.grows_at_once and error < 1.0:
            self._calm = min(self._calm + 1, 6) if error < 0.75 else 0
            factor = self.multiply if self._calm == 6 else 1.0
        elif error >= 1.0:
            factor = 1.0 / self.divide
        elif self._calm < 5:
            self._calm += 1
        elif error < 0.75:
            factor, self._calm = self.multiply, 1
        proposal = min(self.longest, h * factor)
        if proposal < self.shortest:
            raise StepFailed(self.t, proposal, self.shortest)
        return error >= 1.0 and tries < self.most, proposal

    def note_velocity(self, v):
        """Renew the floor on velocities."""
        if self.by_norm:
            self._floor[:] = 0.01 * sqrt(float(v @ v))
        else:
            self._floor = np.maximum(abs(0.01 * v), self._floor)
