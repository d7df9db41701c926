"""MODELISATION D_PLAN_SI, C_PLAN_SI, AXIS_SI, 3D_SI: quadratic cells with fewer integration points (u3.13.01, u3.14.01).

The linear cells of code_aster's lists need a stabilisation of their own and are not here yet.
"""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, PlaneStress, Space
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.solid import Solid

from ._family import EDGES, Modelisation
from .solid_3d import FACES

for word, continuum in (("D_PLAN_SI", Plane()), ("C_PLAN_SI", PlaneStress()), ("AXIS_SI", Axisymmetric())):
    edges = {"SEG3": EDGES["SEG3"]} if word == "AXIS_SI" else EDGES
    skins = {cell: Skin(cell, continuum, family) for cell, family in edges.items()}
    solid = {"QUAD8": Solid("QUAD8", continuum, "FPG4", "FPG9")}
    waiting = frozenset() if word == "AXIS_SI" else frozenset({"QUAD4"})
    MODELISATIONS.add(word, Modelisation({**solid, **skins}, space=2, waiting=waiting))

space = Space()
solids = {"HEXA20": Solid("HEXA20", space, "FPG8", "FPG27"), "TETRA10": Solid("TETRA10", space, "FPG4", "FPG15")}
faces = {cell: Skin(cell, space, FACES[cell]) for cell in ("QUAD4", "QUAD8", "TRIA6")}
MODELISATIONS.add("3D_SI", Modelisation({**solids, **faces}, waiting=frozenset({"HEXA8"})))
