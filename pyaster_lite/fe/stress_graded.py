"""Solids that break cell by cell where stresses smoothed over a length are too large (code_aster's D_PLAN_GRAD_SIGM, r5.03.24).

With s the law's stress and r a field of stresses, linear between the vertices, L the length of the material and N their functions:

    displacements   sum over points of B^T s
    r               sum over points of N (r - s) + L^2 grad N . grad r

so that r - L^2 lap r = s. Of an iterate the law tells first which cells break by r (`breaks`); the tangent leaves them as they are.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .contraction import contracted
from .element import PointState
from .vertex_fields import VertexFields


class StressGraded(VertexFields):
    """In small strain; stresses of the field in Mandel's notation."""

    own_unknowns = ("SIXX", "SIYY", "SIZZ", "SIXY")
    symmetric = False
    telling = False
    smoothed = True
    iterative = "beside"

    def moving(self, kind):
        """There is no large strain."""
        return

    @cached_property
    def _field_places(self):
        """(nv, ns) of the unknowns of the field."""
        return np.stack([self.places[name] for name in self.own_unknowns], axis=1)

    def _field_stiffness(self, data, volume):
        """(ne, nv, nv) of each component of the field."""
        n, gradient = self._vertex_functions, self.vertex_gradients(data)
        length = data.property("nonlocal_length")[:, None]
        return contracted("eg,gv,gw->evw", volume, n, n) + contracted("eg,egiv,egiw->evw", volume * length**2, gradient, gradient)

    def _tangent(self, data, elasticity, matrix, volume):
        """(ne, nd, nd) at a stiffness (ne, ng, ns, ns) of the law, B (ne, ng, ns, nd) and weighted volume (ne, ng)."""
        whole = self._virtual_work(matrix, elasticity, volume)
        caused = np.broadcast_to(elasticity, (*volume.shape, *elasticity.shape[-2:])) @ matrix
        driven, own = contracted("eg,gv,egsd->evsd", volume, self._vertex_functions, caused), self._field_stiffness(data, volume)
        for component, places in enumerate(self._field_places.T):
            whole[:, places] -= driven[:, :, component]
            whole[(slice(None), *np.ix_(places, places))] += own
        return whole

    def stiffness(self, data):
        """Of elasticity."""
        matrix, volume = self.strain_matrix(data)
        return self._tangent(data, self.continuum.elasticity(data.elasticity()), matrix, volume)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces and tangent of the module's head; cells break where forces alone are asked for, once an iterate."""
        matrix, volume = self.strain_matrix(data)
        strain, field = contracted("egsd,ed->egs", matrix, self._strained(u)), u[:, self._field_places]
        iterate = data.characteristics.get("iterate")
        if data.step.predicting:
            internal = behaviour.rested(data, state.internal)
        elif want_tangent:
            internal = state.internal if iterate is None else iterate.internal
        else:
            internal = behaviour.breaks(data, field, state.internal, None if iterate is None else iterate.internal)
        stress, tangent = behaviour.smoothed(strain, internal, data, self.continuum)
        force = contracted("egsd,egs,eg->ed", matrix, stress, volume)
        own = contracted("evw,ews->evs", self._field_stiffness(data, volume), field)
        force[:, self._field_places] += own - contracted("eg,gv,egs->evs", volume, self._vertex_functions, stress)
        whole = self._tangent(data, tangent, matrix, volume) if want_tangent else None
        return force, whole, PointState(strain, stress, internal, u)
