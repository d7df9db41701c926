"""DIS_VISC: a damper of generalised Zener's kind (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._device import BESIDE, beside
from ._law import MaterialLaw

LITTLE = 1e-8


def properties(occurrence):
    """(1/K1, K2, 1/K3, C, ALPHA)."""
    soft = [occurrence[f"UNSUR_K{i}"] if f"UNSUR_K{i}" in occurrence else 1.0 / occurrence[f"K{i}"] for i in (1, 3)]
    stiff = occurrence.K2 if "K2" in occurrence else 1.0 / occurrence.UNSUR_K2
    if soft[0] + soft[1] + stiff * soft[0] * soft[1] <= 0.0:
        raise occurrence.wrong("K1", "the device would have no stiffness at all: K1 or K3 must be finite")
    return {"zener": (soft[0], stiff, soft[1], occurrence.C, occurrence.PUIS_ALPHA)} | beside(occurrence)


MATERIALS.add(
    "DIS_VISC",
    MaterialLaw(
        FACT(
            "f",
            rules=tuple(UN_PARMI(f"K{i}", f"UNSUR_K{i}") for i in (1, 2, 3)),
            K1=SIMP("f", typ="R", val_min=LITTLE),
            K2=SIMP("f", typ="R", val_min=0.0),
            K3=SIMP("f", typ="R", val_min=LITTLE),
            UNSUR_K1=SIMP("f", typ="R", val_min=0.0),
            UNSUR_K2=SIMP("f", typ="R", val_min=LITTLE),
            UNSUR_K3=SIMP("f", typ="R", val_min=0.0),
            C=SIMP("o", typ="R", val_min=LITTLE),
            PUIS_ALPHA=SIMP("f", typ="R", val_min=LITTLE, val_max=1.0, defaut=0.5),
            **BESIDE,
        ),
        properties,
    ),
)
