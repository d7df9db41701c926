"""ELAS_MEMBRANE: forces by length of the strains of a membrane, N/m (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers


def properties(occurrence):
    """On e11, e22, sqrt 2 e12; the density is by area, kg/m2."""
    m = occurrence
    rows = [[m.M_LLLL, m.M_LLTT, m.M_LLLT], [m.M_LLTT, m.M_TTTT, m.M_TTLT], [m.M_LLLT, m.M_TTLT, m.M_LTLT]]
    more = {"density": m.RHO, "expansion": m.ALPHA}
    return {"membrane_elasticity": np.array(rows, float), **{name: value for name, value in more.items() if value is not None}}


MATERIALS.add(
    "ELAS_MEMBRANE",
    MaterialLaw(FACT("f", **numbers("o", "M_LLLL M_LLTT M_LLLT M_TTTT M_TTLT M_LTLT"), **numbers("f", "RHO ALPHA")), properties),
)
