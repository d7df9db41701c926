"""DIFF_CENTRE on physical unknowns: centred differences."""

from math import pi

import numpy as np

from pyaster_lite.catalogue.registry import DIRECT_SCHEMES
from pyaster_lite.fe.direct_transient import DirectScheme
from pyaster_lite.fe.errors import ComputationFailed


@DIRECT_SCHEMES.register("DIFF_CENTRE")
class CentredDifferences(DirectScheme):
    """Explicit, diagonal mass, velocities w at mid-steps (r5.05.02), step h.

    1.  w' = w + h a,  u' = u + h w'   (w = v - h/2 a before the first step)
    2.  M a' = f' - K u' - C w'
    3.  v' = w' + h/2 a'
    """

    explicit = True
    keywords = {}

    def __init__(self, *given, args):
        super().__init__(*given)
        self._by_mass = self.system.lumped_inverse()
        self._mid = None

    def begin(self, step):
        if self._mid is None:
            self._mid = self.v - 0.5 * step * self.a
        stiffness = self.system.elimination.reduce_matrix(self.system.stiffness).diagonal()
        fastest = np.sqrt((stiffness * self._by_mass).max(initial=0.0))
        if fastest and step > 0.1 * pi / fastest:
            raise ComputationFailed(
                f"the step {step:.3g} is too long for an explicit scheme: the stiffest unknown asks for {0.1 * pi / fastest:.3g} at most"
            )

    def carried(self):
        """As in code_aster the velocity is that of the mid-step, from which another march takes half a step again."""
        return self.u, self._mid, self.a

    def advance(self, t, step):
        self.check_still(t)
        system, elimination = self.system, self.system.elimination
        self._mid = self._mid + step * self.a
        self.u = self.u + step * self._mid
        force = system.force(t, self._mid) - system.stiffness @ self.u - system.damped(self._mid)
        self.a = elimination.expand(self._by_mass * elimination.reduce_vector(force))
        self.v, self.t = self._mid + 0.5 * step * self.a, t
