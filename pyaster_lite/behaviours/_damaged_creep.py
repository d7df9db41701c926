"""Creep of Lemaitre with a threshold, coupled with isotropic damage: VENDOCHAB, VISC_ENDO_LEMA (r5.03.15).

With s the stress, q its von Mises equivalent, n = dq/ds, r the hardening, D the damage, C the elasticity, ev the viscous strain, and the
rates p1 = r', p2 = D' of the step:

1.  s = (1 - D) C (e - ev_ - dt p1 n/(1 - D)),   r = r_ + dt p1,   D = D_ + dt p2, no more than 0.99, where it stays
2.  p1 = (<q/(1 - D) - SY> / (K r^(1/M)))^N, on its tangent where it is beyond 0.1/dt;   p1 = 0 while q <= (1 - D) SY
3.  p2 = (X/A_D)^R_D (1 - D)^-K_D,   X = a s1 + b tr s + (1 - a - b) q,   s1 the largest principal stress
4.  the cumulated strain grows by dt p1/(1 - D)

by Newton's method over (s, p1, p2) from zero, as code_aster goes about it: it stops once the stress moves by less than the precision, and
what it leaves of p1 and p2 counts. Its matrix, which also makes the tangent, forgets that 1. holds D in the flow and that K_D may depend
on X, and doubles the shears of dn/ds. VISC_ENDO_LEMA solves another equation for its D and has p2 held in the tangent.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.jacobi import eigen
from pyaster_lite.fe.large_strain import full
from pyaster_lite.fe.tensors import deviator, outer, unit, von_mises

from ._explicit import PLASTIC
from ._law import Law

MOST = 0.99
"""The largest damage."""
NAMES = (*PLASTIC, "EPSPEQ", "ECROISOT", "ENDO", "INDIPLAS")
CREEP = ("creep_exponent", "creep_rate", "creep_hardening")
"""N, 1/K, 1/M."""
TINY = np.finfo(float).tiny
SMALL, FLAT, FAST = 1e-5, 1e-9, 0.1
"""The hardening that is taken as that of a start, the equivalent without a direction, and the strain of a step beyond which 2. is bent."""


def _seen(stress):
    """The tensors (m, 3, 3) whose principal stresses code_aster takes: their shears are sqrt 2 times those of the stress (calcj0)."""
    return full(stress * np.where(np.arange(stress.shape[-1]) < 3, 1.0, np.sqrt(2.0)))


def largest(stress):
    """(m,) the largest principal stress."""
    return np.linalg.eigvalsh(_seen(stress))[:, -1]


def pulled(stress):
    """(m, ns) the derivative of `largest` as code_aster has it (nmvexi): 1 by the normal stress of the axis that it comes from."""
    axis, twisted = stress[:, :3].argmax(axis=1), stress[:, 3:].any(axis=1)
    if twisted.any():
        axis[twisted] = eigen(_seen(stress[twisted]), ordered=False)[0].argmax(axis=1)
    return np.eye(stress.shape[-1])[axis]


class DamagedCreep(Law):
    """A law over all cells and points; `_solved` is what the two do not share."""

    plane_stress = False
    mirrored = "lower"
    approached = elastic_rates = secant = True
    internal_names = NAMES
    words: tuple[str, ...] = ()

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def fading(self, data, shape):
        """None, or the function of X (m,) at the points that gives K_D."""
        return None

    def integrate(self, strain, state, data, continuum):
        """The equations of the module's head."""
        shape, n = strain.shape[:2], strain.shape[-1]
        count = shape[0] * shape[1]
        hooke = np.broadcast_to(continuum.elasticity(data.elasticity(False)), (*shape, n, n)).reshape(count, n, n)
        if data.step.predicting:
            return state.stress, state.internal, hooke.reshape(*shape, n, n)
        step = Step(
            self, data, shape, hooke, state.internal.reshape(count, -1), self.trial(strain, state, data, continuum).reshape(count, n)
        )
        stress, p1, p2, matrix, tries = self._solved(step, strain, state, data, continuum)
        left = np.where(step.full, 1 - MOST, 1 - step.old[:, 8] - step.dt * p2)
        slip = step.dt * p1 / left
        internal = step.old.copy()
        internal[:, :n] += slip[:, None] * directions(stress)[1]
        internal[:, 6] += slip
        internal[:, 7] += step.dt * p1
        internal[:, 8], internal[:, 9] = 1 - left, np.maximum(step.old[:, 9], tries)
        driver = np.zeros((count, n + 2, n))
        driver[:, :n] = step.left[:, None, None] * hooke
        tangent = np.where(step.elastic[:, None, None], hooke, np.linalg.solve(matrix, driver)[:, :n])
        return stress.reshape(*shape, n), internal.reshape(*shape, -1), tangent.reshape(*shape, n, n)


def directions(stress):
    """(m,) the equivalent, and (m, ns) its derivative by the stress, none where there is nothing."""
    size = von_mises(stress)
    acts = size >= FLAT
    return size, np.where(acts[:, None], 1.5 * deviator(stress) / np.where(acts, size, 1.0)[:, None], 0.0)


class Step:
    """Steps 1 to 3 at points (m,): their parameters and what they leave.

    elastic   where nothing flows yet;  full  where the damage is at its most;  left  1 - D of the last look
    told      None, or the function of X that gives K_D
    """

    def __init__(self, law, data, shape, hooke, old, trial):
        flat = {name: np.broadcast_to(data.at_points(name), shape).ravel() for name in (*CREEP, *law.words)}
        self.exponent, self.rate, self.hardening = (flat[name] for name in CREEP)
        self.damage = {word.removeprefix("damaged_creep."): flat[word] for word in law.words}
        self.threshold, self.dt, self.hooke, self.old, self.trial = self.damage["sy"], data.step.after - data.step.before, hooke, old, trial
        self.elastic, self.full = np.ones(len(old), bool), np.zeros(len(old), bool)
        self.told = law.fading(data, shape)
        self.lost = np.where(old[:, 8] == 1.0, MOST, old[:, 8])
        self.left = 1 - self.lost

    def look(self, stress, p1, p2):
        """What steps 1 to 3 leave (m, ns + 2), and its derivative; p2 is set to zero where it cannot be."""
        count, n, dt = *stress.shape, self.dt
        size, along = directions(stress)
        # an iterate that heals starts anew, where code_aster gives up
        p2[self.lost + dt * p2 < 0.0] = 0.0
        lost = self.lost + dt * p2
        self.full |= lost >= MOST
        p2[lost >= MOST] = 0.0
        self.left = left = 1 - np.minimum(lost, MOST)
        elastic = self.trial - (dt * p1 / left)[:, None] * along
        held = (self.hooke @ elastic[..., None])[..., 0]
        safe = np.where(size >= FLAT, size, 1.0)[:, None, None]
        doubled = np.diag(np.where(np.arange(n) < 3, 1.0, 2.0))
        turned = (1.5 * (doubled - np.outer(unit(n), unit(n)) / 3.0) - outer(along, along)) / safe
        turned = np.where((size >= FLAT)[:, None, None], turned, 0.0)
        matrix, rest = np.zeros((count, n + 2, n + 2)), np.zeros((count, n + 2))
        rest[:, :n] = stress - left[:, None] * held
        matrix[:, :n, :n] = np.eye(n) + self.hooke @ turned * (dt * p1)[:, None, None]
        matrix[:, :n, n] = dt * (self.hooke @ along[..., None])[..., 0]
        matrix[:, :n, n + 1] = dt * held
        self._creeps(rest, matrix, size, along, p1, left)
        self._loses(rest, matrix, stress, size, along, p2, left)
        return rest, matrix

    def _creeps(self, rest, matrix, size, along, p1, left):
        """Step 2."""
        n, dt = along.shape[-1], self.dt
        self.elastic &= size <= self.threshold * left
        beyond, r = size / left - self.threshold, self.old[:, 7] + dt * p1
        starts = (r <= SMALL) & (p1 <= 0.0)
        drag = np.maximum(r, TINY) ** self.hardening / self.rate
        by_p1 = np.where(r <= TINY, 0.0, drag * self.hardening * dt / np.maximum(r, TINY))
        drag = np.where(starts, dt**self.hardening / self.rate, drag)
        power = np.where(starts, self.exponent / (1 + self.exponent * self.hardening), self.exponent)
        drag, beyond = np.maximum(drag, TINY), np.maximum(beyond, TINY)
        level = power * (np.log(beyond) - np.log(drag))
        most = FAST / dt
        bent = level > np.log(most)
        flow = np.exp(np.minimum(level, np.log(most)))
        slope = np.where(bent, power * most ** ((power - 1) / power) / drag, power * flow / beyond)
        flow = np.where(bent, slope * beyond - (power - 1) * most, flow)
        by_drag = np.where(bent, slope * beyond / drag, power * flow / drag)
        still = self.elastic
        rest[:, n] = np.where(still, p1, p1 - flow)
        matrix[:, n, :n] = np.where(still, 0.0, -slope / left)[:, None] * along
        matrix[:, n, n] = np.where(still, 1.0, 1 + by_drag * by_p1)
        matrix[:, n, n + 1] = np.where(still, 0.0, -slope * size * dt / left**2)

    def _loses(self, rest, matrix, stress, size, along, p2, left):
        """Step 3; nothing of it where the law has no K_D."""
        n = along.shape[-1]
        matrix[:, n + 1, n + 1] = 1.0
        if "k_d" not in self.damage:
            return
        # as code_aster's implicit rule reads them, a and b are 1/M and 1/K
        a, b = self.hardening, self.rate
        first, way = largest(stress), pulled(stress)
        trace = stress @ unit(n)
        drive = a * first + b * trace + (1 - a - b) * size
        slope = a[:, None] * way + b[:, None] * unit(n) + (1 - a - b)[:, None] * along
        acts = (drive > TINY) & (left > 1 - MOST)
        safe = np.where(acts, drive, 1.0)
        power, fading = self.damage["r_d"], self.damage["k_d"] if self.told is None else self.told(safe)
        rate = np.where(acts, (safe / self.damage["a_d"]) ** power * left**-fading, 0.0)
        rest[:, n + 1] = np.where(acts, p2 - rate, 0.0)
        matrix[:, n + 1, :n] = -(rate * power / safe)[:, None] * slope
        matrix[:, n + 1, n + 1] -= rate * fading * self.dt / left
