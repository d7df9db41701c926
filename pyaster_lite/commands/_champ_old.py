"""CREA_CHAMP as it was written in older versions."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Told, new_argument

_ORDERS = {"NUME_ORDRE", "INST", "FREQ", "NUME_MODE", "NOM_CAS", "ANGLE", "NOEUD_CMP", "TYPE_MAXI"}


@dataclass(frozen=True)
class OnlyOrder:
    """EXTR from a result that has one storage order did not have to say which."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Say it; the result may have it only at the run."""
        result = factor.arguments.get("RESULTAT")
        if result is None or _ORDERS & factor.arguments.keys():
            return []
        orders = getattr(result.value, "orders", None)
        if orders is None:
            factor.partial = True
        elif len(orders) == 1:
            factor.arguments["NUME_ORDRE"] = new_argument("NUME_ORDRE", int(orders[0]), factor)
        else:
            return []
        return [Told(result.name_span, "RESULTAT needs the storage order now", self.last)]
