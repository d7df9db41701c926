"""RELATION='KIT_DDI': creep of concrete beside another law, which damages or flows (r7.01.19); damage of sections beside plasticity."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._granger_flowing import CreepingFlow
from ._law import Law
from ._umlv_damaged import CreepingDamage, CreepingMazars
from ._yielding_section import YieldingSection

DAMAGED = {"ENDO_ISOT_BETON": CreepingDamage, "MAZARS": CreepingMazars}

FLOWING = ("BETON_DOUBLE_DP", "ROUSS_PR", "VMIS_ISOT_LINE", "VMIS_ISOT_PUIS", "VMIS_ISOT_TRAC")
YIELDING = ("VMIS_CINE_LINE", "VMIS_ISOT_LINE")
GRANGER = ("BETON_GRANGER", "BETON_GRANGER_V")


class Kit:
    """Not a law itself: its pairs are."""

    plane_stress = linear = False

    def of_kit(self, kit) -> Law:
        """The law of a pair; ValueError where there is none."""
        creeps, *others = sorted(kit, key=lambda word: not word.startswith(("BETON_UMLV", "BETON_GRANGER", "GLRC")))
        if len(others) != 1:
            raise ValueError("RELATION_KIT of KIT_DDI is a law of creep and another law")
        (other,) = others
        if creeps == "BETON_UMLV":
            if other not in DAMAGED:
                raise ValueError(f"BETON_UMLV does not go with {other}: it goes with {' or '.join(DAMAGED)}")
            return DAMAGED[other](BEHAVIOURS[other])
        if creeps in GRANGER:
            if other not in FLOWING:
                raise ValueError(f"{creeps} does not go with {other}: it goes with {' or '.join(FLOWING)}")
            return CreepingFlow(BEHAVIOURS[creeps], BEHAVIOURS[other])
        if creeps == "GLRC_DM":
            if other not in YIELDING:
                raise ValueError(f"GLRC_DM does not go with {other}: it goes with {' or '.join(YIELDING)}")
            return YieldingSection(BEHAVIOURS[creeps], BEHAVIOURS[other])
        raise ValueError(f"{creeps} is no law of creep that KIT_DDI knows")


BEHAVIOURS.add("KIT_DDI", Kit())
