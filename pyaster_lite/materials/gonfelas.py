"""GonfElas: elastic clays that swell as their capillary pressure falls (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, isotropic, numbers


def properties(occurrence):
    """The elasticity, Biot's coefficient, the reference pressure (Pa) and how quickly the swelling fades above it."""
    return {
        "swelling_elasticity": isotropic(occurrence.YoungModulus, occurrence.PoissonRatio),
        "swelling_biot": occurrence.BiotCoef,
        "swelling_pressure": occurrence.ReferencePressure,
        "swelling_fading": occurrence.betaM,
    }


MATERIALS.add("GonfElas", MaterialLaw(FACT("f", **numbers("o", "YoungModulus PoissonRatio BiotCoef ReferencePressure betaM")), properties))
