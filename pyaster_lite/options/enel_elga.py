"""ENEL_ELGA, ENEL_ELNO, ENEL_NOEU, ENEL_ELEM: elastic energy of the stresses, by volume and by element (u4.81.04)."""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.multiplicative import stored_energy
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_energy import NAMES, energy_by_area, over_area

from ._family import everywhere
from ._option import Option


def density(element, data, given):
    """s : S : s / 2, but that of the stretches that a law keeps; of plates by area and share by share."""
    if isinstance(element, Plate) and not given.nonlinear and given.u is not None:
        return energy_by_area(element, data, given.u), NAMES
    if not hasattr(element, "elastic_energy"):
        return None
    stress = element.kept(data, given.fields["stress"][0])
    energy = element.elastic_energy(data, stress)
    stretches = None if given.stretches is None else given.stretches()
    if stretches is not None:
        stretched, variables = stretches
        energy = np.where(stretched[:, None], stored_energy(element, data, given.u, variables), energy)
    return energy[..., None], ("TOTALE",)


def of_elements(element, data, given):
    """Its integral over each cell."""
    found = density(element, data, given)
    if found is None:
        return None
    total = over_area(element, data, found[0]) if isinstance(element, Plate) else element.integral(data, found[0])
    return total[:, None], found[1]


everywhere("ENEL", "ENER_R", density, needs={"stress": "SIEF_ELGA"})
OPTIONS.add("ENEL_ELEM", Option("ELEM", "ENER_R", of_elements, {"stress": "SIEF_ELGA"}))
