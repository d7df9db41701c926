"""MODELISATION POU_D_EM, POU_D_TGM, POU_D_SQUE: straight beams of Euler and of Timoshenko made of fibres, bundles in grids (u3.11.07)."""

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.fe.fibres.beam import FibreBeam
from pyaster_lite.fe.fibres.skeleton import SkeletonBeam
from pyaster_lite.fe.fibres.warping import FibreWarpingBeam

from ._family import Modelisation

MODELISATIONS.add("POU_D_EM", Modelisation({"SEG2": FibreBeam()}))
MODELISATIONS.add("POU_D_TGM", Modelisation({"SEG2": FibreWarpingBeam()}))
MODELISATIONS.add("POU_D_SQUE", Modelisation({"SEG2": SkeletonBeam()}))
