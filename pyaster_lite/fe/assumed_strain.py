"""Linear cells with one integration point, held against their hourglass modes by assumed strains (r3.06.10).

With b the mean gradients of the nodal functions, h_a the hourglass patterns (products of the reference coordinates at the nodes)
and gamma_a = (h_a - b . (h_a . x)) / n, the strain at the n points of the full rule is that of the centre plus

    B_n u = S : grad h_a (gamma_a . u),   S picking and combining components so that the cell does not lock

The stresses of hourglass go with it step by step, q = q_ + D S (gamma_a . du), D the tangent of the law at the centre.

In space code_aster's linear operators (te0392) and its steps (nmas3d, nmasf3) differ where cells are no boxes along the axes, and in shear:
the former take b at the centre, the latter its mean, the derivatives of the reference coordinates transposed, and shear strains, in
Mandel's notation, sqrt 2 too large.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import combinations

import numpy as np

from .cells import reference_cell
from .contraction import contracted
from .data import ElementData
from .element import PointState
from .kinematics import inverted
from .large_strain import Updated
from .quadrature import quadrature
from .shapes import shape_derivatives
from .solid import Solid


class AssumedStrain(Solid):
    """A QUAD4 or HEXA8 with one point; stresses are followed by `held` stresses of hourglass (FSTAB).

    elastic  whether the assumed strains of a HEXA8 are those that bend well (ASQBI, linear elasticity), else without volume (ADS)
    updated  whether the strains of a step are small ones over the cells where it ends (PETIT_REAC), added up
    """

    # code_aster has the forces of its stresses over the mesh, even where strains are those of cells that move (FORC_NODA)
    straight, forces_move = False, False

    def __init__(self, cell: str, continuum, mass: str, elastic: bool = True, updated: bool = False):
        super().__init__(cell, continuum, "FPG1", mass)
        self.elastic, self.updated = elastic, updated
        ns = len(continuum.strains)
        self.rows = 3 if self.dim == 2 else ns
        self.modes = [m for size in range(2, self.dim + 1) for m in self._ordered(size)]
        self.held = self.rows * len(self.modes) * self.dim

    def for_law(self, linear: bool) -> AssumedStrain:
        """The element with the assumed strains that go with a law, linear elasticity or another one."""
        return self if linear == self.elastic else _twin(self, linear, self.updated)

    def moving(self, kind) -> AssumedStrain | None:
        """The element whose strains are those of a step over where it ends, for the kinematics Updated; None for others."""
        return _twin(self, self.elastic, True) if kind is Updated else None

    def _ordered(self, size):
        """The products of `size` reference coordinates, (y z, x z, x y), (x y z)."""
        return sorted(combinations(range(self.dim), size), reverse=True)

    @cached_property
    def _patterns(self):
        """(modes, nn) products at the nodes."""
        nodes = reference_cell(self.cell).nodes
        return np.array([nodes[:, list(mode)].prod(axis=1) for mode in self.modes])

    def _hourglass(self, data: ElementData, linear: bool):
        """gamma (ne, modes, nn), gradients of the patterns (ne, np, modes, dim), weights (ne, np), at the points of the full rule."""
        rule = quadrature(self.cell, self.families["mass"])
        plane = data.coordinates[:, :, : self.dim]
        derivatives = shape_derivatives(self.cell, rule.points)
        inverse, determinant = inverted(np.einsum("gdn,enk->egdk", derivatives, plane))
        weights = abs(determinant) * rule.weights
        if linear:
            mean = self.geometry(data)[0][:, 0]
        else:
            mean = np.einsum("eg,egdn->edn", weights, inverse @ derivatives) / weights.sum(axis=1)[:, None, None]
            inverse = inverse.swapaxes(-1, -2) if self.dim == 3 else inverse
        patterns = self._patterns
        along = np.einsum("an,end->ead", patterns, plane)
        gamma = (patterns - np.einsum("ead,edn->ean", along, mean)) / plane.shape[1]
        slopes = np.zeros((len(rule), len(self.modes), self.dim))
        for a, mode in enumerate(self.modes):
            for axis in mode:
                slopes[:, a, axis] = rule.points[:, [other for other in mode if other != axis]].prod(axis=1)
        return gamma, np.einsum("gar,egkr->egak", slopes, inverse), weights

    def _selection(self, data):
        """S (ne or 1, ns, dim, modes, dim): of component c of the displacement and derivative k of mode a in strain m."""
        ns, dim = len(self.continuum.strains), self.dim
        result = np.zeros((1, ns, dim, len(self.modes), dim))
        if dim == 2:
            # No volume, no shear
            result[0, 0, 0, 0, 0] = result[0, 1, 1, 0, 1] = 0.5
            result[0, 1, 0, 0, 0] = result[0, 0, 1, 0, 1] = -0.5
            return result
        for row, (i, j) in ((3, (0, 1)), (4, (0, 2)), (5, (1, 2))):
            # Mode i is the product of the coordinates beside i: those whose gradient has j or i alone
            own = [i, j]
            result[0, row, i, own, j] = result[0, row, j, own, i] = 1.0
        if not self.elastic:
            for m in range(3):
                for c in range(3):
                    result[0, m, c, :, c] = 2 / 3 if m == c else -1 / 3
            return result
        elasticity = data.elasticity()[:, 0]
        poisson = elasticity[:, 0, 1] / (elasticity[:, 0, 0] + elasticity[:, 0, 1])
        result = np.broadcast_to(result, (len(data), *result.shape[1:])).copy()
        for c in range(3):
            result[:, c, c, :, c] = 1.0
            others = [m for m in range(3) if m != c]
            for m, other in zip(others, reversed(others)):
                # Mode `other` is the product of the two coordinates beside it
                result[:, m, c, other, c] = -poisson / (1 - poisson)
                result[:, m, c, c, c] = result[:, m, c, 3, c] = -poisson
        return result

    @property
    def _doubling(self):
        """What code_aster multiplies the assumed strain by before it takes the stresses of hourglass from it."""
        return 2.0 if self.dim == 2 else 1.0

    def _operators(self, data, linear=False):
        """B_n (ne, np, ns, nd), its selection, gamma, gradients of the patterns and weights."""
        gamma, slopes, weights = data.once(("hourglass", self, linear), lambda: self._hourglass(data, linear))
        selection = self._selection(data) / (self.mandel[:, None, None, None] if linear else 1.0)
        selection = np.broadcast_to(selection, (len(data), *selection.shape[1:]))
        matrix = contracted("emcak,egak,ean->egmnc", selection, slopes, gamma)
        return matrix.reshape(*matrix.shape[:3], -1), selection, gamma, slopes, weights

    def _held_matrix(self, data, b, volume, tangent, operators):
        """The matrix of the centre, of the assumed strains, and of both together."""
        matrix, *_, weights = operators
        tangent = np.broadcast_to(tangent, (len(data), 1, *tangent.shape[-2:]))
        result = self._virtual_work(b, tangent, volume)
        spread = np.broadcast_to(tangent, (*weights.shape, *tangent.shape[-2:]))
        result = result + self._doubling * self._virtual_work(matrix, spread, weights)
        mean = np.einsum("eg,egmd->emd", weights, matrix)
        cross = contracted("emd,emn,enf->edf", b[:, 0], tangent[:, 0], mean)
        return result + cross + cross.swapaxes(1, 2)

    def stiffness(self, data):
        """In space with that of the assumed strains; of plane cells code_aster's linear operators know the centre alone."""
        if self.dim == 2:
            return super().stiffness(data)
        b, volume = self.strain_matrix(data)
        return self._held_matrix(data, b, volume, self.continuum.elasticity(data.elasticity()), self._operators(data, linear=True))

    def start(self, data, behaviour):
        """At rest, with the stresses of hourglass behind the others."""
        rest = super().start(data, behaviour)
        rest.stress = np.zeros((len(data), 1, rest.stress.shape[-1] + self.held))
        rest.displacement = np.zeros((len(data), self.size))
        return rest

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """sum over the points of the full rule of (B + B_n)^T (s + q grad h)."""
        ns, given = len(self.continuum.strains), data
        data = given.moved(u) if self.updated else given
        b, volume = self.strain_matrix(data)
        from_last = u - state.displacement if self.updated else u
        strain = contracted("egsd,ed->egs", b, self._strained(from_last))
        strain = state.strain + strain if self.updated else strain
        old = PointState(state.strain, state.stress[..., :ns], state.internal)
        stress, internal, tangent = behaviour.integrate(strain, old, given, self.continuum)
        operators = _, selection, gamma, *_ = self._operators(data)
        step = (u - state.displacement).reshape(len(u), -1, self.dim)
        general = np.einsum("ean,enc->eac", gamma, step)
        assumed = self._doubling * np.einsum("emcak,eac->emak", selection, general)
        change = np.einsum("eim,emak->eiak", np.broadcast_to(tangent, (len(u), 1, ns, ns))[:, 0], assumed)[:, : self.rows]
        if self.dim == 2:
            # code_aster tells nothing of the stress across (nmas2d), which does no work
            change[:, 2] = 0.0
        held = state.stress[:, 0, ns:] + change.reshape(len(u), -1)
        kept = np.concatenate([stress, held[:, None]], axis=-1)
        force = self._forces(data, kept, b, operators)
        found = self._held_matrix(data, b, volume, tangent, operators) if want_tangent else None
        return force, found, PointState(strain, kept, internal, u)

    def state_forces(self, data, state):
        """Where the displacements have brought the cells, of elements that are looked at there."""
        return self.nodal_forces(data.moved(state.displacement), state.stress) if self.updated else super().state_forces(data, state)

    def nodal_forces(self, data, stress):
        """Those of the stresses of the centre and of hourglass; of the centre alone where nothing else is given.

        Of the centre alone in plane stress too, where code_aster has the FORC_NODA of other cells (te0008).
        """
        ns = len(self.continuum.strains)
        if stress.shape[-1] == ns or self.continuum.flat:
            return super().nodal_forces(data, stress[..., :ns])
        return self._forces(data, stress, self.strain_matrix(data)[0], self._operators(data))

    def _forces(self, data, stress, b, operators):
        """(ne, nd) those of the stresses of the centre and of hourglass."""
        ns = len(self.continuum.strains)
        matrix, _, _, slopes, weights = operators
        held = stress[:, 0, ns:].reshape(len(data), self.rows, len(self.modes), self.dim)
        total = np.zeros((*weights.shape, ns))
        total[..., : self.rows] = np.einsum("eiak,egak->egi", held, slopes)
        total += stress[..., :ns] / self.mandel
        return contracted("egsd,egs,eg->ed", b * self.mandel[:, None] + matrix, total, weights)

    def shown(self, data, stress):
        """The tensors themselves, and FSTAB."""
        ns = len(self.continuum.strains)
        values, names = super().shown(data, stress[..., :ns])
        if stress.shape[-1] == ns:
            return values, names
        return np.concatenate([values, stress[..., ns:]], axis=-1), (*names, *(f"FSTAB{i + 1}" for i in range(self.held)))

    def kept(self, data, values):
        """Mandel's notation, and FSTAB."""
        ns = len(self.continuum.strains)
        return np.concatenate([super().kept(data, values[..., :ns]), values[..., ns:]], axis=-1)

    def geometric_stiffness(self, data, stress):
        """Of the stresses of the centre."""
        return super().geometric_stiffness(data, stress[..., : len(self.continuum.strains)])

    def elastic_energy(self, data, stress):
        """Of the stresses of the centre."""
        return super().elastic_energy(data, stress[..., : len(self.continuum.strains)])

    def plastic_strains(self, data, u, stress):
        """Of the stresses of the centre."""
        return super().plastic_strains(data, u, stress[..., : len(self.continuum.strains)])


@cache
def _twin(element: AssumedStrain, elastic: bool, updated: bool) -> AssumedStrain:
    return AssumedStrain(element.cell, element.continuum, element.families["mass"], elastic, updated)
