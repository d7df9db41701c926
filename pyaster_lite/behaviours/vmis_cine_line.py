"""RELATION='VMIS_CINE_LINE': plasticity of von Mises with linear kinematic hardening (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import kinematic
from ._uniaxial import Kinematic as AlongLine
from ._von_mises import Kinematic

LAW = Kinematic(kinematic, {"young": "ELAS", "traction_slope": "ECRO_LINE"}, isotropic=False)
NAMES = ("XCINXX", "INDIPLAS", "XCINZZ", "XCINXY", "XCINXZ", "XCINYZ", "VIDE")
BEHAVIOURS.add("VMIS_CINE_LINE", LAW.with_fibre(AlongLine(NAMES)))
