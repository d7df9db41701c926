"""RELATION='GRILLE_PINTO_MEN': sheets of bars under cycles, Pinto and Menegotto's curves with the buckling of Monti and Nuti (r5.03.09).

1. At first: s = E e up to the yield stress, a plateau to EPSP_HARD, then a curve of the fourth degree to SIGM_ULTM at EPSI_ULTM.
2. Once it has yielded, reversals follow (elastically where the strain is then below SY/(3 E), as in code_aster) curves between
   (e_r, s_r), where the strain turned back, and
   (e_0, s_0), where the elastic line from there meets the asymptote of slope E_h:

       s = s_r + (s_0 - s_r) s*,   s* = b x + (1 - b) x / (1 + x^R)^(1/R),   x = (e - e_r)/(e_0 - e_r)
       R = R_0 - A_1 xi/(A_2 + xi),   xi = (e_r_ - e_0)/(e_0 - e_r), e_r_ the turn before

3. Slender bars (ELAN > 5) that are pushed soften: b = A_PM (5 - ELAN) exp(...), s_0 moves; pulled again they are less stiff.
"""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import Law

SLENDER = 5.0


class PintoMenegotto(Law):
    """The law over all points.

    Variables: the two last turns e_r_, e_r, s_r, the strain, its last increment, flags of cycles, yield and buckling.
    """

    internal_names = ("EPSRN-1", "EPSRN", "SIGRN", "EPSM+V5", "DEPS-TH", "INDICYCL", "INDIPLAS", "INDIFLAM", *("VIDE",) * 8)
    needs = {"young": "ELAS", "bars.sy": "PINTO_MENEGOTTO"}

    def stretch(self, increment, stress, internal, data, total=None):
        """Stress, internal variables and tangent at the end of the step."""
        m = _material(data, increment.shape)
        cycling, yielded = internal[..., 5] > 0.5, internal[..., 6] > 0.5
        soft = m.young * m.hard / (m.hard + m.young)
        if data.step.predicting:
            return stress, internal, np.where(~cycling & yielded, soft, m.young)
        strain = internal[..., 3] + increment
        turns = np.moveaxis(internal[..., :3], -1, 0)
        released = ~cycling & yielded & (stress * increment < 0.0)
        first = released & (abs(turns[1] - strain) >= m.yields / (3.0 * m.young))
        back = cycling & (internal[..., 4] * increment < 0.0)
        start = [
            np.where(first, np.where(stress > 0.0, -m.first, m.first), np.where(back, turns[1], turns[0])),
            np.where(first | back, internal[..., 3], turns[1]),
            np.where(first | back, stress, turns[2]),
        ]
        around, slope, flat, buckled = _curve(m, start, strain, increment, internal[..., 7] > 0.5, cycling)
        alone, now_yielded = _monotone(m, stress, strain, increment, yielded)
        elastic = released & ~first
        alone = np.where(elastic, stress + m.young * increment, alone)
        on_curve = cycling | first
        new = np.where(on_curve, around, alone)
        yielded = np.where(elastic | on_curve, yielded, now_yielded)
        out = np.zeros_like(internal)
        out[..., 0], out[..., 1], out[..., 2] = start
        out[..., 3], out[..., 4], out[..., 5], out[..., 6] = strain, increment, on_curve, yielded
        out[..., 7] = np.where(on_curve, buckled, 0.0)
        loading = yielded & (new * increment >= 0.0)
        tangent = np.where(on_curve, np.where(abs(strain) > abs(flat), m.young, slope), np.where(loading, soft, m.young))
        return new, out, tangent


def _material(data, shape):
    def of(word, default=None):
        return np.broadcast_to(data.at_points(f"bars.{word}", default), shape)

    young, yields = np.broadcast_to(data.at_points("young"), shape), of("sy")
    first = yields / young
    hard = (of("sigm_ultm") - yields) / (of("epsi_ultm") - first)
    share = of("ep_sur_e", np.nan)
    return SimpleNamespace(
        young=young, yields=yields, first=first, hard=hard, share=np.where(np.isnan(share), hard / young, share), last=of("sigm_ultm"),
        longest=of("epsi_ultm"), plateau=of("epsp_hard"), r0=of("r_pm"), a1=of("a1_pm"), a2=of("a2_pm"), a6=of("a6_pm"),
        slender=of("elan"), c=of("c_pm"), a=of("a_pm"),
    )  # fmt: skip


def _monotone(m, stress, strain, increment, yielded):
    """Step 1: the stress, and whether it has yielded."""
    trial = stress + m.young * increment
    left = np.maximum(m.longest - abs(strain), 0.0)
    curve = m.last - (m.last - m.yields) * (left / (m.longest - m.plateau)) ** 4
    limit = m.last - (m.last - m.yields) * ((m.longest - abs(strain)) / (m.longest - m.plateau)) ** 4
    beyond = abs(trial) > m.yields
    sign = np.where(trial >= 0.0, 1.0, -1.0)
    hardened = np.where(abs(trial) <= limit, trial, sign * curve)
    return np.where(beyond, np.where(abs(strain) <= m.plateau, sign * m.yields, hardened), trial), yielded | beyond


def _curve(m, start, strain, increment, buckled, cycling):
    """Steps 2 and 3: the stress, its slope, e_0, and whether bars have buckled."""
    before, turn, turned = start
    pulled, slender = increment >= 0.0, m.slender > SLENDER
    sign = np.where(pulled, 1.0, -1.0)

    def meeting(young):
        place = -(turned - sign * (m.yields - m.hard * m.first) - young * turn) / (young - m.hard)
        return place, m.hard * (place - sign * m.first) + sign * m.yields

    place, height = meeting(m.young)
    share = m.share.copy()
    loose = slender & pulled & buckled
    if loose.any():
        a5 = 1.0 + (5.0 - m.slender) / 7.5
        young = m.young * (a5 + (1.0 - a5) * np.exp(-m.a6 * (before - place) ** 2))
        share = np.where(loose, m.share * m.young / young, share)
        other = meeting(young)
        place, height = (np.where(loose & cycling, new, old) for new, old in zip(other, (place, height)))
    crushed = slender & ~pulled
    if crushed.any():
        least = 4.0 * m.yields / m.slender
        soft = m.a * (5.0 - m.slender) * np.exp((turn - before) * m.share * m.young / (m.yields - least))
        gas = (11.0 - m.slender) / (10.0 * (np.exp(m.c * m.slender) - 1.0))
        height = np.where(crushed, height - gas * m.share * m.young * (m.share - soft) / (1.0 - soft), height)
        share = np.where(crushed, soft, share)
        buckled = buckled | crushed
    reach = place - turn
    safe = np.where(reach == 0.0, 1.0, reach)
    x = np.maximum((strain - turn) / safe, 0.0)
    xi = (before - place) / safe
    r = m.r0 - m.a1 * xi / (m.a2 + xi)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        whole = 1.0 + x**r
        stress = turned + (height - turned) * (share * x + (1.0 - share) * x / whole ** (1.0 / r))
        slope = share + (share - 1.0) * whole ** (-(1.0 + 1.0 / r)) * x**r + (1.0 - share) / whole ** (1.0 / r)
    slope = np.where(x == 0.0, 1.0, slope) * (height - turned) / safe
    return np.where(x == 0.0, turned, stress), slope, place, buckled


BEHAVIOURS.add("GRILLE_PINTO_MEN", PintoMenegotto())
