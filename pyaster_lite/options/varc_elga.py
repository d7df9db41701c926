"""VARC_ELGA, VARC_ELNO, VARC_NOEU: what surrounds the points of solids, members and layers and changes their material (u4.81.04).

A variable that nothing gives has no value.
"""

import numpy as np

from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.plate_section import PlateSection

from ._family import everywhere

NAMES = ("TEMP", "HYDR", "SECH", "IRRA", "CORR", "PTOT", "NEUT1", "NEUT2")


def surroundings(element, data, given):
    """The variables at the end of the step; none past the last layer of a plate."""
    solid = all(hasattr(element, part) for part in ("continuum", "point_weights", "rule"))
    if solid and not getattr(element, "loaded_only", False):
        return _told(data, len(element.rule())), NAMES
    if hasattr(element, "fibre_free_strains"):
        return None
    if hasattr(element, "free_strain"):
        return _told(data, getattr(element, "n_points", None) or len(element.rule())), NAMES
    if isinstance(element, Discrete):
        return _told(data, len(element.point_functions)), NAMES
    if getattr(element, "section_points", "") != "layers":
        return None
    sub, points = element.sub_points(data), len(element.rule())
    past = np.tile(np.isnan(PlateSection.of(data).heights()), (1, points))
    return np.where(past[..., None], np.nan, _told(data.at_sub_points(points, sub), points * sub)), NAMES, sub


def _told(data, points):
    shape, known = (len(data), points), data.variables()
    return np.stack([np.broadcast_to(known[name], shape) if name in known else np.full(shape, np.nan) for name in NAMES], axis=-1)


everywhere("VARC", "VARC_R", surroundings, complexes="WHOLE")
