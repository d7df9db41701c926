"""A vibrating system in generalised coordinates: constant matrices, loads in time, forces of localised devices.

    M a + C v + K u = f(t) + sum over devices of B^T r(t, dt, B u + b, B v)

u, v, a (n,) are coordinates on a basis of n vectors; B (rows, n) takes them to the few local displacements that a
device sees, b (rows,) is where these start from, r (rows,) is what the device answers.
Source: r5.06.04 (transients by modal recombination), r5.06.03 (localised devices).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


class LocalForces:
    """The localised devices of a system, seen through one stacked matrix of their rows.

    A device has `rows` (r, n), `origin` (r,), `state` (an immutable value) and force(t, dt, q, p) -> r floats, which
    takes local displacements and velocities as lists of floats and renews `state`.
    `support` is (Psi, position, velocity) when supports move: Psi (rows, s) adds the static modes of s supports, whose
    displacement and velocity are given in time.
    `transform` T (n, m) is given where the system moves by other coordinates z, those of the devices being T z.
    """

    def __init__(self, devices, support=None, transform: np.ndarray | None = None):
        self.devices = list(devices)
        rows = np.vstack([device.rows for device in self.devices])
        self.rows = rows if transform is None else rows @ transform
        self.origin = np.concatenate([device.origin for device in self.devices])
        self.support = support
        ends = np.cumsum([len(device.rows) for device in self.devices]).tolist()
        self._slices = list(zip(self.devices, [0, *ends[:-1]], ends))

    def __call__(self, t: float, dt: float, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """Generalised force (n,) of all devices; renews their states."""
        answer = []
        for device, q, p in self.seen(t, u, v):
            answer += device.force(t, dt, q, p)
        return np.array(answer) @ self.rows if any(answer) else np.zeros(self.rows.shape[1])

    def seen(self, t: float, u: np.ndarray, v: np.ndarray) -> list:
        """(device, local displacements, local velocities) of all devices, the latter lists of floats."""
        q, p = self.rows @ u + self.origin, self.rows @ v
        if self.support is not None:
            psi, position, velocity = self.support
            q, p = q + psi @ position(t), p + psi @ velocity(t)
        q, p = q.tolist(), p.tolist()
        return [(device, q[start:end], p[start:end]) for device, start, end in self._slices]

    def save(self) -> list:
        """The states of all devices."""
        return [device.state for device in self.devices]

    def restore(self, states: list):
        """Give the devices back the states of an earlier `save`."""
        for device, state in zip(self.devices, states):
            device.state = state


@dataclass(frozen=True)
class Spin:
    """A rotor whose speed varies: gyroscopic matrix G (n, n) and speed (rad/s) in time, and with its acceleration the matrix R of u.

    The force of a step is -(speed G v + acceleration R u), with the speed at its start.
    """

    gyroscopic: np.ndarray
    speed: Callable[[float], float]
    circulatory: np.ndarray | None = None
    acceleration: Callable[[float], float] | None = None

    def force(self, t: float, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """(n,) at time t."""
        found = -self.speed(t) * (self.gyroscopic @ v)
        return found if self.circulatory is None else found - self.acceleration(t) * (self.circulatory @ u)


class ModalSystem:
    """Matrices and forces of a system on a reduced basis.

    mass, stiffness and damping are (n,) when diagonal, (n, n) otherwise. `load` gives the external force (n,) at a time; `local` are
    LocalForces or None.
    coupled  whether the mass was given as a full matrix
    rates    (n,) the dampings 2 xi w where they are told mode by mode beside such a mass, which schemes understand each in its way
    """

    coupled = False
    rates: np.ndarray | None = None

    def __init__(self, mass, stiffness, damping, load: Callable[[float], np.ndarray], local=None, spin: Spin | None = None):
        if not mass.ndim == stiffness.ndim == damping.ndim:
            mass, stiffness, damping = (np.diag(m) if m.ndim == 1 else m for m in (mass, stiffness, damping))
        self.mass, self.stiffness, self.damping = mass, stiffness, damping
        self.load, self.local, self.spin = load, local, spin
        self.diagonal = mass.ndim == 1
        self.by_mass = 1.0 / mass if self.diagonal else np.linalg.inv(mass)
        self.stiffness_by_mass = self.times(self.by_mass, stiffness)
        self.damping_by_mass = self.times(self.by_mass, damping)

    @property
    def size(self) -> int:
        """Number of generalised coordinates."""
        return len(self.mass)

    def times(self, matrix: np.ndarray, x: np.ndarray) -> np.ndarray:
        """The product of one of the system's matrices with a vector (or another of its matrices)."""
        return matrix * x if self.diagonal else matrix @ x

    def solver(self, matrix: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        """A function that solves `matrix` x = b for a matrix of the system's form."""
        inverse = 1.0 / matrix if self.diagonal else np.linalg.inv(matrix)
        return lambda b: self.times(inverse, b)

    def identity(self, factor: float = 1.0) -> np.ndarray:
        """`factor` times the identity, in the system's form."""
        return np.full(self.size, factor) if self.diagonal else factor * np.eye(self.size)

    def force(self, t: float, dt: float, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """External and localised force (n,) at time t, reached by a step dt."""
        force = self.load(t)
        if self.spin is not None:
            force = force + self.spin.force(t - dt, u, v)
        return force if self.local is None else force + self.local(t, dt, u, v)

    def acceleration(self, t: float, dt: float, u: np.ndarray, v: np.ndarray) -> np.ndarray:
        """The acceleration (n,) that balances all forces."""
        force = self.force(t, dt, u, v)
        if self.diagonal:
            return self.by_mass * force - self.stiffness_by_mass * u - self.damping_by_mass * v
        return self.by_mass @ force - self.stiffness_by_mass @ u - self.damping_by_mass @ v

    def renew(self, t: float) -> bool:
        """Take the matrices of the step that starts at t; whether they differ from those of the step before."""
        return False

    def save(self):
        """The states of the localised devices."""
        return None if self.local is None else self.local.save()

    def restore(self, states):
        """Give the localised devices back the states of an earlier `save`."""
        if self.local is not None:
            self.local.restore(states)


class TurningSystem(ModalSystem):
    """A system whose matrices have those of a rotor in them, as they are at the start of each step from t on:

    C + speed G and K + acceleration R, for schemes that solve with them.
    """

    def __init__(self, mass, stiffness, damping, load, local, spin: Spin, t: float):
        super().__init__(*(np.diag(m) if m.ndim == 1 else m for m in (mass, stiffness, damping)), load, local)
        self._rotor, self._still = spin, (self.stiffness, self.damping)
        self.renew(t)

    def renew(self, t):
        self.stiffness, self.damping = self._still
        self.damping = self.damping + self._rotor.speed(t) * self._rotor.gyroscopic
        if self._rotor.circulatory is not None:
            self.stiffness = self.stiffness + self._rotor.acceleration(t) * self._rotor.circulatory
        self.stiffness_by_mass = self.times(self.by_mass, self.stiffness)
        self.damping_by_mass = self.times(self.by_mass, self.damping)
        return True
