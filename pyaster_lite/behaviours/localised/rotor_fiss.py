"""ROTOR_FISS: a crack of a shaft that opens and closes while it turns."""

from __future__ import annotations

from math import atan2, cos, degrees, pi, sin

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOCALISED
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.fe.frames import frame_of_axis
from pyaster_lite.fe.localised import Device

FUNCTION = ("fonction_sdaster", "formule")


@LOCALISED.register("ROTOR_FISS")
class CrackedRotor(Device):
    """The bending moments in a crack between two nodes (r5.05.08).

    With d the rotations of the left node (G) less those of the right one (D), in axes that turn with the shaft, y along the front of the
    crack, and f = atan2(d_y, d_z) in [0, 2 pi) the direction in which it bends:

        M_y = K(f) d_y + K'(f)/2 d_z,  M_z = K(f) d_z - K'(f)/2 d_y,  on D, the opposite on G: the gradient of K(f) (d_y^2 + d_z^2)/2

    The shaft has turned by ANGL_ROTA(t) when its speed varies, else by ANGL_INIT + VITE_ROTA t.
    """

    nodes = ("GROUP_NO_D", "GROUP_NO_G")
    cells = None
    rules = (
        UN_PARMI("NOEUD_D", "GROUP_NO_D"),
        UN_PARMI("NOEUD_G", "GROUP_NO_G"),
        PRESENT_PRESENT("NOEUD_D", "NOEUD_G"),
        PRESENT_PRESENT("GROUP_NO_D", "GROUP_NO_G"),
    )
    keywords = {
        "GROUP_NO_D": SIMP("f", typ="grno"),
        "GROUP_NO_G": SIMP("f", typ="grno"),
        "NOEUD_D": SIMP("f", typ="no"),
        "NOEUD_G": SIMP("f", typ="no"),
        "ANGL_INIT": SIMP("f", typ="R", defaut=0.0),
        "ANGL_ROTA": SIMP("f", typ=FUNCTION),
        "K_PHI": SIMP("o", typ=FUNCTION),
        "DK_DPHI": SIMP("o", typ=FUNCTION),
    }

    def __init__(self, site, args, setting):
        self.site, self.paired, self.frame = site, True, frame_of_axis(setting.shaft(args, site))
        self.rows = self.frame @ (site.shapes[1, 3:] - site.shapes[0, 3:])
        self.origin, self.moved = np.zeros(3), np.zeros((3, site.statics.shape[2]))
        self.turned = setting.turned(args)
        self.rigidity, self.slope = setting.function(args, "K_PHI", "ABSC"), setting.function(args, "DK_DPHI", "ABSC")
        self.answer = (0.0, 0.0, 0.0)

    def force(self, t, dt, q, p):
        angle = self.turned(t)
        c, s = cos(angle), sin(angle)
        y, z = c * q[1] + s * q[2], c * q[2] - s * q[1]
        way = atan2(y, z)
        way += 2.0 * pi if way < 0.0 else 0.0
        k, half = self.rigidity(way), 0.5 * self.slope(way)
        my, mz = k * y + half * z, k * z - half * y
        self.answer = degrees(way), my, mz
        return [0.0, s * mz - c * my, -s * my - c * mz]

    def positions(self, u, support=None):
        return np.zeros(3), np.zeros(3)

    def variables(self, first, second):
        return self.answer

    def take_up(self, variables):
        self.answer = tuple(variables)
