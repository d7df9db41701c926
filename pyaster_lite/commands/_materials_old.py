"""DEFI_MATERIAU and AFFE_MATERIAU as they were written in older versions."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

from pyaster_lite.catalogue.checker import old_complex
from pyaster_lite.catalogue.legacy import Made, Renamed, Told, levels, new_argument, occurrences


@dataclass(frozen=True)
class Function:
    """A parameter that was a number and is a function today: a constant one takes its place."""

    word: str
    last: str

    def apply(self, factor) -> list[Told]:
        """Have the function made."""
        *above, name = self.word.split("/")
        told = []
        for holder in levels(factor, above):
            argument = holder.arguments.get(name)
            if argument is not None and isinstance(argument.value, Real):
                made = type(holder).from_values({"VALE": float(argument.value)}, argument.span)
                argument.value = Made("DEFI_CONSTANTE", made, "fonction_sdaster", f"F_{name}")
                told.append(Told(argument.name_span, f"{self.word} is a function now", self.last))
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
OLD_MATERIAL = (
    Function("THM_LIQU/ALPHA", "13.2.10"),
    *(Function(f"{law}/RHO", "13.0.2") for law in ("ELAS_FO", "ELAS_ISTR_FO", "ELAS_ORTH_FO")),
    *(Default(f"GLRC_DM/{name}", value) for name, value in (("GAMMA_C", 1.0), ("NYC", 0.0), ("ALPHA_C", 1.0))),
    Renamed("ELAS_FO/FONC_DESORP", "BETON_DESORP/FONC_DESORP", last="15.2.17+"),
    *(
        Renamed(old, new, last="13.2.16")
        for old, new in (("BETON_UMLV_FP", "BETON_UMLV"), ("GRANGER_FP", "BETON_GRANGER"), ("BETON_BURGER_FP", "BETON_BURGER"))
    ),
    Renamed("FLUIDE/CELE_C", "FLUIDE/CELE_R", _real, last="15.2.17+"),
)
