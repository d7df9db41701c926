"""JOINT_MECA_ENDO: joints whose friction and cohesion are coupled by damage (u4.43.01)."""

from math import sqrt

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import FUNCTION, MaterialLaw, liquid, liquid_words, parameter

LARGEST = 0.763244531975
"""The greatest stiffness that damage takes over that of Bn and Bt."""


def properties(occurrence):
    """Stiffnesses, Pa/m, friction, energy, J/m2, residual stiffnesses, Pa/m, the step of damage; the pressure of a fluid, Pa."""
    if occurrence.PENA_RUPTURE is None:
        raise occurrence.wrong(None, "JOINT_MECA_ENDO needs PENA_RUPTURE")
    along = occurrence.K_N if occurrence.K_T is None else occurrence.K_T
    _check(occurrence, occurrence.K_N, along, occurrence.MU, occurrence.PENA_RUPTURE, occurrence.Bn, occurrence.Bt)
    fluid = {} if occurrence.PRES_FLUIDE is None else {"joint_fluid": parameter(occurrence, "PRES_FLUIDE")}
    return {
        "joint_normal": occurrence.K_N,
        "joint_tangential": along,
        "joint_friction": occurrence.MU,
        "joint_energy": occurrence.PENA_RUPTURE,
        "joint_residual_normal": occurrence.Bn,
        "joint_residual_tangential": occurrence.Bt,
        "joint_damage_step": occurrence.ALPHA,
        **fluid,
        **liquid(occurrence),
    }


def _check(occurrence, k_n, k_t, friction, energy, b_n, b_t):
    """Refuse parameters that make the law ambiguous (r7.01.25)."""
    if b_n <= 0.0 or b_t <= 0.0:
        raise occurrence.wrong("Bn", "Bn and Bt must be above zero")
    top = (-0.5 + sqrt(1.5 / 3.5)) / 2.5
    share, slope = (1 - top) ** 3 / sqrt(top), (2.5 * top + 0.5) * (1 - top) ** 2 / top**1.5
    strength, cohesion = (sqrt(2 * energy * b / slope) * share for b in (b_n, b_n * friction**2 + b_t))
    least = max(strength**2 / k_n, cohesion**2 / k_t) / 2 * slope / share**2 * LARGEST
    if energy <= least:
        raise occurrence.wrong("PENA_RUPTURE", f"it must be above {least:.6g} with these stiffnesses")
    if not friction * strength <= cohesion <= sqrt(2.0) * friction * strength:
        raise occurrence.wrong("Bt", f"it must be at most MU^2 Bn = {friction**2 * b_n:.6g}")
    if k_n <= b_n * LARGEST:
        raise occurrence.wrong("K_N", f"it must be above {LARGEST:.6g} Bn = {LARGEST * b_n:.6g}")
    if k_t <= (friction**2 * b_n + b_t) * LARGEST:
        raise occurrence.wrong("K_T", f"it must be above {LARGEST:.6g} (MU^2 Bn + Bt) = {LARGEST * (friction**2 * b_n + b_t):.6g}")


MATERIALS.add(
    "JOINT_MECA_ENDO",
    MaterialLaw(
        FACT(
            "f",
            K_N=SIMP("o", typ="R", val_min=1e-12),
            K_T=SIMP("f", typ="R", val_min=1e-12),
            MU=SIMP("o", typ="R", val_min=0.0),
            PENA_RUPTURE=SIMP("f", typ="R", val_min=1e-12),
            Bn=SIMP("o", typ="R", val_min=0.0),
            Bt=SIMP("o", typ="R", val_min=0.0),
            ALPHA=SIMP("o", typ="R", val_min=0.0, val_max=1.0),
            PRES_FLUIDE=SIMP("f", typ=FUNCTION),
            **liquid_words(),
        ),
        properties,
    ),
)
