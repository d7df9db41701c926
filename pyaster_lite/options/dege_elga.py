"""DEGE_ELGA, DEGE_ELNO, DEGE_NOEU: generalised strains of structural elements (u4.81.04).

Elements that have them say so by a method `section_strains(data, u, at_nodes)`, which gives (values (ne, np, nc), names).
"""

from pyaster_lite.catalogue.registry import OPTIONS

from ._family import mean
from ._option import Option


def _strains(at_nodes):
    def compute(element, data, given):
        if given.u is None or not hasattr(element, "section_strains"):
            return None
        kept = (given.structural,) if element.structural else ()
        found = element.section_strains(data, given.u, at_nodes, *kept)
        return None if found is None else (*found, 1)

    return compute


OPTIONS.add("DEGE_ELGA", Option("ELGA", "EPSI_R", _strains(False)))
OPTIONS.add("DEGE_ELNO", Option("ELNO", "EPSI_R", _strains(True)))
mean("DEGE", "EPSI_R")
