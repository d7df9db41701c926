"""What a finite element is: the one protocol that solids, skins and discretes share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from .data import ElementData


@dataclass
class PointState:
    """What a group of elements remembers from one instant to the next.

    strain, stress  (ne, ng, ns) at the integration points, Mandel's notation (shear times sqrt 2); discretes keep
                    their forces (ne, 1, nd) as stress and their displacements as strain
    internal        (ne, ng, nv) internal variables of the behaviour
    displacement    (ne, nd), of elements that follow their motion
    structural      (ne, np, nc) what elements keep besides, by the names of their `structural`
    """

    strain: np.ndarray
    stress: np.ndarray
    internal: np.ndarray
    displacement: np.ndarray | None = None
    structural: np.ndarray | None = None

    def subset(self, rows) -> PointState:
        """That of some of the elements."""
        moved, structural = (None if part is None else part[rows] for part in (self.displacement, self.structural))
        return PointState(self.strain[rows], self.stress[rows], self.internal[rows], moved, structural)


class Element:
    """An element on one cell type; every method works on all cells of a group at once.

    cell        the cell type
    components  for each local node, the names of the unknowns it carries; element arrays go node after node
    dim         the dimension of what the cell fills (0 for a discrete)
    translations  the unknowns that may all grow alike without any force
    stepwise  whether its forces act over a step of time, for as long as it lasts (see `holding_forces`)
    rereads   whether the stresses that code_aster reads back are not quite those that its law answered (see `state_forces`)
    section_points  what the sub-points of its points are: "layers" (below, middle, above of each) of a thickness,
    "pipe" (around the wall of a pipe), "fibres", "" for none
    material_functions  (np, corners) the linear functions at all points where a material may be asked, those of the stiffness
    first; None where they are not told. With them goes `offsets(data)`, (ne, ns, 3) how far from there the sub-points stand, NaN
    past the last of a cell
    straight  whether a linear law makes a constant stiffness;  symmetric  whether its tangent is symmetric, if the law's is
    telling   whether displacements alone tell its stresses; not so of elements without a linear stiffness (RIGI_MECA) in code_aster

    An option that the element does not contribute to answers None.
    """

    cell: str
    components: tuple[tuple[str, ...], ...]
    dim: int
    translations: tuple[str, ...] = ()
    straight = True
    forces_move = property(lambda self: not self.straight, doc="Whether its forces act where its displacements have brought it.")
    symmetric = True
    telling = True
    section_points = ""
    material_functions: np.ndarray | None = None
    stepwise = rereads = False

    @property
    def size(self) -> int:
        """nd, the number of unknowns of one element."""
        return sum(len(names) for names in self.components)

    def stiffness(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) linear elastic stiffness."""
        return None

    def elastic_stiffness(self, data: ElementData, behaviour, u: np.ndarray, state: PointState | None) -> np.ndarray | None:
        """(ne, nd, nd) that by which the law unloads from a state, at displacements u (ne, nd); the linear one unless it tells."""
        return self.stiffness(data)

    def resting_stiffness(self, data: ElementData, behaviour, u: np.ndarray, state: PointState | None) -> np.ndarray | None:
        """(ne, nd, nd) that of elastic predictions: the one by which the law unloads, but the linear one of solids in large strain."""
        return self.elastic_stiffness(data, behaviour, u, state)

    def mass(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) consistent mass."""
        return None

    def flooded_mass(self, data: ElementData, abscissas: np.ndarray | None = None) -> np.ndarray | None:
        """(ne, nd, nd) mass with that of fluids in and around tubes, at the abscissas (ne, 4) of their nodes; others are in none."""
        return self.mass(data)

    def lumped_mass(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) diagonal mass."""
        return None

    def explicit_mass(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) the diagonal mass of explicit schemes."""
        return self.lumped_mass(data)

    def damping(self, data: ElementData, stiffness=None, mass=None) -> np.ndarray | None:
        """(ne, nd, nd) viscous damping."""
        return None

    def tangent_damping(self, data: ElementData, behaviour, tangent: np.ndarray, state: PointState) -> np.ndarray | None:
        """(ne, nd, nd) what a law damps beside that, over a step from a state with this tangent (ne, nd, nd); None where it does not."""
        return None

    def radiation(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) forces by the third derivative of the unknowns in time."""
        return None

    def hysteretic_stiffness(self, data: ElementData, stiffness=None) -> np.ndarray | None:
        """(ne, nd, nd) complex stiffness of hysteretic damping."""
        return self.stiffness(data) if stiffness is None else stiffness

    def gyroscopic(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) forces at unit velocities of a unit spin speed about the own axis; in solids of the spin (ne, 3), rad/s."""
        return None

    def gyroscopic_stiffness(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) forces of a unit spin acceleration about the own axis at unit displacements; solids take the spin."""
        return None

    def centrifugal_stiffness(self, data: ElementData) -> np.ndarray | None:
        """(ne, nd, nd) less the change of the centrifugal forces with the displacements; solids take the spin."""
        return None

    def geometric_stiffness(self, data: ElementData, stress: np.ndarray) -> np.ndarray | None:
        """(ne, nd, nd) what stresses (as PointState keeps them) add to the stiffness."""
        return None

    def weight(self, data: ElementData, acceleration: np.ndarray) -> np.ndarray | None:
        """(ne, nd) forces of a uniform acceleration (3,) on the mass, from the consistent mass unless said otherwise."""
        mass = self.mass(data)
        if mass is None:
            return None
        axes = {"DX": 0, "DY": 1, "DZ": 2}
        uniform = [acceleration[axes[name]] if name in axes else 0.0 for names in self.components for name in names]
        return mass @ np.array(uniform)

    def reference_force(self, data: ElementData, references: Mapping[str, float]) -> np.ndarray | None:
        """(ne, nd) nodal forces of reference values "stress" (Pa), "force" (N) and "moment" (Nm), which residuals are judged by.

        A KeyError tells which value is missing.
        """
        return None

    def moved(self, data: ElementData, u: np.ndarray) -> ElementData:
        """The data of the cells where unknowns (ne, nd) have brought their nodes."""
        return data.moved(u)

    def start(self, data: ElementData, behaviour) -> PointState | None:
        """The state of rest; None when the element has nothing to remember (skins)."""
        return None

    def respond(self, data: ElementData, behaviour, u: np.ndarray, state: PointState, want_tangent: bool = True):
        """Internal forces (ne, nd), tangent (ne, nd, nd) or None, and the new state, at displacements `u` (ne, nd).

        `state` is that of the last converged instant. None, None, None when the element has no stiffness.
        """
        return None, None, None

    forces: tuple[str, ...] = ()
    structural: tuple[str, ...] = ()

    def shown(self, data: ElementData, stress: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(values (ne, np, nc), names of the components) of stresses as PointState keeps them, as users see them.

        Elements that keep them so name them in `forces`.
        """
        return stress, self.forces

    def sub_points(self, data: ElementData) -> int:
        """How many of the points that `shown` tells stand one after the other across the thickness or section at each point."""
        return int(self.sub_counts(data).max(initial=1))

    def sub_counts(self, data: ElementData) -> np.ndarray:
        """(ne,) how many of them each cell has; values stand at the first ones."""
        return np.ones(len(data), int)

    def kept(self, data: ElementData, values: np.ndarray) -> np.ndarray:
        """Stresses as PointState keeps them of values (ne, np, nc) as `shown` gives them."""
        return values

    def nodal_forces(self, data: ElementData, stress: np.ndarray) -> np.ndarray | None:
        """(ne, nd) forces in the global axes that hold stresses as PointState keeps them."""
        return None

    def holding_forces(self, data: ElementData, behaviour, state: PointState) -> np.ndarray | None:
        """(ne, nd) forces of a `stepwise` element over the step of `data`, while everything stays as in a state."""
        return None

    def state_forces(self, data: ElementData, state: PointState) -> np.ndarray | None:
        """(ne, nd) forces that hold the stresses of a state, where it stands."""
        return self.nodal_forces(data, state.stress)


class ElasticElement(Element):
    """An element whose damping comes from its material."""

    def damping(self, data, stiffness=None, mass=None):
        """Rayleigh's alpha K + beta M, of matrices (ne, nd, nd) given or made here; None when no material has the coefficients."""
        if not (data.has("stiffness_damping") or data.has("mass_damping")):
            return None
        stiffness = self.stiffness(data) if stiffness is None else stiffness
        result = data.property("stiffness_damping", 0.0)[:, None, None] * stiffness
        if data.has("mass_damping"):
            result += data.property("mass_damping", 0.0)[:, None, None] * (self.mass(data) if mass is None else mass)
        return result

    def hysteretic_stiffness(self, data, stiffness=None):
        """K (1 + i eta), of a stiffness given or made here, eta the material's loss factor."""
        stiffness = self.stiffness(data) if stiffness is None else stiffness
        return stiffness * (1 + 1j * data.property("loss_factor", 0.0))[:, None, None]


class LinearElement(Element):
    """An element that its stiffness says everything about: it remembers where it stands."""

    def start(self, data, behaviour):
        """At rest; nothing to remember where there is no stiffness."""
        return None if self.stiffness(data) is None else self._state(data, np.zeros((len(data), self.size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces of the stiffness."""
        stiffness = self.stiffness(data)
        if stiffness is None:
            return None, None, None
        return np.einsum("eij,ej->ei", stiffness, u), stiffness if want_tangent else None, self._state(data, u)

    def _state(self, data, u):
        nothing = np.zeros((len(data), 1, 0))
        return PointState(nothing, nothing, nothing, u)

    def state_forces(self, data, state):
        """Those of the stiffness where the state stands."""
        return np.einsum("eij,ej->ei", self.stiffness(data), state.displacement)
