"""EPSP_ELGA, EPSP_ELNO, EPSP_NOEU: strains less those of elasticity, of what surrounds the points and of Granger's creep (u4.81.04)."""

import numpy as np

from pyaster_lite.fe.bar import Bar
from pyaster_lite.fe.beam_section import Section
from pyaster_lite.fe.grid import Grid

from ._family import WALLS, along_line, everywhere, layer_warming

_LAYERS = ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")


def compute(element, data, given):
    """What neither the stress nor the surroundings explain."""
    if given.u is not None and hasattr(element, "fibre_strains"):
        strain = element.fibre_strains(data, given.u, given.structural) - element.fibre_free_strains(data)
        return strain - given.fields["stress"][0] / element.fibre_young(data), ("EPXX",), element.sub_points(data)
    if given.u is not None and element.section_points in WALLS and not hasattr(element, "layer_names"):
        return _of_layers(element, data, given), _LAYERS, element.sub_points(data)
    if given.u is not None and isinstance(element, (Bar, Grid)):
        strain, names = element.line_strains(data, given.u)
        pull = given.fields["stress"][0][..., 0] / (Section.of(data).area[:, :1] if isinstance(element, Bar) else 1.0)
        return strain - along_line(element, data) - (pull / data.at_points("young"))[..., None], names
    if given.u is None or not hasattr(element, "plastic_strains"):
        return None
    stress = element.kept(data, given.fields["stress"][0])
    strain = element.plastic_strains(data, given.u, stress)
    crept = given.crept() if given.crept is not None else None
    if crept is not None:
        which, law, variables = crept
        strain[which] -= law.basic_creep(variables[which], data.subset(which), strain.shape[-1])
    return strain / element.mandel, tuple(f"EP{name}" for name in element.continuum.strains)


def _of_layers(element, data, given):
    """(ne, points and sub-points, 6) of plates, shells and pipes in the axes of their strains.

    Nothing is told across, where the stresses are not those of a law.
    """
    stress, strain, sub = given.fields["stress"][0], element.layer_strains(data, given.u), element.sub_points(data)
    own = data.at_sub_points(strain.shape[1] // sub, sub)
    young, poisson = (own.at_points(name)[..., None] for name in ("young", "poisson"))
    pull = stress[..., :3].sum(axis=-1, keepdims=True)
    strain[..., :2] -= layer_warming(element, data)[..., None] + ((1 + poisson) * stress[..., :2] - poisson * pull) / young
    strain[..., 3:4] -= (1 + poisson) / young * stress[..., 3:4]
    strain[..., 4:] = np.where(np.isnan(strain[..., 4:]), np.nan, 0.0)
    return strain


everywhere("EPSP", "EPSI_R", compute, needs={"stress": "SIEF_ELGA"})
