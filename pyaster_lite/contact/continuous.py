"""CONTINUE: contact and Coulomb friction with multipliers at the slave nodes, integrated over the slave side (r5.03.52).

The weak form of fe.contact_system gives, at an iterate, forces and laws with their tangent; the correction of the
displacements and that of the multipliers are found together (fe.bordered). Around this stand three questions, each
answered within the iterations (generalised Newton) or by a loop of its own (fixed point), the first inside the second
inside the third:

1.  which points press: those with l - c g < 0, until none changes;
2.  which pressure limits friction: until the multipliers change by less than a share of the largest;
3.  where the points are paired: until the motion since the last pairing is small.

Points whose statuses come and go are watched and treated (contact.cycling).

A penalty that adapts itself is at least what the first matrix tells (contMatrModi), E: 1e5 times the ratio of the longest to the
shortest master cell where the logarithms of the extreme terms of its diagonal are in a ratio up to four, else less; a coefficient of
augmentation beside it is 1e-6 of that. The penalty is raised at each point that presses deeper than allowed (contact.cycling), and no
step waits for that; but where geometry and statuses follow the iterations, no penalised point may press deeper than 1e-2 in the end, or
than the depth of a zone that has a smaller one than the last zone (cazocc, cfdisr, mmconv).

A penalty of friction beside a pressure that is a multiplier is what code_aster makes of the slip that is allowed, G, whatever else was
given: as soon as a point slips by more than 1e-6 G, d = 10 (longest / shortest master cell) / G (mm_cycl_algo).

Multipliers start from zero at each step; statuses and limiting pressures are those that the last balanced step left.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.contact.cycling import GRAZING, Cycling, Look
from pyaster_lite.fe.bordered import Border, solve
from pyaster_lite.fe.contact_geometry import Renewal
from pyaster_lite.fe.contact_points import ContinuousGeometry
from pyaster_lite.fe.contact_report import Report
from pyaster_lite.fe.contact_system import PointLaws
from pyaster_lite.fe.newton import StepFailed

EPS = np.finfo(float).eps
HARDLY_PRESSED = 1e-6
"""The impulse of a node that no greater force (N) presses starts from zero again."""
SLIDING_SHARE = 0.999
"""A friction multiplier from this share of the limit on is said to slide."""
FLICKERING = 1e8
"""Pressures that change by less than this times their mean, the number of points and the longest master cell need no further turn."""
SLIPS = 1e-6
"""From this share of the slip that is allowed on, a point is said to slip."""
EARLY = 2
"""Up to this iterate of a turn what the points move is not looked at."""
FEW_DECADES = 4.0
"""The logarithms of the extreme terms of a diagonal that are in a smaller ratio let the cells alone tell the penalty."""
DEEPEST = 1e-2
"""(m) The depth beyond which iterations that settle all at once go on."""
SHALLOW = 1e-2
"""The share of the shortest master cell that is the depth allowed where none is given."""
TENTH = 0.1
"""The share of the shortest master cell that is the slip allowed where none is given."""
AUGMENTING = 1e-6
"""What a coefficient of augmentation is of the penalty that the first matrix tells."""
GREATEST = 100.0
"""What the first matrix is taken to tell where it is not asked."""
SAME_PRESSURE = 1e-10
"""Statuses that still change are let be once the mean pressure changes by less than this share."""


@dataclass(frozen=True)
class ContinuousLaw:
    """What DEFI_CONTACT says of one zone.

    stiffness, friction_stiffness  coefficients (N/m3; 1/m): of augmentation, or penalties where `penalised`
    friction   Coulomb's coefficient;  free_nodes (k,) nodes without friction, in space along `free_direction` (3,) alone where it is given
    starts     "closed", "penetrating" (gaps up to `reach`, m) or "open" at the first step
    bilateral  points that have pressed keep on pressing
    adapts     what the iterations change: "cycles" and "friction" where statuses do not settle, the penalties of points that press
               deeper than allowed ("depth"), coefficients as the first matrix tells ("estimate"); the last zone speaks for all
    threshold  limiting pressure of the first iteration, None for that of the initial state
    depth      (m) how deep a point may press before its penalty is raised; None for a hundredth of the shortest master cell
    slip       (m) how far a point whose friction is penalised may slip before it slides; 0 for a tenth of the shortest master cell
    large_slip  friction is that of large slip (fe.contact_system)
    """

    penalised: bool
    stiffness: float
    friction: float = 0.0
    friction_penalised: bool = False
    friction_stiffness: float = 1.0
    free_nodes: np.ndarray = field(default_factory=lambda: np.empty(0, int))
    free_direction: np.ndarray | None = None
    starts: str = "penetrating"
    reach: float = 0.0
    bilateral: bool = False
    adapts: frozenset[str] = frozenset({"cycles"})
    threshold: float | None = None
    depth: float | None = np.inf
    slip: float = 0.0
    large_slip: bool = False


@dataclass(frozen=True)
class Loops:
    """How the three questions are answered: "newton" or "fixed", with how many turns at most and how closely.

    per_point  turns of the contact loop for each contact point, where that is given instead of `contact_most`
    renewal    the rule of the geometry's fixed point
    calm       corrections are elastic until statuses have stayed this many iterations
    """

    contact: str = "newton"
    contact_most: int = 30
    per_point: int = 0
    contact_tolerance: float = SAME_PRESSURE
    friction: str = "newton"
    friction_most: int = 10
    friction_tolerance: float = 1e-4
    geometry: str = "fixed"
    geometry_tolerance: float = 1e-6
    renewal: Renewal = field(default_factory=Renewal)
    calm: int = 0


@CONTACTS.register("CONTINUE")
class Continuous:
    """The contact of all zones, as the nonlinear loop asks for it (fe.newton.CoupledContact).

    geometry   pairs the points;  laws one per zone
    pressing   (np,) statuses;  threshold (np,) limiting pressures;  multipliers (1 to 3, nl), a pressure and shares of friction
    """

    formulation = "CONTINUE"
    frictions = (False, True)
    exact = False
    coupled = True
    spatial = True
    tangent = None

    def __init__(self, geometry: ContinuousGeometry, laws: list[ContinuousLaw], loops: Loops):
        self.geometry, self.zone_laws, self.loops = geometry, laws, loops
        zone = geometry.zone_of_point
        penalised, stiffness, friction, friction_penalised, friction_stiffness, large_slip = (
            np.array([getattr(law, name) for law in laws])[zone]
            for name in ("penalised", "stiffness", "friction", "friction_penalised", "friction_stiffness", "large_slip")
        )
        self.frictional = bool(friction.any())
        follows = loops.friction == "newton"
        self.laws = PointLaws(penalised, stiffness, friction, friction_penalised, friction_stiffness, follows)
        self._large_slip = large_slip
        self._stiffness, self._penalised = (stiffness.copy(), friction_stiffness.copy()), penalised
        self.bilateral = np.array([law.bilateral for law in laws])[zone]
        self._adapts = laws[-1].adapts
        self._estimated: float | None = None
        self._greatest = GREATEST
        self._deepest, self._deepest_allowed, self._depths = 0.0, _deepest_allowed(laws), np.zeros(len(zone))
        self._slipping = friction_penalised & ~penalised & (friction > 0.0)
        n = len(zone)
        self.pressing, self.held, self.threshold = np.zeros(n, bool), np.zeros(n, bool), np.zeros(n)
        self.multipliers = np.zeros((1 + self.frictional * (geometry.coordinates.shape[1] - 1), len(geometry.nodes)))
        self._pinned = np.zeros(self.multipliers.shape, bool)
        if self.frictional:
            self._free(laws)
        self._left: tuple | None = None
        self._left_force = np.empty(0, int), np.empty(0)
        self._target = -np.inf
        self._mean = 0.0
        self._last_pressures = np.zeros(n)
        self._sizes: tuple[float, float] | None = None
        self._cycles: Cycling | None = None
        self._moved, self._places = 0.0, None
        self._stayed = 0
        self.equations = np.empty(0, int)
        self._acting, self._balanced = (self.equations, np.empty(0)), None
        self.balanced_force = np.empty(0)
        self._impulses = np.zeros((len(geometry.nodes), 1 + geometry.coordinates.shape[1]))

    def _free(self, laws):
        """Pin the friction of nodes that have none; where one direction alone is free, it is the first tangent there."""
        geometry = self.geometry
        for index, law in enumerate(laws):
            free, directed = np.isin(geometry.nodes, law.free_nodes), law.free_direction is not None and len(self._pinned) > 2
            self._pinned[1] |= free
            if not directed:
                self._pinned[2:] |= free
                continue
            own = (geometry.zone_of_point == index) & np.isin(geometry.node, law.free_nodes)
            geometry.first_tangents[own] = law.free_direction

    def begin(self, t):
        """A step (or another attempt at it) towards t starts."""
        if t > self._target and np.isfinite(self._target):
            self._left = (self.pressing.copy(), self.held.copy(), self.threshold.copy())
            self._left_force = self.equations, self._fresh_force()
        self._target = t
        self.geometry.begin(t)
        self.multipliers[:] = 0.0
        if self._cycles is not None:
            self._cycles.begin()
        self._loop_pressures = np.zeros(len(self.geometry.nodes))
        self._contact_turns = self._friction_turns = 1
        self._iterations = self._turn_iterations = 0
        self.laws.penalised = self._penalised
        self.laws.stiffness, self.laws.friction_stiffness = (values.copy() for values in self._stiffness)
        self._paired = None
        if self._left is not None:
            self.pressing, self.held, self.threshold = (values.copy() for values in self._left)

    def _pair(self, u):
        """Take the points as they are paired on u; the very first pairing decides which press."""
        paired = self.geometry.links(u)
        if paired is self._paired:
            return
        self._paired, self.equations = paired, paired.equations
        if self._left is None and self._iterations == 0:
            self._start(u)
        self.pressing &= ~paired.left_out

    def _start(self, u):
        self._master_sizes()
        penetration = self._paired.points.penetration(u[self.equations]) - self._paired.points.play
        for index, law in enumerate(self.zone_laws):
            here = self.geometry.zone_of_point == index
            close = -penetration <= law.reach
            self.pressing[here] = dict(closed=np.ones_like(close), penetrating=close, open=np.zeros_like(close))[law.starts][here]
            self.threshold[here] = 0.0 if law.threshold is None else -abs(law.threshold)
        self.held = self.pressing & self.bilateral

    def solve(self, matrix, unbalanced, jump, u, increment):
        """The correction of displacements u, and of the multipliers, by the system above."""
        self._pair(u)
        self._start_penalties(self._turn_iterations)
        terms = self._terms(u, increment)
        if "estimate" in self._adapts and self._estimated is None:
            self._estimate(matrix, terms)
        pinned = self._pinned.ravel().copy()
        border = Border(self.equations, terms.force, terms.laws, terms.uu, terms.ul, terms.lu, terms.ll, pinned)
        x, change, self.balanced_force = solve(matrix, unbalanced, jump, border)
        self._change = change.reshape(self.multipliers.shape)
        self.multipliers = self.multipliers + self._change
        self._acting = self.equations, terms.force
        return x

    def _estimate(self, matrix, terms):
        """What the first matrix, that of the multipliers included, tells of a penalty."""
        diagonal = matrix.base.diagonal().copy()
        diagonal[self.equations] += terms.uu.diagonal()
        extremes = abs(np.concatenate((diagonal, terms.ll.diagonal())))
        least, self._greatest = (float(extreme(extremes[extremes > EPS])) for extreme in (np.min, np.max))
        smallest, largest = abs(np.log(least)), abs(np.log(self._greatest))
        shortest, longest = self._master_sizes()
        if smallest < EPS:
            self._estimated = 1e16 * shortest
        elif largest < FEW_DECADES * smallest:
            self._estimated = 1e5 * longest / shortest
        else:
            self._estimated = 10.0 ** (min(smallest, largest) / 10.0)

    def _start_penalties(self, number):
        """What coefficients are at least up to correction `number` 1 of a turn, from zero, once the first matrix has told it."""
        if self._estimated is not None and number <= 1:
            penalty = np.maximum(self._estimated, self.laws.stiffness)
            self.laws.stiffness = np.where(self._penalised, penalty, AUGMENTING * penalty)

    def wait(self, u, increment):
        """The structure is moved by something else than a balance; multipliers stay."""
        self._pair(u)
        self._change = np.zeros_like(self.multipliers)
        self._acting = self.equations, self._terms(u, increment, False).force

    def _terms(self, u, increment, tangent=True):
        equations = self.equations
        state = (u[equations], increment[equations], self.multipliers, self.pressing, self.threshold)
        return self._paired.points.terms(self.laws, *state, tangent)

    def move(self, u, increment):
        """The structure has moved to u: forces by which its balance is measured.

        Where statuses follow the iterations these are the forces that the correction started from, as in code_aster:
        a balance is only believed when the last correction changed nothing.
        """
        self._iterations += 1
        self._turn_iterations += 1
        self._u, self._increment, self._balanced = u, increment, None
        if "newton" not in (self.loops.contact, self.loops.geometry):
            self._acting = self.equations, self._fresh_force()

    def add_force(self, total):
        """Add the contact forces to `total` (n,)."""
        equations, force = self._acting
        total[equations] += force

    def left_force(self, size):
        """(n,) contact forces of the step before."""
        total = np.zeros(size)
        equations, force = self._left_force
        total[equations] = force
        return total

    def _fresh_force(self):
        """Forces at the last iterate with its last statuses."""
        return self._terms(self._u, self._increment, False).force

    def judged(self, u, increment) -> bool:
        """What follows the iterations: whether limits, pairing and statuses have settled at this one."""
        loops, settled = self.loops, True
        if self.frictional and loops.friction == "newton":
            self._limit()
            change, largest = abs(self._change[0]).max(), abs(self.multipliers[0]).max()
            settled = change <= loops.friction_tolerance * (largest if largest > 1.0 else 1.0)
        if loops.geometry == "newton":
            # as in code_aster, what the iteration before this one has moved, be it the last of the step before
            settled = settled and self._moved <= loops.geometry_tolerance
            self.geometry.renew()
            self._pair(u)
        if loops.contact == "newton":
            settled = self._judge_statuses(u, self._turn_iterations - 1) and settled
            self._start_penalties(self._turn_iterations - 1)
        if loops.geometry == "newton":
            # of the iterate before this one again (mm_pene_loop)
            settled = settled and self._deepest <= self._deepest_allowed
            self._watch_places(u)
            self._watch_depth(u)
        return settled

    def _watch_places(self, u):
        """How far the points that press and what they face have moved since the last iteration, over the longest master cell (mmmbca)."""
        points = self._paired
        places = points.places, points.places - points.points.apart - points.points.moved(u[self.equations])
        self._moved = 0.0
        if self._turn_iterations > EARLY and self.pressing.any():
            way = sum(((new - old) ** 2).sum(axis=1) for new, old in zip(places, self._places))
            self._moved = float(np.sqrt(way[self.pressing].max())) / (self._master_sizes()[1] or 1.0)
        self._places = places

    def _slips(self):
        """(np,) (m) how far points whose friction is penalised may slip before they slide."""
        shortest = self._master_sizes()[0]
        allowed = [law.slip if law.slip > EPS else TENTH * shortest for law in self.zone_laws]
        return np.array(allowed)[self.geometry.zone_of_point]

    def _judge_slip(self):
        """Give the penalties of friction of points that slip the scale of the slip that is allowed."""
        if not self._slipping.any():
            return
        shortest, longest = self._master_sizes()
        points, allowed = self._paired.points, self._slips()
        slip = np.einsum("pkd,pd->pk", points.tangents, points.moved(self._increment[self.equations]))
        slips = self._slipping & self.pressing & (np.linalg.norm(slip, axis=1) > SLIPS * allowed)
        penalty = 10.0 * longest / (shortest * allowed)
        self.laws.friction_stiffness = np.where(slips, penalty, self.laws.friction_stiffness)

    def _master_sizes(self):
        """(m) the shortest and the longest of the master cells paired first."""
        if self._sizes is None:
            self._sizes = self.geometry.master_sizes()
        return self._sizes

    @property
    def restless(self) -> bool:
        """Whether statuses have changed too lately for the tangent of the structure to be trusted."""
        return self._stayed < self.loops.calm

    def _allowed(self):
        """(np,) (m) how deep points may press before their penalty grows."""
        if "depth" not in self._adapts:
            return np.full(len(self.pressing), np.inf)
        shortest = self._master_sizes()[0]
        return np.array([SHALLOW * shortest if law.depth is None else law.depth for law in self.zone_laws])[self.geometry.zone_of_point]

    def _watch_depth(self, u):
        """How deep penalised points press: what code_aster looks at is the last of them, and the point before it."""
        deep = self.pressing & self._penalised
        penetration = abs(self._paired.points.penetration(u[self.equations]))
        self._depths = np.where(deep, penetration, self._depths)
        last = np.flatnonzero(deep)[-1:]
        self._deepest = self._depths[last[0] - (last[0] > 0) : last[0] + 1].max() if len(last) else EPS

    def _limit(self):
        self.threshold = self.geometry.shapes @ self.multipliers[0]

    def _watching(self):
        """What watches the statuses of the points."""
        if self._cycles is None:
            parts = "cycles" in self._adapts, "friction" in self._adapts, self.loops.contact == "newton"
            self._cycles = Cycling(self.geometry.zone_of_point, self._master_sizes()[0], *parts, self._allowed(), self._greatest)
        return self._cycles

    def _rubbing(self):
        """The friction of the points for the watch: multipliers and slips (np, d) as vectors, coefficients (np,)."""
        if not self.frictional:
            return ()
        points = self._paired.points
        moved = points.moved(self._increment[self.equations])
        slip = moved - (moved * points.normals).sum(axis=1)[:, None] * points.normals
        share = np.einsum("pk,pkd->pd", self.geometry.shapes @ self.multipliers[1:].T, points.tangents)
        return share, slip, self.laws.friction_stiffness

    def _judge_statuses(self, u, number):
        """Question 1 after correction `number` of this turn, from zero; whether no status has changed."""
        paired, points = self._paired, self._paired.points
        points.play = self.geometry.play_at(u)
        pressure = self.geometry.shapes @ self.multipliers[0]
        penetration = points.penetration(u[self.equations])
        pressing, taken = pressure - self.laws.stiffness * penetration < 0.0, ~paired.left_out
        state = pressure, penetration, self.laws.stiffness, self._penalised
        found = self._watching().judge(number, Look(pressing, taken, self.held, *state, paired.masters, *self._rubbing()))
        content = found.content | self.held
        same = bool(content[taken].all())
        self._stayed = self._stayed + 1 if same else 0
        # code_aster lets its last point speak for all: one that may not open again is content
        if taken.any() and self.held[np.flatnonzero(taken)[-1]]:
            same = True
        self.pressing, pressure = found.presses, found.pressure
        self.laws.stiffness, self.laws.penalised = found.coefficient, self._penalised | found.penalised
        if found.rubbing is not None:
            self.laws.friction_stiffness = found.rubbing
        self._judge_slip()
        # code_aster hears of large slips where statuses are judged, not before
        self.laws.large_slip = self._large_slip
        self.threshold = np.where(paired.left_out, self.threshold, pressure)
        mean = abs(pressure[self.pressing].sum()) / len(pressure)
        if not same and self.loops.contact == "newton":
            same = abs(mean - self._mean) < self.loops.contact_tolerance * mean
        self._mean = mean
        if same:
            self.held = self.held | (self.pressing & self.bilateral)
        return same

    def _let_be(self):
        """Whether the loop on statuses ends although some have changed: code_aster says so from the second turn on where
        a point without pressure is found (mm_cycl_flip) and pressures change by less than a share of their mean that is in
        fact enormous (mm_cycl_d4); the next turn of the geometry goes on from the statuses just found.
        """
        pressures, last = self.geometry.shapes @ self.multipliers[0], self._last_pressures
        self._last_pressures = pressures
        if self._contact_turns < 2:
            return False
        shortest, longest = self._master_sizes()
        flickers = (abs(pressures) <= GRAZING * shortest) & ~self._paired.left_out
        change = abs(pressures - last)[self.pressing].max(initial=0.0)
        return bool(flickers.any()) and self._mean > 0.0 and change < FLICKERING * len(pressures) * longest * self._mean

    def settled(self, increment):
        """Whether the loops end, the step being balanced; raises StepFailed when one takes too many turns.

        Another turn starts from the beginning of the step, without multipliers, on what is paired now.
        """
        self._balanced = self._terms(self._u, increment, False)
        settled = self._loops_end(increment)
        if not settled:
            self._pair(self._u)
            self.multipliers = np.zeros_like(self.multipliers)
        return settled

    def _loops_end(self, increment):
        loops = self.loops
        number, self._turn_iterations = self._turn_iterations - 1, 0
        if loops.contact == "fixed" and not self._judge_statuses(self._u, number) and not self._let_be():
            most = loops.per_point * len(self.pressing) or loops.contact_most
            if self._contact_turns == most:
                message = f"the contact statuses still change after {most} turns"
                raise StepFailed("error", message, known_as="MECANONLINE9_11")
            self._contact_turns += 1
            return False
        if loops.contact == "fixed":
            self._watching().forget()
        if loops.friction == "fixed" and self.frictional:
            self._limit()
            pressures = self.multipliers[0]
            change, largest = abs(pressures - self._loop_pressures).max(), abs(pressures).max()
            self._loop_pressures = pressures.copy()
            if largest > 0.0 and change >= loops.friction_tolerance * largest:
                if self._friction_turns == loops.friction_most:
                    message = f"the limit of friction still changes after {loops.friction_most} turns"
                    raise StepFailed("error", message, known_as="MECANONLINE9_10")
                self._friction_turns += 1
                self._contact_turns = 1
                return False
            self._watching().forget()
        if loops.geometry == "fixed" and not self.geometry.settled(increment):
            self._friction_turns = self._contact_turns = 1
            return False
        return True

    def report(self, increment: np.ndarray) -> Report:
        """The slave nodes after a balanced step, with the forces before a last look of the loops; only points on nodes are told."""
        geometry, paired = self.geometry, self._paired
        terms = self._balanced or self._terms(self._u, increment, False)
        rows = np.flatnonzero(geometry.node >= 0)[::-1]
        nodes, last = np.unique(geometry.node[rows], return_index=True)
        rows = rows[last]
        own = np.searchsorted(geometry.nodes, nodes)
        pressing = self.pressing[rows]
        total = np.zeros((2, increment.size))
        total[0, self.equations], total[1, self.equations] = terms.contact, terms.rubbing
        table = geometry.table[nodes]
        normal, rubbing = (np.where((table >= 0) & pressing[:, None], forces[table], 0.0) for forces in total)
        if self.frictional:
            rubs = pressing & (self.laws.friction[rows] > 0.0)
            share = np.linalg.norm(self.multipliers[1:, own], axis=0)
            slides = np.where(self.laws.friction[rows] > 0.0, share >= SLIDING_SHARE, True)
            moved = paired.points.moved(increment[self.equations])[rows]
            slip = np.einsum("pkd,pd->pk", paired.points.tangents[rows], moved) * rubs[:, None]
            slip = slip if slip.shape[1] > 1 else slip[:, 0]
        else:
            slides, slip = np.ones(len(rows), bool), np.zeros(len(rows))
        at = self._u[self.equations]
        gaps = -paired.points.penetration(at)[rows]
        status = np.where(pressing, np.where(slides, 2.0, 1.0), np.where(paired.left_out[geometry.rank_in_cell[rows]], -1.0, 0.0))
        stuck, sliding = rubbing * ~slides[:, None], rubbing * slides[:, None]
        projections = geometry.positions(self._u)[nodes] - (paired.points.apart + paired.points.moved(at))[rows]
        return Report(nodes, gaps, pressing, status, slip, normal, stuck, sliding, projections, self._impulses[own])

    def accumulate(self, increment: np.ndarray, dt: float):
        """Add what the forces of a balanced step of length dt give to the impulses of the slave nodes.

        As mmmres has it: once for each cell in which the node presses, and from zero again where it is open or hardly pressed.
        """
        report, node = self.report(increment), self.geometry.node
        rows = np.flatnonzero(node >= 0)
        owner, pressing = np.searchsorted(report.nodes, node[rows]), self.pressing[rows]
        opened = np.full(len(report.nodes), -1)
        np.maximum.at(opened, owner[~pressing], np.flatnonzero(~pressing))
        times = np.bincount(owner[pressing & (np.arange(len(rows)) > opened[owner])], minlength=len(report.nodes))[:, None]
        total = report.normal + report.stuck + report.sliding
        size = np.linalg.norm(total, axis=1, keepdims=True)
        given = (report.impulses * (opened < 0)[:, None] + times * dt * np.hstack([size, total])) * (size > HARDLY_PRESSED)
        self._impulses[np.searchsorted(self.geometry.nodes, report.nodes)] = given

    def penetration(self) -> float:
        """The deepest penetration (m) at the contact points."""
        points = self._paired.points
        return max(0.0, points.penetration(self._u[self.equations])[~self._paired.left_out].max(initial=0.0))

    def stiffen(self, allowed: float, most: float) -> bool:
        """Penalties are not raised from outside."""
        return False


def _deepest_allowed(laws):
    """(m) The depth at which iterations that settle all at once may end (cazocc); infinite where nothing is penalised."""
    if not any(law.penalised for law in laws):
        return np.inf
    depths = [-1.0 if law.depth is None else law.depth for law in laws]
    least = [depth for depth in depths if depth < depths[-1]][-1:]
    return least[0] if least and least[0] > 0.0 else DEEPEST
