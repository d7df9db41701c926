"""MODELISATION 3D_FLUIDE, 2D_FLUIDE, AXIS_FLUIDE, their walls (FLUI_STRU), openings (FLUI_ABSO) and free surfaces (FLUI_PESA).

FORMULATION says the unknowns (u3.14.02, u2.02.02): PRES and PHI, PRES alone or PSI.
"""

from dataclasses import replace

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.fluid import POTENTIAL, PRESSURE, PRESSURE_POTENTIAL, Fluid, FluidSide, FreeSurface, Opening, Wall
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space

from ._family import FULL_IN_SPACE as SOLIDS
from ._family import Modelisation

FORMULATIONS = {"U_P_PHI": PRESSURE_POTENTIAL, "U_P": PRESSURE, "U_PSI": POTENTIAL}
CELLS = {"TRIA3": "FPG3", "TRIA6": "FPG6", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
EDGES = {"SEG2": "FPG2", "SEG3": "FPG4"}
FACES = {"TRIA3": "COT3", "TRIA6": "FPG4", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}


def formulated(continuum, *kinds) -> Modelisation:
    """The elements of each formulation; `kinds` are pairs of an element and the families of its cells."""
    space = 3 if continuum.dim == 3 else 2

    def elements(formulation):
        return {cell: kind(cell, continuum, family, formulation) for kind, cells in kinds for cell, family in cells.items()}

    choices = {word: Modelisation(elements(formulation), space) for word, formulation in FORMULATIONS.items()}
    return replace(choices["U_P_PHI"], formulations=choices)


for prefix, wall, continuum, cells, sides in (
    ("2D_", "2D_FLUI_STRU", Plane(), CELLS, EDGES),
    ("AXIS_", "AXIS_FLUI_STRU", Axisymmetric(), CELLS, EDGES),
    ("3D_", "FLUI_STRU", Space(), SOLIDS, FACES),
):
    MODELISATIONS.add(f"{prefix}FLUIDE", formulated(continuum, (Fluid, cells), (FluidSide, sides)))
    MODELISATIONS.add(f"{prefix}FLUI_ABSO", formulated(continuum, (Opening, sides)))
    MODELISATIONS.add(wall, formulated(continuum, (Wall, sides)))
surface = Modelisation({cell: FreeSurface(cell, family) for cell, family in FACES.items()})
MODELISATIONS.add("2D_FLUI_PESA", replace(surface, formulations={"U_P_PHI": surface}))
