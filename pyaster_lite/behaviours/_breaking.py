"""POST_ITER='CRIT_RUPT': cells that break where a principal stress is too large (r5.03.40, of the mean over the points of a cell).

1.  a cell broken at the start of a step has its moduli over COEF, and in small strain its stress has gone at the start of each step
2.  it breaks, for good, where the largest principal value of the mean stress of its points exceeds SIGM_C at the end of a step

Behind the variables of the law stand, at all points of a cell the same: the rate of the mean cumulated plastic strain, the work of its
growth against the equivalent of the mean stress, that added up over the steps, its power, that added up, and whether the cell is broken.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.invariants import principal
from pyaster_lite.fe.large_strain import mandel
from pyaster_lite.fe.tensors import von_mises

from ._hardening import Yield
from ._law import Law, Moduli

ADDED = ("EPSPVIT", "EDISS", "EDISSCUM", "PDISS", "PDISSCUM", "CRITRUPT")
SIZE = len(ADDED)


def softer(make):
    """`make` as in _von_mises.VonMises, of material that is broken."""

    def weak(data, shape, before):
        found, loss = make(data, shape, before), data.at_points("breaking_loss", before=before)
        return Yield(Moduli(found.elasticity.two_mu / loss, found.elasticity.three_k / loss), found.hardening, found.prager)

    return weak


class Breaking(Law):
    """A law that tells itself of broken material (`broken`).

    Its cumulated plastic strain is the variable EPSPEQ, or what the law's `cumulated(internal, n)` tells, n being the size of stresses.
    """

    plane_stress = False

    def __init__(self, law):
        self.law, self.weak = law, law.broken()
        self.linear, self.symmetric = law.linear, getattr(law, "symmetric", True)
        self.mirrored, self.restarts = getattr(law, "mirrored", None), getattr(law, "restarts", False)
        self.needs = {**law.needs, "breaking_stress": "CRIT_RUPT"}
        self.internal_names = (*law.internal_names, *ADDED)
        if getattr(law, "kirchhoff", None) is not None:
            self.kirchhoff = self._kirchhoff

    def integrate(self, strain, state, data, continuum):
        """Steps 1 and 2 in small strain."""

        def answer(law, rows, own, at, broken):
            stress = state.stress[rows] * (0.0 if broken else 1.0)
            stress, internal, tangent = law.integrate(strain[rows], PointState(state.strain[rows], stress, own), at, continuum)
            return stress, tangent, internal

        stress, tangent, internal = self._by_kind(answer, state.internal, data)
        return stress, self._told(stress, internal, state.internal, data), tangent

    def _kirchhoff(self, f, before, internal, data):
        """Steps 1 and 2 in large strain: as the law's own `kirchhoff`."""

        def answer(law, rows, own, at, _):
            return law.kirchhoff(f[rows], before[rows], own, at)

        stress, rate, new = self._by_kind(answer, internal, data)
        cauchy = mandel(stress, 6) / np.linalg.det(f)[..., None]
        return stress, rate, self._told(cauchy, new, internal, data)

    def _by_kind(self, answer, internal, data):
        """answer(law, rows, variables, data, broken) of sound and broken cells together."""
        broken, own = internal[:, 0, -1] > 0.5, internal[..., :-SIZE]
        if not broken.any():
            return answer(self.law, slice(None), own, data, False)
        found = None
        for law, rows in ((self.law, np.flatnonzero(~broken)), (self.weak, np.flatnonzero(broken))):
            if not len(rows):
                continue
            parts = answer(law, rows, own[rows], data.subset(rows), law is self.weak)
            shape = internal.shape[:2]
            if found is None:
                found = [np.zeros((*shape, *part.shape[2:])) for part in parts]
            for whole, part in zip(found, parts):
                whole[rows] = part
        return found

    def _cumulated(self, internal, stress):
        if hasattr(self.law, "cumulated"):
            return self.law.cumulated(internal, stress.shape[-1])
        return internal[..., self.law.internal_names.index("EPSPEQ")]

    def _told(self, stress, internal, old, data):
        """The variables with those of step 2 behind; `stress` (ne, ng, n) is Cauchy's."""
        added = old[..., -SIZE:].copy()
        if not data.step.predicting:
            average, dt = stress.mean(axis=1), data.step.after - data.step.before
            work = (self._cumulated(internal, stress) - self._cumulated(old, stress)).mean(axis=1)
            rate = work / dt if dt > 0.0 else 0.0 * work
            size = von_mises(average)
            added[..., 0], added[..., 1], added[..., 3] = (value[:, None] for value in (rate, work * size, rate * size))
            added[..., 2] += (work * size)[:, None]
            added[..., 4] += (rate * size)[:, None]
            most = principal(average)[0][..., 2]
            added[..., 5] = np.maximum(added[..., 5], (most > data.at_points("breaking_stress")[:, 0])[:, None])
        return np.concatenate([internal, added], axis=-1)
