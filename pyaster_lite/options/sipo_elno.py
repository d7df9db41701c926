"""SIPO_ELNO, SIPO_NOEU, SIPM_ELNO: stresses of beams from the forces of their sections (u4.81.04).

SIPO  the share of each force: N / A, VY / A'y, VZ / A'z, MT RT / JX, MFY RZ / IY, - MFZ RY / IZ
SIPM  the least and the largest normal stress: N / A -+ those of both bendings together, of circles and rectangles
The forces are those of a linear beam at its displacements, less the loads along it, of nonlinear evolutions too, as in code_aster (te0149).
"""

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS
from pyaster_lite.fe.beam import Beam
from pyaster_lite.fe.beam_curved import CurvedBeam
from pyaster_lite.fe.beam_section import CIRCLE, RECTANGLE, Section
from pyaster_lite.fe.beam_turning import TurningBeam
from pyaster_lite.fe.fibres.beam import FibreBeam

from ._family import mean
from ._option import Option

FORCES = ("N", "VY", "VZ", "MT", "MFY", "MFZ")
SHARES = ("SN", "SVY", "SVZ", "SMT", "SMFY", "SMFZ")


def _section(element, data, given):
    """The section and (ne, 2, 6) the forces at both ends; None where there are no such forces."""
    if not isinstance(element, Beam):
        return None
    if given.nonlinear and not isinstance(element, (FibreBeam, TurningBeam)):
        values, names = element.forces_at_nodes(data, replace(given, nonlinear=False, a=None, omega2=None))
        given = replace(given, fields={"forces": (values, names)})
    forces = given.components("forces", FORCES)
    return None if forces is None else (Section.of(data), forces)


def _stress_factors(element, data):
    """(ne, 2) what the bending stresses about both axes of a bend are multiplied by."""
    plain = np.ones((len(data), 2))
    given = data.characteristics.get("stress_intensification", plain)
    return np.where(given > 0.0, given, 1.0) if element.shears else plain


def shares(element, data, given):
    """The stress of each force; a section without shear has the whole area for it."""
    found = _section(element, data, given)
    if found is None:
        return None
    section, forces = found
    flexible = section.flexibility if element.shears else np.ones_like(section.flexibility)
    index = _stress_factors(element, data)
    # code_aster applies the stress index of a bend twice here, and that of an arc once without its flexibility
    factor = index if isinstance(element, CurvedBeam) else index**2 / flexible
    y, z = (np.where(f > 0.0, f, 1.0) if element.shears else np.ones_like(f) for f in (section.shear_y, section.shear_z))
    per_force = [
        1 / section.area,
        y / section.area,
        z / section.area,
        section.extreme_torsion / section.torsion,
        factor[:, :1] * section.extreme_z / section.inertia_y,
        -factor[:, 1:] * section.extreme_y / section.inertia_z,
    ]
    return forces * np.stack(per_force, axis=-1), SHARES


def extremes(element, data, given):
    """Those of the fibres, where there are any; zero where the shape of the section is not known."""
    if isinstance(element, FibreBeam):
        values = given.fields["stress"][0].reshape(len(data), 2, -1)
        return np.stack([np.nanmin(values, axis=2), np.nanmax(values, axis=2)], axis=-1), ("SIXXMIN", "SIXXMAX"), 1
    found = _section(element, data, given)
    if found is None:
        return None
    section, forces = found
    shape = data.characteristics.get("section_shape", np.zeros(len(data)))[:, None]
    factor = _stress_factors(element, data)
    about_y = abs(forces[..., 4]) * factor[:, :1] * section.extreme_z / section.inertia_y
    about_z = abs(forces[..., 5]) * factor[:, 1:] * section.extreme_y / section.inertia_z
    bending = np.where(shape == CIRCLE, np.hypot(about_y, about_z), about_y + about_z)
    known = (shape == CIRCLE) | (shape == RECTANGLE)
    axial = forces[..., 0] / section.area
    return np.where(known[..., None], np.stack([axial - bending, axial + bending], axis=-1), 0.0), ("SIXXMIN", "SIXXMAX")


OPTIONS.add("SIPO_ELNO", Option("ELNO", "SIEF_R", shares, {"forces": "EFGE_ELNO"}))
OPTIONS.add("SIPM_ELNO", Option("ELNO", "SIEFMX_R", extremes, {"forces": "EFGE_ELNO", "stress": "SIEF_ELNO"}))
mean("SIPO", "SIEF_R")
