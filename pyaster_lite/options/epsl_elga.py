"""EPSL: logarithmic strains at points and nodes (u4.81.04, r5.03.24)."""

import numpy as np

from pyaster_lite.fe.logarithmic_strain import log_strain_of

from ._family import everywhere


def logarithmic(element, data, given):
    """ln(F^T F) / 2, F = 1 + grad u; in plane stress the strain across follows from szz = 0 as in small strains (epsvmc).

    As in code_aster that strain is one of a material along the axes of all (EPSL and EPSG are not told of MASSIF).
    """
    if given.u is not None and hasattr(element, "log_strains"):
        return element.log_strains(data, given.u) / element.mandel, tuple(f"EP{name}" for name in element.continuum.strains)
    if given.u is None or not hasattr(element, "displacement_gradient") or getattr(element, "harmonic", False):
        return None
    f = np.eye(3) + element.displacement_gradient(data, given.u)
    names = element.continuum.strains
    return element.across(data.along_global_axes(), log_strain_of(f, len(names))) / element.mandel, tuple(f"EP{name}" for name in names)


everywhere("EPSL", "EPSI_R", logarithmic, complexes="NONE")
