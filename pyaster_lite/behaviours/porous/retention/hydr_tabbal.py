"""HYDR_TABBAL: a liquid that is adsorbed in thin layers presses on the skeleton besides that of the full pores (r7.01.11; Coussy, BJH).

s(p1) the share of the pores that is full, w(p1) that of the surface A_0 of the others, of the thickness t(p1) of their layers, and c the
energy of the surfaces; with 0 for the reference state, _ for the beginning of the step:

    dp = dp2 - s p1 + s_ p1_ + (s - s_)(p1 + p1_)/3 - (A_0/phi_0) ((w t + w_ t_) dp1 + 2 c (w - w_)) / 3
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import RETENTIONS
from pyaster_lite.fe.porous import dual

from .hydr_util import Given


class Adsorbed(Given):
    """Retention and permeabilities as HYDR_UTIL has them."""

    referred = True

    def pressed(self, point, saturation):
        """dp; its slope by p1 is - s - 2/3 A_0/phi_0 w t, as code_aster has it."""
        after, change = dual.value_of(point.p1), dual.value_of(point.dp1)
        before = after - change

        def read(pressure):
            return [np.broadcast_to(point.read(f"skeleton.{name}", PCAP=pressure), point.shape) for name in ("s_bjh", "w_bjh", "epai")]

        (s, w, thick), (old_s, old_w, old_thick) = read(after), read(before)
        wet = point.read("skeleton.a0") / point.porosity
        layers = wet * ((w * thick + old_w * old_thick) * change + 2 * point.read("skeleton.shuttle") * (w - old_w)) / 3
        value = dual.value_of(point.dp2) - s * after + old_s * before + (s - old_s) * (after + before) / 3 - layers
        return dual.given(value, (point.p1, -s - 2 / 3 * wet * w * thick), (point.p2, np.ones(point.shape)))


RETENTIONS.add("HYDR_TABBAL", Adsorbed())
