"""SIMY_ELGA: at all points of a solid cell, the mean of its stresses over the cell (u4.81.04)."""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._option import Option


def means(element, data, given):
    """Weighed as in integrals on the cell as it is in the mesh."""
    if getattr(element, "strain_kind", None) != "solid":
        return None
    values, names = given.fields["stress"]
    weights = element.point_weights(data)
    share = weights / weights.sum(axis=1, keepdims=True)
    mean = np.einsum("eg,egc->ec", share, values[:, : weights.shape[1]])
    return np.broadcast_to(mean[:, None], (len(mean), weights.shape[1], len(names))), names


OPTIONS.add("SIMY_ELGA", Option("ELGA", "SIEF_R", means, {"stress": "SIEF_ELGA"}))
