"""DISS_ELGA, DISS_ELNO, DISS_NOEU, DISS_ELEM: energy that laws of sections of plates have taken, by area and by element (u4.81.04)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS, OPTIONS
from pyaster_lite.fe.plate_section import PlateSection

from ._family import everywhere
from ._option import Option


def density(element, data, given):
    """What the law tells of its variables, J/m2."""
    if getattr(element, "strain_kind", None) != "plate":
        return None
    laws = [law for law in (BEHAVIOURS[word] for word in BEHAVIOURS) if hasattr(law, "dissipated") and all(map(data.has, law.needs))]
    if not laws:
        return None
    values = given.fields["variables"][0][..., : laws[0].internal_size]
    return laws[0].dissipated(data, PlateSection.of(data).thickness, values)[..., None], ("ENDO",)


def of_elements(element, data, given):
    """Its integral over each cell, J."""
    found = density(element, data, given)
    if found is None:
        return None
    weight = element.rule().weights * element.shape(data).determinant
    return (found[0][..., 0] * weight).sum(axis=1)[:, None, None], found[1]


everywhere("DISS", "DISS_R", density, needs={"variables": "VARI_ELGA"})
OPTIONS.add("DISS_ELEM", Option("ELEM", "DISS_R", of_elements, {"variables": "VARI_ELGA"}))
