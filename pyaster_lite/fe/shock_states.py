"""Shocks whose stiffness joins the matrices while they last: a march that changes its basis with the state of contact.

A state says which of the shocks push; it has a basis P (n, n), made when it is first met, of the modes of the system with the
tangent of its shocks. While it lasts

    z'' + C z' + diag(w2) z = P^T (f(t) + friction) + p,      u = P z

where p (n,) is what the tangent leaves of the force at the entry. Without shock P = 1 and the devices give their whole force.
Source: routines dtmdetect, dtmupmat, dtmeigen, dtmproj of code_aster, whose thresholds and order of operations these are, and
r5.06.03. What they do oddly is kept: the friction of the entry stays in p beside the one that follows; a state met from another
one takes the stiffness without shock, a unit mass and its own tangent together; the tangent kept of a state that is met for the first
time becomes its stiffness on its basis, above the diagonal and on it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .errors import ComputationFailed
from .modal_system import ModalSystem
from .modal_transient import EPS, ModalScheme

MOST_TRIES = 100
SMALLEST_STEP, CLOSE = 1e-10, 1e-2
"""No step is cut below this one (s), nor where less than this share of it would go."""


class _Shocked:
    """The system on the basis of a state: what a scheme asks of a ModalSystem, the mass being one."""

    diagonal = False

    def __init__(self, free: ModalSystem, basis, squares, damping, push):
        self.free, self.basis, self.squares, self.damping, self.push = free, basis, squares, damping, push

    @property
    def size(self) -> int:
        """Number of generalised coordinates."""
        return len(self.squares)

    def acceleration(self, t, dt, z, w):
        """The acceleration (n,) that balances all forces."""
        free = self.free
        force = (free.load(t) + rubbing(free.local, t, self.basis @ z, self.basis @ w)) @ self.basis
        return force + self.push - self.squares * z - self.damping @ w

    def save(self):
        """The states of the localised devices."""
        return self.free.save()

    def restore(self, states):
        """Give the localised devices back the states of an earlier `save`."""
        self.free.restore(states)


def rubbing(local, t, u, v) -> np.ndarray:
    """(n,) the force of shocks less what pushes along the normal; renews their states."""
    return local.rows.T @ np.concatenate([_tangential(device, t, q, p) for device, q, p in local.seen(t, u, v)])


def _tangential(device, t, q, p):
    answer = device.force(t, 0.0, q, p)
    if not device.rubs:
        return [0.0] * len(answer)
    _, c, s = device.gap(q[1], q[2])
    normal = device.answer[0]
    return [answer[0], answer[1] - normal * c, answer[2] - normal * s]


class ShockStates:
    """A scheme (see ModalScheme) driven by another one on the basis of the state of contact that reigns.

    make      function (system, t, step, u, v, a or None) of the inner scheme, which must keep nothing else from one step to the next
    system    a ModalSystem whose localised devices are all shocks: they have `answer`, the normal force first, `rubs` and `gap`
    still     (n,) what the flow gives to damping/mass of the modes, None where nothing flows
    flow      what it adds to the damping of a mode of unit mass: function of (pulsation, shape (n,))
    """

    def __init__(self, make: Callable[..., ModalScheme], system: ModalSystem, t, step, u, v, a=None, *, still=None, flow=None):
        self._make, self.system, self._regular = make, system, step
        self._inner = make(system, t, step, u, v, a)
        n = system.size
        self._case, self._basis = 0, np.eye(n)
        self._tangents, self._pushes, self._bases = {0: np.zeros((n, n))}, {0: np.zeros(n)}, {}
        self._flowing, self._flow = np.zeros(n) if still is None else np.array(still, float), flow
        self._inverses = {0: np.eye(n)}

    @property
    def t(self):
        """The time reached."""
        return self._inner.t

    @property
    def done(self):
        """The step really taken."""
        return self._inner.done

    @property
    def adaptive(self):
        """Whether the inner scheme chooses its steps."""
        return self._inner.adaptive

    @property
    def step(self):
        """The step proposed."""
        return self._inner.step

    @step.setter
    def step(self, value):
        self._inner.step = value

    @property
    def u(self):
        """Coordinates (n,) on the basis without shock."""
        return self._basis @ self._inner.u if self._case else self._inner.u

    @property
    def v(self):
        """Their velocities."""
        return self._basis @ self._inner.v if self._case else self._inner.v

    @property
    def a(self):
        """Their accelerations."""
        return self._basis @ self._inner.a if self._case else self._inner.a

    def date(self, time):
        """Step as in that version of code_aster."""
        self._inner.date(time)

    def advance(self):
        """Integrate one step, cut where the state of contact changes; then change the basis."""
        inner, before, states = self._inner, dict(self._inner.__dict__), self._remembered()
        for tries in range(MOST_TRIES):
            inner.advance()
            case = 0
            for i, device in enumerate(self.system.local.devices):
                if abs(device.answer[0]) > EPS:
                    case += 1 << i
            shorter = None
            if case != self._case:
                tangent = self._tangent(case)
                shorter = self._cut(case, before["u"])
                if shorter is None:
                    self._change(case, tangent)
            if shorter is None:
                if tries:
                    self._inner.step = self._regular
                return
            inner.__dict__.update(before)
            self._recall(states)
            inner.step = shorter
        raise ComputationFailed(f"at t = {inner.t:.6g} the state of the shocks changes on and on: try a smaller time step")

    def _remembered(self):
        return [(device, device.state, device.answer) for device in self.system.local.devices]

    @staticmethod
    def _recall(states):
        for device, state, answer in states:
            device.state, device.answer = state, answer

    def _force(self, t, z, w):
        free = self.system
        return (free.load(t) + free.local(t, 0.0, self._basis @ z, self._basis @ w)) @ self._basis

    def _tangent(self, case):
        """Keep the tangent stiffness and the push of a state of contact; its tangent damping. By differences, at the state reached."""
        inner, n = self._inner, self.system.size
        if case == 0:
            self._tangents[0], self._pushes[0] = np.zeros((n, n)), np.zeros(n)
            return np.zeros((n, n))
        z, w, t = inner.u, inner.v, inner.t
        force = self._force(t, z, w)
        states = self._remembered()
        moves, rates = _increments(inner, min(SMALLEST_STEP, 1e-4 * inner.done))

        def slopes(steps, shifted):
            found = np.zeros((n, n))
            for i in range(n):
                change = force - shifted(i, steps[i])
                self._recall(states)
                seen = (abs(change) > 1e5 * EPS) & (np.minimum(abs(steps[i]), abs(steps)) > 1e5 * EPS)
                found[i, seen] = change[seen] / steps[i]
                if abs(found[i, i]) > 1e5 * EPS:
                    half = (force[i] - shifted(i, 0.5 * steps[i])[i]) / change[i]
                    self._recall(states)
                    if not 0.49 <= half <= 0.51:
                        found[i, i] = 0.0
            return found

        unit = np.eye(n)
        stiffness = slopes(moves, lambda i, by: self._force(t, z + by * unit[i], w))
        damping = slopes(rates, lambda i, by: self._force(t, z, w + by * unit[i]))
        stiffness, damping = _evened(stiffness), _evened(damping)
        self._tangents[case] = stiffness
        self._pushes[case] = stiffness @ z + damping @ w + force - self.system.load(t)
        return damping

    def _cut(self, case, start):
        """The step after which the state changes, None where the step made is close to it."""
        inner = self._inner
        matrix, push = self._tangents[case] - self._tangents[self._case], self._pushes[case] - self._pushes[self._case]
        own = np.flatnonzero((abs(push) > 100 * EPS) & (abs(matrix.diagonal()) > 100 * EPS))
        turn = np.zeros(self.system.size)
        if own.size:
            found = _solve_in_order(matrix[np.ix_(own, own)], push[own])
            turn[own] = np.where(abs(found) > 100 * EPS, found, 0.0)
        ahead, way = turn - start, inner.u - start
        scale = abs(ahead).max()
        if not scale > 1e5 * EPS:
            return None
        with np.errstate(all="ignore"):
            ratio = min(1.0, float((ahead / scale) @ (way / scale) / ((way / scale) @ (way / scale))))
        if ratio > EPS and abs(ratio - 1.0) > CLOSE and inner.done * ratio > SMALLEST_STEP:
            return inner.done * ratio
        return None

    def _change(self, case, damping):
        """Go over to the basis of a state."""
        inner, old = self._inner, self._case
        if case and case not in self._bases:
            self._bases[case] = self._modes(case, damping)
        basis = self._bases[case][0] if case else np.eye(self.system.size)
        inverse = self._inverses.setdefault(case, np.linalg.inv(basis))
        onto, forces = inverse @ self._basis, self._inverses[old] @ basis
        self._pushes[case] = self._pushes[case] @ forces
        system = _Shocked(self.system, *self._bases[case], self._pushes[case]) if case else self.system
        state = (onto @ inner.u, onto @ inner.v, onto @ inner.a)
        changed = self._make(system, inner.t, self._regular, *state)
        changed.step, changed.done, changed.adaptive = inner.step, inner.done, inner.adaptive
        self._inner, self._case, self._basis = changed, case, basis

    def _modes(self, case, damping):
        """The basis (n, n) of a state on that without shock, the squares of its pulsations (n,), its damping (n, n)."""
        from scipy.linalg import eigh

        free = self.system
        mass, stiffness, own = (np.diag(x) if x.ndim == 1 else x for x in (free.mass, free.stiffness, free.damping))
        if self._case:
            mass = np.eye(free.size)
        damping = own + damping - np.diag(mass.diagonal() * self._flowing)
        _, basis = eigh(stiffness + self._tangents[case], mass)
        squares = np.einsum("ai,ab,bi->i", basis, stiffness + self._tangents[case], basis)
        damping = basis.T @ damping @ basis
        self._tangents[case] = np.tril(self._tangents[case], -1) + np.diag(squares)
        basis = self._basis @ basis
        if self._flow is not None:
            self._flowing = np.array([self._flow(np.sqrt(w2), shape) for w2, shape in zip(squares, basis.T)])
            damping = damping + np.diag(self._flowing)
        return basis, squares, damping


def _increments(inner, dt):
    """The displacements and velocities (n,) by which to take differences: those of a short time, long enough to be told from nothing."""
    w, a = inner.v, inner.a
    if not abs(a).max() > 0.0:
        raise ComputationFailed(f"at t = {inner.t:.6g} a shock begins without acceleration: no tangent of it can be taken")
    while True:
        after = w + dt * a
        moved = inner.u + dt * after
        moves, rates = moved - inner.u, after - w
        if min(abs(rates).max(), abs(moves).max()) > 1e7 * EPS:
            return moves, rates
        dt *= 10.0


def _evened(matrix):
    """Symmetric: the mean of two terms that agree, nothing where they do not."""
    found = np.diag(matrix.diagonal())
    for i, j in zip(*np.triu_indices(len(matrix), 1)):
        upper, lower = matrix[i, j], matrix[j, i]
        if abs(upper) > 1e3 * EPS and 0.99 <= abs(lower / upper) <= 1.01:
            found[i, j] = found[j, i] = 0.5 * (upper + lower)
    return found


def _solve_in_order(matrix, right):
    """Solve by elimination without exchange of lines; what is singular gives what it gives, infinite values included."""
    a, x, n = np.array(matrix, float), np.array(right, float), len(right)
    with np.errstate(all="ignore"):
        for i in range(n - 1):
            factors = a[i + 1 :, i] / a[i, i]
            a[i + 1 :, i:] -= np.outer(factors, a[i, i:])
            x[i + 1 :] -= factors * x[i]
        for i in range(n - 1, -1, -1):
            x[i] = (x[i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return x
