"""RELATION='VMIS_ECMI_TRAC': plasticity of von Mises, a traction curve shared by size and centre (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import by_points_with_prager
from ._von_mises import Kinematic

BEHAVIOURS.add(
    "VMIS_ECMI_TRAC", Kinematic(by_points_with_prager, {"poisson": "ELAS", "traction": "TRACTION", "prager": "PRAGER"}, isotropic=True)
)
