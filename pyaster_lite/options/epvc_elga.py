"""EPVC: strains of what surrounds the points, each cause by itself (u4.81.04).

Solids tell those of temperature along the three axes of the material, of drying, of hydration and of the pressure in the pores; fibres,
members and the layers of plates and shells the one of temperature along them.
"""

import numpy as np

from pyaster_lite.fe.anelastic import causes

from ._family import WALLS, along_line, everywhere, layer_warming

THERMAL = ("EPTHER_L", "EPTHER_T", "EPTHER_N")
NAMES = (*THERMAL, "EPSECH", "EPHYDR", "EPPTOT")


def by_cause(element, data, given):
    """At the end of the step."""
    if hasattr(element, "fibre_free_strains"):
        return element.fibre_free_strains(data), THERMAL[:1], element.sub_points(data)
    kind = getattr(element, "strain_kind", None)
    if hasattr(element, "free_strain") and kind != "membrane":
        points = getattr(element, "n_points", None) or len(element.rule())
        return np.broadcast_to(along_line(element, data), (len(data), points, 1)), THERMAL[:1]
    if element.section_points in WALLS:
        return layer_warming(element, data)[..., None], THERMAL[:1], element.sub_points(data)
    if kind != "solid":
        return None
    shape = len(data), len(element.rule())
    thermal, *others = causes(data, own=True) if data.surroundings is not None else (None,)
    values = np.zeros((*shape, len(NAMES)))
    if thermal is not None:
        values[..., :3] = thermal[..., :3]
    for place, even in enumerate(others, 3):
        if even is not None:
            values[..., place] = even
    return values, NAMES


everywhere("EPVC", "EPSI_R", by_cause, complexes="WHOLE")
