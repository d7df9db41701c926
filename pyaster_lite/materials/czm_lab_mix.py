"""CZM_LAB_MIX: the bond of steel and concrete (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw
from .rupt_frag import KINEMATICS


def properties(occurrence):
    """The largest traction, Pa, at which slip, m, exponents, the penalty, and which ways are free."""
    m = occurrence
    return {
        "bond_strength": m.SIGM_C, "bond_slip": m.GLIS_C, "bond_alpha": m.ALPHA, "bond_beta": m.BETA, "bond_penalty": m.PENA_LAGR,
        "bond_kinematics": KINEMATICS[m.CINEMATIQUE],
    }  # fmt: skip


MATERIALS.add(
    "CZM_LAB_MIX",
    MaterialLaw(
        FACT(
            "f",
            SIGM_C=SIMP("o", typ="R", val_min=1e-100),
            GLIS_C=SIMP("o", typ="R", val_min=1e-100),
            ALPHA=SIMP("f", typ="R", defaut=0.5, val_min=1e-3),
            BETA=SIMP("f", typ="R", defaut=1.0, val_min=0.0),
            PENA_LAGR=SIMP("f", typ="R", defaut=100.0, val_min=1.01),
            CINEMATIQUE=SIMP("f", into=tuple(KINEMATICS), defaut="GLIS_1D"),
        ),
        properties,
    ),
)
