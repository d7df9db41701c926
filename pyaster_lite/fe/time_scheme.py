"""One-step time schemes, written as what a nonlinear loop needs of them for one step.

A balance in time reads, with eta the weight of the previous instant (0 for plain Newmark) and d the weight of the
previous velocity in the damping force,

    (M a + C ((1 - d) v + d v_)) / (1 - eta) + fint + fcont = fext + eta / (1 - eta) (fext_ - fint_)

where a subscript _ is the previous instant (r5.05.05). u, v and a follow from one unknown x per iteration.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class StepRule:
    """What a scheme says for one step of length `dt`.

    predictor  (3, 3): rows u, v, a at the start of the iterations from u_, v_, a_ of the previous instant
    motion     what one unit of the unknown adds to u, v and a
    matrix     coefficients of K, C and M in the iteration matrix
    inertia    1 / (1 - eta), in front of the inertial and damping forces
    previous   eta / (1 - eta), in front of the previous instant's forces
    old_damping  d, the weight of the previous velocity in the damping force
    momentum   M v times this (1/s) is the inertial force that residuals are compared with
    accelerates  whether the unknown is an acceleration: equations that relations push are then left out of residuals (nmresi)
    """

    dt: float
    predictor: np.ndarray
    motion: tuple[float, float, float]
    matrix: tuple[float, float, float]
    inertia: float = 1.0
    previous: float = 0.0
    old_damping: float = 0.0
    momentum: float = 0.0
    accelerates: bool = False

    def predict(self, u, v, a):
        """u, v and a at the start of the iterations."""
        return [sum(c * x for c, x in zip(row, (u, v, a)) if c) if row.any() else np.zeros_like(u) for row in self.predictor]


STATIC = StepRule(0.0, np.diag([1.0, 0.0, 0.0]), (1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
"""Statics: the displacement is the unknown and nothing else moves."""


def newmark_rule(dt, beta, gamma, unknown, *, weights=None, eta=0.0, delta=None) -> StepRule:
    """The rule of a Newmark family scheme.

    u = u_ + dt v_ + dt^2 ((e - 0) a_ + beta a),  v = v_ + dt (m a_ + gamma a)  with (e, m) = `weights`, (1/2 - beta,
    1 - gamma) unless given; `unknown` is "displacement" or "acceleration"; eta and delta as in the module's balance.
    """
    e, m = weights or (0.5 - beta, 1.0 - gamma)
    delta = eta if delta is None else delta
    if unknown == "displacement":
        motion = (1.0, gamma / (beta * dt), 1.0 / (beta * dt**2))
        predictor = [[1, 0, 0], [0, (beta - gamma) / beta, (m - e * gamma / beta) * dt], [0, -1 / (beta * dt), -e / beta]]
    else:
        motion = (beta * dt**2, gamma * dt, 1.0)
        predictor = [[1, dt, dt**2 * (e + beta)], [0, 1, dt], [0, 0, 1]]
    stiffness, damping, mass = motion
    return StepRule(
        dt,
        np.array(predictor, float),
        motion,
        (stiffness, damping * (1 - delta) / (1 - eta), mass / (1 - eta)),
        inertia=1 / (1 - eta),
        previous=eta / (1 - eta),
        old_damping=delta if eta else 0.0,
        momentum=1 / (beta * dt),
        accelerates=unknown == "acceleration",
    )


@dataclass(frozen=True)
class ImplicitScheme:
    """A scheme whose every step is balanced by iterations: `rule(dt)` gives the step's rule."""

    beta: float
    gamma: float
    unknown: str
    weights: tuple[float, float] | None = None
    eta: float = 0.0
    delta: float | None = None
    explicit = False

    def rule(self, dt: float) -> StepRule:
        """The rule of a step of length dt (s)."""
        return newmark_rule(dt, self.beta, self.gamma, self.unknown, weights=self.weights, eta=self.eta, delta=self.delta)


class Static:
    """No time scheme: every step is a balance without inertia."""

    explicit = False

    def rule(self, dt: float) -> StepRule:
        """The same rule whatever the step."""
        return STATIC


@dataclass(frozen=True)
class ExplicitRule:
    """One explicit step: see fe.explicit for the letters."""

    dt: float
    phi: float
    early: float
    late: float


@dataclass(frozen=True)
class ExplicitScheme:
    """A scheme that solves M a = f once per step, at the displacement that `phi` predicts."""

    phi: float
    early: float
    late: float
    explicit = True

    def rule(self, dt: float) -> ExplicitRule:
        """The rule of a step of length dt (s)."""
        return ExplicitRule(dt, self.phi, self.early, self.late)
