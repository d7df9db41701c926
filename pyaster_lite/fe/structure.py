"""The finite element model as a nonlinear loop sees it: element groups, each part of which obeys one behaviour."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from . import part_damping
from .algebra import DENSE
from .assembly import Assembler
from .constraints import Elimination
from .data import ElementData, Motion
from .element import Element, PointState
from .errors import NoReference
from .finite_rotation import composed
from .growing import Growing
from .perturbation import Perturbation
from .recalled import recalled
from .translations import Translations
from .turning_motion import TurningMotion

SMALL = 2**19
"""Numbers of all tangents of elements up to which they are made along with the forces: calls then cost more than numbers."""
UNASKED = 2
"""After so many tangents that nobody asked for none is made ahead: that of the end of a step is not, nor those of a line search."""
_BESIDE = ("beside", "summed")
"""How elements that are `iterative` take the last iterate: beside the state of the last instant, over the iterations of one loop
("summed") or over all of the step; True where they go on from it instead."""


@dataclass
class Part:
    """Cells with the same element and the same behaviour (None for what has no stiffness of its own).

    perturbation  what tells tangents at iterates in the element's stead, or looks at them (fe.perturbation); None of most
    """

    element: Element
    data: ElementData
    equations: np.ndarray
    behaviour: object = None
    perturbation: Perturbation | None = None
    _recalled: tuple = field(default=(None, None), init=False, repr=False, compare=False)

    def recalling(self):
        """The behaviour, recalling its last answer (fe.recalled)."""
        if self._recalled[0] is not self.behaviour:
            self._recalled = self.behaviour, recalled(self.behaviour)
        return self._recalled[1]

    def start(self) -> PointState | None:
        """The state of rest."""
        return None if self.behaviour is None else self.element.start(self.data, self.behaviour)


@dataclass
class _Ahead:
    """An iterate u (n,) of a step from the states `before`: its forces (n,), states, and the tangents that may be asked for."""

    u: np.ndarray
    before: list
    times: tuple[float, float]
    force: np.ndarray
    states: list
    tangents: list


class FiniteElements:
    """Elements, loads and relations on `size` unknowns (the protocol fe.newton.Structure).

    loads       functions t -> (n,), summed up
    followers   pairs of functions: (t, u, v, a) -> (n,) of loads that follow the motion (v and a None in statics), and
                (t, u) -> (n, n), less their derivative, or None
    lumped      whether the mass is diagonal
    dampers        whether laws damp by what their tangents are: the damping follows the stiffness
    damped_by_tangents  whether elements damp in proportion to their tangents rather than to their stiffness at rest
    feels_motion   whether laws ask for velocities or flow by themselves: a step starts from their answer while nothing moves
    judged_apart   whether a law's first forces of a step are those of a renewed matrix when judged, and others to go on from
    added_damping  a damping matrix beside that of the elements, or None
    steered     loads at unit intensity, as `followers`, whose intensity is an unknown (fe.steering); an empty pair stands for
                imposed values
    silent      equations whose unknowns are given and whose balance is not asked for
    repeatable  whether forces that are asked for again at an iterate are the same, and nothing else comes of asking
    velocity, first  as fe.newton.Structure has them, for laws that damp
    projected   what gives accelerations in its stead where a motion is sought on a basis (fe.explicit.ModalMass), else None
    flows       functions (t, u) -> (n,) by second, u the unknowns where the step starts: they act for as long as it lasts
    Matrices of small models are dense. `elastic`: every behaviour is linear, and its state is not followed from step to step.
    """

    def __init__(
        self,
        size: int,
        parts: Sequence[Part],
        elimination: Elimination,
        loads: Sequence[Callable[[float], np.ndarray]] = (),
        followers: Sequence[tuple[Callable, Callable | None]] = (),
        modal_forces: Callable[[np.ndarray], np.ndarray] | None = None,
        dynamic: bool = True,
        lumped: bool = False,
        silent=(),
        added_damping=None,
        steered: Sequence[tuple[Callable | None, Callable | None]] = (),
        flows: Sequence[Callable[[float, np.ndarray], np.ndarray]] = (),
        damped_by_tangents: bool = False,
    ):
        self.size, self.parts, self.elimination = size, list(parts), elimination
        self.loads, self.followers, self._modal_forces = list(loads), list(followers), modal_forces
        self.steered, self.intensity = list(steered), 0.0
        self.flows, self._start = list(flows), None
        self.assembler = Assembler(size, [part.equations for part in self.parts])
        straight = all(part.behaviour is None or (part.behaviour.linear and part.element.straight) for part in self.parts)
        acting = [part.data for part in self.parts if part.behaviour is not None]
        changing = any(data.varies("elasticity") for data in acting)
        self.surrounded = any(data.surroundings is not None for data in acting)
        self.elastic = straight and not self.surrounded
        turning = any(stiffness is not None for _, stiffness in (*self.followers, *self.steered))
        symmetric = all(p.behaviour is None or (p.element.symmetric and getattr(p.behaviour, "symmetric", True)) for p in self.parts)
        self.linear, self.definite = straight and not changing and not turning, symmetric and not turning
        self.silent = np.asarray(silent, int)
        self.velocity, self.first, self.projected = None, "kept", None
        turning = [
            part.equations[:, part.element.rotation_vectors].reshape(-1, 3)
            for part in self.parts
            if hasattr(part.element, "rotation_vectors")
        ]
        self._turning = np.unique(np.concatenate(turning), axis=0) if turning else np.zeros((0, 3), int)
        self.turns, self._turning_motion = bool(len(self._turning)), None
        self._setting_off, self._made = False, np.zeros(size)
        growing = [part.equations[:, part.element.growing].ravel() for part in self.parts if hasattr(part.element, "growing")]
        self._growing = Growing(np.unique(np.concatenate(growing))) if growing else None
        self._iterative = [
            getattr(part.element, "iterative", False) or getattr(part.behaviour, "iterative", False) for part in self.parts
        ]
        self._iterates: list[PointState | None] | None = None
        self._correction: np.ndarray | None = None
        self._exact = [getattr(part.element, "exact", False) for part in self.parts]
        self._lost: np.ndarray | None = None
        self._damps = [getattr(part.behaviour, "damps", False) for part in self.parts]
        self.feels_motion = any(self._damps) or any(getattr(part.behaviour, "flows", False) for part in self.parts)
        self._driven = None
        self._ahead, self._unasked = None, UNASKED
        self.judged_apart = any(getattr(part.behaviour, "judged_apart", lambda data: False)(part.data) for part in self.parts)
        self.repeatable = not (any(self._iterative) or any(self._exact) or any(self._damps) or self.judged_apart or self.turns)
        self.repeatable &= self._growing is None
        self._small = sum(part.equations.size * part.equations.shape[1] for part in self.parts) <= SMALL
        self._small &= all(part.perturbation is None for part in self.parts)
        self._imposed: dict[tuple[float, bool], np.ndarray] = {}
        self._transformed = None
        self._anew = True
        self._stiffness = None
        if self.elastic:
            self._split_stiffness()
        self.mass = self.damping = None
        self.dampers = self.damped_by_tangents = False
        if dynamic:
            self.mass = self._lightened(self._matrix("explicit_mass" if lumped else "mass"))
            self.damped_by_tangents = damped_by_tangents and not self.elastic and part_damping.follows_stiffness(self.parts)
            damping = self.assembler.matrix([None] * len(parts) if self.damped_by_tangents else part_damping.at_rest(self.parts, lumped))
            if added_damping is not None:
                damping = damping + added_damping
            self._own_damping, self._added_damping, self._lumped = damping, added_damping, lumped
            dampers = [getattr(part.behaviour, "dampers", lambda data: None)(part.data) for part in self.parts]
            self.dampers = self.damped_by_tangents or any(found is not None for found in dampers)
            self.damping = self._lightened(damping) if self.dampers or (damping.nnz and damping.data.any()) else None

    def damping_without_stiffness(self):
        """(n, n) the damping where no part has a stiffness yet that it could follow; None where nothing damps."""
        if self.damping is None:
            return None
        found = self.assembler.matrix(part_damping.without_stiffness(self.parts, self._lumped))
        return self._lightened(found if self._added_damping is None else found + self._added_damping)

    def _renewed_damping(self, tangents, states):
        """The damping where these are the tangents of the parts, over a step from their states."""
        found = self._own_damping + self.assembler.matrix(part_damping.by_laws(self.parts, tangents, states))
        if self.damped_by_tangents:
            found = found + self.assembler.matrix(part_damping.by_tangents(self.parts, tangents, self._lumped))
        return self._lightened(found)

    def _matrix(self, option):
        return self.assembler.matrix([getattr(part.element, option)(part.data) for part in self.parts])

    def _split_stiffness(self):
        """The constant stiffness, and what makes forces of the parts that feel no translation and of those that do (None without any)."""
        whole = [part.element.stiffness(part.data) for part in self.parts]
        apart = [hasattr(part.element, "force_stiffness") for part in self.parts]
        blocks = [part.element.force_stiffness(part.data) if own else block for part, own, block in zip(self.parts, apart, whole)]
        free = [part for part in self.parts if part.element.translations]
        held = [None if part.element.translations else block for part, block in zip(self.parts, blocks)]
        self._translations = Translations(self.size, [(part.element, part.equations) for part in free])
        self._stiffness = self._free_stiffness = self._lightened(self.assembler.matrix(whole))
        if any(apart):
            self._free_stiffness = self._lightened(self.assembler.matrix(blocks))
        self._held_stiffness = None
        if any(block is not None for block in held):
            self._held_stiffness = self._lightened(self.assembler.matrix(held))
            rest = [block if part.element.translations else None for part, block in zip(self.parts, blocks)]
            self._free_stiffness = self._lightened(self.assembler.matrix(rest))

    def _lightened(self, matrix):
        return matrix.toarray() if self.size <= DENSE else matrix

    def shift_mass(self, coefficient: float):
        """Add a share of the stiffness to the mass, which lowers the highest frequencies."""
        self.mass = self.mass + coefficient * self._lightened(self._matrix("stiffness"))

    def turned(self, u: np.ndarray, increment: np.ndarray, correction: np.ndarray) -> np.ndarray:
        """(n,) the correction of displacements u (n,), `increment` being the step's so far.

        Rotation vectors of elements with large rotations are composed; unknowns that only grow are kept from decreasing.
        """
        if self._growing is not None:
            correction = self._growing.corrected(u, increment, correction)
        if not len(self._turning):
            return correction
        self._correction = self._made = correction
        found = correction.copy()
        found[self._turning] = composed(u[self._turning], correction[self._turning], False) - u[self._turning]
        return found

    def set_off(self, state, t: float, v: np.ndarray, a: np.ndarray, rates: tuple[float, float]):
        """Internal forces (n,) where the iterations of a step to t start, and what the behaviours then remember.

        v, a (n,) velocities and accelerations there, which the unknown changes by `rates`. As in code_aster, elements that go from
        iterate to iterate are integrated there too, without their rotations, and count the last correction of the step before again.
        """
        self._turning_motion = TurningMotion(state.u, state.u, v, a, (state.u, state.v, state.a), rates)
        self._setting_off, self._correction = True, self._made
        try:
            return self.internal_forces(state, np.zeros(self.size), t)
        finally:
            self._setting_off = False

    def carried(self, u: np.ndarray, v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Velocities and accelerations (n,) of the next iterate, whose displacements are u: those of rotations turn with them."""
        self._turning_motion = self._turning_motion.moved(self._turning, u, v, a)
        return self._turning_motion.v, self._turning_motion.a

    def rest(self) -> list[PointState | None]:
        """What the behaviours remember before anything has happened."""
        return [part.start() for part in self.parts]

    def internal_forces(self, state, increment, t):
        """By the constant stiffness, or by integrating every behaviour."""
        if self._stiffness is not None:
            force = state.force + self._free_stiffness @ self._translations.less(increment)
            return force if self._held_stiffness is None else force + self._held_stiffness @ increment, state.internal
        u = state.u + increment
        if any(self._exact):
            self._lost = (state.u - (u - increment)) + (increment - (u - (u - increment)))
        known = self._known(u, state, t)
        if known is not None:
            return known.force.copy(), known.states
        ahead = self._small and self.repeatable and self._driven is None and self._unasked < UNASKED
        forces, states, tangents = self.respond(u, self._last(state.internal), ahead, state.time, t)
        self._lost = None
        if any(self._iterative):
            self._iterates, self._correction = states, None
        force = self.assembler.vector(forces)
        if self._growing is not None:
            force = self._growing.balanced(force)
        if ahead:
            self._ahead, self._unasked = _Ahead(u, state.internal, (state.time, t), force.copy(), states, tangents), self._unasked + 1
        return force, states

    def _last(self, internal):
        """What the behaviours remember, of elements that go from iterate to iterate that of the last one."""
        if self._iterates is None:
            return internal
        return [last if iterative is True else own for own, last, iterative in zip(internal, self._iterates, self._iterative)]

    def imposed_forces(self, t, starting=False):
        """B^T C e, e the strains that no stress causes at t; kept for the last instants.

        starting  without those of cells that the step starts from anew (begin)
        """
        if not self.surrounded:
            return None
        apart = starting and self._anew and any(getattr(part.behaviour, "restarts", False) for part in self.parts)
        if (t, apart) not in self._imposed:
            if len(self._imposed) > 4:
                del self._imposed[next(iter(self._imposed))]
            forces = []
            for part in self.parts:
                acts = (
                    part.behaviour is not None
                    and hasattr(part.element, "anelastic_force")
                    and not (apart and getattr(part.behaviour, "restarts", False))
                )
                forces.append(part.element.anelastic_force(part.data.between(t, t)) if acts else None)
            self._imposed[t, apart] = self.assembler.vector(forces)
        return self._imposed[t, apart] + self._transforming(t)

    def _transforming(self, t):
        """B^T s of the stresses that would undo what phases that change over the step strain, of laws that tell them; kept for the step."""
        start = self._start
        laws = [getattr(part.behaviour, "transforming", None) for part in self.parts]
        if start is None or t <= start.time or not any(laws):
            return 0.0
        if self._transformed is None or self._transformed[0] is not start or self._transformed[1] != t:
            forces = [
                None if stress is None else part.element.nodal_forces(part.data, stress(held, part.data.between(start.time, t)))
                for part, held, stress in zip(self.parts, start.internal, laws)
            ]
            self._transformed = start, t, self.assembler.vector(forces)
        return self._transformed[2]

    def stiffness(self, state, increment, t, tangent):
        """Tangent at the increment (that of rates at the state when it is "rate", that by which laws unload from there when it is
        "unloading"), elastic (False) or that of the mesh at rest (None, RIGI_MECA); with that of the following loads.
        """
        if self._stiffness is not None:
            matrix = self._stiffness
        elif not tangent or tangent == "unloading":
            rows = zip(self.parts, self.assembler.gather(state.u + increment), state.internal or [None] * len(self.parts))
            block = _unloading if tangent else _resting if tangent is None else _elastic
            blocks = [block(part, part.data.between(state.time, t, bool(tangent)), u, held) for part, u, held in rows]
            matrix = self._lightened(self.assembler.matrix(blocks))
        else:
            u = state.u if tangent == "rate" else state.u + increment
            known = None
            if tangent != "rate":
                known, self._ahead, self._unasked = self._known(u, state, t), None, 0
            if known is None:
                tangents = self.respond(u, self._last(state.internal), True, state.time, t, tangent == "rate")[2]
            else:
                tangents = known.tangents
            matrix = self._lightened(self.assembler.matrix(tangents))
            if self.dampers:
                self.damping = self._renewed_damping(tangents, state.internal)
        for _, turning in self.followers:
            if turning is not None:
                matrix = matrix + self._lightened(turning(t, state.u + increment))
        for _, turning in self.steered:
            if turning is not None and self.intensity:
                matrix = matrix + self.intensity * self._lightened(turning(t, state.u + increment))
        return matrix

    def _known(self, u, state, t):
        """What was made ahead of the same iterate of the same step."""
        made = self._ahead
        if made is None or made.before is not state.internal or made.times != (state.time, t) or not np.array_equal(made.u, u):
            return None
        return made

    def respond(self, u: np.ndarray, before: list, want_tangent: bool, start: float = 0.0, end: float = 0.0, predicting: bool = False):
        """Forces, states and tangents of the parts at displacements u (n,), from their states `before`, over a step of time."""
        forces, states, tangents = [], [], []
        iterates = self._iterates or [None] * len(self.parts)
        gathered = self.assembler.gather(u)
        kinds = zip(self._damps, self._iterative, self._exact)
        for part, values, old, last, (damps, iterative, exact) in zip(self.parts, gathered, before, iterates, kinds):
            force = tangent = new = None
            if part.behaviour is not None:
                data = part.data.between(start, end, predicting or (self._setting_off and iterative is True))
                if self.velocity is not None and (damps or self._driven is not None):
                    data = replace(data, motion=self._motion(part, end))
                if iterative in _BESIDE and last is not None:
                    data = replace(data, characteristics={**data.characteristics, "iterate": last})
                elif iterative and self._correction is not None:
                    data = replace(data, characteristics={**data.characteristics, "correction": self._correction[part.equations]})
                if self._turning_motion is not None and hasattr(part.element, "rotation_vectors"):
                    data = replace(data, characteristics={**data.characteristics, "turning": self._turning_motion.at(part.equations)})
                if exact and self._lost is not None:
                    data = replace(data, characteristics={**data.characteristics, "lost": self._lost[part.equations]})
                force, tangent, new = part.element.respond(data, part.recalling(), values, old, want_tangent)
                if tangent is not None:
                    tangent = mirrored(tangent, getattr(part.behaviour, "mirrored", None))
                if tangent is not None and part.perturbation is not None and not predicting:
                    tangent = part.perturbation.tangent(part.element, data, part.behaviour, values, old, tangent)
            forces.append(force)
            states.append(new)
            tangents.append(tangent)
        return forces, states, tangents

    def drive(self, shapes: np.ndarray, displacement: Callable, velocity: Callable):
        """Supports bring nodes by shapes (n, s) times functions of time, (s,); laws with `feels_supports` feel it."""
        self._driven, self.feels_motion = (shapes, displacement, velocity), True

    def _motion(self, part, t):
        """What laws of a part may know of the velocity at t, and of the supports'."""
        velocity, carried = self.velocity[part.equations], None
        if self._driven is not None and getattr(part.behaviour, "feels_supports", False):
            shapes, displacement, speed = self._driven
            own = shapes[part.equations]
            velocity, carried = velocity + own @ speed(t), own @ displacement(t)
        return Motion(velocity, self.first, carried)

    def ended(self, state, before: float):
        """What a balanced step that began at `before` (s) leaves behind, where laws say that it is something else (`ended`)."""
        if not self.elastic:
            state.internal = [
                held
                if held is None or not hasattr(part.behaviour, "ended")
                else part.behaviour.ended(held, part.data.between(before, state.time))
                for part, held in zip(self.parts, state.internal)
            ]

    def nodal_forces(self, states: list) -> np.ndarray:
        """(n,) internal forces of given point states: B^T stress in solids, what they hold in discretes."""
        pairs = zip(self.parts, states)
        return self.assembler.vector([None if s is None else part.element.state_forces(part.data, s) for part, s in pairs])

    def reference_forces(self, references: Mapping[str, float]) -> np.ndarray:
        """(n,) the least of the elements' reference forces at each equation, infinite where there is none.

        Raises NoReference for elements that follow a law and have none: any residual of theirs would do.
        """
        least = np.full(self.size, np.inf)
        for part in self.parts:
            force = part.element.reference_force(part.data, references)
            if force is None and part.behaviour is not None:
                raise NoReference(f"cells like number {part.data.cells[0] + 1} have no reference forces yet")
            if force is not None:
                np.minimum.at(least, part.equations, force)
        return least

    def begin(self, state, t, anew=True):
        """The internal forces over a step to t while nothing moves: those of the state, but where flows act over the step or stresses
        are read back.

        Laws may tell which stresses the step starts from instead (`foreseen`), or, where `anew` asks for it, answer again before anything
        moves (`restarts`); the others have forces of strains that no stress causes (imposed_forces).
        """
        self._start, self._iterates = state, None
        self._anew = anew
        foreseen = [hasattr(part.behaviour, "foreseen") for part in self.parts]
        again = [anew and getattr(part.behaviour, "restarts", False) for part in self.parts]
        apart = [part.behaviour is not None and (part.element.stepwise or part.element.rereads) for part in self.parts]
        if not any(foreseen) and not any(again) and not any(apart):
            return state.force
        forces = []
        for part, own, ahead, restarts in zip(self.parts, state.internal, foreseen, again):
            if own is not None and restarts:
                # the tangent of rates, which comes next, asks the law the same
                data = part.data.between(state.time, t, True)
                forces.append(part.element.respond(data, part.recalling(), state.u[part.equations], own, False)[0])
            elif own is not None and part.element.stepwise:
                forces.append(part.element.holding_forces(part.data.between(state.time, t), part.behaviour, own))
            elif own is not None and ahead:
                data = part.data.between(state.time, t)
                forces.append(part.element.nodal_forces(data, part.behaviour.foreseen(own, data, getattr(part.element, "continuum", None))))
            else:
                forces.append(None if own is None else part.element.state_forces(part.data, own))
        return self.assembler.vector(forces)

    def restart(self):
        """The iterations of the step start anew: so does what elements sum up over them, while what they go on from stays (merimp)."""
        if self._iterates is not None:
            self._iterates = [None if kind == "summed" else last for last, kind in zip(self._iterates, self._iterative)]

    def dead_loads(self, t):
        """The sum of the loads that do not follow."""
        total = np.zeros(self.size)
        for load in self.loads:
            total += load(t)
        if self._start is not None:
            for flow in self.flows:
                total += (t - self._start.time) * flow(t, self._start.u)
        return total

    def following_loads(self, t, u, v=None, a=None):
        """The sum of those that do, None when there are none."""
        return sum(force(t, u, v, a) for force, _ in self.followers) if self.followers else None

    def steered_loads(self, t, u):
        """(n,) the loads of unknown intensity, at unit intensity."""
        return sum((force(t, u, None, None) for force, _ in self.steered if force is not None), np.zeros(self.size))

    def modal_damping(self, v):
        """Damping forces given mode by mode."""
        return None if self._modal_forces is None else self._modal_forces(v)


def _elastic(part, data, u, held):
    return part.element.elastic_stiffness(data, part.behaviour, u, held)


def _resting(part, data, u, held):
    return part.element.resting_stiffness(data, part.behaviour, u, held)


def _unloading(part, data, u, held):
    """The tangent of rates of a state that loses nothing more, where the law tells of one (`unloaded`)."""
    if not hasattr(part.behaviour, "unloaded"):
        return _elastic(part, data, u, held)
    return part.element.respond(data, part.behaviour, u, part.behaviour.unloaded(held))[1]


def mirrored(tangent, half: str | None):
    """(ne, n, n) tangents of cells of which one half counts: "lower", "upper", or both (None)."""
    if half is None:
        return tangent
    kept = np.tril(tangent, -1) if half == "lower" else np.triu(tangent, 1).swapaxes(1, 2)
    return kept + kept.swapaxes(1, 2) + tangent * np.eye(tangent.shape[-1])
