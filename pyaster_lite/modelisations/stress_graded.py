"""MODELISATION D_PLAN_GRAD_SIGM: solids that break by smoothed stresses (r5.03.24)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.stress_graded import StressGraded

from ._family import EDGES, Modelisation

PLANE = Plane()
SOLIDS = {cell: StressGraded(cell, PLANE, rule, rule) for cell, rule in (("TRIA6", "FPG3"), ("QUAD8", "FPG9"))}
SKINS = {cell: Skin(cell, PLANE, EDGES[cell]) for cell in ("SEG2", "SEG3")}

MODELISATIONS.add("D_PLAN_GRAD_SIGM", Modelisation({**SOLIDS, **SKINS}, space=2))
