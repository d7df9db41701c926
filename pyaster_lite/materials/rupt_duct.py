"""RUPT_DUCT: ductile rupture of interfaces (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers


def properties(occurrence):
    """Energy, N/m, strength, Pa, the shares of the reach where the traction has risen and begins to fall, and penalties."""
    m = occurrence
    if m.COEF_EXTR > m.COEF_PLAS:
        raise m.wrong("COEF_EXTR", "it is above COEF_PLAS")
    return {
        "ductile_energy": m.GC, "ductile_strength": m.SIGM_C, "ductile_rise": m.COEF_EXTR, "ductile_plateau": m.COEF_PLAS,
        "ductile_penalty": m.PENA_LAGR, "ductile_sliding": m.RIGI_GLIS,
    }  # fmt: skip


MATERIALS.add(
    "RUPT_DUCT",
    MaterialLaw(
        FACT(
            "f",
            **numbers("o", "GC SIGM_C"),
            **dict.fromkeys(("COEF_EXTR", "COEF_PLAS"), SIMP("o", typ="R", val_min=0.0, val_max=0.999)),
            PENA_LAGR=SIMP("f", typ="R", defaut=100.0, val_min=1.01),
            RIGI_GLIS=SIMP("f", typ="R", defaut=10.0),
        ),
        properties,
    ),
)
