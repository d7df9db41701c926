"""Marching a linear system through time on its physical unknowns, imposed displacements eliminated.

    M a + C v + K u = f(t) - modal damping(v),   u = T q + g(t)

Source: r5.05.02.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

import numpy as np
from scipy.sparse import diags

from .algebra import factorise
from .constraints import Elimination
from .errors import ComputationFailed


class ModalDamping:
    """The force sum_k 2 xi_k / (mu_k w_k^3) (K x_k) (K x_k . v) of damped modes.

    rigidities  (n, k): K x_k; factors (k,): 2 xi_k / (mu_k w_k^3)
    """

    def __init__(self, rigidities: np.ndarray, factors: np.ndarray):
        self.rigidities, self.factors = rigidities, factors

    def force(self, v: np.ndarray) -> np.ndarray:
        """The damping force (n,) at velocities v."""
        return self.rigidities @ (self.factors * (self.rigidities.T @ v))


class DirectSystem:
    """Matrices (n, n) sparse, relations and loads of a linear system.

    `load(t)` gives the external force (n,); `base(t)` the velocity (n,) of moving supports that is not in v, for modal
    damping. `damping` may be None.
    """

    def __init__(self, mass, stiffness, damping, elimination: Elimination, load: Callable, modal: ModalDamping | None = None, base=None):
        self.mass, self.stiffness, self.damping = mass, stiffness, damping
        self.elimination, self.load, self.modal, self.base = elimination, load, modal, base

    @property
    def size(self) -> int:
        """How many unknowns, the imposed ones included."""
        return self.mass.shape[0]

    def damped(self, v: np.ndarray) -> np.ndarray:
        """C v."""
        return self.damping @ v if self.damping is not None else np.zeros(self.size)

    def force(self, t: float, v: np.ndarray) -> np.ndarray:
        """External force at t less the modal damping force at velocities v."""
        force = self.load(t)
        if self.modal is None:
            return force
        return force - self.modal.force(v if self.base is None else v + self.base(t))

    def combination(self, of_mass: float, of_damping: float):
        """K + of_mass M + of_damping C."""
        total = self.stiffness + of_mass * self.mass
        return total + of_damping * self.damping if self.damping is not None else total

    @cached_property
    def symmetric(self) -> bool:
        """Whether every matrix is: gyroscopic forces are not."""
        return all(m is None or abs(m - m.T).max() <= 1e-12 * abs(m).max() for m in (self.mass, self.stiffness, self.damping))

    def solver(self, matrix) -> Callable[[np.ndarray, float], np.ndarray]:
        """A function (right-hand side (n,), t) -> u (n,) that satisfies the relations at t."""
        elimination = self.elimination
        factors = factorise(elimination.reduce_matrix(matrix), symmetric=self.symmetric, definite=self.symmetric)

        def solve(right, t):
            offset = elimination.offset(t)
            moved = right - matrix @ offset if offset.any() else right
            return elimination.expand(factors.solve(elimination.reduce_vector(moved)), offset)

        return solve

    def balance(self, t: float, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """The acceleration (n,) that balances the forces at t; imposed unknowns do not accelerate."""
        elimination = self.elimination
        factors = factorise(elimination.reduce_matrix(self.mass), symmetric=True, definite=True)
        force = self.load(t) - self.stiffness @ u - self.damped(v)
        return elimination.expand(factors.solve(elimination.reduce_vector(force)))

    def lumped_inverse(self) -> np.ndarray:
        """1/M (q,) of the mass's diagonal on the unknowns that remain, zero where there is no mass; what couples them is left out (extdia).

        Raises ComputationFailed when relations couple the unknowns that remain.
        """
        mass = self.elimination.reduce_matrix(diags(self.mass.diagonal()).tocsr())
        diagonal = mass.diagonal()
        if abs(mass).sum() > abs(diagonal).sum() * (1.0 + 1e-12):
            raise ComputationFailed("explicit schemes do not go with relations between unknowns")
        return np.where(diagonal != 0.0, 1.0 / np.where(diagonal != 0.0, diagonal, 1.0), 0.0)


class DirectScheme:
    """The state of a march: u, v, a (n,) at time t.

    `args` are the keywords that the scheme declares; `moves` says whether it takes imposed motions other than zero.
    """

    explicit = False
    moves = False

    def __init__(self, system: DirectSystem, t: float, u, v, a, *, args=None):
        self.system, self.t = system, t
        self.u, self.v, self.a = (np.array(x, float) for x in (u, v, a))

    def begin(self, step: float):
        """Prepare for steps of this length."""

    def carried(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(u, v, a) kept at the end for another march, of what is not archived otherwise."""
        return self.u, self.v, self.a

    def check_still(self, t: float):
        """Raise ComputationFailed when an imposed unknown moves at time t."""
        if self.system.elimination.relations.value(t).any():
            raise ComputationFailed("only the scheme NEWMARK takes imposed displacements other than zero")

    def advance(self, t: float, step: float):
        """Integrate to time t."""
        raise NotImplementedError

    def march(self, groups: Iterable[tuple[float, float, int]], archive: Callable, after_step: Callable = lambda scheme: None):
        """Go through groups (start, step, number of steps).

        Calls archive(scheme, number of the step) for what may be archived and after_step(scheme) after every step.
        """
        number = 0
        for start, step, count in groups:
            self.begin(step)
            for k in range(1, count + 1):
                self.advance(start + step * k, step)
                number += 1
                archive(self, number)
                after_step(self)
