"""Stability of a periodic response with contacts: Floquet multipliers of the motion beside it.

A small departure y from the response obeys M y'' + C y' + K y + B^T dr = 0. Between the events of all contacts

    stick            dft = kt (du - dw), w' = 0        slip       dft = +-mu kn dv
    lift-off         dft = 0, dfn = 0                  otherwise  dfn = kn dv

so the state (y, y', dw of the contacts that stick) is advanced by exponentials of constant matrices. Forces are continuous at events,
so only dw jumps: where a contact begins to stick it takes the value of step 7 of fe.periodic_contact. The monodromy matrix is the
product over one period; the response is stable when all of its eigenvalues, the multipliers, lie inside the unit circle. A slider
that never moves keeps any place: it is no part of the state.
Source: Nayfeh & Balachandran 1995, section 7.1; Krack & Gross 2019, section 3.7 (events without jumps of velocity).
"""

from __future__ import annotations

import numpy as np

from .periodic_contact import APART, BACKWARDS, FORWARDS, STICK, Cycle, Springs, slider_derivatives


class Variation:
    """The motion beside periodic responses of a system M, C, K (n, n), invertible M, with n contacts.

    rows   (contacts + rough, n): approaches of all contacts, then slidings of those numbered in `rough`
    """

    def __init__(self, mass, damping, stiffness, rows, springs: Springs, rough):
        self.inverse = np.linalg.inv(mass)
        self.damping, self.stiffness, self.springs = damping, stiffness, springs
        contacts = len(springs.normal)
        self.approach, self.rough = rows[:contacts], np.asarray(rough, int)
        self.sliding = np.zeros_like(self.approach)
        self.sliding[self.rough] = rows[contacts:]
        self.rubs = np.zeros(contacts, bool)
        self.rubs[self.rough] = True

    def multipliers(self, pulsation: float, v: np.ndarray, u: np.ndarray, cycle: Cycle) -> np.ndarray:
        """The Floquet multipliers, largest modulus first; v, u (contacts, 2H + 1)."""
        from scipy.linalg import expm

        segments, n = cycle.segments, len(self.stiffness)
        angles, states, numbers = _intervals(segments, len(v))
        _, factor = slider_derivatives(self.springs, v, u, segments.contact, segments.left, segments.cause)
        sliders = np.flatnonzero((states != STICK).any(axis=0) & self.rubs)
        monodromy = np.eye(2 * n + len(sliders))
        before = states[-1]
        for span, now, number in zip(np.diff(angles), states, numbers):
            for row, contact in enumerate(sliders, 2 * n):
                if now[contact] != STICK:
                    monodromy[row] = 0.0
                elif before[contact] != STICK:
                    seen = self.sliding[contact] + factor[number[contact]] * self.approach[contact]
                    monodromy[row] = seen @ monodromy[:n]
            monodromy = expm(self._rates(now, sliders) * (span / pulsation)) @ monodromy
            before = now
        values = np.linalg.eigvals(monodromy)
        return values[np.argsort(-abs(values))]

    def _rates(self, states, sliders):
        """The constant matrix of one interval."""
        s, n = self.springs, len(self.stiffness)
        touching, sticking = states != APART, (states == STICK) & self.rubs
        pull = s.friction * s.normal * self.rubs * ((states == FORWARDS) * 1.0 - (states == BACKWARDS))
        stiffness = self.stiffness + (self.approach.T * (s.normal * touching)) @ self.approach
        stiffness = stiffness + (self.sliding.T * (s.tangential * sticking)) @ self.sliding + (self.sliding.T * pull) @ self.approach
        rates = np.zeros((2 * n + len(sliders),) * 2)
        rates[:n, n : 2 * n] = np.eye(n)
        rates[n : 2 * n, :n] = -self.inverse @ stiffness
        rates[n : 2 * n, n : 2 * n] = -self.inverse @ self.damping
        rates[n : 2 * n, 2 * n :] = self.inverse @ (self.sliding.T * (s.tangential * sticking))[:, sliders]
        return rates


def _intervals(segments, contacts):
    """(angles, states, numbers of segments): between two angles (k + 1,) every contact keeps its state (k, contacts)."""
    angles = np.unique(np.concatenate((segments.start, segments.end)))
    angles = angles[np.append(np.diff(angles) > 1e-12, True)]
    middles = 0.5 * (angles[:-1] + angles[1:])
    numbers = np.empty((len(middles), contacts), int)
    for contact in range(contacts):
        own = np.flatnonzero(segments.contact == contact)
        numbers[:, contact] = own[np.clip(np.searchsorted(segments.start[own], middles) - 1, 0, None)]
    return angles, segments.state[numbers], numbers
