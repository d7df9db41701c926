"""EPSP_ELGA, EPSP_ELNO, EPSP_NOEU: strains less those of elasticity and of what surrounds the points (u4.81.04)."""

from ._family import everywhere


def compute(element, data, given):
    """What neither the stress nor the surroundings explain."""
    if given.u is not None and hasattr(element, "fibre_strains"):
        strain = element.fibre_strains(data, given.u, given.structural) - element.fibre_free_strains(data)
        return strain - given.fields["stress"][0] / element.fibre_young(data), ("EPXX",), element.sub_points(data)
    if given.u is None or not hasattr(element, "plastic_strains"):
        return None
    stress = element.kept(data, given.fields["stress"][0])
    strain = element.plastic_strains(data, given.u, stress)
    return strain / element.mandel, tuple(f"EP{name}" for name in element.continuum.strains)


everywhere("EPSP", "EPSI_R", compute, needs={"stress": "SIEF_ELGA"})
