"""Curved shells whose displacements and rotations are large (r3.07.05).

With R_j the rotation of node j, u(z) = sum N_j u_j + z h/2 sum M_j d_j, d_j = (R_j - 1) n_j. Along the own axes a_1, a_2, a_3 with
T_q the derivatives of u, Green's strains are a_p T_q + a_q T_p + T_p T_q (halved for p = q). As in small strains

    E_membrane = E(u, d) - E(u) + E(u) taken on from the few points,   E_shear = E(u, d) taken on from the few points

S is the second stress of Piola and Kirchhoff, C E in linear elasticity. Forces are those of virtual turns dw of the nodes,
d(d_j) = dw x R_j n_j, the tangent is theirs with them, so that rotations are composed; as in code_aster the change of the moments of
the directors with their turn is left out of it. A share of the least stiffness of a turn holds the part of the rotation vector along
the normal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from .contraction import contracted
from .element import PointState
from .finite_rotation import inverse_tangent, rotation_matrix
from .plate_section import PlateSection
from .shapes import shape_derivatives, shape_functions
from .shell import SIDES
from .shell_layers import LayeredShell, heights_through, rows_by_layers
from .turning import cross_matrix

_IN, _ACROSS = ((0, 0), (1, 1), (0, 1)), ((0, 2), (1, 2))
_COMPONENTS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
_AS_TENSOR = np.array([[0, 3, 4], [3, 1, 5], [4, 5, 2]])


@dataclass
class _Slopes:
    """The derivatives T along the own axes at points: `rates` (ne, n, 3, N) of nodal vectors (ne, N, 3), and the axes (ne, n, 3, 3)."""

    rates: np.ndarray
    axes: np.ndarray

    def strains(self, vectors, pairs):
        """(ne, n, c) strains with doubled shear, and (ne, n, c, N, 3) their rates with the vectors."""
        slope = contracted("egqn,enk->egqk", self.rates, vectors)
        base = self.axes + slope
        values, changes = [], []
        for p, q in pairs:
            share = 0.5 if p == q else 1.0
            linear = (self.axes[:, :, p] * slope[:, :, q] + self.axes[:, :, q] * slope[:, :, p]).sum(-1)
            values.append(share * (linear + (slope[:, :, p] * slope[:, :, q]).sum(-1)))
            change = self.rates[:, :, q, :, None] * base[:, :, p, None] + self.rates[:, :, p, :, None] * base[:, :, q, None]
            changes.append(share * change)
        return np.stack(values, axis=2), np.stack(changes, axis=2)

    def second(self, stress, pairs):
        """(ne, N, N) sum over points and strains of the stress times the second rate, the same along every axis."""
        total = 0.0
        for c, (p, q) in enumerate(pairs):
            first = contracted("eg,egn,egm->enm", stress[..., c], self.rates[:, :, p], self.rates[:, :, q])
            total = total + (first if p == q else first + first.transpose(0, 2, 1))
        return total


class RememberingShell(LayeredShell):
    """A shell that remembers its displacements; stresses (ne, ng 3 layers, 5) are kept in the own axes.

    Members give `_respond` (data, behaviour, u, state, count) of cells with `count` layers each: forces, tangent and state.
    strain_size  how many strains a point remembers
    """

    straight = False
    strain_size = 5

    def start(self, data, behaviour):
        """At rest."""
        shape = (len(data), len(self.rule()) * self.sub_points(data))
        strain, stress, internal = (np.zeros((*shape, size)) for size in (self.strain_size, 5, behaviour.internal_size))
        return PointState(strain, stress, internal, np.zeros((len(data), self.size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces, tangent and state; cells with the same number of layers at once."""
        force, tangent = np.zeros((len(data), self.size)), np.zeros((len(data), self.size, self.size))
        new = PointState(*(np.zeros_like(array) for array in (state.strain, state.stress, state.internal)), u)
        known = self.read_back(data, state.stress)
        for part, count, rows, place in self._alike(data):
            own = PointState(state.strain[place], known[place], state.internal[place], state.displacement[rows])
            force[rows], tangent[rows], found = self._respond(part, behaviour, u[rows], own, count)
            new.strain[place], new.stress[place], new.internal[place] = found.strain, found.stress, found.internal
        return force, tangent if want_tangent else None, new

    def _alike(self, data):
        """Cells of as many layers each: their data, how many layers, their rows, and where their points are in a state."""
        sub = self.sub_points(data)
        for count, rows in rows_by_layers(PlateSection.of(data).layers):
            there = (np.arange(len(self._rule))[:, None] * sub + np.arange(3 * count)).ravel()
            yield data if len(rows) == len(data) else data.subset(rows), count, rows, np.ix_(rows, there)


class RotatingShell(RememberingShell):
    """The shell of linear elasticity that turns far.

    predicts_unturned  as in code_aster a prediction sees the displacements but no rotations, those of the step being none yet (vdgnlr)
    """

    symmetric = False
    predicts_unturned = True

    @property
    def rotation_vectors(self) -> np.ndarray:
        """(nn, 3) where the rotation vectors of the nodes stand among the unknowns."""
        return self._turning

    def _slopes(self, data, points, height, whole):
        """The slopes at reference points and a height, of the displacements alone or with the directors."""
        inverse, _, axes = self._place(data, points, height)
        outer, thickness = shape_derivatives(SIDES[self.cell], points), PlateSection.of(data).thickness[:, None, None, None]
        flat = contracted("egqj,egjd,gdn->egqn", axes, inverse[..., :2], outer)
        inner = np.zeros((*flat.shape[:3], self.nodes))
        if whole:
            parts = np.concatenate(
                [height / 2 * shape_derivatives(self.cell, points), shape_functions(self.cell, points)[:, None] / 2], axis=1
            )
            inner = thickness * contracted("egqj,egjd,gdn->egqn", axes, inverse, parts)
        return _Slopes(np.concatenate([flat, inner], axis=-1), axes)

    def _heights(self, data, count):
        """For every height of `count` layers: slopes, whole and of displacements alone, at the points and at the few; and volumes."""

        def make():
            made = []
            for height, weight in heights_through(count):
                sets = [self._slopes(data, points, height, whole) for points in (self._rule.points, self._few) for whole in (True, False)]
                at, few = (self._place(data, points, height)[1] for points in (self._rule.points, self._few))
                made.append((sets, weight * self._rule.weights * at, weight * few))
            return made

        return data.once(("rotating", count), make)

    def _vectors(self, data, u):
        """Nodal vectors (ne, N, 3) u_j and d_j, rotated normals (ne, nn, 3) and rotation vectors."""
        normal, turn = self.normals(data)[0], u[:, self._turning]
        if self.predicts_unturned and data.step.predicting:
            turn = np.zeros_like(turn)
        turned = np.einsum("enij,enj->eni", rotation_matrix(turn), normal)
        moves = u[:, : 6 * self.outer].reshape(len(u), -1, 6)[..., :3]
        return np.concatenate([moves, turned - normal], axis=1), normal, turned, turn

    def _respond(self, data, behaviour, u, state, count):
        return self._balance(data, u, count, lambda strain: self._answer(data, behaviour, strain, state))

    def _answer(self, data, behaviour, strain, state):
        """The state at strains (ne, ng, heights, 5), and what stresses gain by strains (ne, ng, heights, 5, 5)."""
        free = self.free_strains(data)
        if free is not None:
            strain[..., :2] -= free
        ne, ng, count = strain.shape[:3]
        moduli = np.empty((ne, ng, count, 5, 5))
        for place, (height, _) in enumerate(heights_through(count // 3)):
            moduli[:, :, place] = self._moduli(data, self._rule.points, height)
        stress = contracted("eglij,eglj->egli", moduli, strain)
        return PointState(state.strain, stress.reshape(ne, -1, 5), state.internal), moduli

    def _balance(self, data, u, count, answer, drilling=True):
        """Forces, tangent, and the state; `answer` tells it of strains (ne, ng, heights, 5), with what stresses gain by them.

        drilling  whether a share of the least stiffness holds the turns about the normals
        """
        vectors, normal, turned, turn = self._vectors(data, u)
        ne, ng, size = len(data), len(self._rule), vectors.shape[1]
        strains, heights = np.zeros((ne, ng, 3 * count, 5)), []
        for place, ((whole, plain, few_whole, few_plain), volume, few) in enumerate(self._heights(data, count)):
            rate, taken = np.zeros((ne, ng, 5, size, 3)), []
            for slopes, pairs, own in ((whole, _IN, 1.0), (plain, _IN, -1.0), (few_plain, _IN, None), (few_whole, _ACROSS, None)):
                values, changes = slopes.strains(vectors, pairs)
                if own is None:
                    values = np.einsum("gf,efc->egc", self._taken_on, values)
                    changes = contracted("gf,efcnk->egcnk", self._taken_on, changes)
                components = slice(3) if pairs is _IN else slice(3, 5)
                strains[:, :, place, components] += (own or 1.0) * values
                rate[:, :, components] += (own or 1.0) * changes
                taken.append((slopes, pairs, own, components))
            heights.append((rate, taken, volume, few))
        state, gains = answer(strains)
        stresses = state.stress.reshape(strains.shape)
        force, matrix = np.zeros((ne, size, 3)), np.zeros((ne, 3 * size, 3 * size))
        geometric = np.zeros((ne, size, size))
        for place, (rate, taken, volume, few) in enumerate(heights):
            stress, flat, gain = stresses[:, :, place], rate.reshape(ne, ng, 5, -1), gains[:, :, place]
            force += contracted("egcnk,egc,eg->enk", rate, stress, volume)
            matrix += contracted("egia,egij,egjb,eg->eab", flat, gain, flat, volume)
            for slopes, pairs, own, components in taken:
                held = stress[..., components]
                if own is None:
                    held = np.einsum("gf,g,egc,ef->efc", self._taken_on, self._rule.weights, held, few)
                else:
                    held = own * held * volume[..., None]
                geometric += slopes.second(held, pairs)
        for axis in range(3):
            matrix[:, axis::3, axis::3] += geometric
        result, tangent = self._in_turns(force, matrix, turned)
        if drilling:
            self._hold_drilling(data, result, tangent, normal, turn)
        return result, tangent, state

    def _in_turns(self, force, matrix, turned):
        """Forces (ne, nd) and tangent (ne, nd, nd) of the unknowns, of those on nodal vectors."""
        ne, size = len(force), force.shape[1]
        change = np.zeros((ne, 3 * size, self.size))
        for node in range(self.outer):
            change[:, 3 * node : 3 * node + 3, 6 * node : 6 * node + 3] = np.eye(3)
        for node, places in enumerate(self._turning):
            row = 3 * (self.outer + node)
            change[:, row : row + 3, places] = -cross_matrix(turned[:, node])
        return np.einsum("eab,ea->eb", change, force.reshape(ne, -1)), change.transpose(0, 2, 1) @ matrix @ change

    def _hold_drilling(self, data, force, tangent, normal, turn):
        """Add to forces (ne, nd) and tangent (ne, nd, nd) what holds turns about the normals."""
        ne = len(force)
        blocks = tangent[:, self._turning[:, :, None], self._turning[:, None, :]]
        across = self.normals(data)[1]
        across = np.einsum("enij,enpj->enpi", rotation_matrix(turn), across)
        least = abs(np.einsum("enpi,enij,enpj->enp", across, blocks, across)).min(axis=(1, 2))
        held = PlateSection.of(data).drilling * least
        for node, places in enumerate(self._turning):
            along = np.einsum("eji,ej->ei", inverse_tangent(turn[:, node]), normal[:, node])
            own = held[:, None, None] * along[:, :, None] * along[:, None, :]
            tangent[np.ix_(range(ne), places, places)] += own
            force[:, places] += (held * (turn[:, node] * normal[:, node]).sum(-1))[:, None] * along

    def cauchy_at_nodes(self, data, values, sub, u):
        """(ne, nn sub, 6) Cauchy's stresses F S F^T / det F at displacements u (ne, nd), of S as `shown` gives it, at the nodes.

        They are taken on in the own axes, then turned to the user's and, as in code_aster, as a tensor in the axes of the mesh by the
        rotation of the node. Cells are of as many layers each, `sub` heights.
        """
        vectors, _, _, turn = self._vectors(data, u)
        own = self.kept(data, values).reshape(len(data), -1, sub, 5)
        second = np.zeros((*own.shape[:3], 3, 3))
        for component, (p, q) in enumerate(_IN + _ACROSS):
            second[..., p, q] = second[..., q, p] = own[..., component]
        stress = np.empty((*own.shape[:3], 6))
        for place, (sets, *_) in enumerate(self._heights(data, sub // 3)):
            slope = contracted("egqn,enk->egqk", sets[0].rates, vectors)
            gradient = np.einsum("egpk,egqk->egpq", sets[0].axes, sets[0].axes + slope)
            cauchy = gradient @ second[:, :, place] @ gradient.swapaxes(2, 3) / np.linalg.det(gradient)[..., None, None]
            stress[:, :, place] = cauchy[..., *zip(*_COMPONENTS)]
        taken = np.einsum("ng,egc->enc", self.points_to_nodes(), stress.reshape(len(data), -1, 6 * sub)).reshape(-1, sub, 6)
        shown = self._tensors(taken[..., [0, 1, 3, 4, 5]], self._turn(self._node_frames(data), data, self.nodes), 1.0)
        shown[..., 2] = taken[..., 2]
        tensor = shown[..., _AS_TENSOR]
        rotation = rotation_matrix(turn).reshape(-1, 1, 3, 3)
        return (rotation.swapaxes(2, 3) @ tensor @ rotation)[..., *zip(*_COMPONENTS)].reshape(len(data), -1, 6)

    def state_forces(self, data, state):
        """Those of the stresses that are read back, where they stand."""
        return self.stress_forces(data, state.displacement, self.read_back(data, state.stress))

    def stress_forces(self, data, u, stress):
        """(ne, nd) that hold stresses (ne, ng 3 layers, 5) at displacements (ne, nd); nothing holds turns about the normals (forngr)."""
        force, nothing = np.zeros((len(data), self.size)), stress[..., :0]
        for part, count, rows, place in self._alike(data):
            held = PointState(nothing[place], stress[place], nothing[place])
            force[rows] = self._balance(part, u[rows], count, partial(_unmoved, held), drilling=False)[0]
        return force


def _unmoved(state, strain):
    return state, np.zeros((*strain.shape, 5))
