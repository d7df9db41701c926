"""RELATION='GRILLE_PINTO_MEN': sheets of reinforcing bars that are pulled and pressed in turn, and buckle (r5.03.09, section 4).

Up to the first return the traction curve is elastic, then flat at sy, then from epsh on su - (su - sy) ((epsu - e) / (epsu - epsh))^4.
From the first return on, between a point of return (er, sr) and the point (e0, s0) where the elastic line through it meets the
hardening line of slope Eh on the other side,

    s* = b e* + (1 - b) e* / (1 + e*^R)^(1/R)     e* = (e - er) / (e0 - er), s* = (s - sr) / (s0 - sr)
    R = R0 - A1 x / (A2 + x)                      x = (em - e0) / (e0 - er), em the point of return before

A slender bar (L / D > 5) loses more when it is pressed: b and s0 then know its buckling, and its modulus when it is pulled again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import Law

NAMES = ("EPSRN-1", "EPSRN", "SIGRN", "EPSM+V5", "DEPS-TH", "INDICYCL", "INDIPLAS", "INDIFLAM", *["VIDE"] * 8)
SLENDER = 5.0


@dataclass
class _Steel:
    """The numbers of the material at the points, by code_aster's words in lower case."""

    values: dict

    @classmethod
    def of(cls, data, shape):
        """Of the cells, and the slopes that follow."""
        words = ("sy", "epsi_ultm", "sigm_ultm", "elan", "epsp_hard", "r_pm", "a1_pm", "a2_pm", "a6_pm", "c_pm", "a_pm", "ep_sur_e")
        values = {word: np.broadcast_to(data.property(f"pinto_{word}")[:, None], shape) for word in words}
        values["e"] = np.broadcast_to(data.at_points("young"), shape)
        values["eh"] = (values["sigm_ultm"] - values["sy"]) / (values["epsi_ultm"] - values["sy"] / values["e"])
        values["b"] = np.where(np.isnan(values["ep_sur_e"]), values["eh"] / values["e"], values["ep_sur_e"])
        return cls(values)

    def __getattr__(self, word):
        return self.values[word]


class PintoMenegotto(Law):
    """The law along a line."""

    internal_names = NAMES
    needs = {"young": "ELAS", "pinto_sy": "PINTO_MENEGOTTO"}

    def stretch(self, increment, stress, internal, data, total=None):
        """Stress, internal variables and tangent."""
        steel = _Steel.of(data, increment.shape)
        soft = steel.e * steel.eh / (steel.eh + steel.e)
        before, first, pulled, strain, last, cycling, yielded, bent = np.moveaxis(internal[..., :8], -1, 0)
        cyclic, plastic = cycling > 0.5, yielded > 0.5
        if data.step.predicting:
            return stress, internal, np.where(~cyclic & plastic, soft, steel.e)
        now, back = strain + increment, stress * increment < 0.0
        elastic = stress + steel.e * increment
        returns = ~cyclic & plastic & back
        starts = returns & (abs(first - now) >= steel.sy / (3.0 * steel.e))
        monotone, yields = self._monotone(steel, elastic, now)
        fresh = ~cyclic & ~returns
        plastic = plastic | (fresh & yields)
        turned = cyclic & (last * increment < 0.0)
        limit = steel.sy / steel.e
        before = np.where(starts, np.where(stress > 0.0, -limit, limit), np.where(turned, first, before))
        first, pulled = np.where(starts | turned, strain, first), np.where(starts | turned, stress, pulled)
        bent = np.where(cyclic | returns, bent, 0.0)
        loops = cyclic | starts
        curved, slope, target, bent_now = self._curved(steel, now, increment, before, first, pulled, bent, cyclic)
        bent = np.where(loops, bent_now, bent)
        found = np.where(loops, curved, np.where(fresh, monotone, elastic))
        tangent = np.where(
            loops, np.where(abs(now) > abs(target), steel.e, slope), np.where(plastic & (found * increment >= 0.0), soft, steel.e)
        )
        out = internal.copy()
        out[..., :8] = np.stack([before, first, pulled, now, increment, loops.astype(float), plastic.astype(float), bent], axis=-1)
        return found, out, tangent

    @staticmethod
    def _monotone(steel, elastic, now):
        """Stress along the traction curve, and whether it has yielded."""
        yields = abs(elastic) > steel.sy
        top = steel.sigm_ultm - steel.sy
        width = steel.epsi_ultm - steel.epsp_hard
        most = steel.sigm_ultm - top * ((steel.epsi_ultm - abs(now)) / width) ** 4
        sign = np.where(elastic >= 0.0, 1.0, -1.0)
        hard = np.where(
            abs(now) < abs(steel.epsi_ultm), steel.sigm_ultm - top * ((steel.epsi_ultm - sign * now) / width) ** 4, steel.sigm_ultm
        )
        flat = abs(now) <= steel.epsp_hard
        beyond = np.where(abs(elastic) - most <= 0.0, elastic, sign * hard)
        return np.where(yields, np.where(flat, sign * steel.sy, beyond), elastic), yields

    @staticmethod
    def _curved(steel, now, increment, before, first, pulled, bent, cyclic):
        """(stress, slope, strain e0 of the target, whether the bar has buckled) on the curves between points of return."""
        limit, pulls, slender = steel.sy / steel.e, increment >= 0.0, steel.elan > SLENDER
        side = np.where(pulls, 1.0, -1.0)

        def meets(modulus):
            """Where the line of a modulus through the point of return meets the hardening line."""
            strain = -(pulled - side * steel.sy + side * steel.eh * limit - modulus * first) / (modulus - steel.eh)
            return strain, steel.eh * (strain - side * limit) + side * steel.sy

        target, height = meets(steel.e)
        ratio = steel.b
        again = pulls & slender & (bent > 0.5)
        stiff = 1.0 + (SLENDER - steel.elan) / 7.5
        modulus = steel.e * (stiff + (1.0 - stiff) * np.exp(-steel.a6_pm * (before - target) ** 2))
        ratio = np.where(again, ratio * steel.e / modulus, ratio)
        softer = again & cyclic
        where = meets(np.where(softer, modulus, steel.e))
        target, height = np.where(softer, where[0], target), np.where(softer, where[1], height)
        buckles = ~pulls & slender
        with np.errstate(over="ignore", invalid="ignore"):
            lost = (
                steel.a_pm
                * (SLENDER - steel.elan)
                * np.exp((first - before) * steel.b * steel.e / (steel.sy - 4.0 * steel.sy / steel.elan))
            )
            gap = (11.0 - steel.elan) / (10.0 * (np.exp(steel.c_pm * steel.elan) - 1.0))
            ratio = np.where(buckles, lost, ratio)
            height = np.where(buckles, height - gap * steel.b * steel.e * (steel.b - ratio) / (1.0 - ratio), height)
            share, x = (now - first) / (target - first), (before - target) / (target - first)
            power = steel.r_pm - steel.a1_pm * x / (steel.a2_pm + x)
            bend = (1.0 + share**power) ** (1.0 / power)
            reached = ratio * share + (1.0 - ratio) / bend * share
            slope = ratio + (ratio - 1.0) * (1.0 + share**power) ** (-(1.0 + 1.0 / power)) * share**power + (1.0 - ratio) / bend
            chord = (height - pulled) / (target - first)
        still = share == 0.0
        return (
            np.where(still, pulled, chord * (target - first) * reached + pulled),
            np.where(still, chord, slope * chord),
            target,
            np.where(buckles, 1.0, bent),
        )


BEHAVIOURS.add("GRILLE_PINTO_MEN", PintoMenegotto())
