"""RELATION='VENDOCHAB': creep with a threshold and isotropic damage of Chaboche (r5.03.15), see _damaged_creep."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, unit, von_mises

from ._damaged_creep import CREEP, MOST, NAMES, DamagedCreep, largest
from ._explicit import Explicit
from ._scalar_search import UNSOLVED

NEEDS = {"young": "ELAS", "creep_exponent": "LEMAITRE", "damaged_creep.k_d": "VENDOCHAB"}
FADING = "damaged_creep.fading"
LEAST = 1e-8
"""The hardening is taken as no less by the explicit rule."""


def _tables(data, points):
    """K_D (n,) as a function of rows of points, the share of the step that warms them and X (n,); None where no table tells it."""
    if not data.has(FADING):
        return None
    shape = points(0.0).shape
    warmth = [np.broadcast_to(points(data.variables(before).get("TEMP", 0.0)), shape) for before in (True, False)]
    numbers, parts = points(data.at_points("damaged_creep.k_d")), []
    for rows, material in data.by_material():
        if FADING in material:
            own = np.zeros((len(data), 1), bool)
            own[rows] = True
            parts.append((points(own), material[FADING]))

    def told(rows, share, drive):
        found, warm = numbers[rows].copy(), (1 - share) * warmth[0][rows] + share * warmth[1][rows]
        for own, table in parts:
            here = own[rows]
            if here.any():
                found[here] = table.at(warm[here], drive[here])
        return found

    return told


class _Flow:
    """Rates of the variables, for the explicit rule."""

    needs, internal_names = NEEDS, NAMES
    damaging = tuple(f"damaged_creep.{word}" for word in ("sy", "alpha_d", "beta_d", "r_d", "a_d", "k_d"))
    words = (*CREEP, *damaging)
    followed, damage = 9, 8

    @staticmethod
    def started(internal):
        """The hardening is no less than LEAST from the start."""
        internal[:, 7] = np.maximum(internal[:, 7], LEAST)
        return internal

    @staticmethod
    def told(data, points):
        """K_D as a function of X, where tables tell it (rkdvec)."""
        told = _tables(data, points)
        return None if told is None else lambda rows, share: {"damaged_creep.k_d": lambda drive: told(rows, share, drive)}

    @classmethod
    def rates(cls, values, known, stress):
        """Those of steps 2 to 4 of _damaged_creep."""
        exponent, rate, hardening = (values[name] for name in CREEP)
        threshold, a, b, power, scale, fading = (values[name] for name in cls.damaging)
        if (known[:, 8] >= MOST).any():
            raise LawFailed("VENDOCHAB: the damage runs away")
        left, r = 1 - known[:, 8], np.maximum(known[:, 7], LEAST)
        size = von_mises(stress)
        beyond = size - threshold * left
        flows = beyond > 0.0
        hardens = np.where(flows, (np.maximum(beyond, 0.0) * rate / (left * r**hardening)) ** exponent, 0.0)
        first = largest(stress) if (a > 0.0).any() else 0.0
        drive = a * first + b * (stress @ unit(6)) + (1 - a - b) * size
        fading = fading(drive) if callable(fading) else fading
        grows = np.where(flows, (np.maximum(drive, 0.0) / scale) ** power * left**-fading, 0.0)
        slip = hardens / left
        along = 1.5 * deviator(stress) / np.where(flows, size, 1.0)[:, None]
        return np.column_stack([slip[:, None] * along, slip, hardens, grows])


class Vendochab(DamagedCreep):
    """The law by an implicit rule."""

    needs = NEEDS
    words = tuple(f"damaged_creep.{word}" for word in ("sy", "r_d", "a_d", "k_d"))
    explicit = True

    def within(self, precision, tries):
        """The law with another precision of its stresses."""
        return Vendochab(precision, tries)

    def solved_by(self, algorithm):
        """The law by another of the algorithms."""
        return Explicit(_Flow()) if algorithm == "RUNGE_KUTTA" else self

    def fading(self, data, shape):
        """By tables of X and the temperature of the end of the step (nmvekx)."""
        count = shape[0] * shape[1]
        told = _tables(data, lambda values: np.broadcast_to(values, shape).reshape(count))
        return None if told is None else lambda drive: told(slice(None), 1.0, drive)

    def trial(self, strain, state, data, continuum):
        """The elastic strain if nothing flowed."""
        caused = anelastic_strain(data, continuum.strains)
        return (strain if caused is None else strain - caused) - state.internal[..., : strain.shape[-1]]

    def _solved(self, step, strain, state, data, continuum):
        """(stress, p1, p2, the last matrix, tries) of Newton's method."""
        count, n = step.trial.shape
        y, matrix, tries = np.zeros((count, n + 2)), np.tile(np.eye(n + 2), (count, 1, 1)), np.zeros(count)
        left, active = step.left, np.ones(count, bool)
        for number in range(1, self.tries + 1):
            kept = step.elastic.copy(), step.full.copy()
            rest, now = step.look(y[:, :n], y[:, n], y[:, n + 1])
            step.elastic, step.full = (np.where(active, new, old) for new, old in zip((step.elastic, step.full), kept))
            if not np.isfinite(now[active]).all():
                raise LawFailed("VENDOCHAB: the damage runs away")
            matrix[active], left = now[active], np.where(active, step.left, left)
            move = np.zeros_like(y)
            move[active] = np.linalg.solve(now[active], -rest[active, :, None])[..., 0]
            y += move
            tries[active] = number
            active &= ~(self._near(move[:, :n], y[:, :n]) & self._near(move[:, n:], y[:, n:]))
            if not active.any():
                step.left = left
                return y[:, :n], y[:, n], y[:, n + 1], matrix, tries
        raise LawFailed(UNSOLVED)

    def _near(self, move, value):
        """Whether a move is within the precision, beside the value where this is beyond it."""
        move, value = abs(move).sum(axis=-1), abs(value).sum(axis=-1)
        return np.where(value > self.precision, move / np.where(value > 0.0, value, 1.0), move) < self.precision


BEHAVIOURS.add("VENDOCHAB", Vendochab())
