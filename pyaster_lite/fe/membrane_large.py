"""Membranes whose displacements and strains are large (r3.07.08).

With a_1, a_2 the axes in the surface at rest and f_i = a_i + du/dx_i, Green's strains are E_ij = (f_i f_j - a_i a_j) / 2; a law gives
the second stress S of Piola and Kirchhoff, and

    f = sum of h B^T S dA,   B the rate of E;   K = sum of h (B^T dS/dE B + 4 S_ij dN/dx_i dN/dx_j 1) dA

The 4 is code_aster's (mbtgin adds that part within the sums over both indices of dS/dE): iterations converge slowly, and tested results
hold what they leave.
Where there is no stress yet, a first one stands in, or nothing would hold the surface across.
"""

from __future__ import annotations

import numpy as np

from .contraction import contracted
from .element import PointState
from .errors import ComputationFailed, NoReference
from .membrane import Membrane, strain_rows

ROOT = np.sqrt(2.0)
LITTLE = 1e-6
"""The size of contravariant stresses, by area of the reference cell, below which there is none."""
REPEATED = 4.0
"""How many times code_aster adds the stiffness of the stresses."""


class LargeMembrane(Membrane):
    """The membrane that remembers its displacements; `membrane_thickness` and `membrane_tension` (Pa) are among its characteristics.

    It keeps forces by length (ne, ng, 3) in the axes at rest, as code_aster tells them: h S over the growth of the surface.
    """

    straight = False
    # asked where a step begins, since without any stress the first one pulls already
    stepwise = True

    def start(self, data, behaviour):
        """At rest."""
        zero = np.zeros((len(data), len(self.rule()), 3))
        return PointState(zero, zero, np.zeros((*zero.shape[:2], behaviour.internal_size)), np.zeros((len(data), self.size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces and tangent of total strains."""
        thickness = data.characteristics.get("membrane_thickness")
        if thickness is None or not thickness.all():
            raise ComputationFailed("membranes in large displacements need a thickness, which the characteristics do not give")
        axes, slope, area = self.slopes(data)
        base = axes + np.einsum("egin,enk->egik", slope, u.reshape(len(u), -1, 3))
        product = np.einsum("egik,egjk->egij", base, base)
        strain = np.stack([(product[..., 0, 0] - 1) / 2, (product[..., 1, 1] - 1) / 2, product[..., 0, 1] / ROOT], axis=-1)
        stress, tangent = behaviour.spread(data, strain)
        stress = self._first(data, axes, stress)
        b, weight = strain_rows(base, slope), area * thickness[:, None]
        force = contracted("egia,egi,eg->ea", b, stress, weight)
        matrix = None
        if want_tangent:
            matrix = contracted("egia,egij,egjb,eg->eab", b, tangent, b, weight)
            nodal = contracted("egij,egin,egjm,eg->enm", _tensor(stress), slope, slope, weight)
            for axis in range(3):
                matrix[:, axis::3, axis::3] += REPEATED * nodal
        surface = np.sqrt(product[..., 0, 0] * product[..., 1, 1] - product[..., 0, 1] ** 2)
        shown = stress * [1.0, 1.0, 1 / ROOT] * (thickness[:, None] / surface)[..., None]
        return force, matrix, PointState(strain, shown, state.internal, u)

    def _first(self, data, axes, stress):
        """Stresses (ne, ng, 3), the first ones along both reference axes where there are none."""
        tension = data.characteristics.get("membrane_tension", np.zeros(len(data)))
        turn = np.einsum("egik,egak->egia", axes, self.tangents(data)[0])
        back = np.linalg.inv(turn)
        contravariant = back @ _tensor(stress) @ back.swapaxes(-1, -2)
        none = np.linalg.norm(contravariant, axis=(-2, -1)) < LITTLE
        added = np.where(none, tension[:, None], 0.0)[..., None, None] * turn @ turn.swapaxes(-1, -2)
        return stress + np.stack([added[..., 0, 0], added[..., 1, 1], ROOT * added[..., 0, 1]], axis=-1)

    def reference_force(self, data, references):
        """Code_aster has none (te0434): raises NoReference."""
        raise NoReference("membranes in large displacements have no reference forces")

    def state_forces(self, data, state):
        """Of the forces by length that are kept, over the surface where it stands."""
        axes, slope, area = self.slopes(data)
        base = axes + np.einsum("egin,enk->egik", slope, state.displacement.reshape(len(data), -1, 3))
        product = np.einsum("egik,egjk->egij", base, base)
        surface = np.sqrt(product[..., 0, 0] * product[..., 1, 1] - product[..., 0, 1] ** 2)
        thickness = data.characteristics["membrane_thickness"][:, None]
        stress = self._first(data, axes, state.stress * [1.0, 1.0, ROOT] * (surface / thickness)[..., None])
        return contracted("egia,egi,eg->ea", strain_rows(base, slope), stress, area * thickness)

    def holding_forces(self, data, behaviour, state):
        """The same whatever the step."""
        return self.state_forces(data, state)


def _tensor(values):
    """(..., 2, 2) of components 11, 22, sqrt 2 12."""
    result = np.empty((*values.shape[:-1], 2, 2))
    result[..., 0, 0], result[..., 1, 1] = values[..., 0], values[..., 1]
    result[..., 0, 1] = result[..., 1, 0] = values[..., 2] / ROOT
    return result
