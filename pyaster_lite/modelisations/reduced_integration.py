"""MODELISATION D_PLAN_SI, C_PLAN_SI, AXIS_SI, 3D_SI: cells with fewer integration points (u3.13.01, u3.14.01)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.assumed_strain import AssumedStrain
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, PlaneStress, Space
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.solid import Solid

from ._family import EDGES, Modelisation
from .solid_3d import FACES

for word, continuum in (("D_PLAN_SI", Plane()), ("C_PLAN_SI", PlaneStress()), ("AXIS_SI", Axisymmetric())):
    edges = {"SEG3": EDGES["SEG3"]} if word == "AXIS_SI" else EDGES
    skins = {cell: Skin(cell, continuum, family) for cell, family in edges.items()}
    solids = {"QUAD8": Solid("QUAD8", continuum, "FPG4", "FPG9")}
    if word != "AXIS_SI":
        solids["QUAD4"] = AssumedStrain("QUAD4", continuum, "FPG4")
    MODELISATIONS.add(word, Modelisation({**solids, **skins}, space=2))

space = Space()
solids = {
    "HEXA8": AssumedStrain("HEXA8", space, "FPG8"),
    "HEXA20": Solid("HEXA20", space, "FPG8", "FPG27"),
    "TETRA10": Solid("TETRA10", space, "FPG4", "FPG15"),
}
faces = {cell: Skin(cell, space, FACES[cell]) for cell in ("QUAD4", "QUAD8", "TRIA6")}
MODELISATIONS.add("3D_SI", Modelisation({**solids, **faces}))
