"""What the laws of Mazars share: the parameters, and damage that grows with a strain (r7.01.08).

D(y) = 1 - y0 (1 - A)/y - A exp(-B (y - y0)),  A = 2 r^2 (AT - 2 K AT + AC) - r (AT (1 - 4 K) + 3 AC) + AC
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full

from ._law import Law, moduli

MOST = 0.99999
STEEP = 200.0
WORDS = (
    "limit", "tension_limit", "compression_limit", "shear", "tension_a", "tension_b", "compression_a", "compression_b", "stress", "strain",
)  # fmt: skip


class Mazars(Law):
    """Isotropic damage over all cells and points; stress follows from the strains at once."""

    symmetric = False
    secant = True
    needs = {"young": "ELAS", "mazars_shear": "MAZARS"}

    def parameters(self, data, shape, hottest=None):
        """(E, NU, {word: values}) at the points; those that vary with the temperature are of the `hottest` one so far, (ne, ng).

        Raises LawFailed where they vary and that is not known, or where what expands depends on a temperature that has fallen.
        """
        names = ("young", "poisson", *(f"mazars_{word}" for word in WORDS))
        predicting = data.step.predicting
        if any(data.varies(name) for name in names):
            if hottest is None:
                raise LawFailed("parameters that depend on the temperature do not go with creep yet")
            now = data.variables(predicting).get("TEMP")
            if data.varies("expansion") and now is not None and not predicting and (now < hottest).any():
                raise LawFailed("MAZARS: ALPHA that depends on the temperature is not there yet where that falls")
            data = heated(data, hottest)
        own = moduli(data, predicting)
        words = {word: np.broadcast_to(data.at_points(f"mazars_{word}", np.nan, predicting), shape) for word in WORDS}
        return np.broadcast_to(own.young, shape), np.broadcast_to(own.poisson, shape), words

    @staticmethod
    def elastic_strain(strain, data, continuum, poisson):
        """Strains that stress causes; in plane stress with that across."""
        free = anelastic_strain(data, continuum.strains, data.step.predicting)
        strain = strain.copy() if free is None else strain - free
        if continuum.flat:
            strain[..., 2] = -poisson / (1 - poisson) * (strain[..., 0] + strain[..., 1])
        return strain

    @staticmethod
    def damage(y, first, a, b):
        """D and its slope, y above `first`."""
        decay = b * (y - first)
        share = np.where(decay <= STEEP, np.exp(-np.minimum(decay, STEEP)), 0.0)
        return 1 - first * (1 - a) / y - a * share, first * (1 - a) / y**2 + a * b * share


def coefficient(words, r):
    """A."""
    at, ac, k = words["tension_a"], words["compression_a"], words["shear"]
    return 2 * r**2 * (at - 2 * k * at + ac) - r * (at * (1 - 4 * k) + 3 * ac) + ac


def principal(tensor):
    """Values (..., 3) and axes (..., 3, 3)."""
    return np.linalg.eigh(full(tensor))


def heated(data, temperature):
    """The data at another temperature (ne, ng), where there is any."""
    around = data.surroundings
    if around is None or "TEMP" not in data.variables():
        return data
    return replace(data, surroundings=lambda t: {**around(t), "TEMP": temperature})


def warmest(data, before, shape):
    """The highest temperature so far, as it was where there is none."""
    temperature = data.variables().get("TEMP")
    return before if temperature is None else np.maximum(before, np.broadcast_to(temperature, shape))
