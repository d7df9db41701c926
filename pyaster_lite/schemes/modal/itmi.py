"""ITMI on a reduced basis: the exact response of each mode to a force that varies linearly over the step."""

import numpy as np

from pyaster_lite.catalogue.registry import MODAL_SCHEMES
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.modal_transient import ModalScheme

STILL = 1e-20
"""Stands for the pulsation of a mode damped beyond its critical value."""


@MODAL_SCHEMES.register("ITMI")
class Itmi(ModalScheme):
    """Integral method for diagonal matrices (r5.06.04), step h.

    Per mode, w0^2 = k/m, s = -xi w0 + i wd with wd = w0 sqrt(1 - xi^2), z = exp(s h):

    1.  u', v' by the semi-implicit Euler scheme, and f' with the devices there
    2.  Z = (z - 1)/(s m) (q f' + (1 - q) f),  q = 1/(s h) - 1/(z - 1)
    3.  v' = (Im(s z) v + w0^2 Im(conj z) u + Re(s) Im Z)/wd + Re Z
    4.  u' = (Im z v + Im(s conj z) u + Im Z)/wd
    5.  f' and a' from the balance of forces there, with the devices as they were at t
    """

    keywords = {}

    def __init__(self, *given, args):
        super().__init__(*given)
        if not self.system.diagonal:
            raise ComputationFailed("the ITMI scheme needs diagonal mass, stiffness and damping matrices")
        saved = self.system.save()
        self._force = self.system.force(self.t, self.step, self.u, self.v)
        self.system.restore(saved)
        self._ready = None

    def _prepare(self, h):
        system = self.system
        squared = system.stiffness_by_mass
        ratio = system.damping_by_mass / (2.0 * np.sqrt(squared))
        wd = np.where(abs(ratio) > 1.0, STILL, np.sqrt(squared) * np.sqrt(np.maximum(1.0 - ratio**2, 0.0)))
        s = -ratio * np.sqrt(squared) + 1j * wd
        z = np.exp(s * h)
        self._share = 1.0 / (s * h) - 1.0 / (z - 1.0)
        self._gain = (z - 1.0) / (s * system.mass)
        self._v_of_v, self._v_of_u = (s * z).imag / wd, (squared * z.conj()).imag / wd
        self._u_of_v, self._u_of_u = z.imag / wd, (s * z.conj()).imag / wd
        self._decay, self._wd, self._ready = s.real, wd, h

    def advance(self):
        system, start, h, t = self.system, self.system.save(), self.step, self.t + self.step
        if h != self._ready:
            self._prepare(h)
        v = self.v + h * self.a
        force = system.force(t, h, self.u + h * v, v)
        system.restore(start)
        response = self._gain * (self._share * force + (1.0 - self._share) * self._force)
        swing = response.imag / self._wd
        v = self._v_of_v * self.v + self._v_of_u * self.u + self._decay * swing + response.real
        u = self._u_of_v * self.v + self._u_of_u * self.u + swing
        self._force = system.force(t, h, u, v)
        self.a = system.by_mass * self._force - system.stiffness_by_mass * u - system.damping_by_mass * v
        self.t, self.u, self.v, self.done = t, u, v, h
