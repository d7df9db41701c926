"""FONC_FLUI_STRU: the coefficient of the mass that a bundle's fluid adds, as a function of the abscissa (u4.35.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.concepts.flow import FlowConfiguration
from pyaster_lite.concepts.function import Function, Properties

CONFINEMENT = {"CARRE_LIGN": (1.07, 0.56), "TRIA_LIGN": (0.96, 0.5)}
"""The diameter of the fluid around a tube over its own is (a + b p) p, p the reduced pitch."""


@operator("FONC_FLUI_STRU", produces="fonction_sdaster", keywords=dict(TYPE_FLUI_STRU=SIMP("o", typ="type_flui_stru")))
def fonc_flui_stru(args, context):
    """It is the same everywhere."""
    if args.TYPE_FLUI_STRU.word != "FAISCEAU_TRANS":
        raise args.wrong("TYPE_FLUI_STRU", "the configuration must be a FAISCEAU_TRANS")
    reading = Properties("ABSC", "COEF_MAS", left="CONSTANT", right="CONSTANT")
    return Function([1.0], [added_mass(args.TYPE_FLUI_STRU)], reading)


def added_mass(configuration: FlowConfiguration) -> float:
    """COEF_MASS_AJOU, or what the pitch of the bundle gives (r4.07.04, section 2.2)."""
    given = configuration.value("COEF_MASS_AJOU")
    if given is not None:
        return given
    first, second = CONFINEMENT[configuration.value("TYPE_PAS")]
    pitch = configuration.value("PAS")
    wide = ((first + second * pitch) * pitch) ** 2
    return float(np.pi / 2 * (wide + 1) / (wide - 1))
