"""MODELISATION COQUE_SOLIDE: one solid cell through the thickness of a shell, with faces and edges (u3.14.14)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.skin import Edge, Skin
from pyaster_lite.fe.solid_shell import SolidShell

from ._family import Modelisation

MODELISATIONS.add(
    "COQUE_SOLIDE", Modelisation({"HEXA9": SolidShell(), "QUAD4": Skin("QUAD4", Space(), "FPG4"), "SEG2": Edge("SEG2", Space(), "FPG2")})
)
