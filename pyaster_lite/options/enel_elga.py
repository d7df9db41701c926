"""ENEL_ELGA, ENEL_ELNO, ENEL_NOEU, ENEL_ELEM: elastic energy of the stresses, by volume and by element (u4.81.04)."""

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS, OPTIONS
from pyaster_lite.fe.logarithmic_strain import dual_energy
from pyaster_lite.fe.multiplicative import stored_energy
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_energy import NAMES, energy_by_area, energy_of_forces, over_area

from ._family import everywhere
from ._option import Option


def density(element, data, given):
    """s : S : s / 2, but that of the stretches or of the stress T that a law keeps; of plates by area and share by share, one at each
    point of the surface."""
    if isinstance(element, Plate) and given.u is not None:
        if not given.nonlinear:
            return energy_by_area(element, data, given.u), NAMES, 1
        return _followed(element, data, given)
    if not hasattr(element, "elastic_energy"):
        return None
    stress = element.kept(data, given.fields["stress"][0])
    energy = element.elastic_energy(data, stress)
    stretches = None if given.stretches is None else given.stretches()
    if stretches is not None:
        stretched, variables = stretches
        energy = np.where(stretched[:, None], stored_energy(element, data, given.u, variables), energy)
    duals = None if given.duals is None else given.duals()
    if duals is not None:
        logarithmic, dual = duals
        energy = np.where(logarithmic[:, None], dual_energy(element, data, dual), energy)
    return energy[..., None], ("TOTALE",)


def _followed(plate, data, given):
    """Of the forces that were followed, where laws unload to no strain; as in te0412 none is counted for others."""
    strain, kept = plate.generalised_strains(data, given.u), given.parted()
    if kept is not None:
        strain = np.where(kept[0][:, None, None], kept[1], strain)
    energy = energy_of_forces(plate, data, strain, plate.kept(data, given.fields["stress"][0]))
    for rows, law in given.laws():
        if law is not None and not _goes_back(law):
            energy[rows] = 0.0
    return energy, NAMES, 1


def _goes_back(law):
    """Whether a law is elastic or one of damage alone."""
    return any(own is law and word.startswith(("ELAS", "ENDO", "MAZARS", "GLRC_D")) for word, own in BEHAVIOURS.loaded().items())


def of_elements(element, data, given):
    """Its integral over each cell; code_aster's ENEL_ELEM is not told of MASSIF, so that materials have the axes of all there."""
    data = data.along_global_axes()
    found = density(element, data, given)
    if found is None:
        return None
    total = over_area(element, data, found[0]) if isinstance(element, Plate) else element.integral(data, found[0])
    return total[:, None], found[1]


everywhere("ENEL", "ENER_R", density, needs={"stress": "SIEF_ELGA"}, complexes="TOGETHER")
OPTIONS.add("ENEL_ELEM", Option("ELEM", "ENER_R", of_elements, {"stress": "SIEF_ELGA"}, complexes="TOGETHER"))
