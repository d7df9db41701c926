"""CREA_RESU as it was written in older versions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pyaster_lite.catalogue.legacy import Renamed, Told, Values, levels


@dataclass(frozen=True)
class NameOfAll:
    """NOM_CHAM beside AFFE: each AFFE has its own today."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Give the name to every AFFE that has none."""
        argument = factor.arguments.get("NOM_CHAM")
        holders = levels(factor, ("AFFE",))
        if argument is None or "AFFE" not in factor.arguments:
            return []
        del factor.arguments["NOM_CHAM"]
        for holder in holders:
            holder.arguments.setdefault("NOM_CHAM", replace(argument))
        return [Told(argument.name_span, "NOM_CHAM is now AFFE/NOM_CHAM", self.last)]


OLD_RESULT = (
    NameOfAll(),
    Values("OPERATION", (("PREP_VRC2", "PREP_VARC"),), "15.2.17+"),
    Renamed("PREP_VRC2", "PREP_VARC", last="15.2.17+"),
)
