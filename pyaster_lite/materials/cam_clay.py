"""CAM_CLAY: normally consolidated clays (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import PRESENT_PRESENT

from ._law import MaterialLaw, numbers


def properties(occurrence):
    """The shear modulus, Pa, the first void ratio, what follows a pressure, and the ellipse."""
    m = occurrence
    void = m.PORO / (1 - m.PORO)
    swelling, compression = (1 + void) / m.KAPA, (1 + void) / (m.LAMBDA - m.KAPA)
    bulk, tension = m.KCAM or 0.0, m.PTRAC or 0.0
    if 0.0 < bulk <= -swelling * tension:
        raise m.wrong("KCAM", f"it must be above {-swelling * tension:g}, which is -PTRAC (1 + e0)/KAPA")
    return {
        "clay_shear": m.MU,
        "clay_void": void,
        "clay_swelling": swelling,
        "clay_compression": compression,
        "clay_kapa": m.KAPA,
        "clay_lambda": m.LAMBDA,
        "clay_slope": m.M,
        "clay_critical": m.PRES_CRIT,
        "clay_bulk": bulk,
        "clay_tension": tension,
    }


MATERIALS.add(
    "CAM_CLAY",
    MaterialLaw(
        FACT(
            "f",
            rules=(PRESENT_PRESENT("PTRAC", "KCAM"),),
            **numbers("o", "MU PORO LAMBDA KAPA M PRES_CRIT"),
            KCAM=SIMP("f", typ="R", val_min=0.0),
            PTRAC=SIMP("f", typ="R", val_max=0.0),
        ),
        properties,
    ),
)
