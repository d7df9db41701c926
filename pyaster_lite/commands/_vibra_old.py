"""DYNA_VIBRA as it was written in older versions, and the commands that it has taken in."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.legacy import Given, Made, Renamed, Told, Values, levels, new_argument, occurrences
from pyaster_lite.catalogue.types import inherits, kind_of


@dataclass(frozen=True)
class Localised:
    """CHOC and its like were factor keywords of their own: COMPORTEMENT with RELATION today."""

    old: str
    relation: str
    last: str = "13.2.7"

    def apply(self, factor) -> list[Told]:
        """Put the occurrences among those of COMPORTEMENT."""
        for holder in occurrences(factor, self.old):
            function = holder.arguments.pop("RELATION", None)
            if function is not None:
                function.name = "FONCTION"
                holder.arguments["FONCTION"] = function
            holder.arguments["RELATION"] = new_argument("RELATION", self.relation, holder)
            if "COULOMB" in holder.arguments:  # alone, it was friction enough
                holder.arguments.setdefault("FROTTEMENT", new_argument("FROTTEMENT", "COULOMB", holder))
        found = Renamed(self.old, "COMPORTEMENT", last=self.last).apply(factor)
        return [Told(told.span, f"{told.text} with RELATION={self.relation!r}", told.last) for told in found]


@dataclass(frozen=True)
class BaseOfMatrices:
    """DYNA_LINE_HARM told by its matrices whether it worked on a basis."""

    last: str = ""

    def apply(self, factor) -> list[Told]:
        """Write BASE_CALCUL."""
        kind = kind_of(getattr(factor.arguments.get("MATR_MASS"), "value", None))
        base = "GENE" if kind is not None and inherits(kind, "matr_asse_gene") else "PHYS"
        factor.arguments.setdefault("BASE_CALCUL", new_argument("BASE_CALCUL", base, factor))
        return []


@dataclass(frozen=True)
class Scheme:
    """NEWMARK=_F(...) and its like of DYNA_LINE_TRAN: SCHEMA_TEMPS; ALPHA and DELTA of Newmark's scheme are BETA and GAMMA today."""

    old: str
    last: str = "11.0.8"

    def apply(self, factor) -> list[Told]:
        """Put the words into SCHEMA_TEMPS."""
        found = factor.arguments.pop(self.old, None)
        if found is None:
            return []
        for holder in [found.value] if hasattr(found.value, "arguments") else []:
            for word, today in (("ALPHA", "BETA"), ("DELTA", "GAMMA")) if self.old == "NEWMARK" else ():
                if word in holder.arguments:
                    argument = holder.arguments.pop(word)
                    argument.name = today
                    holder.arguments[today] = argument
            holder.arguments["SCHEMA"] = new_argument("SCHEMA", self.old, holder)
        found.name = "SCHEMA_TEMPS"
        factor.arguments["SCHEMA_TEMPS"] = found
        return [Told(found.name_span, f"{self.old} is now SCHEMA_TEMPS with SCHEMA={self.old!r}", self.last)]


@dataclass(frozen=True)
class ArchivedSteps:
    """LIST_ARCH held the numbers of the steps to keep: their instants, from the step or the list of INCREMENT."""

    last: str = "11.0.8"

    def apply(self, factor) -> list[Told]:
        """Put a list of instants in the place of the list of numbers."""
        told = []
        for holder in levels(factor, ("ARCHIVAGE",)):
            argument = holder.arguments.get("LIST_INST")
            numbers = getattr(argument and argument.value, "values", None)
            instants = self._instants(factor, numbers) if numbers is not None and kind_of(argument.value) == "listis_sdaster" else None
            if instants is not None:
                made = type(holder).from_values({"VALE": tuple(instants)}, argument.span)
                argument.value = Made("DEFI_LIST_REEL", made, "listr8_sdaster", "L_ARCH")
                told.append(Told(argument.name_span, "ARCHIVAGE/LIST_INST holds instants, not numbers of steps", self.last))
        return told

    def _instants(self, factor, numbers):
        for holder in levels(factor, ("INCREMENT",)):
            value = {word: argument.value for word, argument in holder.arguments.items()}
            times = getattr(value.get("LIST_INST"), "values", None)
            if times is not None:
                return [float(times[n]) for n in numbers if 0 <= n < len(times)]
            if isinstance(value.get("PAS"), float | int):
                return [float(value.get("INST_INIT", 0.0) + n * value["PAS"]) for n in numbers]
        return None


@dataclass(frozen=True)
class Matrix:
    """A word that named matrices or vectors of a basis apart from those of a mesh."""

    last: str = "11.0.8"

    def apply(self, factor) -> list[Told]:
        """VECT_ASSE holding a vector of a basis is VECT_ASSE_GENE."""
        told = []
        for holder in levels(factor, ("EXCIT",)):
            argument = holder.arguments.get("VECT_ASSE")
            if argument is not None and kind_of(argument.value) is not None and inherits(kind_of(argument.value), "vect_asse_gene"):
                argument.name = "VECT_ASSE_GENE"
                holder.arguments["VECT_ASSE_GENE"] = holder.arguments.pop("VECT_ASSE")
                told.append(Told(argument.name_span, "EXCIT/VECT_ASSE on a basis is now EXCIT/VECT_ASSE_GENE", "11.2.5"))
        return told


_RELATIONS = dict(
    CHOC="DIS_CHOC", ANTI_SISM="ANTI_SISM", DIS_VISC="DIS_VISC", DIS_ECRO_TRAC="DIS_ECRO_TRAC", RELA_EFFO_DEPL="RELA_EFFO_DEPL",
    RELA_EFFO_VITE="RELA_EFFO_VITE", FLAMBAGE="FLAMBAGE", ROTOR_FISS="ROTOR_FISS",
)  # fmt: skip
OLD_VIBRA = (
    *(Localised(old, relation) for old, relation in _RELATIONS.items()),
    *(
        Renamed(f"INCREMENT/{word}", f"SCHEMA_TEMPS/{word}", last="13.0.10")
        for word in ("PAS_MAXI", "PAS_MINI", "VITE_MIN", "NMAX_ITER_PAS", "NB_POIN_PERIODE")
    ),
    Values("SCHEMA_TEMPS/SCHEMA", (("EULER", "DIFF_CENTRE"), ("ADAPT", "ADAPT_ORDRE2")), "13.0.10"),
    Renamed("EXCIT/MODE_STAT", "MODE_STAT", last="11.1.18"),
    Renamed("EXCIT/MODE_CORR", "MODE_CORR", last="11.1.18"),
    Matrix(),
)
_INITIAL = tuple(Renamed(f"ETAT_INIT/{old}", f"ETAT_INIT/{new}", last="11.0.8") for old, new in (
    ("DEPL_INIT_GENE", "DEPL"), ("VITE_INIT_GENE", "VITE"), ("RESU_GENE", "RESULTAT"), ("DEPL_INIT", "DEPL"), ("VITE_INIT", "VITE"),
    ("ACCE_INIT", "ACCE"), ("DYNA_TRANS", "RESULTAT"),
))  # fmt: skip
_DAMPING = Renamed("AMOR_REDUIT", "AMOR_MODAL/AMOR_REDUIT", last="11.0.8")
_ARCHIVE = (Renamed("ARCHIVAGE/LIST_ARCH", "ARCHIVAGE/LIST_INST", last="11.0.8"), ArchivedSteps())
OLD_MODAL_TRANSIENT = (
    Given("TYPE_CALCUL", "TRAN"),
    Given("BASE_CALCUL", "GENE"),
    Renamed("MASS_GENE", "MATR_MASS", last="11.0.8"),
    Renamed("RIGI_GENE", "MATR_RIGI", last="11.0.8"),
    Renamed("AMOR_GENE", "MATR_AMOR", last="11.0.8"),
    Renamed("EXCIT/VECT_GENE", "EXCIT/VECT_ASSE_GENE", last="11.0.8"),
    Renamed("METHODE", "SCHEMA_TEMPS/SCHEMA", last="11.0.8"),
    Given("SCHEMA_TEMPS/SCHEMA", "EULER"),
    _DAMPING,
    *_INITIAL,
    *_ARCHIVE,
)
"""Of DYNA_TRAN_MODAL, whose scheme was EULER unless METHODE said another."""
OLD_DIRECT_TRANSIENT = (
    Given("TYPE_CALCUL", "TRAN"),
    Given("BASE_CALCUL", "PHYS"),
    *(Scheme(word) for word in ("NEWMARK", "WILSON", "DIFF_CENTRE", "ADAPT")),
    Given("SCHEMA_TEMPS/SCHEMA", "NEWMARK"),
    _DAMPING,
    *_INITIAL,
    *_ARCHIVE,
)
"""Of DYNA_LINE_TRAN."""
OLD_HARMONIC = (Given("TYPE_CALCUL", "HARM"), BaseOfMatrices(), _DAMPING)
"""Of DYNA_LINE_HARM."""
