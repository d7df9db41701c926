"""AFFE_MODELE as it was written in older versions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pyaster_lite.catalogue.commons.places import LONE
from pyaster_lite.catalogue.legacy import Old, Renamed, Told, Values, levels


@dataclass(frozen=True)
class SeveralModelisations:
    """MODELISATION=('3D', '3D_SI'): each had its turn on the same cells, the later one where it has an element for them."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Make one AFFE for each."""
        told, occurrences = [], []
        for holder in levels(factor, ("AFFE",)):
            argument = holder.arguments.get("MODELISATION")
            if argument is None or not isinstance(argument.value, (list, tuple)) or len(argument.value) < 2:
                occurrences.append(holder)
                continue
            for word in argument.value:
                own = replace(argument, value=word, span=None, item_spans=())
                occurrences.append(replace(holder, arguments={**holder.arguments, "MODELISATION": own}))
            told.append(Told(argument.name_span, "AFFE/MODELISATION with several values is now one AFFE for each", self.last))
        if told:
            factor.arguments["AFFE"].value = occurrences
        return told


POINTS = "cells made by CREA_MAILLAGE/CREA_POI1"
"""What stands at nodes by itself today."""
OLD_MODEL = (
    Renamed("VERIF", None, last="12.1.11"),
    Renamed("PARTITION/PARALLELISME", "PARTITION/METHODE", last="13.1.14"),
    Renamed("PARTITION", "DISTRIBUTION", last="13.1.14"),
    SeveralModelisations(),
    *(Old(f"AFFE/{word}", POINTS, "13.1.4") for word in LONE),
    Values("AFFE/MODELISATION", (("GRILLE", "GRILLE_EXCENTRE"),), "9.1.3"),
    Values("AFFE/MODELISATION", (("SHB8", "SHB"),), "10.3.16"),
    Values("AFFE/MODELISATION", (("PLAN_FISSURE", "PLAN_JOINT"), ("AXIS_FISSURE", "AXIS_JOINT")), "8.0.17"),
    Values("AFFE/MODELISATION", (("2D_JOINT_HMS", "PLAN_JHMS"), ("AXIS_JOINT_HMS", "AXIS_JHMS")), "10.3.11"),
    Values(
        "AFFE/MODELISATION",
        (("3D_INCO", "3D_INCO_UPG"), ("AXIS_INCO", "AXIS_INCO_UPG"), ("D_PLAN_INCO", "D_PLAN_INCO_UPG")),
        "12.1.2",
    ),
    Values("AFFE/MODELISATION", (("3D_INCO_OSGS", "3D_INCO_UPO"), ("D_PLAN_INCO_OSGS", "D_PLAN_INCO_UPO")), "12.1.2"),
    Values("AFFE/MODELISATION", (("D_PLAN_HH2SUDM", "D_PLAN_HH2SUDA"),), "13.0.5"),
)
