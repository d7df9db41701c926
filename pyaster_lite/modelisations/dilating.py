"""MODELISATION 3D_DIL, D_PLAN_DIL: solids with a second gradient of dilation (r5.04.03).

FORMULATION says what the law sees: DIL the strains, DIL_INCO the swelling in place of the volume.
"""

from dataclasses import replace

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.dilating import Dilating
from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.fe.skin import Edge, Skin

from ._family import EDGES, Modelisation
from .solid_3d import EDGES as EDGES_IN_SPACE
from .solid_3d import FACES

FLAT = {"TRIA6": "FPG3", "QUAD8": "FPG4"}
SPACE = {"TETRA10": "FPG4", "PENTA15": "FPG6", "HEXA20": "FPG8"}

for word, continuum, families in (("D_PLAN", Plane(), FLAT), ("3D", Space(), SPACE)):
    if continuum.dim == 2:
        skins = {"SEG3": Skin("SEG3", continuum, EDGES["SEG3"])}
    else:
        skins = {cell: Skin(cell, continuum, FACES[cell]) for cell in ("TRIA6", "QUAD8")}
        skins |= {"SEG3": Edge("SEG3", continuum, EDGES_IN_SPACE["SEG3"])}
    choices = {}
    for formulation, as_volume in (("DIL", False), ("DIL_INCO", True)):
        solids = {cell: Dilating(cell, continuum, family, as_volume) for cell, family in families.items()}
        choices[formulation] = Modelisation({**solids, **skins}, space=continuum.dim)
    MODELISATIONS.add(f"{word}_DIL", replace(choices["DIL"], formulations=choices))
