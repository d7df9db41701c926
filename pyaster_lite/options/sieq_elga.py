"""SIEQ, EPEQ, EPMQ, EPGQ at points and nodes: equivalents of stresses and strains (u4.81.04).

At nodes of elements they are those of the tensors there.
"""

from math import sqrt

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.invariants import equivalent_strains, equivalent_stresses
from pyaster_lite.fe.tensors import AXES, mandel_factors

from ._family import mean
from ._option import Option

PLANE = ("XX", "YY", "ZZ", "XY")
ACROSS = ("XX", "YY", "ZZ", "XZ")
"""Of shells by their meridian: equivalents are those of a plane whose second axis stands across."""


def _equivalents(prefix, method):
    def compute(element, data, given):
        for strains in (AXES, PLANE, ACROSS):
            tensor = given.components("tensor", [prefix + name for name in strains])
            if tensor is not None:
                return method(tensor * mandel_factors(strains))
        if prefix == "EP":
            values, names = given.fields["tensor"]
            return _of_lines(values) if names == ("EPXX",) else None
        line = given.components("tensor", ["SIXX"])
        return None if line is None else _of_fibres(line)

    return compute


def _of_fibres(line):
    """(ne, np, 17) of stresses along fibres (ne, np, 1). As in code_aster the deviator has the one component along them, of 2/3."""
    values, names = equivalent_stresses(np.pad(line, ((0, 0), (0, 0), (0, 3))))
    share = sqrt(1.5) * 2.0 / 3.0
    for name in ("VMIS", "VMIS_SG"):
        values[..., names.index(name)] *= share
    values[..., names.index("TRIAX")] /= share
    return values, names


def _of_lines(line):
    """(ne, np, 14) of strains along bars (ne, np, 1), with code_aster's deviator of one component as that of stresses."""
    values, names = equivalent_strains(np.pad(line, ((0, 0), (0, 0), (0, 3))))
    for name in ("INVA_2", "INVA_2SG"):
        values[..., names.index(name)] *= sqrt(2.0 / 3.0)
    return values, names


for stem, of, prefix, method, quantity in (
    ("SIEQ", "SIGM", "SI", equivalent_stresses, "SIEF_R"),
    ("EPEQ", "EPSI", "EP", equivalent_strains, "EPSI_R"),
    ("EPMQ", "EPME", "EP", equivalent_strains, "EPSI_R"),
    ("EPGQ", "EPSG", "EP", equivalent_strains, "EPSI_R"),
):
    for place in ("ELGA", "ELNO"):
        compute, needs = _equivalents(prefix, method), {"tensor": f"{of}_{place}"}
        OPTIONS.add(f"{stem}_{place}", Option(place, quantity, compute, needs, complexes="NONE"))
    mean(stem, quantity)
