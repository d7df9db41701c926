"""IMPR_RESU as it was written in older versions."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.commons.field_names_old import old_field_names
from pyaster_lite.catalogue.legacy import Told


@dataclass(frozen=True)
class ModelOfMed:
    """MODELE beside FORMAT='MED' said nothing."""

    last: str = ""

    def apply(self, factor) -> list[Told]:
        """Take it out."""
        if getattr(factor.arguments.get("FORMAT"), "value", None) != "MED" or "MODELE" not in factor.arguments:
            return []
        return [Told(factor.arguments.pop("MODELE").name_span, "MODELE has no effect on FORMAT='MED'", self.last)]


OLD_OUTPUT = (*old_field_names("RESU/NOM_CHAM"), ModelOfMed())
