"""DEFI_MATERIAU and AFFE_MATERIAU as they were written in older versions."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

from pyaster_lite.catalogue.checker import old_complex
from pyaster_lite.catalogue.legacy import ConstantFunction, Old, Renamed, Told, levels, new_argument, occurrences
from pyaster_lite.catalogue.types import is_unknown


@dataclass(frozen=True)
class OnePermeability:
    """PERMIN_X, PERMIN_Y, PERMIN_Z that are all the same: PERM_IN."""

    last: str = "12.0.7"

    def apply(self, factor) -> list[Told]:
        """Put the one in their place."""
        told = []
        for holder in levels(factor, ("THM_DIFFU",)):
            given = [holder.arguments[word] for word in ("PERMIN_X", "PERMIN_Y", "PERMIN_Z") if word in holder.arguments]
            if len(given) > 1 and all(argument.value is given[0].value for argument in given):
                for argument in given:
                    del holder.arguments[argument.name]
                told += [Told(argument.name_span, f"THM_DIFFU/{argument.name} is now THM_DIFFU/PERM_IN", self.last) for argument in given]
                given[0].name = "PERM_IN"
                holder.arguments["PERM_IN"] = given[0]
        return told


@dataclass(frozen=True)
class Default:
    """A parameter that did not have to be said; the law had this value of it then."""

    word: str
    value: float

    def apply(self, factor) -> list[Told]:
        """Say it; nothing is told."""
        *above, name = self.word.split("/")
        for holder in levels(factor, above):
            if not holder.partial:
                holder.arguments.setdefault(name, new_argument(name, self.value, holder))
        return []


@dataclass(frozen=True)
class Repeated:
    """Today a law repeats what ELAS and THM_DIFFU say beside it: `words` of the law and where their values stand, one of them.

    `last` is the last version that took the law without.
    """

    law: str
    words: tuple[tuple[str, tuple[str, ...]], ...]
    last: str

    def apply(self, factor) -> list[Told]:
        """Say it there too, where it is a number or a constant function."""
        told = []
        for holder in levels(factor, (self.law,)):
            for name, places in self.words:
                value = next((found for place in places if (found := _constant(factor, place)) is not None), None)
                if value is not None and name not in holder.arguments and not holder.partial:
                    holder.arguments[name] = new_argument(name, value, holder)
                    told.append(Told(holder.span, f"{self.law} has {name} of its own now", self.last))
        return told


def _constant(factor, place):
    """The number that a word of a factor keyword stands for, None where it is not told or varies; what only the run knows as it is."""
    *above, name = place.split("/")
    argument = next((holder.arguments[name] for holder in levels(factor, above) if name in holder.arguments), None)
    value = argument.value if argument is not None else None
    value = value[0] if isinstance(value, (tuple, list)) and len(value) == 1 else value
    if isinstance(value, Real) or is_unknown(value):
        return value
    ordinates = list(getattr(value, "y", ()))
    return float(ordinates[0]) if ordinates and min(ordinates) == max(ordinates) else None


@dataclass(frozen=True)
class NoSource:
    """AFFE_VARC with neither EVOL nor CHAM_GD told only a reference, which nothing is compared with: it has no effect."""

    last: str = "15.2.17+"

    def apply(self, factor) -> list[Told]:
        """Leave out such occurrences."""
        argument = factor.arguments.get("AFFE_VARC")
        idle = [one for one in occurrences(factor, "AFFE_VARC") if not one.partial and not {"EVOL", "CHAM_GD"} & one.arguments.keys()]
        if not idle:
            return []
        argument.value = [one for one in occurrences(factor, "AFFE_VARC") if one not in idle]
        return [Told(one.span, "AFFE_VARC has no effect without EVOL or CHAM_GD", self.last) for one in idle]


def _real(value):
    """The number, when it is written as a complex one."""
    number = old_complex(value) if isinstance(value, tuple) and len(value) == 3 else value
    return number.real if isinstance(number, complex) and not number.imag else number


OLD_ASSIGNED = (Renamed("AFFE_VARC/CHAMP_GD", "AFFE_VARC/CHAM_GD", last="11.3.17"), NoSource())
_ELASTICITY = (("YoungModulus", ("ELAS/E", "ELAS_FO/E")), ("PoissonRatio", ("ELAS/NU", "ELAS_FO/NU")))
OLD_MATERIAL = (
    ConstantFunction("THM_LIQU/ALPHA", "13.2.10"),
    OnePermeability(),
    *(ConstantFunction(f"{law}/RHO", "13.0.2") for law in ("ELAS_FO", "ELAS_ISTR_FO", "ELAS_ORTH_FO")),
    *(Default(f"GLRC_DM/{name}", value) for name, value in (("GAMMA_C", 1.0), ("NYC", 0.0), ("ALPHA_C", 1.0))),
    Renamed("ELAS_FO/FONC_DESORP", "BETON_DESORP/FONC_DESORP", last="15.2.17+"),
    *(
        Renamed(old, new, last="13.2.16")
        for old, new in (("BETON_UMLV_FP", "BETON_UMLV"), ("GRANGER_FP", "BETON_GRANGER"), ("BETON_BURGER_FP", "BETON_BURGER"))
    ),
    Repeated("BETON_BURGER", _ELASTICITY, "15.2.17+"),
    *(Default(f"BETON_BURGER/{name}", value) for name, value in (("QSR_K", 0.0), ("ETA_FD", 0.0), ("TEMP_0_C", 20.0))),
    Old("REST_ECRO/FONC_MULT", "the rate of COEF_ECRO", "15.2.17+"),
    *(Renamed(f"ECOU_VISC{i}", f"MONO_VISC{i}", last="10.3.1") for i in (1, 2, 3)),
    *(Renamed(f"ECRO_{kind}{i}", f"MONO_{kind}{i}", last="10.3.1") for kind in ("ISOT", "CINE") for i in (1, 2)),
    *(Renamed(f"GTN/NUCL_{word}", f"GTN/NUCL_GAUSS_{word}", last="15.2.15") for word in ("PORO", "PLAS", "DEV")),
    Renamed("ELAS_GONF", "GonfElas", last="14.0.0"),
    Renamed("GONF_ELAS", "GonfElas", last="15.2.17+"),
    Renamed("GonfElas/BETAM", "GonfElas/betaM", last="15.2.17+"),
    Renamed("GonfElas/PREF", "GonfElas/ReferencePressure", last="15.2.17+"),
    Repeated("GonfElas", (*_ELASTICITY, ("BiotCoef", ("THM_DIFFU/BIOT_COEF",))), "15.2.17+"),
    Renamed("FLUIDE/CELE_C", "FLUIDE/CELE_R", _real, last="15.2.17+"),
)
