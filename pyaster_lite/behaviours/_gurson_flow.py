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


class Rates:
    """A function's `value` and its derivatives by what they are named after, (n,) each, reckoned when they are first asked for.

    Searches ask for few of them.
    """

    def __init__(self, **told):
        self._told = told

    def __getattr__(self, name):
        told = self.__dict__.get("_told", {})
        if name not in told:
            raise AttributeError(name)
        self.__dict__[name] = found = told[name]()
        return found


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
        """x, and lam by x."""
        x = self.h * p / star
        w = 1.5 * self.second * x
        return x, Rates(
            value=lambda: 0.5 * self.damage * self.second * np.sinh(w),
            x=lambda: 0.75 * self.damage * self.second**2 * np.cosh(w),
        )

    def _share(self, p, star, x, lam) -> Rates:
        """q, by p, T* and h."""
        ratio = self.three_mu / self.three_k
        top, bottom = star * lam.value, star * lam.value + ratio * self.h * (1 - p)

        def by(top_, bottom_):
            return (top_ * bottom - top * bottom_) / bottom**2

        def by_p():
            top_ = lam.x * self.h
            return by(top_, top_ - ratio * self.h)

        def by_star():
            top_ = lam.value - lam.x * x
            return by(top_, top_)

        def by_h():
            flat = abs(1.5 * self.second * x) <= FLAT
            l0, a0 = 0.5 * self.damage * self.second, 1.5 * self.second * p
            series = 12 * a0**3 * l0 * ratio * (1 - p) * star**2 * self.h
            series = series / (l0 * a0 * (6 * star**2 + (a0 * self.h) ** 2) + 6 * ratio * star**2 * (1 - p)) ** 2
            top_ = lam.x * p
            return np.where(flat, series, by(top_, top_ + ratio * (1 - p)))

        return Rates(value=lambda: top / bottom, p=by_p, star=by_star, h=by_h)

    def share(self, p, star):
        """q."""
        return self._share(p, star, *self._shape(p, star)).value

    def rates(self, p, star) -> tuple[Rates, Rates, Rates]:
        """q, G and L, the first by p, T* and h, the others by s too."""
        x, lam = self._shape(p, star)
        share = self._share(p, star, x, lam)
        q = share.value
        y = self.s * q / star
        return share, self._gauge_rates(p, star, x, y, share), self._slip_rates(p, star, x, y, lam, share)

    def _gauge_rates(self, p, star, x, y, share) -> Rates:
        once = Rates(
            sinh=lambda: 3 * self.damage * self.second * np.sinh(1.5 * self.second * x),
            q=lambda: 2 * self.s * y / star,
        )
        return Rates(
            value=lambda: self.gauge(share.value, p, star),
            p=lambda: once.q * share.p + once.sinh * self.h / star,
            star=lambda: once.q * share.star - 2 * y**2 / star - once.sinh * x / star,
            h=lambda: once.q * share.h + once.sinh * p / star,
            s=lambda: 2 * y * share.value / star,
        )

    def _slip_rates(self, p, star, x, y, lam, share) -> Rates:
        theta = 1 / (y**2 + 3 * x * lam.value)
        unit = self.swelling / self.three_k
        top, bottom = unit * self.h * (1 - p), theta * lam.value
        along = self.s / star

        def by(top_, x_, y_):
            theta_x, theta_y = -3 * (lam.value + x * lam.x) * theta**2, -2 * y * theta**2
            bottom_ = (theta_x * x_ + theta_y * y_) * lam.value + theta * lam.x * x_
            return (top_ * bottom - top * bottom_) / bottom**2

        return Rates(
            value=lambda: top / bottom,
            p=lambda: by(-unit * self.h, self.h / star, along * share.p),
            star=lambda: by(0.0, -x / star, along * share.star - y / star),
            h=lambda: by(unit * (1 - p), p / star, along * share.h),
            s=lambda: by(0.0, 0.0, share.value / star),
        )
