"""IMPR_RESU as it was written in older versions."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Told, Values, levels, new_argument


@dataclass(frozen=True)
class ModelOfMed:
    """MODELE beside FORMAT='MED' said nothing."""

    last: str = ""

    def apply(self, factor) -> list[Told]:
        """Take it out."""
        if getattr(factor.arguments.get("FORMAT"), "value", None) != "MED" or "MODELE" not in factor.arguments:
            return []
        return [Told(factor.arguments.pop("MODELE").name_span, "MODELE has no effect on FORMAT='MED'", self.last)]


@dataclass(frozen=True)
class Listing:
    """What only a listing takes, and no FORMAT: a listing was what was written then."""

    last: str = "13.3.10"

    def apply(self, factor) -> list[Told]:
        """Say that it is one."""
        words = [holder.arguments[word] for holder in levels(factor, ("RESU",)) for word in _LISTED if word in holder.arguments]
        words += [factor.arguments["MODELE"]] if "MODELE" in factor.arguments else []
        if not words or factor.partial or "FORMAT" in factor.arguments:
            return []
        factor.arguments["FORMAT"] = new_argument("FORMAT", "RESULTAT", factor)
        return [Told(words[0].name_span, f"{words[0].name} is for FORMAT='RESULTAT', which was the default", self.last)]


@dataclass(frozen=True)
class Concepts:
    """CONCEPT: what is no result is for IMPR_CONCEPT today."""

    command: str = "IMPR_CONCEPT"
    last: str = "14.2.23"

    def apply(self, factor) -> list[Told]:
        """Only tell: the words are those of the other command."""
        argument = factor.arguments.get("CONCEPT")
        if argument is None or "RESU" in factor.arguments:
            return []
        return [Told(argument.name_span, "CONCEPT is for IMPR_CONCEPT now", self.last)]


_LISTED = ("VALE_MAX", "VALE_MIN", "BORNE_SUP", "BORNE_INF")
OLD_OUTPUT = (
    Values("CONCEPT/REPERE_LOCAL", (("OUI", "ELEM"),), "13.1.8"),
    Concepts(),
    Values("FORMAT", (("CASTEM", "MED"),), "13.3.11"),
    ModelOfMed(),
    Listing(),
)
