"""What TEST_RESU, TEST_TABLE, TEST_FONCTION and TEST_FICHIER share: expected values, tolerances, legends."""

from __future__ import annotations

from dataclasses import dataclass

from pyaster_lite.catalogue.conditions import Condition, present
from pyaster_lite.catalogue.keywords import BLOC, SIMP
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.catalogue.types import is_unknown

_TYPES = {"": "R", "_I": "I", "_C": "C", "_K": "TXM"}


@dataclass(frozen=True)
class FirstIsZero(Condition):
    """The keyword's first number is zero (below 1e-16)."""

    keyword: str

    def holds(self, values):
        value = values.get(self.keyword)
        if is_unknown(value):
            return None
        first = value[0] if isinstance(value, (tuple, list)) and value else value
        if is_unknown(first):
            return None
        return isinstance(first, (int, float)) and abs(first) < 1e-16

    def explain(self):
        return f"{self.keyword} is 0"


def expected_values(*, suffixes=("", "_I", "_C"), many=True, absolute=True, kinds=True, criteria=1, reference=True):
    """The keywords of an expected value, with their rules, as FACT and BLOC take them.

    suffixes   which of VALE_CALC, VALE_CALC_I, VALE_CALC_C, VALE_CALC_K there are
    many       whether several expected values may be given (the nearest counts)
    absolute   whether VALE_ABS is there;  kinds: whether TYPE_TEST is
    criteria   2 where TOLE_MACHINE and CRITERE take a second value for the search of the storage order
    reference  whether REFERENCE, VALE_REFE and PRECISION are there
    """
    count = "**" if many else 1
    words = {f"VALE_CALC{s}": SIMP(typ=_TYPES[s], max=count) for s in suffixes}
    words |= dict(
        b_ordre_grandeur=BLOC(FirstIsZero("VALE_CALC"), ORDRE_GRANDEUR=SIMP(typ="R")),
        LEGENDE=SIMP(),
        TOLE_MACHINE=SIMP(typ="R", max=criteria, defaut=1e-6 if criteria == 1 else None),
        CRITERE=SIMP(into=("RELATIF", "ABSOLU"), max=criteria, defaut="RELATIF" if criteria == 1 else None),
    )
    if absolute:
        words["VALE_ABS"] = SIMP(into=("OUI", "NON"), defaut="NON")
    if kinds:
        words["TYPE_TEST"] = SIMP(into=("SOMM_ABS", "SOMM", "MAX", "MIN"))
    if reference:
        refs = {f"VALE_REFE{s}": SIMP(typ=_TYPES[s], max=count) for s in suffixes}
        words["REFERENCE"] = SIMP(into=("ANALYTIQUE", "SOURCE_EXTERNE", "AUTRE_ASTER", "NON_DEFINI"))
        words["b_reference"] = BLOC(present("REFERENCE"), rules=UN_PARMI(*refs), PRECISION=SIMP(typ="R", defaut=1e-3), **refs)
    return words


def one_expected(suffixes=("", "_I", "_C")):
    """The rule that exactly one VALE_CALC is given."""
    return UN_PARMI(*(f"VALE_CALC{s}" for s in suffixes))
