"""AFFE_CHAR_MECA and AFFE_CHAR_MECA_F as they were written in older versions."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Old, Renamed, Told, levels, new_argument


def blocked(value):
    """ENCASTRE, the one value that LIAISON had, blocks what a node carries."""
    return ("DEPLACEMENT", "ROTATION") if value == "ENCASTRE" else value


@dataclass(frozen=True)
class InOneList:
    """A factor keyword that was a list of numbers: `words` are today's with how many of the numbers each takes."""

    old: str
    words: tuple[tuple[str, int], ...]
    last: str

    def apply(self, factor) -> list[Told]:
        """Write the numbers under their words."""
        argument = factor.arguments.get(self.old)
        if argument is None or not isinstance(argument.value, (tuple, list)) or hasattr(argument.value[0], "arguments"):
            return []
        left, values = list(argument.value), {}
        for word, count in self.words:
            if left:
                values[word] = tuple(left[:count]) if count > 1 else left[0]
                left = left[count:]
        argument.value = type(factor).from_values(values, argument.span)
        return [Told(argument.name_span, f"{self.old} is now _F(...) with {', '.join(values)}", self.last)]


@dataclass(frozen=True)
class Gluing:
    """LIAISON_XFEM and CONTACT_XFEM: what they asked of cracks is asked of nobody today; a load of theirs alone imposes nothing."""

    last: str = "12.0.3"

    def apply(self, factor) -> list[Told]:
        """Leave them out, or have a force of nothing where nothing is left."""
        told = []
        for word in ("LIAISON_XFEM", "CONTACT_XFEM"):
            if word in factor.arguments:
                told.append(Told(factor.arguments.pop(word).name_span, f"{word} has no effect any more", self.last))
        if told and not factor.partial and not factor.arguments.keys() - {"MODELE", "INFO", "VERI_NORM", "VERI_DDL"}:
            nothing = type(factor).from_values({"TOUT": "OUI", "FX": 0.0}, factor.span)
            factor.arguments["FORCE_INTERNE"] = new_argument("FORCE_INTERNE", nothing, factor)
        return told


@dataclass(frozen=True)
class DistanceOfWave:
    """DIST and DIST_REFLECHI of a plane wave: how far along its direction a point of its front, or of the mirror, lies from the origin."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Give the points."""
        told = []
        for holder in levels(factor, ("ONDE_PLANE",)):
            along = getattr(holder.arguments.get("DIRECTION"), "value", ())
            if not isinstance(along, (tuple, list)) or not all(isinstance(x, (int, float)) for x in along) or not any(along):
                continue
            if getattr(holder.arguments.get("TYPE_ONDE"), "value", None) == "SH" and not any(along[:2]):
                # upwards it moved along Y, today against it (te0498 of both)
                continue
            size = sum(x * x for x in along) ** 0.5
            for old, new in (("DIST", "COOR_SOURCE"), ("DIST_REFLECHI", "COOR_REFLECHI")):
                given = holder.arguments.get(old)
                if given is None or not isinstance(given.value, (int, float)):
                    continue
                del holder.arguments[old]
                given.name, given.value = new, tuple(given.value * x / size for x in along)
                holder.arguments[new] = given
                told.append(Told(given.name_span, f"ONDE_PLANE/{old} is now ONDE_PLANE/{new}", self.last))
        return told


OLD_BLOCKING = Renamed("DDL_IMPO/LIAISON", "DDL_IMPO/BLOCAGE", blocked, last="15.2.17+", still=True)


def order_of_multipliers(*relations: str) -> tuple[Renamed, ...]:
    """NUME_LAGR of relations told where multipliers stood among the equations: the solutions are the same."""
    return tuple(Renamed(f"{relation}/NUME_LAGR", None, last="15.2.17+") for relation in relations)


OLD_IMPEDANCE = Old("IMPE_FACE", "MODELISATION='..._ABSO' with FLUIDE of a material", "15.2.17+")
OLD_LOADS = (
    OLD_IMPEDANCE,
    OLD_BLOCKING,
    *order_of_multipliers("CHAMNO_IMPO", "LIAISON_SOLIDE", "LIAISON_ELEM", "LIAISON_CHAMNO", "LIAISON_RBE3", "LIAISON_COQUE"),
    InOneList("PESANTEUR", (("GRAVITE", 1), ("DIRECTION", 3)), last="10.1.8"),
    InOneList("ROTATION", (("VITESSE", 1), ("AXE", 3), ("CENTRE", 3)), last="10.2.7"),
    Gluing(),
    Renamed("EPSI_INIT", "PRE_EPSI", last="11.2.6"),
    Renamed("CHAMNO_IMPO/COEF_MULT", "CHAMNO_IMPO/COEF_IMPO", last="14.0.18"),
    Renamed("SECH_CALCULEE", None, last="8.3.9"),
    Renamed("HYDR_CALCULEE", None, last="8.2.17"),
)
