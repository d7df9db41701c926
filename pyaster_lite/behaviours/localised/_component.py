"""What the two force laws on one component of one node share."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.fe.localised import Device

COMPONENTS = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
EPS = 2.220446049250313e-16
FUNCTIONS = ("fonction_sdaster", "nappe_sdaster", "formule")


class ComponentDevice(Device):
    """A force on one component of one node, a function of that component's value or rate."""

    nodes = ("GROUP_NO",)
    cells = None
    rules = ()
    keywords = {
        "GROUP_NO": SIMP("o", typ="grno"),
        "SOUS_STRUC": SIMP("f"),
        "NOM_CMP": SIMP("o", into=COMPONENTS),
        "FONCTION": SIMP("o", typ=FUNCTIONS),
    }

    def __init__(self, site, args, setting):
        component = COMPONENTS.index(args.NOM_CMP)
        self.rows, self.origin = site.shapes[0, component : component + 1], np.zeros(1)
        self.moved = site.statics[0, component : component + 1] if component < 3 else np.zeros((1, site.statics.shape[2]))
        self.site, self.paired = site, False
        self.law = setting.function(args, "FONCTION", args.NOM_CMP)
        self.answer = (0.0, 0.0)
        self.title = f"{site.numbers[0]:<8}{args.NOM_CMP:<8}{args.FONCTION.name:<8}"[:24].rstrip()

    def positions(self, u, support=None):
        return np.zeros(3), np.zeros(3)

    def answer_to(self, value):
        force = self.law(value)
        self.answer = value, force
        return [force]

    def variables(self, first, second):
        value, force = self.answer
        return value, force, float(abs(force) > EPS)

    def take_up(self, variables):
        self.answer = variables[0], variables[1]
