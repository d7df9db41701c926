"""Linear membranes: surfaces that only stretch in their plane, with forces by length of any elasticity (r3.08.07).

In the axes of the direction d, taken into the surface, and of n x d, the strains are e11, e22, sqrt 2 e12 and the forces D e.
"""

from __future__ import annotations

import numpy as np

from .anelastic import anelastic_strain
from .contraction import contracted
from .data import ElementData
from .element import PointState
from .errors import ComputationFailed
from .shapes import shape_derivatives
from .sheet import Sheet, inertia_of


class Membrane(Sheet):
    """A membrane; `membrane_direction` (3,) is among its characteristics, `membrane_elasticity` (3, 3), N/m, among its properties.

    Strains and forces by length are kept as (ne, ng, 3); its density is by area.
    """

    strain_kind = "membrane"

    def by_area(self, data):
        """The density, which is by volume where the material is no membrane's own."""
        if data.has("membrane_elasticity"):
            return data.property("density")
        thickness = data.characteristics.get("membrane_thickness")
        if thickness is None:
            raise ComputationFailed("membranes need a thickness, which the characteristics do not give")
        return data.property("density") * thickness

    def pressure(self, data, pressure, shear=0.0):
        """(ne, nd) against the normal; membranes of a linear material bear none."""
        if data.has("membrane_elasticity"):
            return super().pressure(data, pressure, shear)
        tangents, _ = self.tangents(data)
        push = -np.cross(tangents[:, :, 0], tangents[:, :, 1]) * self.rule().weights[:, None]
        push = push * np.broadcast_to(pressure, push.shape[:2])[..., None]
        return np.einsum("gn,egk->enk", self.point_functions, push).reshape(len(data), -1)

    def slopes(self, data: ElementData):
        """Axes in the surface (ne, ng, 2, 3), derivatives along them (ne, ng, 2, nn) and areas (ne, ng)."""
        tangents, area = self.tangents(data)
        normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
        normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
        given = data.characteristics.get("membrane_direction", np.broadcast_to([1.0, 0.0, 0.0], (len(data), 3)))[:, None]
        along = given - (given * normal).sum(axis=-1, keepdims=True) * normal
        length = np.linalg.norm(along, axis=-1, keepdims=True)
        if (length <= 1e-12).any():
            raise ComputationFailed("the direction of a membrane stands across its surface")
        axes = np.stack([along / length, np.cross(normal, along / length)], axis=2)
        upper = np.linalg.solve(tangents @ tangents.swapaxes(-1, -2), tangents)
        slope = contracted("gdn,egdk,egik->egin", shape_derivatives(self.cell, self.rule().points), upper, axes)
        return axes, slope, area

    def strain_matrix(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """B (ne, ng, 3, nd) and areas (ne, ng)."""
        axes, slope, area = self.slopes(data)
        return strain_rows(axes, slope), area

    def stiffness(self, data):
        """sum over points of B^T D B."""
        b, area = self.strain_matrix(data)
        return contracted("eg,egia,eij,egjb->eab", area, b, data.property("membrane_elasticity"), b)

    def own_strain(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) B u."""
        return np.einsum("egid,ed->egi", self.strain_matrix(data)[0], u)

    def line_strains(self, data: ElementData, u: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
        """(ne, ng, 3) the strains, and their names."""
        return self.own_strain(data, u), ("EXX", "EYY", "EXY")

    def free_strain(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, ng, 3) strains that no stress causes; None when there are none."""
        strain = anelastic_strain(data, ("XX", "YY"), before)
        return None if strain is None else np.pad(strain, ((0, 0), (0, 0), (0, 1)))

    def strain_force(self, data: ElementData, strain: np.ndarray) -> np.ndarray:
        """(ne, nd) sum over points of B^T D e of imposed strains (ne, ng, 3)."""
        return self.nodal_forces(data, np.einsum("eij,egj->egi", data.property("membrane_elasticity"), strain))

    def anelastic_force(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, nd) forces that hold the strains that no stress causes; None when there are none."""
        strain = self.free_strain(data, before)
        return None if strain is None else self.strain_force(data, np.broadcast_to(strain, (len(data), len(self.rule()), 3)))

    def elastic_state(self, data: ElementData, u: np.ndarray) -> PointState:
        """D (B u - e), e the strains that no stress causes."""
        strain, free = self.own_strain(data, u), self.free_strain(data)
        force = np.einsum("eij,egj->egi", data.property("membrane_elasticity"), strain if free is None else strain - free)
        return PointState(strain, force, np.zeros((*strain.shape[:2], 1)))

    def potential_energy(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne,) of the strains that stress causes (te0436)."""
        state, free = self.elastic_state(data, u), self.free_strain(data)
        strain = state.strain if free is None else state.strain - free
        return 0.5 * np.einsum("eg,egi,egi->e", self.areas(data), state.stress, strain)

    def start(self, data, behaviour):
        """At rest; raises ComputationFailed for a law that is not linear."""
        if not behaviour.linear:
            raise ComputationFailed("membranes follow linear elasticity only so far")
        zero = np.zeros((len(data), len(self.rule()), 3))
        return PointState(zero, zero, np.zeros((*zero.shape[:2], behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The forces of the displacements, as code_aster has them."""
        new = self.elastic_state(data, u)
        return self.nodal_forces(data, new.stress), self.stiffness(data) if want_tangent else None, new

    def reference_force(self, data, references):
        """By point the mean of the direct stiffnesses times the reference strain and, as code_aster has it, the root of what area is
        measured by."""
        elasticity = data.property("membrane_elasticity")
        measure = np.sqrt(self.tangents(data)[1] / self.rule().weights).mean(axis=1)
        force = references["strain"] * (elasticity[:, 0, 0] + elasticity[:, 1, 1]) / 2.0 * measure
        return np.repeat(force[:, None], self.size, axis=1)

    def shown(self, data, stress):
        """Forces by length."""
        return stress, ("NXX", "NYY", "NXY")

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) as code_aster gives it (te0436): mass and moments times the area of the cell once more, the centre alone being right."""
        area = self.areas(data)
        result = inertia_of(area * data.property("density")[:, None], self.points(data.coordinates))
        result[:, [0, *range(4, 10)]] *= area.sum(axis=1)[:, None]
        return result

    def nodal_forces(self, data, stress):
        """B^T N."""
        b, area = self.strain_matrix(data)
        return contracted("eg,egia,egi->ea", area, b, stress)


def strain_rows(base: np.ndarray, slope: np.ndarray) -> np.ndarray:
    """(ne, ng, 3, nd) how e11, e22, sqrt 2 e12 change with the displacements: vectors along the axes (ne, ng, 2, 3) and derivatives
    along them (ne, ng, 2, nn)."""
    first, second = base[:, :, 0], base[:, :, 1]
    rows = [
        slope[:, :, 0, :, None] * first[:, :, None],
        slope[:, :, 1, :, None] * second[:, :, None],
        (slope[:, :, 0, :, None] * second[:, :, None] + slope[:, :, 1, :, None] * first[:, :, None]) / np.sqrt(2.0),
    ]
    return np.stack([row.reshape(*base.shape[:2], -1) for row in rows], axis=2)
