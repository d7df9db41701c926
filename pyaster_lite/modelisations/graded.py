"""MODELISATION D_PLAN, AXIS and 3D of _GRAD_VARI, _GRAD_INCO and _GVNO: solids whose law has a variable with gradients (r5.04.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.graded import Graded, GradedMixed
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, Space
from pyaster_lite.fe.nodal_damage import NodalDamage
from pyaster_lite.fe.skin import Edge, Skin

from ._family import EDGES, Modelisation
from .solid_3d import EDGES as EDGES_IN_SPACE
from .solid_3d import FACES

FLAT = {"TRIA6": ("FPG3", "FPG6"), "QUAD8": ("FPG4", "FPG9")}
SPACE = {"TETRA10": ("FPG4", "FPG15"), "PENTA15": ("FPG6", "FPG21"), "PYRAM13": ("FPG5", "FPG10"), "HEXA20": ("FPG8", "FPG27")}

for word, continuum, families in (("D_PLAN", Plane(), FLAT), ("AXIS", Axisymmetric(), FLAT), ("3D", Space(), SPACE)):
    if continuum.dim == 2:
        skins = {"SEG3": Skin("SEG3", continuum, EDGES["SEG3"])}
    else:
        skins = {cell: Skin(cell, continuum, FACES[cell]) for cell in ("TRIA6", "QUAD8")}
        skins |= {"SEG3": Edge("SEG3", continuum, EDGES_IN_SPACE["SEG3"])}
    for ending, kind in (("GRAD_VARI", Graded), ("GRAD_INCO", GradedMixed), ("GVNO", NodalDamage)):
        solids = {cell: kind(cell, continuum, *rules) for cell, rules in families.items()}
        MODELISATIONS.add(f"{word}_{ending}", Modelisation({**solids, **skins}, space=continuum.dim))
