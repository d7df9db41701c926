"""RELATION='BETON_GRANGER' and 'BETON_GRANGER_V': basic creep of concrete by eight springs beside dashpots in series (r7.01.01).

S = h s, h the humidity of the pores, drives strains that E times a stress: of the spring beside a dashpot number i, with its compliance J_i
and time t_i, v what ageing leaves (1 without it, FONC_V of the age in the middle of the step with it), dt the step:

1.  d_i = 1 - exp(-dt/t_i),   B = v sum J_i (1 - t_i d_i/dt)
2.  s = (D (D_^-1 s_ + de) - E (sum d_i A_i_ - h_ B s_)) / (1 + E h B),  de the increment of the strains less those of temperature,
    hydration and drying
3.  A_i = (1 - d_i) A_i_ + v J_i t_i d_i/dt (S - S_),   A_9 = A_9_ + v sum J_i (S - S_)
4.  the strain of creep is C (A_9 - sum A_i), C the compliance of a Young's modulus of one
5.  tangent  D / (1 + E h B); that of rates is D.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, unit

from ._creep import relative_humidity
from ._law import Law, moduli, strain_increment

CHAINS, SIZE = 8, 55


class Granger(Law):
    """The law over all cells and points, of concrete that ages or not."""

    plane_stress, secant, creep_is_apart = False, True, True
    internal_names = tuple(f"VG{i + 1}" for i in range(SIZE))
    needs = {"young": "ELAS", "granger_compliances": "BETON_GRANGER", "desorption": "BETON_DESORP"}

    def __init__(self, ages: bool = False):
        self.ages = ages
        if ages:
            self.needs = self.needs | {"granger_ageing": "V_BETON_GRANGER"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        now, first = moduli(data), moduli(data, before=True)
        if data.step.predicting:
            return state.stress, state.internal, isotropic_stiffness(now.two_mu, now.three_k, ns)
        dt, one = data.step.after - data.step.before, unit(ns)
        held, age = _read(state.internal, ns)
        before, after = relative_humidity(data, shape, True)[..., None], relative_humidity(data, shape)[..., None]
        compliance, time = (np.broadcast_to(data.at_points(f"granger_{word}"), (*shape, CHAINS)) for word in ("compliances", "times"))
        lost = 1 - _exponential(-dt / time)
        slow = time * lost / dt if dt > 0.0 else np.ones(time.shape)
        left = self._left(data, age + 0.5 * dt)
        own = (left * (compliance * (1 - slow)).sum(axis=-1))[..., None]
        driven = (lost[..., None] * held[..., :CHAINS, :]).sum(axis=-2) - before * own * state.stress

        increment = strain_increment(strain, state, data, continuum)[0]
        pressure = now.three_k / first.three_k * mean(state.stress) + now.three_k * mean(increment)
        shear = (now.two_mu / first.two_mu)[..., None] * deviator(state.stress) + now.two_mu[..., None] * deviator(increment)
        share = now.young[..., None] * after * own
        stress = (shear + pressure[..., None] * one - now.young[..., None] * driven) / (1 + share)

        change = (left[..., None] * (after * stress - before * state.stress))[..., None, :]
        chains = (1 - lost)[..., None] * held[..., :CHAINS, :] + (compliance * slow)[..., None] * change
        last = held[..., CHAINS, :] + compliance.sum(axis=-1)[..., None] * change[..., 0, :]
        internal = _written(np.concatenate([chains, last[..., None, :]], axis=-2), age + dt)
        return stress, internal, isotropic_stiffness(now.two_mu / (1 + share[..., 0]), now.three_k / (1 + share[..., 0]), ns)

    def _left(self, data, age):
        """v (ne, ng) at an age."""
        left = np.ones(age.shape)
        if self.ages:
            for rows, material in data.by_material():
                left[rows] = material["granger_ageing"].at(age[rows])
        return left

    @staticmethod
    def basic_creep(internal, data, ns):
        """(ne, ng, ns) step 4, in Mandel's notation."""
        held, _ = _read(internal, ns)
        driving = held[..., CHAINS, :] - held[..., :CHAINS, :].sum(axis=-2)
        poisson = data.at_points("poisson")[..., None]
        return (1 + poisson) * driving - poisson * 3 * mean(driving)[..., None] * unit(ns)


def _exponential(x):
    """exp(x) to the last digit, which 1 - t d/dt hangs on where steps are short beside t; numpy's own misses it on some processors."""
    return np.exp(x.astype(np.longdouble)).astype(float)


def _read(internal, ns):
    """A (ne, ng, 9, ns) and the age (ne, ng)."""
    count = (CHAINS + 1) * ns
    return internal[..., :count].reshape(*internal.shape[:-1], CHAINS + 1, ns), internal[..., count]


def _written(held, age):
    out = np.zeros((*age.shape, SIZE))
    count = held.shape[-1] * (CHAINS + 1)
    out[..., :count], out[..., count] = held.reshape(*age.shape, count), age
    return out


BEHAVIOURS.add("BETON_GRANGER", Granger())
BEHAVIOURS.add("BETON_GRANGER_V", Granger(ages=True))
