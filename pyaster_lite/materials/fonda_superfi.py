"""FONDA_SUPERFI: a shallow foundation that slides and sinks (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._device import BESIDE, beside
from ._law import MaterialLaw

SIZES = ("LONG_X", "LONG_Y", "PHI")
OTHERS = (
    "COHESION", "RAID_GLIS", "GAMMA_REFE", "CP_ULTIME", "DEPL_REFE", "RAID_CP_X", "GAMMA_CP_X", "RAID_CP_Y", "GAMMA_CP_Y",
    "RAID_CP_RX", "GAMMA_CP_RX", "RAID_CP_RY", "GAMMA_CP_RY",
)  # fmt: skip


def properties(occurrence):
    """The values by their names; angles in degrees."""
    if occurrence.LONG_X <= 0.0 or occurrence.LONG_Y <= 0.0:
        raise occurrence.wrong("LONG_X" if occurrence.LONG_X <= 0.0 else "LONG_Y", "the base has no size")
    if occurrence.CP_SERVICE <= 0.0 and occurrence.CP_ULTIME <= 0.0:
        raise occurrence.wrong("CP_SERVICE", "the ground bears nothing: CP_SERVICE or CP_ULTIME must be above zero")
    known = {word: occurrence[word] for word in (*SIZES, "CP_SERVICE", *OTHERS)}
    return {"footing": known | {"DECOLLEMENT": occurrence.DECOLLEMENT == "OUI"}, **beside(occurrence)}


MATERIALS.add(
    "FONDA_SUPERFI",
    MaterialLaw(
        FACT(
            "f",
            **{word: SIMP("o", typ="R", val_min=0.0) for word in (*SIZES, "CP_SERVICE")},
            **{word: SIMP("f", typ="R", defaut=0.0, val_min=0.0) for word in OTHERS},
            DECOLLEMENT=SIMP("f", into=("OUI", "NON"), defaut="NON"),
            **BESIDE,
        ),
        properties,
    ),
)
