"""RELATION='GonfElas': an elastic clay that swells as its capillary pressure p falls (r7.01.41).

    s = s_ + C de + (P(p) - P(p_)) 1,    dP/dp = b (1 + p/P_r) exp(- beta (p/P_r)^2) where p > 0, else b

b being Biot's coefficient. In porous media the pores push on the skeleton by the pressure of the gas alone.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import strain_increment
from ._restarting import Restarting


class SwellingClay(Restarting):
    """The law; a point without a capillary pressure is elastic."""

    internal_names = ("dSdPCAP",)
    plane_stress = False
    bishop = False
    needs = {"swelling_elasticity": "GonfElas"}

    def respond(self, strain, state, data, continuum):
        """Tangents leave the capillary pressure out, as in code_aster."""
        from scipy.special import erf

        elasticity = continuum.elasticity(data.at_points("swelling_elasticity"))
        increment, _ = strain_increment(strain, state, data, continuum)
        biot, scale, fading = (data.at_points(f"swelling_{name}") for name in ("biot", "pressure", "fading"))
        old, new = (np.broadcast_to(data.variables(before).get("PCAP", 0.0), strain.shape[:2]) for before in (True, False))

        def pushed(p):
            x = np.maximum(p, 0.0) / scale
            root = np.sqrt(fading)
            grown = 0.5 * np.sqrt(np.pi) * erf(x * root) / root + 0.5 * (1 - np.exp(-fading * x**2)) / fading
            return biot * np.where(p > 0.0, scale * grown, p)

        even = np.array([1.0 if a == b else 0.0 for a, b in continuum.strains])
        stress = state.stress + (elasticity @ increment[..., None])[..., 0] + (pushed(new) - pushed(old))[..., None] * even
        x = np.maximum(new, 0.0) / scale
        rate = biot * (1 + x) * np.exp(-fading * x**2)
        return stress, rate[..., None], elasticity


BEHAVIOURS.add("GonfElas", SwellingClay())
