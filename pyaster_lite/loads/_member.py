"""A factor keyword of AFFE_CHAR_*: what it may say and the terms that its occurrences make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.keywords import FACT, SIMP

FUNCTION = ("fonction_sdaster", "nappe_sdaster", "formule")
DISPLACEMENTS = ("DX", "DY", "DZ")
ROTATIONS = ("DRX", "DRY", "DRZ")
COMPONENTS = DISPLACEMENTS + ROTATIONS
"""The unknowns that nodal forces act on."""
FLUID = ("PRES", "PHI", "PSI")
"""Those of fluids: pressure, and the potentials of displacements and velocities."""
POROUS = ("PRE1", "PRE2", "TEMP", "LH1")
"""Those of porous media: two pressures, the temperature, and what flows from gaps into their sides."""
WALL = (*(f"{direction}{side}{mode}" for side in "IO" for mode in range(2, 7) for direction in "UVW"), "WO", "WI1", "WO1")
"""What the sections of pipes do beside what those of beams do."""
ENRICHED = (*(f"H{jump}{axis}" for jump in range(1, 5) for axis in "XYZ"), *(f"H{jump}PRE1" for jump in range(1, 4)), "K1", "K2", "K3")
"""What cracks that the mesh does not follow add: the functions that jump across them, and those of their fronts."""
GRID = ("DRGX", "DRGY", "DRGZ")
"""The rotations of the grids that hold a bundle of beams."""
UNKNOWNS = (*COMPONENTS, "GRX", *GRID, *FLUID, "GONF", "VARI", "LAG_GV", "DAMG", "GLIS", "SITY", *POROUS, *WALL, *ENRICHED)
"""The unknowns that may be imposed so far: GRX is the rate of twist of beams that warp, GONF the swelling of mixed solids, VARI and LAG_GV
the field that the variable of a law is held to and what holds it, DAMG a damage that only grows, GLIS the slip of cables in their sheaths,
SITY what holds it."""
TEMPERATURES = ("TEMP",)
"""Those of heat in solids."""
ACROSS = ("TEMP_MIL", "TEMP_INF", "TEMP_SUP")
"""Those of shells, in the middle and on the faces."""
HEAT = (*TEMPERATURES, *ACROSS, "H1")
"""Every unknown of heat: H1 jumps across cracks that the mesh does not follow."""
WATER = ("SECH",)
"""That of drying."""
PRESSURES = ("PRES",)
"""Those of sound."""
BY_PHENOMENON = {"MECANIQUE": UNKNOWNS, "THERMIQUE": HEAT, "ACOUSTIQUE": PRESSURES, "SECHAGE": WATER}
BOTH = ("MECANIQUE", "THERMIQUE")


@dataclass(frozen=True)
class LoadKeyword:
    """One member of the open list.

    declare    function of the type of its values ("R", or FUNCTION in AFFE_CHAR_*_F) giving the declaration
    terms      function (occurrences, model) -> list of ForceTerm and RelationTerm (fe.terms); raises Refused
    functions  whether the command of functions (AFFE_CHAR_MECA_F, AFFE_CHAR_THER_F) has it
    numbers    whether that of numbers has it
    complexes  whether that of complex values has it (AFFE_CHAR_MECA_C)
    phenomena  the physics it belongs to; a member of several declares itself by the type of its values and the unknowns
    by_cell    whether `terms` also takes what the command tells of the cells of the mesh: arrays (n_cells,) by name
    idle       function (occurrence, model, first occurrence) -> why an occurrence has no effect, None when it has one: it is told and
               left out, as code_aster takes it; None where every occurrence must have an effect
    """

    declare: Callable[[object], FACT]
    terms: Callable[[list, object], list]
    functions: bool = True
    numbers: bool = True
    complexes: bool = False
    phenomena: tuple[str, ...] = ("MECANIQUE",)
    by_cell: bool = False
    idle: Callable[[object, object, object], str | None] | None = None

    def declared(self, value, phenomenon: str) -> FACT:
        """The declaration in the command of a phenomenon."""
        if len(self.phenomena) == 1:
            return self.declare(value)
        return self.declare(value, BY_PHENOMENON[phenomenon])


def on_sides_of_solids(occurrence, model) -> bool:
    """Whether an occurrence stands on sides of solids alone."""
    cells = cells_of(occurrence, model.mesh) if occurrence.get("GROUP_MA") is not None else np.arange(model.mesh.n_cells)
    borne = [model.groups[index].element for index, _ in model.rows(cells)]
    return bool(borne) and all(getattr(element, "loaded_only", False) for element in borne)


def named(unknowns: tuple[str, ...], **more) -> SIMP:
    """A keyword that names unknowns; where they are not those of mechanics it means the first of them when left out."""
    if unknowns[0] in COMPONENTS:
        return SIMP("o", max="**", into=unknowns, **more)
    return SIMP("f", max="**", into=unknowns, defaut=unknowns[:1], **more)


def varies(value) -> bool:
    """Whether a value is a function of time."""
    return "INST" in getattr(value, "parameters", ())


def at(value, t: float, coordinates: np.ndarray, moved: np.ndarray | None = None, **more) -> np.ndarray:
    """A number, or a function at points (..., 3) and an instant, as an array (...); `moved` are the points as they stand then,
    `more` what else the function may depend on, by name."""
    shape = coordinates.shape[:-1]
    if not hasattr(value, "evaluate"):
        return np.broadcast_to(value if isinstance(value, complex) else float(value), shape)
    places = dict(zip("XYZ", np.moveaxis(coordinates, -1, 0)))
    if moved is not None:
        places |= dict(zip(("XF", "YF", "ZF"), np.moveaxis(moved, -1, 0)))
    return np.broadcast_to(value.evaluate(INST=t, **places, **more), shape)


def accelerations(values: np.ndarray) -> dict[str, np.ndarray]:
    """AX, AY, AZ of (..., 3), as ForceTerm.values tells loads on masses."""
    return dict(zip(("AX", "AY", "AZ"), np.moveaxis(values, -1, 0)))
