"""ELAS_FLUI: tubes with a fluid inside and one outside, whose densities vary along them (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, functions, numbers

NAMES = {"PROF_RHO_F_INT": "fluid_inside", "PROF_RHO_F_EXT": "fluid_outside", "COEF_MASS_AJOU": "fluid_coefficient"}


def properties(occurrence):
    """Young's modulus, Poisson's ratio, the density, and functions of the abscissas (ne,) for what flows."""
    along = {name: _along(occurrence[word]) for word, name in NAMES.items()}
    return {"young": occurrence.E, "poisson": occurrence.NU, "density": occurrence.RHO, "flooded": along}


def _along(function):
    return lambda abscissas: np.broadcast_to(np.asarray(function.evaluate(ABSC=abscissas), float), np.shape(abscissas))


MATERIALS.add("ELAS_FLUI", MaterialLaw(FACT("f", **numbers("o", "E NU RHO"), **functions("o", " ".join(NAMES))), properties))
