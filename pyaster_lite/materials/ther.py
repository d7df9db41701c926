"""THER, THER_FO and THER_ORTH: conductivity and heat capacity by volume (u4.43.01).

Functions are of time or of what surrounds the points. The axes L, T, N of THER_ORTH are those of MASSIF.
"""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, both, made_of, numbers, parameter


def isotropic_conductivity(value) -> np.ndarray:
    """The conductivity (..., 3, 3) that is the same along all axes."""
    return np.asarray(value, float)[..., None, None] * np.eye(3)


def _capacity(occurrence):
    given = parameter(occurrence, "RHO_CP")
    return {} if given is None else {"heat_capacity": given}


def _isotropic(occurrence):
    return {"conductivity": made_of(isotropic_conductivity, parameter(occurrence, "LAMBDA")), **_capacity(occurrence)}


def _orthotropic(occurrence):
    """Plane problems do without LAMBDA_N."""
    along = [occurrence[word] for word in ("LAMBDA_L", "LAMBDA_T", "LAMBDA_N")]
    return {"conductivity": np.diag([np.nan if value is None else value for value in along]), **_capacity(occurrence)}


both("THER", lambda of: FACT("f", **of("o", "LAMBDA"), **of("f", "RHO_CP")), _isotropic)
MATERIALS.add("THER_ORTH", MaterialLaw(FACT("f", **numbers("o", "LAMBDA_L LAMBDA_T"), **numbers("f", "LAMBDA_N RHO_CP")), _orthotropic))
