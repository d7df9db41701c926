"""RELATION='ARME': the fittings of overhead lines, which yield across their axis in three slopes (r5.03.31, diarme of code_aster).

Along the local y of discretes of two nodes that turn, the others being elastic: with u the motion, V what has yielded
(V_m = DLP - DLE at most) and Q the force of the last instant,

    slopes KYE up to DLE, KYP up to DLP, KYG beyond

It loads where its step goes on the way that it has moved (or it has not moved); otherwise it unloads by KYE, by KYG once V = V_m. Loading,
it joins the second slope where Q + KYE |du| reaches KYE DLE + KYP V, the force then being that of the curve, and the third one at DLP.

Internal variable: V.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

from ._growing_device import GrowingDevice, with_spring

Y = 1


class Fitting(GrowingDevice):
    """The law over all discretes of a group; its secant over the step is not its tangent."""

    internal_names = ("DUY",)
    needs = {"fitting": "ARME"}

    def connect(self, data, link, own, before):
        """As GrowingDevice does, forces along y growing otherwise than by the tangent."""
        if link.single or len(link.names) != 6:
            raise LawFailed("ARME is for discretes of two nodes that turn in space")
        secant, slope, after = _across(link, before[:, 0], *data.property("fitting").T)
        secants, tangents = own.copy(), own.copy()
        secants[:, Y], tangents[:, Y] = secant, slope
        return with_spring(data, link, link.force + secants * (link.moved - link.earlier), tangents, after[:, None])


def _across(link, yielded, kye, dle, kyp, dlp, kyg):
    """The secant over the step, the slope at its end, and V, (ne,) each."""
    held, earlier, total = abs(link.force[:, Y]), link.earlier[:, Y], abs(link.moved[:, Y])
    step = link.moved[:, Y] - earlier
    size = np.where(step == 0.0, 1.0, abs(step))
    most = dlp - dle
    unloads = (step * earlier < 0.0) | (step == 0.0)
    ultimate, top = yielded >= most, kye * dle + kyp * yielded
    below = (held < top) | (yielded == 0.0)
    elastic = below & (held + kye * abs(step) < top)
    beyond, now = total >= dlp, abs(total - dle)
    joined = np.where(below, (kye * dle + kyp * now - held) / size, kyp)
    ended = np.where(below, kye * dle - held + kyp * most, kyp * abs(most - yielded)) + kyg * abs(total - dlp)
    at_rest = ultimate | unloads | elastic
    calm = np.where(ultimate, kyg, kye)
    secant = np.where(at_rest, calm, np.where(beyond, ended / size, joined))
    slope = np.where(at_rest, calm, np.where(beyond, kyg, kyp))
    after = np.where(ultimate, most, np.where(at_rest, yielded, np.where(beyond, most, now)))
    return secant, slope, after


BEHAVIOURS.add("ARME", Fitting())
