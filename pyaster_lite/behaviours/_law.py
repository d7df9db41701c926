"""What laws of solids share: the names of their variables, and what a step brings to the points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.data import ElementData


class Law:
    """A law over all cells and points: `integrate(strain, state, data, continuum) -> stress, internal, tangent`.

    strain (ne, ng, ns) is the total one, `state` (fe.element.PointState) that of the last converged instant; `data` tells the
    materials, what surrounds the points and the step; stress (ne, ng, ns), internal (ne, ng, nv), tangent (ne, ng or 1, ns, ns).
    While `data.step.predicting`, nothing has moved yet: the tangent is that of rates, stress and variables are not asked for.

    linear          the tangent is the elasticity, and the state need not be followed where nothing surrounds the points
    internal_names  code_aster's names of the internal variables V1, V2, ...
    plane_stress    whether the law keeps the stress across at zero itself
    needs           properties of materials (fe.data) that the law reads, by the factor keyword that gives them
    mirrored        the half ("lower", "upper") of the cells' tangents that counts alone, as code_aster keeps them of some laws
    from_whole_strain  whether stresses come from the whole strain, not from those of the last instant
    restarts        whether a step starts from what the law answers, while predicting, to what surrounds the points at its end
    rests           whether a step over which nothing moves, nor what surrounds the points changes, leaves all as it was
    starts_media    whether a step of a porous medium with this skeleton starts from what the medium answers anew
    explicit        whether RUNGE_KUTTA integrates it too: `solved_by` gives that law
    localises       whether its tangent of rates, of any state, tells where bands form
    fibre           the same law along a line (see _uniaxial), None when there is none
    """

    linear = from_whole_strain = False
    restarts = rests = False
    starts_media = True
    localises = explicit = False
    mirrored: str | None = None
    internal_names: tuple[str, ...] = ("VIDE",)
    plane_stress = True
    needs: dict[str, str] = {}
    fibre: Law | None = None

    @property
    def internal_size(self) -> int:
        """How many internal variables a point has."""
        return len(self.internal_names)

    def configured(self, theta: float) -> Law:
        """The law with a parameter of its time scheme, for those that have one; ValueError when it cannot be."""
        return self

    def with_fibre(self, law: Law) -> Law:
        """This law, having `law` along a line."""
        self.fibre = law
        return self

    def integrate(self, strain, state, data: ElementData, continuum):
        """Stress, internal variables and tangent at the end of the step."""
        raise NotImplementedError


@dataclass
class Moduli:
    """Isotropic elasticity at points, (ne, ng or 1): 2 mu and 3 K."""

    two_mu: np.ndarray
    three_k: np.ndarray

    @property
    def young(self):
        """9 K mu / (3 K + mu)."""
        mu = self.two_mu / 2.0
        return 3.0 * self.three_k * mu / (self.three_k + mu)

    @property
    def poisson(self):
        """The Poisson ratio."""
        return self.young / self.two_mu - 1.0


def moduli_of(young, poisson) -> Moduli:
    """From Young's modulus and the Poisson ratio."""
    return Moduli(young / (1 + poisson), young / (1 - 2 * poisson))


def moduli(data: ElementData, before: bool = False) -> Moduli:
    """Of the materials of the cells, at the end of the step or `before` it."""
    return moduli_of(data.at_points("young", before=before), data.at_points("poisson", before=before))


def strain_increment(strain, state, data: ElementData, continuum, first: bool = False) -> tuple[np.ndarray, np.ndarray | None]:
    """The increment (ne, ng, ns) of the strains that stress causes, and that of the others (None when there are none).

    first  whether a cell expands by the temperature of its first point, as some laws of code_aster have it (get_varc of point 1)
    """
    increment = strain - state.strain
    after = anelastic_strain(data, continuum.strains, first=first)
    if after is None:
        return increment, None
    others = after - anelastic_strain(data, continuum.strains, before=True, first=first)
    return increment - others, others
