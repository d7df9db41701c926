"""RELATION='BETON_REGLE_PR': concrete of design rules, a parabola and a rectangle along each principal strain (r7.01.27).

With e_i the principal values of the strains that stress causes, ft and fc the strengths, ec the strain where the rectangle begins, H < 0
the slope after the peak; nothing is remembered:

1.  e <= - ec        s = - fc
    - ec < e <= 0    s = - fc (1 - (1 + e/ec)^n)
    0 < e < ft/E     s = E e,   then  s = ft + H (e - ft/E)  down to nothing
2.  the stress has the axes of the strain and the values s(e_i)
3.  tangent: ds/de along the axes, the secant s/e where it softens; between two axes the slope of the larger one where both values
    have the same sign, else (s_1 - s_2)/(e_1 - e_2) of these slopes times the strains, as in code_aster

code_aster has it in the plane alone, where it feels no strain across.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import outer

from ._law import Law


class Parabola(Law):
    """The law over all cells and points."""

    linear = False
    secant = True
    internal_names = ("EPSPEQ",)
    needs = {"young": "ELAS", "parabola_softening": "BETON_REGLE_PR"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        shape, n, predicting = strain.shape[:2], strain.shape[-1], data.step.predicting
        others = anelastic_strain(data, continuum.strains, before=predicting)
        own = strain.copy() if others is None else strain - others
        young = np.broadcast_to(data.at_points("young"), shape)
        if continuum.dim == 2 and not continuum.revolves:
            own[..., 2] = 0.0
        values, axes = np.linalg.eigh(full(own))
        values, axes = values[..., ::-1], axes[..., ::-1]
        stresses, slopes = self.parabola(values, young[..., None], data)
        units = [mandel(outer(axes[..., i], axes[..., i]), n) for i in range(3)]
        tangent = sum(slopes[..., i, None, None] * outer(units[i], units[i]) for i in range(3))
        for i, j in ((0, 1), (0, 2), (1, 2)):
            alike = values[..., i] * values[..., j] >= 0.0
            gap = np.where(alike, 1.0, values[..., i] - values[..., j])
            pull = slopes[..., i] * values[..., i] - slopes[..., j] * values[..., j]
            both = mandel((outer(axes[..., i], axes[..., j]) + outer(axes[..., j], axes[..., i])) / np.sqrt(2.0), n)
            tangent = tangent + np.where(alike, slopes[..., i], pull / gap)[..., None, None] * outer(both, both)
        if continuum.dim == 2 and not continuum.revolves:
            tangent[..., 2, :] = tangent[..., :, 2] = 0.0
            tangent[..., 2, 2] = young
        if predicting:
            return state.stress, state.internal, tangent
        return sum(stresses[..., [i]] * units[i] for i in range(3)), state.internal, tangent

    @staticmethod
    def parabola(strain, young, data):
        """Stress and slope of step 1 (..., k) along principal strains (..., k)."""
        names = ("softening", "tension", "compression", "strain", "power")
        softening, tension, compression, end, power = (data.property(f"parabola_{name}")[:, None, None] for name in names)
        left = np.clip(1.0 + strain / end, 0.0, 1.0)
        peak = tension / young
        fallen = tension + softening * (strain - peak)
        broken = strain >= (1.0 - young / softening) * peak
        rising, pushed = strain < peak, strain <= 0.0
        pulled = np.where(rising, young * strain, np.where(broken, 0.0, fallen))
        stress = np.where(pushed, -compression * (1.0 - left**power), pulled)
        safe = np.where(pushed, 1.0, strain)
        slope = np.where(rising, young, np.where(broken, 0.0, fallen / safe))
        parabola = np.where(left > 0.0, compression * power / end * np.where(left > 0.0, left, 1.0) ** (power - 1.0), 0.0)
        return stress, np.where(pushed, parabola, slope)


BEHAVIOURS.add("BETON_REGLE_PR", Parabola())
