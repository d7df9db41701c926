"""SIMO_MIEHE: laws between the elastic left Cauchy-Green tensor and Kirchhoff's stress t (Simo, Miehe 1992; r5.03.21).

P = t F^-T,   dP = (dt - t L^T) F^-T,   L = dF F^-1
"""

from __future__ import annotations

import numpy as np

from .anelastic import anelastic_strain
from .contraction import contracted
from .element import PointState
from .errors import LawFailed
from .kinematics import determinant, inverted
from .large_strain import Large, full, mandel


class Multiplicative(Large):
    """A solid whose law answers to gradients: `behaviour.kirchhoff(f, before, internal, data)`, see behaviours/_simo_miehe.

    A behaviour with `by_stress` takes Cauchy's stress (ne, ng, 3, 3) before the step after these.
    """

    added_variables = 6
    symmetric = False

    def elastic_stiffness(self, data, behaviour, u, state):
        """The linear one for laws that do not tell of rates without flow (`unloading_kirchhoff`)."""
        if not hasattr(behaviour, "unloading_kirchhoff"):
            return self.stiffness(data)
        return super().elastic_stiffness(data, behaviour, u, state)

    def integrate(self, data, behaviour, h, before, state, want_tangent):
        """t and dt/dL by the law."""
        f, f_before = np.eye(3) + h, np.eye(3) + before
        change = determinant(f) / determinant(f_before)
        if not ((change > 1e-2) & (change < 1e2)).all():
            raise LawFailed("the volume of a cell changes more than hundredfold in a step")
        more = (full(state.stress),) if getattr(behaviour, "by_stress", False) else ()
        stress, rate, internal = behaviour.kirchhoff(f, f_before, state.internal, data, *more)
        inverse, volume = inverted(f)
        pairs = self.gradient_pairs
        first = stress @ np.swapaxes(inverse, -1, -2)
        piola = np.stack([first[..., i, a] for i, a in pairs], axis=-1)
        ns = len(self.continuum.strains)
        new = PointState(mandel(0.5 * (h + np.swapaxes(h, -1, -2)), ns), mandel(stress, ns) / volume[..., None], internal)
        if not want_tangent:
            return piola, None, new
        if data.step.predicting:
            # the stress that the last step left, not that of the strain it kept, where a law changes that
            first = volume[..., None, None] * full(state.stress) @ np.swapaxes(inverse, -1, -2)
        moved = contracted("...am,...imjl,...bl->...iajb", inverse, rate, inverse)
        tangent = np.empty((*h.shape[:2], len(pairs), len(pairs)))
        for row, (i, p) in enumerate(pairs):
            for column, (j, q) in enumerate(pairs):
                tangent[..., row, column] = moved[..., i, p, j, q] - first[..., i, q] * inverse[..., p, j]
        return piola, tangent, new


def stored_energy(element, data, u, variables):
    """(ne, ng) elastic energy by volume at rest of von Mises's laws at displacements u (ne, nd), see behaviours/_simo_miehe.

    K/2 ((J^2 - 1)/2 - ln J) + mu/2 (J^(-2/3) (3 - 2 tr e) - 3), e the elastic strains in `variables` 3 to 5 (ne, ng, nv); where
    temperature strains by a: - 3K a/2 (J - 1/J), less all of that of the volume J0 that is free of stress, J0^3 - 3 a J0^2 - J0 = 3 a.
    """
    volume = determinant(np.eye(3) + element.displacement_gradient(data, u))
    young, poisson = data.at_points("young"), data.at_points("poisson")
    mu, three_k = young / (2 * (1 + poisson)), young / (1 - 2 * poisson)

    def of_volume(j):
        return three_k / 6 * ((j**2 - 1) / 2 - np.log(j))

    trace = volume ** (-2 / 3) * (3 - 2 * variables[..., 2:5].sum(-1))
    energy = of_volume(volume) + mu / 2 * (trace - 3)
    caused = anelastic_strain(data, ("XX",))
    if caused is None:
        return energy
    free, rest = caused[..., 0], np.ones(np.shape(caused)[:-1])
    for _ in range(50):
        rest = rest - (rest**3 - 3 * free * rest**2 - rest - 3 * free) / (3 * rest**2 - 6 * free * rest - 1)
    heated = energy - three_k / 2 * free * (volume - 1 / volume)
    return heated - of_volume(rest) + three_k / 2 * free * (rest - 1 / rest)
