"""EFGE_ELGA, EFGE_ELNO, EFGE_NOEU: generalised forces of discretes and structural elements (u4.81.04).

An element with forces at its nodes that are more than its points tell says them by a method `forces_at_nodes(data, given)`,
which gives (values (ne, nn, nc), names).
"""

from pyaster_lite.catalogue.registry import OPTIONS

from ._family import extrapolated, mean
from ._option import Option


def forces(element, data, given):
    """Those of SIEF_ELGA, where it holds forces."""
    values, names = given.fields["stress"]
    return None if any(name.startswith("SI") for name in names) else (values, names)


def forces_at_nodes(element, data, given):
    """Those that the element tells, else those of the points."""
    if hasattr(element, "forces_at_nodes"):
        return element.forces_at_nodes(data, given)
    _, names = given.fields["points"]
    return None if any(name.startswith("SI") for name in names) else extrapolated(element, data, given)


OPTIONS.add("EFGE_ELGA", Option("ELGA", "SIEF_R", forces, {"stress": "SIEF_ELGA"}))
OPTIONS.add("EFGE_ELNO", Option("ELNO", "SIEF_R", forces_at_nodes, {"points": "SIEF_ELGA"}))
mean("EFGE", "SIEF_R")
