"""What hydration makes of concrete (r7.01.35; De Schutter and Taerwe 1996).

With h the degree of hydration, h0 the one that makes a solid, r = (h - h0)/(1 - h0), at least 1e-3/(1 - h0):
a property is its final value times r^n, n = 2/3 for stiffness and energies and in compression, 1 in tension and of what goes with it.
Strains and what else the solid remembers shrink by (h_ - h0)/(h - h0), as what sets during the step has no memory.
"""

from __future__ import annotations

import numpy as np

from ._points import Points

LEAST = 1e-3
DIFFUSE = 1e-4
"""Damage below which there is none before the peak of tension."""


def ripened(words: Points, hydration) -> Points:
    """The properties of concrete so far hydrated.

    `tension` is the stress that plasticity sees at the peak, which damage before it has weakened to the strength: by 1 - damage =
    exp(-1/`tension_exponent`), where that is not infinite.
    """
    h, h0 = np.minimum(hydration, 1.0), words.setting
    ratio = np.where(h < 1.0, (np.maximum(h, h0 + LEAST) - h0) / (1.0 - h0), 1.0)
    quickly = ratio ** (2.0 / 3.0)
    young, strength = words.young * quickly, words.tension * ratio
    stretch = np.maximum(words.tension_peak * words.young / words.tension, 1.0)
    peak = np.maximum(stretch * strength / young, strength / young)
    tension = young * peak
    lost = 1.0 - strength / tension
    diffuse = lost > DIFFUSE
    exponent = np.where(diffuse, -1.0 / np.log(np.where(diffuse, 1.0 - lost, 0.5)), np.inf)
    lame = young * words.poisson / (1.0 + words.poisson) / (1.0 - 2.0 * words.poisson)
    return Points(
        young=young,
        lame=lame,
        two_mu=young / (1.0 + words.poisson),
        tension=tension,
        tension_peak=peak,
        tension_exponent=exponent,
        tension_energy=words.tension_energy * quickly * tension / strength,
        closing=words.closing * ratio,
        compression=words.compression * quickly,
        friction=words.friction * ratio,
        dilatancy=words.dilatancy * ratio,
        gel_tension=strength * stretch,
        gel_limit=strength * stretch / np.maximum(words.gel_concentration, 1e-3),
        water_biot=1.0 - (1.0 - words.water_biot) * quickly,
        water_modulus=words.water_modulus * quickly,
    )


def kept(before, now, setting):
    """(n,) how much of what the solid remembers it still does as hydration goes from one degree to another."""
    later = np.where(now > setting, now - setting, 1.0)
    share = np.where((now >= before) & (before > setting), (before - setting) / later, np.where(now <= setting, 0.0, 1.0))
    return np.where(now < LEAST, 0.0, share)
