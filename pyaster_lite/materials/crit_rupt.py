"""CRIT_RUPT: the stress at which cells break, and how much stiffness they lose (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers


def properties(occurrence):
    """breaking_*: the largest principal stress, Pa, and what divides Young's modulus of a broken cell."""
    return {"breaking_stress": occurrence.SIGM_C, "breaking_loss": occurrence.COEF}


MATERIALS.add("CRIT_RUPT", MaterialLaw(FACT("f", **numbers("o", "SIGM_C COEF")), properties))
