"""Discrete elements: springs, masses and dampers between two nodes or on one, given by their matrices."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .anelastic import anelastic_strain
from .data import ElementData
from .element import Element, PointState
from .errors import ComputationFailed

FORCES = {"DX": "N", "DY": "VY", "DZ": "VZ", "DRX": "MT", "DRY": "MFY", "DRZ": "MFZ"}
"""What pulls along each unknown."""


TRANSLATIONS = ("DX", "DY", "DZ")
ROTATIONS = ("DRX", "DRY", "DRZ")


@dataclass(frozen=True)
class Link:
    """What lies between the nodes of discretes, in their local axes; of a single node, what lies between it and the ground.

    nt counts the translations, and the rotations after them for laws that turn (`turning`: True in space alone, "own" whatever turns).
    Laws that let forces grow from those of the last instant say so (`grows`): what couples unknowns of the element stays elastic then.

    start   (ne, nt) where the second node stood from the first;  moved (ne, nt) how it has moved from there
    single  whether there is one node only: it stood at nothing
    earlier, force  (ne, nt) how it had moved at the last instant, and the forces on it then; what supports bring is that of the end of
            the step in `moved` and `earlier` alike, as code_aster adds it to both (DEPENT)
    velocity  (ne, nt) how fast it moves, zero in statics
    iteration the number of the iteration in the step, from 1, for laws that are `iterative`
    names   the unknowns of a node
    """

    start: np.ndarray
    moved: np.ndarray
    single: bool
    earlier: np.ndarray
    force: np.ndarray
    velocity: np.ndarray
    iteration: int = 1
    names: tuple[str, ...] = TRANSLATIONS


class Discrete(Element):
    """Matrices given as characteristics stiffness, mass and damping (ne, nd, nd), in the global axes."""

    def __init__(self, cell: str, unknowns: tuple[str, ...]):
        self.cell, self.dim = cell, 0
        self.components = (unknowns,) * (2 if cell == "SEG2" else 1)

    def _matrix(self, data: ElementData, name):
        if not data.characteristics:
            raise ComputationFailed("discrete elements need the matrices that characteristics of the elements give them")
        given = data.characteristics.get(name)
        return np.zeros((len(data), self.size, self.size)) if given is None else given

    def stiffness(self, data):
        """As given."""
        return self._matrix(data, "stiffness")

    def mass(self, data):
        """As given."""
        return self._matrix(data, "mass")

    lumped_mass = mass

    def weight(self, data, acceleration):
        """Each translation bears its own term of the mass alone: as in code_aster (te0043), what couples it with others weighs nothing."""
        along = dict(zip(TRANSLATIONS, acceleration))
        uniform = [along.get(name, 0.0) for names in self.components for name in names]
        return np.einsum("eii->ei", self.mass(data)) * np.array(uniform)

    def gyroscopic(self, data):
        """Of a disc that spins about its own first axis, on one node that turns; None for the others."""
        if self.size != 6 or len(self.components) != 1:
            return None
        frame = data.characteristics.get("frame", np.broadcast_to(np.eye(3), (len(data), 3, 3)))
        inertia = np.einsum("ei,eij,ej->e", frame[:, 0], self.mass(data)[:, 3:, 3:], frame[:, 0])
        across = frame[:, 1, :, None] * frame[:, 2, None, :]
        result = np.zeros((len(data), 6, 6))
        result[:, 3:, 3:] = inertia[:, None, None] * (across - across.transpose(0, 2, 1))
        return result

    def damping(self, data, stiffness=None, mass=None):
        """As given by the characteristics; None when no discrete of the group has any."""
        return data.characteristics.get("damping")

    def hysteretic_stiffness(self, data, stiffness=None):
        """K (1 + i eta), of a stiffness given or made here, eta the loss factor given with the stiffness."""
        stiffness = self.stiffness(data) if stiffness is None else stiffness
        loss = data.characteristics.get("loss_factor", np.zeros(len(data)))
        return stiffness * (1 + 1j * loss)[:, None, None]

    def reference_force(self, data, references):
        """The reference force on translations and the reference moment on rotations."""
        names = [name for node in self.components for name in node]
        values = [references["moment" if name.startswith("DR") else "force"] for name in names]
        return np.tile(values, (len(data), 1))

    def start(self, data, behaviour):
        """At rest."""
        zero = np.zeros((len(data), 1, self.size))
        return PointState(zero, zero, np.zeros((len(data), len(self.components), behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces of a linear discrete, which grow from the last ones as in code_aster (dielas), or of one whose law acts between its
        nodes (`connect`), or by all of its stiffness (`whole`).
        """
        stiffness = self.stiffness(data)
        if getattr(behaviour, "whole", False):
            force, tangent = behaviour.connect(stiffness, u - state.strain[:, 0])
            return force, tangent if want_tangent else None, PointState(u[:, None], force[:, None], state.internal)
        if not behaviour.linear:
            return self._connected(data, behaviour, u, state, stiffness)
        force = state.stress[:, 0] + np.einsum("eij,ej->ei", stiffness, u - state.strain[:, 0])
        held, before = self.anelastic_force(data), self.anelastic_force(data, True)
        force = force if held is None else force - held + before
        return force, stiffness if want_tangent else None, PointState(u[:, None], force[:, None], state.internal)

    def elastic_state(self, data, u):
        """The forces of a linear discrete at displacements u (ne, nd), from rest without temperature."""
        force, held = np.einsum("eij,ej->ei", self.stiffness(data), u), self.anelastic_force(data)
        force = force if held is None else force - held
        return PointState(u[:, None], force[:, None], np.zeros((len(data), len(self.components), 0)))

    def anelastic_force(self, data, before=False):
        """(ne, nd) forces that hold a linear discrete which the temperature lengthens, None where there are none.

        As in code_aster only those between two nodes that turn in space know the temperature that they lengthen from (te0047_type).
        """
        strain = anelastic_strain(data, ("XX",), before) if self.size == 12 else None
        if strain is None:
            return None
        names, stiffness, frame = self.components[0], self.stiffness(data), data.characteristics.get("frame")
        longer = strain[..., 0].mean(axis=1) * np.linalg.norm(data.coordinates[:, 1] - data.coordinates[:, 0], axis=1)
        along = np.zeros((len(data), len(names)))
        moves = [i for i, name in enumerate(names) if name in TRANSLATIONS]
        along[:, moves] = longer[:, None] * (np.eye(3)[None, 0] if frame is None else frame[:, 0])[:, : len(moves)]
        half = len(names)
        ends = (-stiffness[:, :half, :half], stiffness[:, half:, half:])
        return np.concatenate([np.einsum("eij,ej->ei", own, along) for own in ends], axis=1)

    def tangent_damping(self, data, behaviour, tangent, state):
        """(ne, nd, nd) the dampers of a law, of discretes whose tangent (ne, nd, nd) tells that they are closed; None without any."""
        found = behaviour.dampers(data) if hasattr(behaviour, "dampers") else None
        if found is None:
            return None
        along, across, share, beside = found
        spread = data.once("link", lambda: self._link(data, self.stiffness(data)))[0]
        n = len(self.components[-1])
        last = spread[:, 0, -n:]
        closed = share * (np.einsum("ei,eij,ej->e", last, tangent[:, -n:, -n:], last) - beside)
        own = np.repeat(across[:, None], spread.shape[1], axis=1)
        own[:, 0] = along
        return np.einsum("ea,eai,eaj->eij", own * closed[:, None], spread, spread)

    def _connected(self, data, behaviour, u, state, stiffness):
        """By the law along what it acts on; rotations that it leaves are held by their own stiffness as long as it says it is closed."""
        every, grows = getattr(behaviour, "turning", False), getattr(behaviour, "grows", False)
        spread, start, own = data.once("link", lambda: self._link(data, stiffness, every))
        single = len(self.components) == 1

        def between(values):
            return (spread @ values[..., None])[..., 0]

        held = between(state.stress[:, 0]) if single else between(state.stress[:, 0]) / 2.0
        carried = None if data.motion is None else data.motion.carried
        brought = 0.0 if carried is None else between(carried)
        moved = between(u) + brought
        velocity = np.zeros_like(moved) if data.motion is None else between(data.motion.velocity)
        counted = self._iteration(data, behaviour, u)
        count = 1 if counted is None else int(counted.max())
        link = Link(start, moved, single, between(state.strain[:, 0]) + brought, held, velocity, count, self.components[0])
        force, tangent, internal, closed = behaviour.connect(data, link, own, state.internal[:, 0])
        across = spread.swapaxes(1, 2)
        force = (across @ (force - held if grows else force)[..., None])[..., 0]
        tangent = across @ tangent @ spread
        if grows:
            beside = data.once("beside", lambda: self._beside(data, stiffness))
            force = state.stress[:, 0] + force + np.einsum("eij,ej->ei", beside, u - state.strain[:, 0])
            tangent = tangent + beside
        names = [name for node in self.components for name in node]
        turning = [i for i, name in enumerate(names) if name not in TRANSLATIONS]
        if turning and not every:
            held = stiffness[:, turning][:, :, turning] * closed[:, None, None]
            change = np.einsum("eij,ej->ei", held, (u - state.strain[:, 0])[:, turning])
            force[:, turning] = state.stress[:, 0][:, turning] * closed[:, None] + change
            tangent[np.ix_(range(len(data)), turning, turning)] = held
        internal = np.repeat(internal[:, None], state.internal.shape[1], axis=1)
        if getattr(behaviour, "told_once", False):
            internal[:, 1:] = 0.0
        return force, tangent, PointState(u[:, None], force[:, None], internal, structural=counted)

    @staticmethod
    def _iteration(data, behaviour, u):
        """(ne, 1, 1) the number of the iteration that has come to displacements `u`, of laws that ask for it; None for the others."""
        if not getattr(behaviour, "iterative", False):
            return None
        last = data.characteristics.get("iterate")
        if last is None:
            return np.ones((len(u), 1, 1))
        return last.structural + (last.strain[:, 0] != u).any()

    def _link(self, data, stiffness, turning=False):
        """Motion along the local axes from unknowns (ne, nt, nd), where the second node stands and stiffness along them (ne, nt)."""
        names, frame = self.components[0], data.characteristics.get("frame")
        moving = [i for i, name in enumerate(names) if name in TRANSLATIONS]
        size, nodes = len(moving), len(self.components)
        axes = np.broadcast_to(np.eye(size), (len(data), size, size)) if frame is None else frame[:, :size, :size]
        start = np.zeros((len(data), size))
        if nodes == 2:
            start = np.einsum("eai,ei->ea", axes, (data.coordinates[:, 1] - data.coordinates[:, 0])[:, :size])
        if turning == "own":
            moving, start = list(range(len(names))), np.pad(start, ((0, 0), (0, len(names) - size)))
            axes = self._axes(data)
        elif turning:
            if names[3:] != ROTATIONS:
                raise ComputationFailed("this law is for discretes that turn in space")
            moving, start = list(range(6)), np.pad(start, ((0, 0), (0, 3)))
            axes = self._axes(data)
        spread = np.zeros((len(data), len(moving), self.size))
        for node, sign in enumerate((1.0,) if nodes == 1 else (-1.0, 1.0)):
            spread[:, :, [node * len(names) + i for i in moving]] = sign * axes
        return spread, start, np.einsum("eai,eij,eaj->ea", axes, stiffness[:, moving][:, :, moving], axes)

    def _axes(self, data):
        """(ne, nc, nc) what one node does along its own axes, from its unknowns in the global ones; in a plane it turns about z."""
        names, frame = self.components[0], data.characteristics.get("frame")
        result = np.broadcast_to(np.eye(len(names)), (len(data), len(names), len(names))).copy()
        for kinds in (TRANSLATIONS, ROTATIONS):
            where = [i for i, name in enumerate(names) if name in kinds]
            if frame is not None and len(where) > 1:
                result[np.ix_(range(len(data)), where, where)] = frame[:, : len(where), : len(where)]
        return result

    def _beside(self, data, stiffness):
        """(ne, nd, nd) the stiffness without what each unknown does along its own axis, at its node and between both."""
        nodes, count = len(self.components), len(self.components[0])
        turn = np.einsum("pq,eai->epaqi", np.eye(nodes), self._axes(data)).reshape(len(data), self.size, self.size)
        own = turn @ stiffness @ turn.swapaxes(1, 2)
        own[:, np.tile(np.eye(count, dtype=bool), (nodes, nodes))] = 0.0
        return turn.swapaxes(1, 2) @ own @ turn

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) mass, its centre in the middle of the nodes, and the moments xx, yy, zz, xy, xz, yz of a single node."""
        matrix, names = self.mass(data), [name for node in self.components for name in node]
        moves = [i for i, name in enumerate(names) if name in ("DX", "DY", "DZ")]
        dimension = len({names[i] for i in moves})
        result = np.zeros((len(data), 10))
        result[:, 0] = matrix[:, moves][:, :, moves].sum(axis=(1, 2)) / dimension
        result[:, 1:4] = data.coordinates.mean(axis=1)
        if len(self.components) == 1 and "DRX" in names:
            turns = [names.index(name) for name in ("DRX", "DRY", "DRZ")]
            result[:, 4:7] = matrix[:, turns, turns]
            result[:, 7:] = matrix[:, [turns[0], turns[0], turns[1]], [turns[1], turns[2], turns[2]]]
        return result

    def shown(self, data, stress):
        """Forces at each node in the own axes, traction positive between two nodes."""
        names = tuple(FORCES[unknown] for unknown in self.components[0])
        nodal = stress.reshape(len(stress), len(self.components), len(names))
        return self._turned(data, nodal * self._sign(), False), names

    def kept(self, data, values):
        """Nodal forces in the global axes."""
        return (self._turned(data, values, True) * self._sign()).reshape(len(values), 1, self.size)

    def nodal_forces(self, data, stress):
        """What it keeps."""
        return stress.reshape(len(stress), self.size)

    @property
    def point_functions(self) -> np.ndarray:
        """Points are the nodes."""
        return np.eye(len(self.components))

    def points_to_nodes(self):
        """Points are the nodes."""
        return np.eye(len(self.components))

    def _sign(self):
        """Nodal forces of the first of two nodes pull the other way."""
        return np.array([-1.0, 1.0])[:, None] if len(self.components) == 2 else np.ones((1, 1))

    def _turned(self, data, forces, back):
        """Forces (ne, points, nc) from global to local axes, or back."""
        frame = data.characteristics.get("frame")
        if frame is None:
            return forces
        frame = np.swapaxes(frame, 1, 2) if back else frame
        unknowns, result = self.components[0], np.zeros_like(forces)
        for kinds in (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ")):
            where = [i for i, name in enumerate(unknowns) if name in kinds]
            axes = [kinds.index(unknowns[i]) for i in where]
            if where:
                result[..., where] = np.einsum("eij,epj->epi", frame[:, axes][:, :, axes], forces[..., where])
        return result
