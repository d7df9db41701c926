"""ELAS_HYPER: a nearly incompressible hyperelastic solid of Signorini, Mooney-Rivlin or neo-Hooke (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._law import MaterialLaw, isotropic


def properties(occurrence):
    """The coefficients of the energy; the elasticity is that of small strains."""
    c10, c01, c20 = (occurrence[word] for word in ("C10", "C01", "C20"))
    shear = 2.0 * (c10 + c01)
    if "K" in occurrence:
        bulk = occurrence.K
    else:
        if occurrence.NU >= 0.5:
            raise occurrence.wrong("NU", "a Poisson ratio of 0.5 makes an infinite bulk modulus", help="give a value just below it")
        bulk = 2.0 * shear * (1 + occurrence.NU) / (3.0 * (1 - 2 * occurrence.NU))
    young, poisson = 9 * bulk * shear / (3 * bulk + shear), (3 * bulk - 2 * shear) / (6 * bulk + 2 * shear)
    energy = {"energy_c10": c10, "energy_c01": c01, "energy_c20": c20, "bulk_modulus": bulk}
    return {**energy, "elasticity": isotropic(young, poisson), "young": young, "poisson": poisson, "density": occurrence.RHO}


MATERIALS.add(
    "ELAS_HYPER",
    MaterialLaw(
        FACT(
            "f",
            rules=(UN_PARMI("K", "NU"),),
            C10=SIMP("o", typ="R"),
            C01=SIMP("f", typ="R", defaut=0.0),
            C20=SIMP("f", typ="R", defaut=0.0),
            K=SIMP("f", typ="R"),
            NU=SIMP("f", typ="R", val_min=-1.0, val_max=0.5),
            RHO=SIMP("f", typ="R", defaut=0.0),
        ),
        properties,
    ),
)
