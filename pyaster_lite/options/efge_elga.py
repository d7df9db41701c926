"""EFGE_ELGA, EFGE_ELNO, EFGE_NOEU: generalised forces of discretes and structural elements (u4.81.04).

An element with forces at its nodes that are more than its points tell says them by a method `forces_at_nodes(data, given)`,
which gives (values (ne, nn, nc), names).
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._family import extrapolated, mean
from ._option import Option


def forces(element, data, given):
    """Those of SIEF_ELGA, where it holds forces; what the stresses across a thickness add up to, where the element tells."""
    values, names = given.fields["stress"]
    if hasattr(element, "forces_at_points"):
        return *element.forces_at_points(data, values), 1
    return None if any(name.startswith("SI") for name in names) else (values, names)


def forces_at_nodes(element, data, given):
    """Those that the element tells, else those of the points; always these where stresses were followed across a thickness."""
    if hasattr(element, "forces_at_points") and (given.nonlinear or not hasattr(element, "forces_at_nodes")):
        if not given.nonlinear and given.u is None:
            return None
        stress = given.fields["points"][0] if given.nonlinear else element.elastic_state(data, given.u).stress
        if hasattr(element, "followed_at_nodes"):
            return *element.followed_at_nodes(data, stress), 1
        values, names = element.forces_at_points(data, stress)
        return np.einsum("ng,egc->enc", element.points_to_nodes(), values), names, 1
    if hasattr(element, "forces_at_nodes"):
        found = element.forces_at_nodes(data, given)
        return None if found is None else (*found, 1)
    _, names = given.fields["points"]
    return None if any(name.startswith("SI") for name in names) else extrapolated(element, data, given)


OPTIONS.add("EFGE_ELGA", Option("ELGA", "SIEF_R", forces, {"stress": "SIEF_ELGA"}))
OPTIONS.add("EFGE_ELNO", Option("ELNO", "SIEF_R", forces_at_nodes, {"points": "SIEF_ELGA"}))
mean("EFGE", "SIEF_R")
