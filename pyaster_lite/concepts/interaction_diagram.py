"""Diagrams of interaction of reinforced rectangles: the moments and normal forces that a section with given bars resists (r7.04.05)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.reinforcement.bending import diagram
from pyaster_lite.fe.reinforcement.section import Section
from pyaster_lite.fe.reinforcement.service import Service
from pyaster_lite.fe.reinforcement.ultimate import Ultimate

_BAEL = 1
_CLASSES = "ABC"
_SLOPED = 1
_SCALES = {0: 1e-6, 1: 1.0}


def dintelu(
    typco, alphacc, ht, bw, enrobi, enrobs, facier, fbeton, gammas, gammac, clacier, eys, typdiag, uc, dnsinf, dnssup
) -> tuple[list[float], list[float]]:
    """(forces, moments) of the ultimate limit state: a closed curve, compression and moments that compress the upper face positive.

    typco 1 for BAEL 91, else Eurocode 2; clacier 0, 1, 2 the class of ductility; typdiag 1 for a sloped diagram of steel;
    uc 0 for Pa, 1 for MPa; the other names are those of the section, of the strengths and of the areas of lower and upper bars.
    """
    given = (fbeton, alphacc, gammac, facier, gammas, eys)
    if typco == _BAEL:
        law = Ultimate.bael(*given)
    else:
        law = Ultimate.eurocode(*given, _CLASSES[min(int(clacier), 2)], typdiag == _SLOPED, _SCALES[uc])
    return _curve(law, Section(ht, bw, enrobi, enrobs), dnsinf, dnssup)


def dintels(cequi, ht, bw, enrobi, enrobs, scmaxi, scmaxs, ssmax, uc, dnsinf, dnssup) -> tuple[list[float], list[float]]:
    """(forces, moments) of the serviceability limit state: greatest stresses of the lower and upper faces and of steel."""
    return _curve(Service(ssmax, scmaxi, scmaxs, cequi, _SCALES[uc]), Section(ht, bw, enrobi, enrobs), dnsinf, dnssup)


def _curve(limit, section, lower, upper):
    forces, moments, _ = diagram(limit, section, np.array([lower]), np.array([upper]))
    return forces[0].tolist(), moments[0].tolist()
