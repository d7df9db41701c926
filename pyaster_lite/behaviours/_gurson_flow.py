"""The flow of a porous metal whose damage d stays as it is during a step (r5.03.29).

With h, s the mean and the von Mises stress of the trial, p h and q s what is left of them, T* their equivalent stress:

    lam(x) = d q2 / 2 sinh(3/2 q2 x),   x = p h / T*,   y = q s / T*,   theta = 1 / (y^2 + 3 x lam)
    q = T* lam / (T* lam + (mu / K) h (1 - p))                                                  (normality)
    G = y^2 + 2 d cosh(3/2 q2 x) - 1 - d^2 = 0                                                  (T* is what it is called)
    dk = L,   L = J / (3 K) h (1 - p) / (theta lam)                                             (how much it flows)
    T* = J (R(k_ + dk) + r (k_ + dk) - phi + V(dk))                                             (hardening)

J = exp(tr e); phi and r are those of a field that k is held to, none where there is none.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

FLAT = (1200 * np.finfo(float).eps) ** 0.25
"""A mean stress this small, beside T*, has a series for the rate of q with it."""


def acosh_of_one_and(c):
    """acosh(1 + c), exact for small c too."""
    return np.log1p(c + np.sqrt(c * (c + 2.0)))


@dataclass
class Rates:
    """A function of p, T*, h, s and its derivatives by them, (n,) each."""

    value: np.ndarray
    p: np.ndarray
    star: np.ndarray
    h: np.ndarray
    s: np.ndarray


@dataclass
class Flow:
    """The points of a step, all arrays (n,); `hardening` is _nonlinear_hardening.Hardening at them."""

    h: np.ndarray
    s: np.ndarray
    damage: np.ndarray
    second: np.ndarray
    swelling: np.ndarray
    three_mu: np.ndarray
    three_k: np.ndarray
    before: np.ndarray
    drive: np.ndarray
    penalty: np.ndarray
    hardening: object

    def of(self, rows) -> Flow:
        """At some of the points."""
        return Flow(**{one.name: self._row(getattr(self, one.name), rows) for one in fields(self)})

    @property
    def young(self):
        """9 K mu / (3 K + mu)."""
        return 3 * self.three_k * self.three_mu / (3 * self.three_k + self.three_mu)

    @staticmethod
    def _row(value, rows):
        return value.of(rows) if hasattr(value, "of") else value[rows]

    def star(self, dk):
        """T* of dk, and its slope."""
        k = self.before + dk
        value, slope = self.hardening.at(k)
        drag, drag_slope = self.hardening.drag(dk)
        drag = np.where(dk > 0.0, drag, 0.0)
        return self.swelling * (value + self.penalty * k - self.drive + drag), self.swelling * (slope + self.penalty + drag_slope)

    def gauge(self, q, p, star):
        """G."""
        with np.errstate(over="ignore"):
            return (q * self.s / star) ** 2 + 2 * self.damage * np.cosh(1.5 * self.second * self.h * p / star) - 1 - self.damage**2

    def below(self, limit):
        """Whether the T* of the trial is less than a limit."""
        sure = (limit > 0.0) & (self.s <= limit * np.sqrt(1 + self.damage**2))
        safe = np.where(limit > 0.0, limit, 1.0)
        return sure & (self.gauge(1.0, 1.0, safe) < 0.0)

    def equivalent(self):
        """T* of the trial: 1/T* is found from above, where G is convex."""
        a, b, d = self.s, 1.5 * self.second * abs(self.h), self.damage
        safe = np.where(b > 0.0, b, 1.0)
        with np.errstate(divide="ignore"):
            x = np.where(
                b > 0.0, np.minimum((1 - d) / np.sqrt(a**2 + d * b**2), acosh_of_one_and((1 - d) ** 2 / (2 * d)) / safe), (1 - d) / a
            )
        for _ in range(100):
            value = (a * x) ** 2 + 2 * d * np.cosh(b * x) - 1 - d**2
            step = value / (2 * a**2 * x + 2 * d * b * np.sinh(b * x))
            x = x - step
            if (abs(step) <= 1e-15 * abs(x)).all():
                break
        return 1.0 / x

    def singular(self):
        """dk at which no stress is left of the trial."""
        d = self.damage
        gamma = (1 - d) ** 2 / (2 * d)
        mean, shear = self.h / self.three_k, self.s / (self.three_mu / 1.5)
        size = 9 * mean**2 / d + (self.second * shear) ** 2
        share = np.divide((self.second * shear) ** 2, size, out=np.ones_like(size), where=size > 0.0)
        c = 2 * gamma * (1 - share) / (1 + np.sqrt(1 + 2 * gamma * share * (1 - share)))
        work = 2 / self.second * acosh_of_one_and(c) * abs(mean) + 2 / 3 * (1 - d) * np.sqrt(np.maximum(1 - c / gamma, 0.0)) * shear
        return self.swelling * work

    def _shape(self, p, star):
        x = self.h * p / star
        w = 1.5 * self.second * x
        return x, 0.5 * self.damage * self.second * np.sinh(w), 0.75 * self.damage * self.second**2 * np.cosh(w)

    def _share(self, p, star, x, lam, lam_x):
        """q and its derivatives by p, T* and h."""
        ratio = self.three_mu / self.three_k
        top, bottom = star * lam, star * lam + ratio * self.h * (1 - p)
        tops = (lam_x * self.h, lam - lam_x * x, lam_x * p)
        bottoms = (tops[0] - ratio * self.h, tops[1], tops[2] + ratio * (1 - p))
        by_p, by_star, by_h = ((a * bottom - top * b) / bottom**2 for a, b in zip(tops, bottoms))
        flat = abs(1.5 * self.second * x) <= FLAT
        l0, a0 = 0.5 * self.damage * self.second, 1.5 * self.second * p
        series = 12 * a0**3 * l0 * ratio * (1 - p) * star**2 * self.h
        series = series / (l0 * a0 * (6 * star**2 + (a0 * self.h) ** 2) + 6 * ratio * star**2 * (1 - p)) ** 2
        return top / bottom, by_p, by_star, np.where(flat, series, by_h)

    def share(self, p, star):
        """q."""
        return self._share(p, star, *self._shape(p, star))[0]

    def rates(self, p, star) -> tuple[Rates, Rates, Rates]:
        """q, G and L with all their derivatives."""
        x, lam, lam_x = self._shape(p, star)
        q, *q_by = self._share(p, star, x, lam, lam_x)
        q_p, q_star, q_h = q_by
        y = self.s * q / star
        sinh = 3 * self.damage * self.second * np.sinh(1.5 * self.second * x)
        by_q = 2 * self.s * y / star
        g = Rates(
            self.gauge(q, p, star),
            by_q * q_p + sinh * self.h / star,
            by_q * q_star - 2 * y**2 / star - sinh * x / star,
            by_q * q_h + sinh * p / star,
            2 * y * q / star,
        )
        theta = 1 / (y**2 + 3 * x * lam)
        theta_x, theta_y = -3 * (lam + x * lam_x) * theta**2, -2 * y * theta**2
        unit = self.swelling / self.three_k
        top, bottom = unit * self.h * (1 - p), theta * lam

        def by(top_, x_, y_):
            bottom_ = (theta_x * x_ + theta_y * y_) * lam + theta * lam_x * x_
            return (top_ * bottom - top * bottom_) / bottom**2

        along = self.s / star
        flow = Rates(
            top / bottom,
            by(-unit * self.h, self.h / star, along * q_p),
            by(0.0, -x / star, along * q_star - y / star),
            by(unit * (1 - p), p / star, along * q_h),
            by(0.0, 0.0, q / star),
        )
        return Rates(q, q_p, q_star, q_h, 0.0 * q), g, flow
