"""CALC_G as it was written up to version 15: smoothing of its own, cracks by FOND_FISS, level sets beside meshed cracks."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Renamed, Told, levels, new_argument
from pyaster_lite.catalogue.types import kind_of

LAST = "15.2.17+"
_OPTIONS = {"CALC_G": "G", "CALC_K_G": ("G", "K")}


@dataclass(frozen=True)
class LevelSets:
    """A crack of level sets is for CALC_G_XFEM today; only such a crack had fronts with a number."""

    command: str = "CALC_G_XFEM"

    def apply(self, factor) -> list[Told]:
        """Only tell: the words are those of the other command."""
        holders = [holder.arguments for holder in levels(factor, ("THETA",)) if "FISSURE" in holder.arguments]
        found = [words["FISSURE"] for words in holders if kind_of(words["FISSURE"].value) == "fiss_xfem" or "NUME_FOND" in words]
        return [Told(crack.name_span, "THETA/FISSURE of level sets is for CALC_G_XFEM now", LAST) for crack in found]


@dataclass(frozen=True)
class Options:
    """CALC_G, the default, and CALC_K_G: they named what is found by one word."""

    def apply(self, factor) -> list[Told]:
        """Put today's options in their place."""
        argument = factor.arguments.get("OPTION")
        if argument is None:
            if not factor.partial:
                factor.arguments["OPTION"] = new_argument("OPTION", "G", factor)
            return []
        old = argument.value
        if not isinstance(old, str) or old not in _OPTIONS:
            return []
        argument.value = _OPTIONS[old]
        return [Told(argument.name_span, f"OPTION={old!r} is now {argument.value!r}", LAST)]


@dataclass(frozen=True)
class Smoothing:
    """LISSAGE, by Legendre's polynomials unless it said LAGRANGE: DISCRETISATION of THETA, linear unless it says so."""

    def apply(self, factor) -> list[Told]:
        """Have THETA say it; nothing where a deck has none of the old words."""
        argument, option = factor.arguments.pop("LISSAGE", None), factor.arguments.get("OPTION")
        if argument is None and not (option is not None and isinstance(option.value, str) and option.value in _OPTIONS):
            return []
        words = {name: a.value for holder in ([argument.value] if argument is not None else []) for name, a in holder.arguments.items()}
        linear = "LAGRANGE" in words.get("LISSAGE_THETA", "LEGENDRE")
        for holder in levels(factor, ("THETA",)):
            holder.arguments["DISCRETISATION"] = new_argument("DISCRETISATION", "LINEAIRE" if linear else "LEGENDRE", holder)
            if not linear and "DEGRE" in words:
                holder.arguments["DEGRE"] = new_argument("DEGRE", words["DEGRE"], holder)
        return [] if argument is None else [Told(argument.name_span, "LISSAGE is now THETA/DISCRETISATION", LAST)]


@dataclass(frozen=True)
class KnownLoads:
    """EXCIT beside an evolution that was computed with its loads: they are taken from there."""

    def apply(self, factor) -> list[Told]:
        """Leave EXCIT out."""
        result, loads = factor.arguments.get("RESULTAT"), factor.arguments.get("EXCIT")
        if result is None or loads is None or kind_of(result.value) not in ("evol_elas", "evol_noli"):
            return []
        del factor.arguments["EXCIT"]
        return [Told(loads.name_span, "EXCIT has no effect any more beside an evolution", LAST)]


@dataclass(frozen=True)
class WholeFront:
    """A field of CALC_THETA, or one extension of the whole front: the command that this had been before is meant."""

    command: str = "CALC_G_THETA_T"
    last: str = "13.1.3"

    def apply(self, factor) -> list[Told]:
        """Tell, and leave the words that the other command has."""
        told = self._found(factor)
        return told + [more for rule in (_OLD_WHOLE if told else ()) for more in rule.apply(factor)]

    def _found(self, factor):
        option = factor.arguments.get("OPTION")
        if option is not None and option.value == "CALC_G_GLOB":
            return [Told(option.name_span, "OPTION='CALC_G_GLOB' is gone: the released energy is told along the front", self.last)]
        if option is not None and option.value != "CALC_G":
            return []
        given = [holder.arguments["THETA"] for holder in levels(factor, ("THETA",)) if "THETA" in holder.arguments]
        return [Told(one.name_span, "THETA/THETA is gone: THETA itself tells what CALC_THETA did", self.last) for one in given]


def _of_half(value):
    """Only half of the body was there, or nothing was said."""
    return "OUI" if value == "SYME" else None


def _only_half(value):
    """Only the half of a body says anything."""
    return None if value == "NON" else value


_OLD_WHOLE = (
    Renamed("THETA/FOND_FISS", "THETA/FISSURE", last=LAST),
    Renamed("SYME_CHAR", "THETA/SYME", _of_half, last="11.1.6"),
    Renamed("COMP_ELAS", None, last="12.0.11"),
    Renamed("COMPORTEMENT", None, last=LAST),
    Renamed("LISSAGE", None, last=LAST),
    KnownLoads(),
)
OLD_RELEASE = (
    WholeFront(),
    Renamed("THETA/FOND_FISS", "THETA/FISSURE", last=LAST),
    Renamed("THETA/DIRECTION", None, last="14.3.1"),
    Renamed("THETA/MODULE", None, last="14.3.1"),
    Renamed("THETA/SYME", "THETA/SYME", _only_half, last="13.1.3"),
    Renamed("SYME_CHAR", "THETA/SYME", _of_half, last="11.1.6"),
    Renamed("COMP_ELAS", "COMPORTEMENT", last="12.0.11"),
    LevelSets(),
    Renamed("COMPORTEMENT", None, last=LAST),
    Renamed("CALCUL_CONTRAINTE", None, last=LAST),
    Renamed("CHAM_THETA", "THETA/CHAM_THETA", last=LAST),
    Smoothing(),
    Options(),
    KnownLoads(),
)
