"""RELATION='ELAS_HYPER_VISC': the hyperelasticity of ELAS_HYPER with branches that relax (Simo 1987).

With Sv and Si the stresses of the volume and of the isochoric part of the energy, g and tau the share and the time of a branch,

    S = Sv + Si + sum of H,   H' = g Si' - H / tau

over a step of length dt, Si going evenly:  H = exp(-dt/tau) H_ + g (1 - exp(-dt/tau)) tau/dt (Si - Si_).
Internal variables: Si, and H of ten branches, those that are not there being zero.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import AXES

from ._restarting import Restarting
from .elas_hyper import SPACE, energy_rates

BRANCHES = 10


class Relaxing(Restarting):
    """The law over all cells and points; stresses and rates are asked for in the whole of space."""

    plane_stress = False
    needs = {"relaxing_c10": "ELAS_HYPER_VISC"}
    internal_names = (*(f"SI{axes}" for axes in AXES), *(f"H{i + 1}{axes}" for i in range(BRANCHES) for axes in AXES))

    def respond(self, strain, state, data, continuum):
        """The equations above."""
        ns, dt = strain.shape[-1], data.step.after - data.step.before
        whole = np.zeros((*strain.shape[:-1], SPACE))
        whole[..., :ns] = strain
        c10, c01, c20, bulk = (data.at_points(f"relaxing_{word}") for word in ("c10", "c01", "c20", "bulk"))
        swelling, swelling_rate = energy_rates(whole, 0.0 * c10, 0.0 * c10, 0.0 * c10, bulk)
        isochoric, isochoric_rate = energy_rates(whole, c10, c01, c20, 0.0 * bulk)
        held = state.internal.reshape(*strain.shape[:2], 1 + BRANCHES, SPACE)
        share, time = data.property("relaxing_share")[:, None], data.property("relaxing_time")[:, None]
        ratio = dt / time
        left = np.exp(-ratio)
        taken = share * (-np.expm1(-ratio) / ratio if dt > 0.0 else 1.0)
        branches = left[..., None] * held[..., 1:, :] + taken[..., None] * (isochoric - held[..., 0, :])[..., None, :]
        if dt <= 0.0:
            branches = held[..., 1:, :]
        tangent = swelling_rate + (1.0 + taken.sum(axis=-1))[..., None, None] * isochoric_rate
        stress = swelling + isochoric + branches.sum(axis=-2)
        internal = np.concatenate([isochoric[..., None, :], branches], axis=-2).reshape(state.internal.shape)
        return stress[..., :ns], internal, tangent[..., :ns, :ns]


BEHAVIOURS.add("ELAS_HYPER_VISC", Relaxing())
