"""ECRO_COOK: hardening of Johnson and Cook, (A + B p^n)(1 + C ln(p'/p0'))(1 - ((T - TROOM)/(TMELT - TROOM))^m) (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT

from ._law import both, parameter

NAMES = {
    "A": "start", "B": "power", "N_PUIS": "exponent", "C": "rate", "EPSP0": "first_rate", "M_PUIS": "softening", "TROOM": "room",
    "TMELT": "melting",
}  # fmt: skip


def _declared(make):
    words = {word: SIMP("o" if word == "N_PUIS" else "f", typ="R", val_min=0.0) for word in NAMES}
    words |= {"EPSP0": SIMP("f", typ="R", val_min=1e-6), **make("o", "A B")}
    if words["A"].types == ("R",):
        words |= dict.fromkeys(("A", "B"), SIMP("o", typ="R", val_min=0.0))
    return FACT("f", rules=(PRESENT_PRESENT("C", "EPSP0"), PRESENT_PRESENT("TROOM", "TMELT", "M_PUIS")), **words)


def properties(occurrence):
    """Pa, 1/s, temperatures and numbers, of what is given."""
    return {f"cook_{name}": parameter(occurrence, word) for word, name in NAMES.items() if occurrence[word] is not None}


both("ECRO_COOK", _declared, properties)
