"""The balance of one step by Newton's iterations, with a time scheme, relations and contact.

With the letters of fe.time_scheme, R the forces of the eliminated relations and Fc those of contact, the residual of an
iterate is

    r = fint + Fc + R + g (M a + (1 - d) C v) - fext - h (fext_ - fint_) + g d C v_        g = 1/(1 - eta), h = eta g

1. predict u, v, a by the scheme;
2. solve  (k K + c C + m M [+ contact]) x = -r  for the unknown's correction, relations met exactly; R takes up what the
   solution leaves unbalanced at the eliminated equations;
3. let contact judge the correction on the configuration before it, then move u, v, a;
4. integrate fint, measure r: its largest component over the largest of |R + Fc - fext + inertia| and |M v / (beta dt)|;
5. from 2 until the criteria hold; contact may then ask for another geometry, contact with multipliers from 1 on.

This is the order of r5.03.01, r5.05.05 and r5.03.50; the number of iterations, hence the result within the tolerance,
depends on it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from .balance import Course, Criteria, Judge
from .constraints import Elimination
from .errors import LawFailed, SingularMatrix
from .iteration_matrix import IterationMatrix
from .line_search import LineSearch
from .steering import Steering, Trial
from .time_scheme import StepRule

KEPT = 8
"""How many factorised matrices of a linear structure are kept, one for each length of step."""
SAME_LENGTH = 1e-12
"""Coefficients of a matrix that differ by less than this share are the same: instants are sums of rounded steps."""
ROUNDING = 1e-13
"""Corrections below this share of the increment are rounding."""


@dataclass
class State:
    """A balanced instant.

    u, v, a    (n,) displacement, velocity, acceleration
    reaction   (n,) forces of the relations on the structure, with the sign of internal forces
    force      (n,) internal forces;  external (n,) loads
    internal   what the behaviours remember
    increment, support, previous_dt  the last step's displacement, change of `reaction` and length, for extrapolation
    stressed   (n,) the displacements that `internal` and the stresses are of where a last correction left them behind, else None
    pushes     (3, n) where accelerations are the unknowns: the forces of multipliers that move as u, v and a do (Newton._step)
    damped     whether a scheme of several steps knows what damped the motion then
    """

    time: float
    u: np.ndarray
    v: np.ndarray
    a: np.ndarray
    reaction: np.ndarray
    force: np.ndarray
    external: np.ndarray
    internal: Any = None
    increment: np.ndarray | None = None
    previous_dt: float = 0.0
    stressed: np.ndarray | None = None
    support: np.ndarray | None = None
    pushes: np.ndarray | None = None
    damped: bool = True


class Structure(Protocol):
    """What the loop asks of the model; matrices may be dense or sparse.

    `linear`: the stiffness never changes; `definite`: it is symmetric and positive definite once relations are eliminated;
    `silent` (k,): equations whose unknowns are given and whose balance is not asked for.
    """

    size: int
    mass: Any
    damping: Any
    elimination: Elimination
    linear: bool
    definite: bool
    silent: np.ndarray
    velocity: np.ndarray | None
    """(n,) at the end of the step, which the loop sets before it asks for forces; None in statics."""
    first: str | bool
    """Of the first forces that the step asks for, what becomes of the matrix that led there: "kept" or "renewed"; False of later ones."""

    def begin(self, state: State, t: float, anew: bool) -> np.ndarray:
        """A step (or another attempt at it) towards t starts: its internal forces (n,) while nothing moves. May be left out.

        anew  whether those of laws that then answer anew are wanted, as for tangents of rates in statics; raises LawFailed
        """

    def restart(self):
        """Another loop of iterations starts where the step did."""

    def internal_forces(self, state: State, increment: np.ndarray, t: float) -> tuple[np.ndarray, Any]:
        """Internal forces (n,) after `increment` from `state`, and what the behaviours would then remember."""

    def stiffness(self, state: State, increment: np.ndarray, t: float, tangent: bool | str):
        """The stiffness matrix after `increment`: tangent (of rates at `state`, when it is "rate") or elastic."""

    def imposed_forces(self, t: float, starting: bool = False) -> np.ndarray | None:
        """(n,) the elastic forces of strains that no stress causes, such as those of temperature; None when there are none.

        starting  those alone that the forces of `begin` have not
        """

    def dead_loads(self, t: float) -> np.ndarray:
        """(n,) loads that do not follow the motion."""

    def following_loads(self, t: float, u: np.ndarray, v=None, a=None) -> np.ndarray | None:
        """(n,) loads that depend on displacements, velocities and accelerations, None when there are none."""

    def steered_loads(self, t: float, u: np.ndarray) -> np.ndarray:
        """(n,) the loads of unknown intensity, at unit intensity; asked for where intensities are steered only."""

    def modal_damping(self, v: np.ndarray) -> np.ndarray | None:
        """(n,) damping forces given mode by mode, None when there are none."""


class Contact(Protocol):
    """What the loop asks of contact: forces and a tangent on a few equations, and when its geometry has settled."""

    equations: np.ndarray
    tangent: np.ndarray | None
    exact: bool
    coupled: bool

    def begin(self, t: float):
        """A step (or another attempt at it) towards t starts."""

    def evaluate(self, u: np.ndarray, increment: np.ndarray, correction: np.ndarray, residual: float):
        """Judge a correction of displacements u, `increment` being the step's so far; `residual` the last relative one."""

    def add_force(self, total: np.ndarray):
        """Add the contact forces to `total` (n,), with the sign of internal forces."""

    def settled(self, increment: np.ndarray) -> bool:
        """Whether the geometry may stay, once the step is balanced; raises StepFailed when it never will."""

    def keep(self):
        """The step is over. May be left out."""


class ExactContact(Contact, Protocol):
    """A contact whose forces are multipliers (`exact`): it has no tangent and amends corrections instead of judging them.

    The correction is then solved without the contact forces, which are found anew and whole at every iteration.
    """

    def constrain(self, matrix: IterationMatrix, u: np.ndarray, increment: np.ndarray, correction: np.ndarray) -> np.ndarray:
        """(n,) what the contact forces add to a correction of displacements u, `increment` being the step's so far."""


class CoupledContact(Contact, Protocol):
    """A contact with multipliers (`coupled`) whose laws are met by the iterations together with the balance.

    Its forces do not count among the loads that residuals are compared with, a turn of its loops has its own count of
    iterations, and schemes that weigh the previous instant's forces weigh those of contact too.

    balanced_force  (m,) the forces that the last solution counts with, on `equations`
    weighs          where there is one: whether contact forces count among the loads that residuals are compared with
    restless        where there is one: whether corrections have to be elastic, contact having changed of late
    lags            where there is one: whether a last correction, of displacements that were balanced already, leaves stresses behind
    unmet           where there are any, (q,) what is left of the laws at the last iterate, which the residual then holds too
    """

    balanced_force: np.ndarray

    def solve(self, matrix: IterationMatrix, unbalanced: np.ndarray, jump, u: np.ndarray, increment: np.ndarray) -> np.ndarray:
        """(n,) the correction of displacements u under forces `unbalanced` (n,) and those of contact."""

    def wait(self, u: np.ndarray, increment: np.ndarray):
        """The structure is moved by something else than a balance; multipliers stay."""

    def left_force(self, size: int) -> np.ndarray:
        """(n,) contact forces of the step before."""

    def move(self, u: np.ndarray, increment: np.ndarray):
        """The structure has moved to u; forces are those by which its balance is measured from now on."""

    def judged(self, u: np.ndarray, increment: np.ndarray) -> bool:
        """Whether contact may stay as it is at this iteration; what follows the iterations moves on."""


@dataclass(frozen=True)
class Options:
    """How to iterate.

    prediction  "tangent", "elastic", "extrapolate", or a function (t) giving the displacements to start from
    tangent     whether corrections use the tangent stiffness, else the elastic one
    every_step, every_iteration  how often the matrix is made anew; 0 for never after the first step, or iteration
    elastic_below  steps shorter than this (s) use the elastic stiffness, made anew `every_elastic_iteration`
    most, most_elastic  iterations allowed, in ordinary and in such short steps
    accept_anyway  take the last iterate when they are used up
    symmetrised    whether corrections use the symmetric part of the stiffness only
    resting        corrections of a norm below this times that of the increment balance a step too; 0 for none
    lenient        whether a few unknowns may be held by nothing (fe.algebra.factorise_held)
    integrated     whether a step starts from what the laws answer over it while nothing moves
    """

    criteria: Criteria = Criteria()
    prediction: str | Callable[[float], np.ndarray] = "tangent"
    tangent: bool = True
    every_step: int = 1
    every_iteration: int = 1
    elastic_below: float = -1.0
    every_elastic_iteration: int = 0
    most: int = 10
    most_elastic: int = 10
    accept_anyway: bool = False
    line_search: LineSearch | None = None
    symmetrised: bool = False
    resting: float = 0.0
    lenient: bool = False
    integrated: bool = False


class StepFailed(Exception):
    """A step did not balance.

    event     "error", "growth", "residual", "increment", "penetration"
    residuals relative residuals of its iterations;  largest  the absolute ones
    remedy    the one that watched for the event, None: the first of its kind
    known_as  by which name code_aster's messages call it, empty for iterations that do not converge
    """

    remedy = None

    def __init__(self, event: str, message: str, residuals=(), largest=(), known_as: str = ""):
        super().__init__(message)
        self.event, self.message, self.known_as = event, message, known_as
        self.residuals, self.largest = list(residuals), list(largest)


class Newton:
    """Balances steps one after the other; remembers the matrix and what its criteria need."""

    steering: Steering | None = None
    """Chooses the intensity of the steered loads; statics only."""

    def __init__(self, structure: Structure, options: Options, contact: Contact | None = None):
        self.structure, self.options, self.contact = structure, options, contact
        self.watch: Callable[[Course], None] = lambda course: None
        """Called after every iteration; may raise StepFailed."""
        self.refuse: Callable[[object, object], str | None] | None = None
        """Called with what the behaviours remember before and after a balanced step: why it cannot stay, None when it can."""
        self.more: Callable[[Course], int] = lambda course: 0
        """How many iterations to allow beyond the limit."""
        self.clock: Callable[[str], AbstractContextManager] = lambda phase: nullcontext()
        """Accounts the time spent inside to a phase: contact, factorisation, solution, assembly."""
        self._matrix: IterationMatrix | None = None
        self._tangent = True
        self._stiff = False
        """Whether the last matrix of contact was too stiff to be handled apart from the others."""
        self._factorised: dict[tuple, IterationMatrix] = {}
        self._judge = Judge(options.criteria)

    def step(self, state: State, rule: StepRule, t: float, number: int) -> tuple[State, Course]:
        """Balance the step that ends at t; `number` counts from 1. Raises StepFailed."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self._step(state, rule, t, number)

    def _step(self, state, rule, t, number):
        structure, options, contact = self.structure, self.options, self.contact
        short = 0.0 <= t - state.time < options.elastic_below
        course = Course(options.most_elastic if short else options.most)
        held = self._begin(state, t)
        dead = structure.dead_loads(t)
        contact_force, coupled = np.zeros(structure.size), contact is not None and contact.coupled
        if contact is not None:
            contact.add_force(contact_force)
            contact.begin(t)
        given = dead
        if rule.previous:
            before = state.external - state.force
            if coupled:
                before = before - contact.left_force(structure.size)
            given = dead + rule.previous * before
        if rule.old_damping and state.damped and structure.damping is not None:
            given = given - rule.inertia * rule.old_damping * (structure.damping @ state.v)

        # the constant stiffness of a linear structure feels no strains but those of displacements
        integrated = options.integrated and not structure.linear

        def beginning():
            """What the iterations start from."""
            u, v, a = rule.predict(state.u, state.v, state.a)
            increment, force, internal = u - state.u, held, state.internal
            structure.velocity, structure.first = v if rule.motion[2] else None, "kept"
            if getattr(structure, "turns", False) and rule.motion[2]:
                force, internal = structure.set_off(state, t, v, a, rule.motion[1:])
            elif integrated or increment.any() or (structure.velocity is not None and getattr(structure, "feels_motion", False)):
                force, internal = self._integrate(state, increment, t)
            following = structure.following_loads(t, u, v, a)
            loads = given if following is None else given + following
            rest = structure.modal_damping(state.v), structure.elimination.missing(t, u)
            return u, v, a, increment, state.reaction.copy(), force, internal, following, loads, *rest

        u, v, a, increment, reaction, force, internal, following, loads, modal, jump = beginning()
        start, met, latest, stressed = 0, False, None, None
        # multipliers move as accelerations do: a prediction knows of the last ones only what moved as displacements
        # (nmforc_pred), corrections all (nmfcor): residuals are compared with reactions that predictions add up (nmrede)
        pushes, motion = None, np.array(rule.motion)[:, None]
        if rule.accelerates:
            pushes = np.stack(rule.predict(*self._pushes(state)))
        while True:
            pushed = 0.0 if contact is not None and (contact.exact or coupled) else contact_force
            unbalanced = self._loads_less_inertia(rule, loads, v, a, modal) - pushed - force - reaction
            first = len(course) == start
            if first and not integrated and options.prediction in ("tangent", "elastic"):
                unbalanced = self._with_imposed(unbalanced, state.time, t)
            matrix = None
            try:
                matrix = self._choose_matrix(state, rule, increment, t, number, len(course) - start, short)
                structure.first = first and ("renewed" if options.every_iteration == 1 else "kept")
                with self.clock("solution"):
                    if first and options.prediction not in ("tangent", "elastic"):
                        x, support = self._guess(matrix, state, t, u, jump)
                        x = x / rule.motion[0]
                        if coupled:
                            contact.wait(u, increment)
                    elif coupled:
                        x = contact.solve(matrix, unbalanced, None if jump is None else jump / rule.motion[0], u, increment)
                        balance = unbalanced - matrix @ x
                        balance[contact.equations] -= contact.balanced_force
                        support = structure.elimination.supported(balance)
                    elif self.steering is not None:
                        x, unbalanced = self._steered(matrix, state, u, increment, t, unbalanced, course, reaction, loads)
                        support = structure.elimination.supported(unbalanced - matrix @ x)
                    else:
                        x = matrix.solve(unbalanced, None if jump is None else jump / rule.motion[0])
                        support = structure.elimination.supported(unbalanced - matrix @ x)
            except SingularMatrix as failure:
                raise StepFailed("error", failure.message, course.relative, course.largest) from failure
            correction = x * rule.motion[0]
            if options.line_search is not None and not first and not _is_rounding(correction, increment):
                factor = self._search(state, u, increment, correction, reaction, support, contact_force, force, loads, rule, v, a, modal, t)
                x, correction, support = factor * x, factor * correction, factor * support
            if contact is not None and not coupled:
                with self.clock("contact"):
                    if contact.exact:
                        change = contact.constrain(matrix, u, increment, correction)
                    else:
                        contact.evaluate(u, increment, correction, course.relative[-1] if course.relative else np.inf)
                contact_force = np.zeros(structure.size)
                contact.add_force(contact_force)
                if contact.exact:
                    x, correction = x + change / rule.motion[0], correction + change
                    support = support - structure.elimination.supported(matrix @ (change / rule.motion[0]) + contact_force)
            reaction = reaction + support
            if pushes is not None:
                pushes = pushes + motion * (reaction - (self._pushes(state)[0] if first else pushes[2]))
            if hasattr(structure, "turned"):
                correction = structure.turned(u, increment, correction)
            u, increment = u + correction, increment + correction
            if rule.motion[2]:
                v, a = v + rule.motion[1] * x, a + rule.motion[2] * x
                if getattr(structure, "turns", False):
                    v, a = structure.carried(u, v, a)
                structure.velocity = v
            if coupled:
                with self.clock("contact"):
                    contact.move(u, increment)
                contact_force = np.zeros(structure.size)
                contact.add_force(contact_force)
            force, internal = self._integrate(state, increment, t)
            following = structure.following_loads(t, u, v, a)
            loads = given if following is None else given + following
            steered = None if self.steering is None else self.steering.intensity * structure.steered_loads(t, u)
            acting = loads if steered is None else loads + steered
            modal, jump = structure.modal_damping(v), None
            pushed = reaction if pushes is None else pushes[2]
            given_ahead = first and options.prediction not in ("tangent", "elastic")
            left_open = self._imposed_since(state.u, t) if given_ahead else None
            balanced = self._measure(rule, acting, v, a, modal, pushed, contact_force, force, held, course, number, t, left_open)
            if options.resting and not first:
                balanced = balanced or np.linalg.norm(correction) < options.resting * np.linalg.norm(increment)
            behind = latest if met else None
            met, latest = balanced, (internal, u)
            if coupled:
                with self.clock("contact"):
                    balanced = contact.judged(u, increment) and balanced
            self.watch(course)
            if balanced and (contact is None or contact.settled(increment)):
                if behind is not None and getattr(contact, "lags", False):
                    internal, stressed = behind
                reason = self.refuse(state.internal, internal) if self.refuse is not None else None
                if reason is not None:
                    raise StepFailed("error", reason, course.relative, course.largest)
                break
            if balanced and coupled:
                start = course.start = len(course)
                course.limit = start + (options.most_elastic if short else options.most)
                structure.restart()
                u, v, a, increment, reaction, force, internal, following, loads, modal, jump = beginning()
                continue
            if not balanced and len(course) >= course.limit:
                course.limit += self.more(course)
                if len(course) >= course.limit:
                    if options.accept_anyway:
                        break
                    raise StepFailed("error", self._shortfall(course), course.relative, course.largest)
            if structure.first == "renewed" and getattr(structure, "judged_apart", False):
                structure.first = "kept"
                force, internal = self._integrate(state, increment, t)
        if hasattr(contact, "keep"):
            contact.keep()
        external = dead if following is None else dead + following
        external = external if steered is None else external + steered
        new = State(t, u, v, a, reaction, force, external, internal, increment, t - state.time, stressed, reaction - state.reaction, pushes)
        return new, course

    @staticmethod
    def _pushes(state):
        """Those of the state; a start from rest has the reaction as what moves as the acceleration."""
        return np.stack((np.zeros_like(state.reaction),) * 2 + (state.reaction,)) if state.pushes is None else state.pushes

    def _steered(self, matrix, state, u, increment, t, unbalanced, course, reaction, loads):
        """The correction with the intensity that the steering chooses, and the forces that it balances."""
        structure, steering = self.structure, self.steering
        force = structure.steered_loads(t, u)
        fixed = matrix.solve(unbalanced, structure.elimination.missing(t, u))
        x1 = matrix.solve(force, structure.elimination.steered(t))

        def left(intensity, share=1.0, shift=0.0):
            """The largest unbalanced force that an intensity would leave with a share of x0."""
            x = share * fixed + intensity * x1
            pushed = share * unbalanced + intensity * force
            try:
                internal = structure.internal_forces(state, increment + x, t)[0]
            except LawFailed:
                return np.inf
            support = structure.elimination.supported(pushed - matrix @ x)
            following = structure.following_loads(t, u + x)
            given = loads if following is None else structure.dead_loads(t) + following
            steered = (intensity + shift) * structure.steered_loads(t, u + x)
            return float(abs(internal + reaction + support - given - steered).max())

        def choose(share=1.0, shift=0.0):
            """Whether an intensity is found that goes with a share of x0."""
            reach = (t - state.time) / steering.factor
            held = None
            if steering.selection == "angle":
                given = reaction - state.reaction + share * (unbalanced - matrix @ fixed), force - matrix @ x1
                told = structure.elimination.outspoken(structure.silent)
                held = tuple(structure.elimination.multipliers(forces)[told] for forces in given)
            trial = Trial(state.u, increment, share * fixed, x1, force, reach, state.internal, held)
            found = steering.choose(trial, state.increment, lambda e: left(e, share, shift), course.largest, shift)
            if not found:
                text = "no intensity of the steered loads meets what PILOTAGE asks for"
                raise StepFailed("error", text, course.relative, course.largest, "MECANONLINE9_8")
            return steering.intensity, steering.ended

        share, before = 1.0, steering.intensity
        if steering.search is None or not len(course):
            choose()
        else:

            def attempt(share):
                """The residual with a share of x0, and the share with the intensity that goes with it."""
                shift = before * (1.0 - share)
                intensity, ended = choose(share, shift)
                value = left(intensity - shift, share, shift)
                return (value, (share, intensity, ended)) if np.isfinite(value) else None

            best = steering.search.best(course.largest[-1], attempt)
            if best is None:
                raise StepFailed("error", "a law fails with every share of a correction", course.relative, course.largest)
            share, steering.intensity, steering.ended = best
        structure.intensity = steering.intensity
        own = steering.intensity - before * (1.0 - share)
        return share * fixed + own * x1, share * unbalanced + own * force

    def _with_imposed(self, unbalanced, before, t):
        """Unbalanced forces, with what strains that no stress causes add to them over the step."""
        forces = self.structure.imposed_forces(t, True)
        return unbalanced if forces is None else unbalanced + forces - self.structure.imposed_forces(before, True)

    def _begin(self, state, t):
        if not hasattr(self.structure, "begin"):
            return state.force
        try:
            return self.structure.begin(state, t, not self.options.integrated and self.options.prediction == "tangent")
        except LawFailed as failure:
            raise StepFailed("error", failure.message) from failure

    def _integrate(self, state, increment, t):
        try:
            return self.structure.internal_forces(state, increment, t)
        except LawFailed as failure:
            raise StepFailed("error", failure.message) from failure

    def _loads_less_inertia(self, rule, loads, v, a, modal):
        """The loads less inertia, viscous and modal damping; the last is not weighted by the scheme, as in code_aster."""
        if not rule.inertia or rule.motion[2] == 0.0:
            return loads
        structure = self.structure
        forces = structure.mass @ a
        if structure.damping is not None:
            forces = forces + (1 - rule.old_damping) * (structure.damping @ v)
        loads = loads - rule.inertia * forces
        return loads if modal is None else loads - modal

    def _choose_matrix(self, state, rule, increment, t, number, done, short):
        """The iteration matrix for this iteration, made anew when the options ask for it."""
        options, contact = self.options, self.contact
        changing = contact is not None
        # contact that is solved on its own leaves the matrix of the structure alone (MODI_MATR_GLOB)
        apart = changing and contact.exact
        if done == 0:
            anew = self._matrix is None or number == 1 or (options.every_step and (number - 1) % options.every_step == 0)
            elastic = options.prediction == "elastic"
            # of a linear structure both kinds of elastic matrix are the same one
            tangent = False if short or (elastic and self.structure.linear) else None if elastic else "rate"
        else:
            every = options.every_elastic_iteration if short else options.every_iteration
            tangent = options.tangent and not short and not getattr(contact, "restless", False)
            anew = (changing and not apart) or ((tangent or short) and every and done % every == 0)
        in_contact = changing and done > 0
        if anew:
            if getattr(self._matrix, "local", None) is not None:
                self._stiff = self._matrix.stiff
            if done == 0 or not self.structure.linear or self._tangent != tangent:
                self._matrix = None  # so that the factors of two matrices do not stand in memory at once
                # an elastic prediction is made where the step starts, as that by rates is
                at = increment if done else np.zeros_like(increment)
                self._matrix, self._tangent = self._make_matrix(rule, state, at, t, tangent, in_contact and self._stiff), tangent
            if in_contact and self._stiff:
                self._matrix.stiff = True
            self._matrix.correct(*(contact.equations, contact.tangent) if in_contact else (None, None))
        return self._matrix

    def _make_matrix(self, rule, state, increment, t, tangent, with_contact=False):
        """The factorised matrix of a step; a linear structure has one for each length of step (but for rounding).

        One that contact is to be added to as a whole waits with its own factorisation.
        """
        structure = self.structure
        k, c, m = rule.matrix if rule.motion[2] else (1.0, 0.0, 0.0)
        for (known, kind), matrix in self._factorised.items():
            if kind == tangent and np.allclose(known, (k, c, m), rtol=SAME_LENGTH, atol=0.0):
                return matrix
        stiffness = structure.stiffness(state, increment, t, tangent)
        if self.options.symmetrised and not structure.definite:
            stiffness = 0.5 * (stiffness + stiffness.T)
        base = k * stiffness
        if c and structure.damping is not None:
            base = base + c * structure.damping
        if m:
            base = base + m * structure.mass
        with self.clock("factorisation"):
            waits = with_contact or (self.contact is not None and self.contact.coupled)
            system = getattr(structure.elimination, "system", IterationMatrix)
            lenient = {"lenient": True} if self.options.lenient else {}
            matrix = system(base, structure.elimination, structure.definite, waits, **lenient)
        if structure.linear:
            if len(self._factorised) >= KEPT:
                self._factorised.clear()
            self._factorised[(k, c, m), tangent] = matrix
        return matrix

    def _guess(self, matrix, state, t, u, jump):
        """(correction, change of reaction) of a prediction by extrapolation or by given displacements, brought onto the relations."""
        support = 0.0
        if self.options.prediction == "extrapolate":
            ratio = (t - state.time) / state.previous_dt if state.previous_dt else 0.0
            start = np.zeros_like(u) if state.increment is None else ratio * state.increment
            support = 0.0 if state.support is None else ratio * state.support
        else:
            start = self.options.prediction(t) - u
        elimination = self.structure.elimination
        if not len(elimination.relations):
            return start, support
        missing = (0.0 if jump is None else jump) - elimination.spread @ (elimination.relations.matrix @ start)
        return start + matrix.solve(np.zeros_like(u), missing), support

    def _search(self, state, u, increment, correction, reaction, support, contact_force, standing, loads, rule, v, a, modal, t):
        """The line search's factor on the correction, from the `standing` forces.

        Inertia, and contact that is not paired anew, stay as they are meanwhile.
        """
        inertia = -self._loads_less_inertia(rule, np.zeros_like(v), v, a, modal)
        pushed = getattr(self.contact, "forces_at", lambda u, increment: contact_force)
        tried: list[float] = []

        def work(factor):
            """The work, not a number where a law fails at another share than the first tried."""
            share = factor or 0.0
            if factor is None and getattr(self.structure, "repeatable", False):
                force = standing
            else:
                try:
                    force = self._integrate(state, increment + share * correction, t)[0]
                except StepFailed:
                    if not tried:
                        raise
                    return np.nan
            if factor is not None:
                tried.append(factor)
            others = pushed(u + share * correction, increment + share * correction) - loads
            return float(correction @ (force + reaction + share * support + others + inertia))

        return self.options.line_search.factor(work)

    def _shortfall(self, course):
        """What was asked beside what the last iteration reached, in words."""
        tried = "1 iteration" if len(course) == 1 else f"{len(course)} iterations"
        return f"no balance after {tried} (residual {'; '.join(map(str, course.measures))})"

    def _imposed_since(self, u, t):
        """(m,) how far relations of multipliers are from their values at t at displacements u, their largest factors being 1.

        A prediction from given displacements is judged with those, as in code_aster, where only corrections renew them (nmresi).
        """
        relations, silent = self.structure.elimination.relations, np.zeros(len(u))
        silent[np.asarray(self.structure.silent, int)] = 1.0
        factors = abs(relations.matrix)
        largest = factors.max(axis=1).toarray().ravel()
        counted = (largest > 0.0) & (factors @ silent == 0.0)
        return ((relations.value(t) - relations.matrix @ u) / np.where(largest > 0.0, largest, 1.0))[counted]

    def _measure(self, rule, loads, v, a, modal, reaction, contact_force, force, before, course, number, t, left_open=None):
        """Judge the residual of the iterate; `before` (n,) are the internal forces before the step; `left_open` is judged beside it."""
        held = reaction + contact_force - self._loads_less_inertia(rule, loads, v, a, modal)
        if len(self.structure.silent):
            held[self.structure.silent] = -force[self.structure.silent]
        coupled = self.contact is not None and self.contact.coupled
        size = abs(held - contact_force if coupled and not getattr(self.contact, "weighs", False) else held)
        imposed = self.structure.imposed_forces(t)
        scale = (size if imposed is None else size + abs(imposed)).max(initial=0.0)
        if rule.momentum:
            scale = max(scale, rule.momentum * abs(self.structure.mass @ v).max(initial=0.0))
        left = force + held
        if hasattr(self.structure.elimination, "measured"):
            left = self.structure.elimination.measured(left)
        if rule.accelerates:
            left = np.where(reaction == 0.0, left, 0.0)
        if coupled and getattr(self.contact, "unmet", None) is not None:
            left = np.concatenate((left, self.contact.unmet))
            scale = max(scale, abs(self.contact.unmet).max(initial=0.0))
        if left_open is not None:
            left = np.concatenate((left, left_open))
        balanced = self._judge.judge(course, left, scale, before, number)
        if not np.isfinite(course.largest[-1]):
            raise StepFailed("error", "the residual is not a number", course.relative, course.largest)
        return balanced


def _is_rounding(correction: np.ndarray, increment: np.ndarray) -> bool:
    """Whether only supports are out of balance, which the whole correction mends: its work would be that of rounding."""
    return abs(correction).max(initial=0.0) <= ROUNDING * abs(increment).max(initial=0.0)
