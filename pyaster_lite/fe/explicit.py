"""Explicit steps: one solution with the mass, nothing to iterate (r5.05.05).

u = u_ + dt v_ + phi dt^2 a_
v* = v_ + early dt a_
M a = fext(t) - fint(u) - C v* - modal damping (v_),  with accelerations given by the relations
v = v* + late dt a

C follows the tangent of rates at u_ where materials damp by it or laws have dampers (isDampMatrUpdate).
"""

from __future__ import annotations

import numpy as np

from .balance import Course
from .cells import reference_cell
from .errors import SingularMatrix
from .iteration_matrix import IterationMatrix
from .line_element import LineElement
from .newton import Options, State, StepFailed, Structure
from .time_scheme import ExplicitRule

POWERS = 100
"""Iterations of the power method: enough for two digits of the highest frequency."""


class ModalMass:
    """The mass on a basis: shapes (n, k), orthogonal by it, and their generalised masses (k,). Accelerations are in the basis."""

    def __init__(self, shapes: np.ndarray, mass):
        self.shapes, self.masses = shapes, np.einsum("ni,ni->i", shapes, mass @ shapes)

    def solve(self, b: np.ndarray, jump=None) -> np.ndarray:
        """The acceleration (n,) that forces (n,) give; the basis meets the relations, whose values must be zero."""
        return self.shapes @ (self.shapes.T @ b / self.masses)


class Explicit:
    """Advances steps one after the other; the values that relations impose are accelerations."""

    def __init__(self, structure: Structure, options: Options, contact: None = None):
        """Nothing is iterated: of the options only those of remedies matter; contact needs implicit steps."""
        self.structure, self.options, self.contact = structure, options, contact
        self.watch = self.more = self.clock = self.steering = None
        self._mass: IterationMatrix | None = None
        self._first: State | None = None

    def step(self, state: State, rule: ExplicitRule, t: float, number: int) -> tuple[State, Course]:
        """The step that ends at t. Raises StepFailed."""
        structure, dt, elimination = self.structure, rule.dt, self.structure.elimination
        u = state.u + dt * state.v + rule.phi * dt**2 * state.a
        v = state.v + rule.early * dt * state.a
        if structure.dampers:
            structure.stiffness(state, np.zeros(structure.size), t, "rate")
        increment, structure.velocity, structure.first = u - state.u, v, "kept"
        force, internal = structure.internal_forces(state, increment, t)
        external = structure.dead_loads(t)
        following = structure.following_loads(t, u, v, state.a)
        if following is not None:
            external = external + following
        pushed = external - force
        if structure.damping is not None:
            pushed = pushed - structure.damping @ v
        modal = structure.modal_damping(state.v)
        if modal is not None:
            pushed = pushed - modal
        if self._mass is None:
            try:
                self._mass = structure.projected or IterationMatrix(structure.mass, elimination, True)
            except SingularMatrix as failure:
                raise StepFailed("error", failure.message) from failure
        if hasattr(self._mass, "joined"):
            a = self._mass.joined(state.time, rule, t, pushed)
        else:
            a = self._mass.solve(pushed, elimination.offset(t) if len(elimination.relations) else None)
        if self._first is None:
            self._first = state
        if not np.isfinite(a).all():
            raise StepFailed("error", unbounded(structure, self._mass, self._first, dt))
        reaction = elimination.supported(pushed - structure.mass @ a)
        v = v + rule.late * dt * a
        # code_aster counts no iteration
        return State(t, u, v, a, reaction, force, external, internal, increment, dt), Course(1, [0.0], [0.0], start=1)


def stable_step(structure: Structure, mass: IterationMatrix, state: State) -> float:
    """The step (s) that central differences bear: 2 / w, w (rad/s) the highest frequency of the tangent at a state, by the power method."""
    stiffness = structure.stiffness(state, np.zeros(structure.size), state.time, True)
    x, square = np.random.default_rng(0).standard_normal(structure.size), 1.0
    for _ in range(POWERS):
        x = mass.solve(stiffness @ x)
        square = float(np.linalg.norm(x)) or np.finfo(float).tiny
        x = x / square
    return 2.0 / np.sqrt(square)


def unbounded(structure: Structure, mass: IterationMatrix, state: State, dt: float) -> str:
    """What to say of a motion that grows without bound, from a state that was still bounded."""
    text, longest = "the motion grows without bound", stable_step(structure, mass, state)
    return text if dt <= longest else f"{text}: the step {dt:.3g} is too long for this scheme, which is stable below {longest:.3g}"


def wave_times(parts) -> np.ndarray:
    """For each cell of solids, plates, beams and bars, the time a wave of speed sqrt(E / rho) needs between its two closest corners."""
    found = [np.empty(0)]
    for part in parts:
        if part.behaviour is None or not _carries_waves(part.element) or not part.data.has("young"):
            continue
        corners = reference_cell(part.element.cell).corners
        x = part.data.coordinates[:, :corners]
        apart = np.sqrt(((x[:, :, None] - x[:, None]) ** 2).sum(axis=3))
        pairs = np.triu_indices(corners, 1)
        density, young = (np.broadcast_to(part.data.overall(name, 0.0), len(part.data)) for name in ("density", "young"))
        slowness = np.divide(density, young, out=np.zeros(len(part.data)), where=young > 0.0)
        found.append(apart[:, pairs[0], pairs[1]].min(axis=1) * np.sqrt(slowness))
    times = np.concatenate(found)
    return times[times > 0.0]


def _carries_waves(element) -> bool:
    return element.dim >= 2 or isinstance(element, LineElement)
