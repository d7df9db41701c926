"""ELAS_HYPER_VISC: a hyperelastic solid with branches that relax (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE

from ._law import MaterialLaw, isotropic

BRANCHES = 10


def _listed(value):
    return [] if value is None else list(np.atleast_1d(value))


def properties(occurrence):
    """Pa; shares and times (s) of ten branches, those that are not given sharing nothing; the elasticity that stays, of small strains."""
    shares, times = _listed(occurrence.get("G")), _listed(occurrence.get("TAU"))
    if len(shares) != len(times):
        raise occurrence.wrong("TAU", f"{len(times)} times stand beside {len(shares)} shares: each branch has one of both")
    shear, bulk = 2.0 * (occurrence.C10 + occurrence.C01), occurrence.K
    young, poisson = 9 * bulk * shear / (3 * bulk + shear), (3 * bulk - 2 * shear) / (6 * bulk + 2 * shear)
    missing = BRANCHES - len(shares)
    return {
        "relaxing_c10": occurrence.C10,
        "relaxing_c01": occurrence.C01,
        "relaxing_c20": occurrence.C20,
        "relaxing_bulk": bulk,
        "relaxing_share": np.array([*shares, *[0.0] * missing]),
        "relaxing_time": np.array([*times, *[1.0] * missing]),
        "elasticity": isotropic(young, poisson),
        "young": young,
        "poisson": poisson,
    }


MATERIALS.add(
    "ELAS_HYPER_VISC",
    MaterialLaw(
        FACT(
            "f",
            rules=(ENSEMBLE("G", "TAU"),),
            C10=SIMP("o", typ="R"),
            C01=SIMP("o", typ="R"),
            C20=SIMP("o", typ="R"),
            K=SIMP("o", typ="R"),
            G=SIMP("f", typ="R", max=BRANCHES),
            TAU=SIMP("f", typ="R", max=BRANCHES),
        ),
        properties,
    ),
)
