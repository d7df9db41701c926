"""MODELISATION D_PLAN, AXIS and 3D of _INCO_UPG, _INCO_UP and _INCO_UPO: solids with a pressure of their own (u3.13.06, u3.14.06)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space
from pyaster_lite.fe.mixed import Mixed
from pyaster_lite.fe.mixed_projected import Projected
from pyaster_lite.fe.skin import Edge, Skin

from ._family import EDGES, Modelisation
from .solid_3d import EDGES as EDGES_IN_SPACE
from .solid_3d import FACES

FLAT = {"TRIA6": ("FPG3", "FPG6"), "QUAD8": ("FPG9", "FPG9")}
FLAT_AROUND = {**FLAT, "QUAD8": ("FPG4", "FPG9")}
SPACE = {"TETRA10": ("FPG4", "FPG15"), "PENTA15": ("FPG21", "FPG21"), "HEXA20": ("FPG8", "FPG27")}
WITH_BUBBLE = {"TRIA3": ("FPG1", "FPG3")}
WITH_BUBBLE_IN_SPACE = {"TETRA4": ("FPG1", "FPG4")}
LINEAR = {"TRIA3": ("FPG3", "FPG3"), "QUAD4": ("FPG9", "FPG9")}
LINEAR_IN_SPACE = {"TETRA4": "FPG4", "PENTA6": "FPG6", "PYRAM5": "FPG5", "HEXA8": "FPG8"}
LINEAR_IN_SPACE = {cell: (family, family) for cell, family in LINEAR_IN_SPACE.items()}

for word, continuum, three, two, linear in (
    ("D_PLAN", Plane(), FLAT, {**FLAT, **WITH_BUBBLE}, LINEAR),
    ("AXIS", Axisymmetric(), FLAT_AROUND, {**FLAT, **WITH_BUBBLE}, LINEAR),
    ("3D", Space(), SPACE, {**SPACE, **WITH_BUBBLE_IN_SPACE}, LINEAR_IN_SPACE),
):
    if continuum.dim == 2:
        skins = {cell: Skin(cell, continuum, family) for cell, family in EDGES.items()}
    else:
        skins = {cell: Skin(cell, continuum, family) for cell, family in FACES.items()}
        skins |= {cell: Edge(cell, continuum, family) for cell, family in EDGES_IN_SPACE.items()}
    for ending, families, swells in (("INCO_UPG", three, True), ("INCO_UP", two, False)):
        solids = {cell: Mixed(cell, continuum, *rules, swells) for cell, rules in families.items()}
        MODELISATIONS.add(f"{word}_{ending}", Modelisation({**solids, **skins}, space=continuum.dim))
    solids = {cell: Projected(cell, continuum, *rules) for cell, rules in linear.items()}
    MODELISATIONS.add(f"{word}_INCO_UPO", Modelisation({**solids, **skins}, space=continuum.dim))
