"""Periodic responses with contacts by harmonic balance: the balance of harmonics on the contacts, and Newton's method on it.

With q the rows of the contacts (approach of each, sliding of those that rub) as series of H harmonics, r(q) their forces,
and A_h, p_h, k as fe.condensation has them:

    1.  R_h(q, w) = q_h - p_h(w) + A_h(w) (r_h(q) - k q_h) = 0,  h = 0 .. H
    2.  dR/dq = I + A (dr/dq - k),  dR/dw = -p' + A' (r - k q)
    3.  Newton: q <- q - s (dR/dq)^-1 R, s halved while the residual grows

The derivative dr/dq is exact (fe.periodic_contact), so that convergence is quadratic as long as the order of states stays.
Sources: Cameron & Griffin 1989; Krack & Gross 2019, sections 2 and 4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import trigonometric as series
from .condensation import Condensation, Receptance
from .errors import NotConverged
from .periodic_contact import Cycle, PeriodicContacts
from .spatial_contact import SpatialContacts, SpatialCycle

HALVINGS = 5
LEAST_RISE = 1e-3
"""The least share of the excitation that one step of a ramp may add."""


@dataclass(frozen=True)
class Response:
    """A periodic response.

    pulsation; motion and forces (m, 2H + 1) of the rows; cycle of the contacts, spatial that of those in space, or None;
    whole (H + 1, n) amplitudes of all unknowns
    """

    pulsation: float
    motion: np.ndarray
    forces: np.ndarray
    cycle: Cycle
    spatial: SpatialCycle | None
    whole: np.ndarray


class HarmonicBalance:
    """The balance of harmonics of a condensed system and its contacts.

    system    its rows are the approaches of all contacts, then the slidings of those numbered in `rough`, then x, y and z of each
              contact in space
    contacts  n contacts of H harmonics; spatial the contacts in space, or None
    """

    def __init__(self, system: Condensation, contacts: PeriodicContacts, rough: np.ndarray, spatial: SpatialContacts | None = None):
        self.system, self.contacts, self.rough, self.spatial = system, contacts, np.asarray(rough, int), spatial
        self.harmonics = contacts.harmonics
        self.count = len(contacts.springs.normal)
        self.plain = self.count + len(self.rough)
        self.shape = (self.plain + 3 * (len(spatial.outlines) if spatial else 0), 2 * self.harmonics + 1)
        self.load = 1.0
        self._known: tuple[float, Receptance] | None = None

    def receptance(self, pulsation: float) -> Receptance:
        """The condensed system at a pulsation; the last one is kept."""
        if self._known is None or self._known[0] != pulsation:
            self._known = pulsation, self.system.at(pulsation, self.harmonics)
        return self._known[1]

    def linear(self, pulsation: float) -> np.ndarray:
        """(m, 2H + 1) the motion when every contact is its spring k."""
        return series.to_real(self._driven(self.receptance(pulsation).motion).T)

    def _driven(self, motion):
        """p_h with the share `load` of what excites the harmonics above 0."""
        return motion if self.load == 1.0 else np.concatenate((motion[:1], self.load * motion[1:]))

    def forces(self, motion: np.ndarray) -> tuple[np.ndarray, Cycle, SpatialCycle | None]:
        """r (m, 2H + 1) and what it comes from."""
        cycle = self.contacts(motion[: self.count], self.sliding(motion))
        found = [cycle.normal, cycle.tangential[self.rough]]
        spatial = None
        if self.spatial is not None:
            spatial = self.spatial(motion[self.plain :].reshape(-1, 3, self.shape[1]))
            found.append(spatial.forces.reshape(-1, self.shape[1]))
        return np.concatenate(found), cycle, spatial

    def sliding(self, motion: np.ndarray) -> np.ndarray:
        """(n, 2H + 1) the slidings of all contacts, zero for those without friction."""
        sliding = np.zeros((self.count, self.shape[1]))
        sliding[self.rough] = motion[self.count : self.plain]
        return sliding

    def residual(self, unknowns: np.ndarray, pulsation: float):
        """(R, dR/dq, dR/dw) for unknowns (m (2H + 1),): steps 1 and 2."""
        motion = unknowns.reshape(self.shape)
        receptance = self.receptance(pulsation)
        forces, cycle, spatial = self.forces(motion)
        held = self.system.held
        departure = series.to_complex(forces - held[:, None] * motion).T
        value = motion - series.to_real((self._driven(receptance.motion) - _times(receptance.flexibility, departure)).T)
        slope = -series.to_real((receptance.motion_slope - _times(receptance.flexibility_slope, departure)).T)
        return value.ravel(), self._jacobian(receptance, cycle, spatial), slope.ravel()

    def _jacobian(self, receptance, cycle, spatial):
        """I + A (dr/dq - k): the forces of a contact only depend on its own rows."""
        rows, size = self.shape
        n, plain, rough = self.count, self.plain, self.rough
        held, flexibility = self.system.held[:, None, None] * np.eye(size), receptance.flexibility
        jacobian = np.zeros((rows, size, rows, size))
        jacobian[:, :, :n] = _spread(flexibility[:, :, :n], cycle.normal_v - held[:n])
        if len(rough):
            sliding = flexibility[:, :, n:plain]
            jacobian[:, :, rough] += _spread(sliding, cycle.tangential_v[rough])
            jacobian[:, :, n:plain] = _spread(sliding, cycle.tangential_u[rough] - held[n:plain])
        if spatial is not None:
            for force in range(3):
                for motion in range(3):
                    block = spatial.stiffness[:, force, :, motion] - (held[plain + force :: 3] if force == motion else 0.0)
                    jacobian[:, :, plain + motion :: 3] += _spread(flexibility[:, :, plain + force :: 3], block)
        jacobian = jacobian.reshape(rows * size, rows * size)
        jacobian.flat[:: rows * size + 1] += 1.0
        return jacobian

    def solve(self, start: np.ndarray, pulsation: float, tolerance: float, iterations: int) -> np.ndarray:
        """The unknowns (m (2H + 1),) at a fixed pulsation, from a start; raises NotConverged (step 3)."""
        unknowns = start.copy()
        value, jacobian, _ = self.residual(unknowns, pulsation)
        for _ in range(iterations):
            try:
                step = np.linalg.solve(jacobian, -value)
            except np.linalg.LinAlgError:
                break
            length = np.linalg.norm(step)
            if not np.isfinite(length):
                break
            unknowns, value, jacobian = self._along(unknowns, step, value, pulsation)
            if length <= tolerance * (np.linalg.norm(unknowns) + 1e-300):
                return unknowns
        raise NotConverged(f"no periodic response is found in {iterations} iterations")

    def ramp(self, pulsation: float, tolerance: float, iterations: int) -> np.ndarray:
        """The unknowns at a pulsation, the excitation being raised from zero in steps as long as Newton's method takes them."""
        done, step, unknowns = 0.0, 0.25, None
        try:
            self.load = 0.0
            unknowns = self.solve(self.linear(pulsation).ravel(), pulsation, tolerance, iterations)
            while done < 1.0:
                self.load = min(done + step, 1.0)
                try:
                    unknowns = self.solve(unknowns, pulsation, tolerance, iterations)
                except NotConverged:
                    step *= 0.5
                    if step < LEAST_RISE:
                        raise
                else:
                    done, step = self.load, 1.5 * step
        finally:
            self.load = 1.0
        return unknowns

    def _along(self, unknowns, step, value, pulsation):
        """As far along a Newton step as the residual shrinks; the whole step when it never does."""
        before, best = np.linalg.norm(value), None
        for halving in range(HALVINGS):
            tried = unknowns + 0.5**halving * step
            found = self.residual(tried, pulsation)
            norm = np.linalg.norm(found[0])
            if best is None or norm < best[0]:
                best = norm, tried, found
            if norm <= (1.0 - 0.1 * 0.5**halving) * before or norm <= 1e-13 * np.linalg.norm(tried):
                break
        return best[1], best[2][0], best[2][1]

    def response(self, unknowns: np.ndarray, pulsation: float) -> Response:
        """All of the response whose unknowns are known."""
        motion = unknowns.reshape(self.shape)
        forces, cycle, spatial = self.forces(motion)
        departure = series.to_complex(forces - self.system.held[:, None] * motion).T
        return Response(pulsation, motion, forces, cycle, spatial, self.receptance(pulsation).whole(departure))


def _spread(flexibility, stiffness):
    """(m, 2H + 1, n, 2H + 1) the motions of all rows by the forces of n of them: flexibility (H + 1, m, n), derivatives of each
    force by one row (n, 2H + 1, 2H + 1)."""
    harmonic = (np.arange(stiffness.shape[1]) + 1) // 2
    turned = np.zeros_like(stiffness)
    turned[:, 1::2], turned[:, 2::2] = stiffness[:, 2::2], -stiffness[:, 1::2]
    own = flexibility[harmonic]
    return np.einsum("kin,nkl->iknl", own.real, stiffness) + np.einsum("kin,nkl->iknl", own.imag, turned)


def _times(matrices, vectors):
    """(H + 1, m) of matrices (H + 1, m, m) and vectors (H + 1, m)."""
    return np.einsum("hij,hj->hi", matrices, vectors)
