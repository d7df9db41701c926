"""EPOT_ELEM, ECIN_ELEM: energies of linear elements, of deformation and of motion (u4.81.04).

u K u / 2 with what strains without stress add to it, and v M v / 2, where a mode or a harmonic response gives w2 u M u / 2.
The energy of a complex motion is that of its real part and that of its imaginary part together. An element that knows the
shares of its kinds of deformation says them by a method `energy_parts(data, u, kind, factor)`, which gives (values (ne, k), names)
for the local "stiffness" or "mass"; one that can take a diagonal mass, as code_aster's beams can, knows "lumped_mass" too (lumps).
"""

import numpy as np

from pyaster_lite.catalogue.registry import OPTIONS

from ._option import Option


def _quadratic(matrix, u):
    if matrix is None:
        return None
    energy = 0.5 * np.einsum("ei,eij,ej->e", u, matrix, u)
    return energy[:, None, None], ("TOTALE",)


def potential(element, data, given):
    """Of the displacements."""
    if given.u is None:
        return None
    if hasattr(element, "potential_energy"):
        return element.potential_energy(data, given.u)[:, None, None], ("TOTALE",)
    return _energy(element, data, given.u, "stiffness", 1.0)


def _energy(element, data, u, kind, factor):
    if hasattr(element, "energy_parts"):
        values, names = element.energy_parts(data, u, kind, factor)
        return values[:, None], names
    found = _quadratic(getattr(element, kind)(data), u)
    return None if found is None else (found[0] * factor, found[1])


def kinetic(element, data, given):
    """Of the velocities, else of the displacements of a vibration."""
    kind = "lumped_mass" if given.lumped and getattr(element, "lumps", False) else "mass"
    if given.v is not None:
        return _energy(element, data, given.v, kind, 1.0)
    if given.u is None or given.omega2 is None:
        return None
    return _energy(element, data, given.u, kind, given.omega2)


OPTIONS.add("EPOT_ELEM", Option("ELEM", "ENER_R", potential, linear=True, complexes="TOGETHER"))
OPTIONS.add("ECIN_ELEM", Option("ELEM", "ENER_R", kinetic, complexes="TOGETHER"))
