"""ELAS_VISCO: the complex shear modulus and Poisson ratio of a viscoelastic solid that vibrates (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw


def properties(occurrence):
    """The shear modulus, Pa, the Poisson ratio and the density, kg/m3; no real elasticity."""
    found = {"lossy_shear": complex(occurrence.G), "lossy_poisson": complex(occurrence.NU)}
    return found if occurrence.RHO is None else found | {"density": occurrence.RHO}


MATERIALS.add("ELAS_VISCO", MaterialLaw(FACT("f", G=SIMP("o", typ="C"), NU=SIMP("o", typ="C"), RHO=SIMP("f", typ="R")), properties))
