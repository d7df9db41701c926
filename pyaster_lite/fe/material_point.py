"""One point of a material as a structure of its own: strains or stresses are imposed on it (the protocol fe.newton.Structure)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .anelastic import anelastic_strain
from .constraints import Elimination, Relations
from .data import ElementData
from .element import PointState
from .large_strain import full, green, mandel
from .recalled import recalled


class MaterialPoint:
    """The unknowns are the strains (n,) in Mandel's notation, the forces the stresses.

    data, behaviour, continuum  one cell with one point, its law, and how it strains
    added_variables  how many it remembers beside those of its law
    imposed  by strain, a function of time giving it;  loads  a function of time giving the stresses (n,) elsewhere
    """

    mass = damping = None
    linear = definite = False
    silent = ()
    added_variables = 0

    def __init__(self, data: ElementData, behaviour, continuum, imposed: dict[int, Callable], loads: Callable):
        self.data, self.behaviour, self.continuum, self._loads = data, recalled(behaviour), continuum, loads
        self.size = len(continuum.strains)
        self._imposed = imposed
        where = sorted(imposed)
        values = [imposed[i] for i in where]
        relations = Relations.imposed(self.size, where, lambda t: np.array([value(t) for value in values], float))
        self.elimination = Elimination(relations)

    @property
    def strained(self) -> bool:
        """Whether all strains are given."""
        return len(self._imposed) == self.size

    def elasticity(self, t: float) -> np.ndarray:
        """(n, n) of an instant."""
        return self.continuum.elasticity(self.data.between(t, t).elasticity())[0, 0]

    def unit(self, elasticity: np.ndarray) -> float:
        """What stresses are divided by where they stand beside strains."""
        return float(elasticity.diagonal().max())

    def rows(self, t: float, unit: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """S, E (n, n) and v (n,) of S stress / unit + E strain = v, which hold the point."""
        given = np.array([i in self._imposed for i in range(self.size)])
        strains = np.array([self._imposed[i](t) if i in self._imposed else 0.0 for i in range(self.size)])
        return np.diag((~given).astype(float)), np.diag(given.astype(float)), np.where(given, strains, self._loads(t) / unit)

    def start(self, strain, stress, internal) -> PointState:
        """The state of given strain, stress (n,) and variables (nv,)."""
        return PointState(*(np.asarray(values, float)[None, None] for values in (strain, stress, internal)))

    def shown_strain(self, strain: np.ndarray) -> np.ndarray:
        """(n,) what is told of the unknowns."""
        return strain

    def _respond(self, strain, state, before, after, predicting=False):
        data = self.data.between(before, after, predicting)
        return self.behaviour.integrate(strain[None, None], state, data, self.continuum)

    def internal_forces(self, state, increment, t):
        """The stress, and what the point then remembers."""
        strain = state.u + increment
        stress, internal, _ = self._respond(strain, state.internal, state.time, t)
        return stress[0, 0], PointState(strain[None, None], stress, internal)

    def stiffness(self, state, increment, t, tangent):
        """The law's tangent, or the elasticity; in plane stress the strain across has a stiffness that keeps it out.

        Laws of whose cells the upper half counts have a tangent that code_aster writes transposed, and takes as it stands here.
        """
        if tangent:
            strain = state.u if tangent == "rate" else state.u + increment
            matrix = self._respond(strain, state.internal, state.time, t, tangent == "rate")[2]
        else:
            matrix = self.continuum.elasticity(self.data.between(state.time, t).elasticity())
        matrix = matrix[0, 0].copy()
        if tangent and self.behaviour.mirrored == "upper":
            matrix = matrix.T.copy()
        if self.continuum.flat:
            matrix[2, 2] = matrix[0, 0]
        return matrix

    def imposed_forces(self, t, starting=False):
        """The elastic stress of strains that no stress causes."""
        data = self.data.between(t, t)
        strain = anelastic_strain(data, self.continuum.strains)
        return None if strain is None else (self.continuum.elasticity(data.elasticity()) @ strain[..., None])[0, 0, :, 0]

    def dead_loads(self, t):
        """The imposed stresses."""
        return self._loads(t)

    def following_loads(self, t, u, v=None, a=None):
        """None."""
        return None

    def modal_damping(self, v):
        """None."""
        return None


class RelatedPoint(MaterialPoint):
    """A point held by linear relations S stress + E strain = v(t).

    of_stress, of_strain  (n, n) S and E;  values  a function of time giving v (n,)
    """

    def __init__(self, data: ElementData, behaviour, continuum, of_stress, of_strain, values: Callable):
        super().__init__(data, behaviour, continuum, {}, values)
        self.of_stress, self.of_strain = of_stress, of_strain

    def unit(self, elasticity):
        """Stresses stand in the relations as they are."""
        return 1.0

    def rows(self, t, unit):
        """The relations."""
        return self.of_stress, self.of_strain, self._loads(t)


class FollowedPoint(MaterialPoint):
    """A point whose displacement gradient H may be large and is symmetric: the unknowns are its components, the forces those of the
    symmetric part of the nominal stress P = dW/dH, so that imposed stresses act on the surfaces of the point at rest.

    Members say how it answers: `_follow(strain, before, state, start, end, predicting, want_tangent)` gives the forces (n,), their
    derivative (n, n) where it is wanted, and the new state.
    """

    def shown_strain(self, strain):
        """Green's."""
        return green(full(strain), self.size)

    def _follow(self, strain, before, state, start, end, predicting=False, want_tangent=False):
        raise NotImplementedError

    def internal_forces(self, state, increment, t):
        """The nominal stress, and what the point then remembers."""
        force, _, new = self._follow(state.u + increment, state.u, state.internal, state.time, t)
        return force, new

    def stiffness(self, state, increment, t, tangent):
        """Its derivative, or the elasticity; in plane stress nothing is asked for across."""
        if not tangent:
            return super().stiffness(state, increment, t, tangent)
        strain = state.u if tangent == "rate" else state.u + increment
        matrix = self._follow(strain, state.u, state.internal, state.time, t, tangent == "rate", True)[1]
        if self.continuum.flat:
            matrix[2, 2] = matrix[0, 0]
        return matrix


class LargePoint(FollowedPoint):
    """A point in large strain.

    kind  the kinematics of solids (fe.large_strain.Large) by which the law answers to H
    """

    def __init__(self, data: ElementData, behaviour, continuum, imposed: dict[int, Callable], loads: Callable, kind):
        super().__init__(data, behaviour, continuum, imposed, loads)
        self.solid = kind("TETRA4" if continuum.dim == 3 else "TRIA3", continuum, "FPG1", "FPG1")
        pairs, n = self.solid.gradient_pairs, self.size
        by_strain = full(np.eye(n))
        # H of the unknowns, of the components that the solid's gradients have
        self._spread = np.array([by_strain[:, i, a] for i, a in pairs])

    @property
    def added_variables(self):
        """What the kinematics keeps."""
        return self.solid.added_variables

    def _follow(self, strain, before, state, start, end, predicting=False, want_tangent=False):
        data = self.data.between(start, end, predicting)
        now, was = (full(tensor)[None, None] for tensor in (strain, before))
        piola, rate, new = self.solid.integrate(data, self.behaviour, now, was, state, want_tangent)
        rate = self._spread.T @ rate[0, 0] @ self._spread if want_tangent else None
        return self._spread.T @ piola[0, 0], rate, new


class UpdatedPoint(FollowedPoint):
    """A point in small strains before and after a step, both over the configuration at its end (PETIT_REAC, r5.03.24)."""

    def _follow(self, strain, before, state, start, end, predicting=False, want_tangent=False):
        inverse, n = np.linalg.inv(np.eye(3) + full(strain)), self.size
        turned = full(np.eye(n)) @ inverse
        # (n, n) the strains over the moved configuration by the unknowns
        b = mandel(0.5 * (turned + np.swapaxes(turned, -1, -2)), n).T
        data = self.data.between(start, end, predicting)
        reached, left = ((b @ motion)[None, None] for motion in (strain, before))
        known = PointState(left, state.stress, state.internal)
        stress, internal, tangent = self.behaviour.integrate(reached, known, data, self.continuum)
        volume = 1.0 / np.linalg.det(inverse)
        new = PointState(reached, stress, internal)
        return volume * (b.T @ stress[0, 0]), volume * (b.T @ tangent[0, 0] @ b), new
