"""CALC_ELEM and CALC_NO, which CALC_CHAMP and CALC_ERREUR have become: one OPTION held the fields of every family."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue import words
from pyaster_lite.catalogue.commons.field_names_old import TODAY
from pyaster_lite.catalogue.legacy import Renamed, Told, new_argument
from pyaster_lite.catalogue.types import is_unknown
from pyaster_lite.commands._derived_fields import GROUPS

LAYERED = ("SIGM_ELNO", "EPSI_ELNO", "VARI_ELNO", "SIEQ_ELNO", "EPEQ_ELNO")
"""Fields that CALC_ELEM told at one place of the thickness of shells and pipes."""
OF_THE_MIDDLE = ("SIGM_ELNO_DEPL", "EPSI_ELNO_DEPL", "EQUI_ELNO_SIGM", "EQUI_ELNO_EPSI", "SICO_ELNO", "SITU_ELNO")
"""Names from when that was so without REPE_COQUE too, in the middle of the first layer; so were those that end in COQU or TUYO."""
FAMILIES = GROUPS[1:]
"""Those of old options; fields at sub-points came later."""


def today(name: str) -> str:
    """The name of a field that an old option made: SIGM_ELNO_DEPL and FLUX_ELGA_TEMP are SIGM_ELNO and FLUX_ELGA."""
    name = TODAY.get(name, (name,))[0]
    shorter = name.rpartition("_")[0]
    return shorter if _family(name) is None and not is_error(name) and (_family(shorter) or is_error(shorter)) else name


def _family(name):
    return next((family for family in FAMILIES if name in words.values(f"CALC_CHAMP/{family}")), None)


def is_error(name: str) -> bool:
    """Whether CALC_ERREUR makes the field."""
    return name in words.values("CALC_ERREUR/OPTION")


def _asked(factor):
    """The names in OPTION, today's, and the argument; none where they are not told."""
    argument = factor.arguments.get("OPTION")
    if argument is None or is_unknown(argument.value):
        return [], argument
    values = argument.value if isinstance(argument.value, (list, tuple)) else [argument.value]
    return [today(value) for value in values if isinstance(value, str)], argument


@dataclass(frozen=True)
class Errors:
    """Options that all estimate errors are for CALC_ERREUR."""

    last: str
    command: str = "CALC_ERREUR"

    def apply(self, factor) -> list[Told]:
        """Give them their names of today."""
        names, argument = _asked(factor)
        if not names or not all(map(is_error, names)):
            return []
        argument.value = tuple(names)
        return [Told(argument.name_span, "OPTION of errors is for CALC_ERREUR now", self.last)]


@dataclass(frozen=True)
class Families:
    """Each field is asked for by the word of its family; what only the run knows may be any of them.

    errors  whether estimates of errors may be asked for beside: they stay in OPTION
    """

    last: str
    errors: bool = False

    def apply(self, factor) -> list[Told]:
        """Put the names there; what has no family stays among the stresses, where it is refused."""
        names, argument = _asked(factor)
        if argument is None:
            return []
        del factor.arguments["OPTION"]
        if not names:
            factor.partial = True
            return []
        apart = [name for name in names if self.errors and is_error(name)]
        if apart:
            factor.arguments["OPTION"] = new_argument("OPTION", tuple(apart), factor)
        for family in FAMILIES:
            own = tuple(dict.fromkeys(name for name in names if name not in apart and (_family(name) or FAMILIES[0]) == family))
            if own:
                factor.arguments[family] = new_argument(family, own, factor)
                factor.arguments[family].name_span = argument.name_span
        return [Told(argument.name_span, "OPTION is now a word for each family of fields", self.last)]


@dataclass(frozen=True)
class Middle:
    """What was told in the middle of shells where nothing was said of their thickness."""

    last: str = "10.3.10"

    def apply(self, factor) -> list[Told]:
        """Say so by an empty REPE_COQUE."""
        argument = factor.arguments.get("OPTION")
        values = getattr(argument, "value", ())
        values = values if isinstance(values, (list, tuple)) else [values]
        named = any(isinstance(v, str) and (v in OF_THE_MIDDLE or v.endswith(("_COQU", "_TUYO"))) for v in values)
        if named and "REPE_COQUE" not in factor.arguments and not factor.partial:
            factor.arguments["REPE_COQUE"] = new_argument("REPE_COQUE", type(factor)(factor.span), factor)
        return []


OLD_CELLS = (
    Renamed("NOM_CHAM", None, last="11.0.21"),
    *(Renamed(word, f"REPE_COQUE/{word}", last="8.3.20") for word in ("NIVE_COUCHE", "NUME_COUCHE", "PLAN", "ANGLE")),
    Middle(),
    Errors("11.1.9"),
    Families("11.2.15", errors=True),
)
OLD_NODES = (
    *(Renamed(f"{word}_RESU", word, last="11.1.17") for word in ("GROUP_MA", "MAILLE")),
    Families("11.1.17"),
)
