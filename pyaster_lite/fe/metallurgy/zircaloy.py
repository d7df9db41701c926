"""Phases of zircaloy (r4.04.04): two of alpha (pure, and mixed with beta) and beta along a history of temperatures, by the model EDGAR.

A state is (n, 5): the three phases, T, and the instant at which the temperature of equilibrium of the first transformation was passed.
With ze(T) = 1 - exp(-(k (T - Td))^n) the equilibrium of beta, Te(z) its inverse, implicit in z:

heating (z < ze)   dz/dt = Ac exp(-Q/T) |T - Te|^m
cooling            dz/dt = -|T - Te| exp(Ar + Br |T - Te|) z (1 - z)

They start once the temperature has passed T1c v^T2c, T1r + T2r ln|v| at the speed v since then. Up to 0.1 of beta, alpha is partly pure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import ComputationFailed
from .steel import check_total

BETA, HEAT, PASSED = 2, 3, 4
"""Where they stand in a state."""
LEAST = np.finfo(float).eps
FULL = 0.99
ZERO = 273.15


@dataclass(frozen=True)
class Zircaloy:
    """Td, k, n; T1c, T2c, Ac, m, Q of heating; T1r, T2r, Ar, Br of cooling."""

    begin: float
    k: float
    n: float
    t1c: float
    t2c: float
    ac: float
    m: float
    activation: float
    t1r: float
    t2r: float
    ar: float
    br: float

    @property
    def end(self) -> float:
        """The temperature at which 99 % are beta."""
        return self.begin + np.log(1.0 / 0.01) ** (1.0 / self.n) / self.k

    def started(self, phases: np.ndarray, temperature: np.ndarray) -> np.ndarray:
        """States (n, 5) of given phases, a place that is not read, and the instant (n, 5) at temperatures (n,)."""
        check_total(phases[:, :3].sum(axis=1))
        alpha = phases[:, 0] + phases[:, 1]
        pure = np.where(1.0 - alpha > 0.1, 0.0, 10.0 * (alpha - 0.9) * alpha)
        return np.column_stack([pure, alpha - pure, 1.0 - alpha, temperature, phases[:, PASSED]])

    def stepped(self, state: np.ndarray, before: np.ndarray, after: np.ndarray, t: float, dt: float) -> np.ndarray:
        """States (n, 5) at the end t of a step from temperatures (n,) to others."""
        alpha = state[:, 0] + state[:, 1]
        beta = 1.0 - alpha
        beta = np.where(abs(beta) <= LEAST, 0.0, np.where(abs(alpha) <= LEAST, 1.0, beta))
        beta = np.where((beta <= 1e-5) & (after <= self.begin), 0.0, beta)
        above = np.maximum(after - self.begin, 0.0)
        even = np.where(after > self.end, 1.0, 1.0 - np.exp(-((self.k * above) ** self.n)))
        heats = np.where(beta <= 0.0, True, np.where(beta < 1.0, beta < even, False))
        passed, goes = self._passed(state, beta, before, after, t, dt)
        found = beta.copy()
        rows = np.flatnonzero(goes)
        if rows.size:
            found[rows] = self._transformed(beta[rows], even[rows], heats[rows], after[rows], dt)
        alpha = 1.0 - found
        pure = np.where(found > 0.1, 0.0, 10.0 * (alpha - 0.9) * alpha)
        pure = np.where(pure <= LEAST, 0.0, pure)
        mixed = np.where(alpha - pure <= LEAST, 0.0, alpha - pure)
        found = np.where(abs(1.0 - alpha) <= LEAST, 0.0, 1.0 - alpha)
        return np.column_stack([pure, mixed, found, after, passed])

    def _passed(self, state, beta, before, after, t, dt):
        """When the temperature at which beta would start to grow, or to go, was passed; and where it does so."""
        passed, goes = state[:, PASSED].copy(), np.ones(len(beta), bool)
        rise = np.where(after == before, 1.0, after - before)
        for rows, limit, crosses in (
            (beta == 0.0, self.begin, (self.begin >= before) & (self.begin <= after)),
            (beta == 1.0, self.end, (self.end >= after) & (self.end <= before)),
        ):
            when = np.where(after == before, t, t + dt / rise * (limit - after))
            passed = np.where(rows & crosses, when, passed)
        since = t - passed
        with np.errstate(divide="ignore", invalid="ignore"):
            warming, cooling = (after - self.begin) / since, (after - self.end) / since
            late = np.where(warming < 0.1, self.begin, self.t1c * abs(warming) ** self.t2c)
            early = np.where(cooling == 0.0, self.end, np.minimum(self.t1r + self.t2r * np.log(abs(cooling)), self.end))
        grows = (after > self.begin) & ~(warming < 0.0) & ~(after <= late)
        goes = np.where(beta == 0.0, grows, goes)
        return passed, np.where(beta == 1.0, (after < self.end) & ~(cooling > 0.0) & ~(after >= early), goes)

    def _balance(self, z, z0, heats, temperature, dt):
        """What an implicit step leaves, and its slope."""
        inside = np.where((z > LEAST) & (z <= FULL), z, 0.5)
        log = -np.log(1.0 - inside)
        even = self.begin + log ** (1.0 / self.n) / self.k
        slope = log ** (1.0 / self.n) / (self.k * self.n * (1.0 - inside) * log)
        most = np.log(100.0)
        even = np.where(z <= LEAST, self.begin, np.where(z <= FULL, even, self.end))
        slope = np.where(z <= LEAST, 1000.0, np.where(z <= FULL, slope, most ** (1.0 / self.n) / (self.k * self.n * 0.01 * most)))
        away = abs(temperature - even)
        speed = self.ac * np.exp(-self.activation / (temperature + ZERO)) * dt
        with np.errstate(divide="ignore"):
            heating = z - z0 - speed * away**self.m, 1.0 + self.m * speed * away ** (self.m - 1.0) * slope
        fall = dt * np.exp(self.ar + self.br * away)
        rate = 1.0 + away * fall * (1.0 - 2.0 * z) + slope * fall * z * (1.0 - z) * (1.0 + self.br * away)
        cooling = z - z0 + away * fall * z * (1.0 - z), rate
        return (np.where(heats, warm, cold) for warm, cold in zip(heating, cooling))

    def _transformed(self, z0, even, heats, temperature, dt):
        """By Newton's method kept within bounds."""
        left, _ = self._balance(np.full_like(z0, FULL), z0, heats, temperature, dt)
        whole = heats & (even > FULL) & (left < 0.0)
        low, high = np.where(heats, z0, even), np.where(heats, even, z0)
        z = np.where(z0 == 0.0, even / 2.0, np.where(z0 == 1.0, (z0 + even) / 2.0, z0))
        residual, slope = self._balance(z, z0, heats, temperature, dt)
        for _ in range(15):
            open_ = ~whole & (abs(residual) > 1e-6)
            if not open_.any():
                return np.where(whole, 1.0, z)
            new = z - residual / slope
            new = np.where((new <= low) | (new >= high), (low + high) / 2.0, new)
            z = np.where(open_, new, z)
            residual, slope = self._balance(z, z0, heats, temperature, dt)
            high, low = np.where(open_ & (residual >= 0.0), z, high), np.where(open_ & (residual <= 0.0), z, low)
        if (~whole & (abs(residual) > 1e-6)).any():
            raise ComputationFailed("the phases of the zircaloy are not found: the steps are too large")
        return np.where(whole, 1.0, z)
