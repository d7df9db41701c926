"""BETON_UMLV with ENDO_ISOT_BETON or MAZARS: creep of concrete that is damaged (r7.01.19).

With the creep f over a step, a + b s_ + c s (beton_umlv), D the stiffness, e and e_ the strains less those of what surrounds the points
before and after the step, o the latter's before the step:

1.  ENDO_ISOT_BETON   d is told by the strain, that of creep included;  D is the stiffness at constant d, s_ the stress
    MAZARS            D is the elasticity, s_ = D_ (e_ - f_): creep is that of the stress of what is whole
2.  df = (1 + c D)^-1 (a + b s_ + c D (E - f_ - o)), E the whole strain;  s = D (e - f_ - df);  ei of BETON_UMLV stays or moves
3.  ENDO_ISOT_BETON   s is the stress
    MAZARS            D(e - f) (1 - D), damage being told by the extensions of e - f + CHI f
4.  tangent  of ENDO_ISOT_BETON  H = D (1 + c D)^-1, less (1 - H c) S (e - f) * S e where d grows, S what d takes of D; of MAZARS
    (1 - D) times the elasticity, as in code_aster.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.tensors import isotropic_stiffness, mean, outer

from ._law import Law, moduli
from ._mazars import warmest
from .beton_umlv import FREE, NAMES, NEEDS, Creep, Umlv

SIZE = len(NAMES)


class Damaged(Law):
    """A law of damage whose strains creep too; the variables of creep stand before its own."""

    plane_stress, secant = False, True
    needs: dict[str, str] = {}

    def __init__(self, law):
        self.law = law
        self.needs = NEEDS | law.needs
        self.internal_names = (*NAMES, *law.internal_names)

    @staticmethod
    def crept(creep, stiffness, whole, free, before, state, data):
        """Step 2 for s_ = `before`: the stress, the variables of creep after the step, and 1 + c D with c.

        whole (ne, ng, ns) the strain E, free (ne, ng, ns) strains of what surrounds the points before and after the step
        """
        ns = whole.shape[-1]
        rest = whole - Umlv.total_creep(state.internal, data, ns)
        alone = np.zeros(whole.shape[:2], bool)
        for _ in range(2):
            crept = creep.increment(alone, ns)
            follows, c = slowed(crept, stiffness, ns)
            a, (b_mean, b), _ = crept.total(ns)
            driven = a + _of(isotropic_stiffness(b, b_mean, ns), before) + _of(c @ stiffness, rest - free[0])
            stress = _of(stiffness, rest - free[1] - np.linalg.solve(follows, driven[..., None])[..., 0])
            alone = alone | creep.grows(crept, mean(before), mean(stress))
        return stress, creep.variables(crept, before, stress), follows, c


class CreepingDamage(Damaged):
    """With ENDO_ISOT_BETON."""

    symmetric = False

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        creep, predicting = Creep(data, shape, state.internal[..., :SIZE]), data.step.predicting
        free = _free(data, continuum, strain)
        own = PointState(state.strain, state.stress, state.internal[..., SIZE:])
        variables, stiffness, lost = self.law.operators(strain, own, data, continuum)
        if predicting:
            stress, internal, mechanical = state.stress, state.internal, state.strain - free[0]
            follows, c = slowed(creep.increment(np.rint(internal[..., FREE]) == 0, ns), stiffness, ns)
        else:
            stress, crept, follows, c = self.crept(creep, stiffness, strain, free, state.stress, state, data)
            internal, mechanical = np.concatenate([crept, variables], axis=-1), strain - free[1]
        held = np.linalg.solve(follows.swapaxes(-1, -2), stiffness.swapaxes(-1, -2)).swapaxes(-1, -2)
        elastic = mechanical - Umlv.total_creep(internal, data, ns)
        taken = outer(_of(np.eye(ns) - held @ c, _of(lost, elastic)), _of(lost, mechanical))
        return stress, internal, held - taken


class CreepingMazars(Damaged):
    """With MAZARS."""

    def __init__(self, law):
        super().__init__(law)
        self.needs = self.needs | {"mazars_limit": "MAZARS/EPSD0", "mazars_coupling": "MAZARS/CHI"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        young, poisson, words = self.law.parameters(data, shape)
        now = moduli(data)
        elasticity = np.broadcast_to(isotropic_stiffness(now.two_mu, now.three_k, ns), (*shape, ns, ns))
        old = state.internal[..., SIZE:]
        if data.step.predicting:
            return state.stress, state.internal, (1 - old[..., 0])[..., None, None] * elasticity
        creep, free = Creep(data, shape, state.internal[..., :SIZE]), _free(data, continuum, strain)
        before = _of(elasticity, state.strain - free[0] - Umlv.total_creep(state.internal, data, ns))
        stress, crept, *_ = self.crept(creep, elasticity, strain, free, before, state, data)
        flowed = Umlv.total_creep(crept, data, ns)
        own = strain - free[1] - flowed
        driving = own + data.at_points("mazars_coupling")[..., None] * flowed
        damage, _, size, _ = self.law.grown(own, driving, young, poisson, words, old[..., 0])
        variables = np.stack([damage, (damage != 0.0).astype(float), warmest(data, old[..., 2], shape), size], axis=-1)
        left = (1 - damage)[..., None]
        return left * stress, np.concatenate([crept, variables], axis=-1), left[..., None] * elasticity


def slowed(crept, stiffness, ns):
    """1 + c D and c (ne, ng, ns, ns)."""
    _, _, (c_mean, c) = crept.total(ns)
    c = isotropic_stiffness(c, c_mean, ns)
    return np.eye(ns) + c @ stiffness, c


def _free(data, continuum, strain):
    """Strains (ne, ng, ns) of what surrounds the points before and after the step."""
    found = [anelastic_strain(data, continuum.strains, before) for before in (True, False)]
    return [np.zeros(strain.shape) if value is None else value for value in found]


def _of(matrix, vector):
    return (matrix @ vector[..., None])[..., 0]
