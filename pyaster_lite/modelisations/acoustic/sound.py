"""MODELISATION 3D, PLAN of sound, and 3D_ABSO, PLAN_ABSO of the sides that it leaves through (u3.33.01)."""

from pyaster_lite.catalogue.registry import ACOUSTIC_MODELISATIONS
from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.fe.sound import Sound, SoundOpening, SoundSide

from .._family import Modelisation
from ..fluid import FACES, SOLIDS

CELLS = {"TRIA3": "FPG1", "TRIA6": "FPG3", "QUAD4": "FPG4", "QUAD8": "FPG9", "QUAD9": "FPG9"}
EDGES = {"SEG2": "FPG4", "SEG3": "FPG4"}

for word, continuum, cells, sides in (("PLAN", Plane(), CELLS, EDGES), ("3D", Space(), SOLIDS, FACES)):
    sound = {cell: Sound(cell, continuum, family) for cell, family in cells.items() if not cell.startswith("PYRAM")}
    walls = {cell: SoundSide(cell, continuum, family) for cell, family in sides.items()}
    openings = {cell: SoundOpening(cell, continuum, family) for cell, family in sides.items()}
    ACOUSTIC_MODELISATIONS.add(word, Modelisation({**sound, **walls}, space=continuum.dim))
    ACOUSTIC_MODELISATIONS.add(f"{word}_ABSO", Modelisation(openings, space=continuum.dim))
