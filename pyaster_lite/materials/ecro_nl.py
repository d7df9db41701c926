"""ECRO_NL: isotropic hardening by a line, two exponentials and a power, after a plateau of Luders (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

WORDS = {
    "RH": "line", "R1": "first", "GAMMA_1": "first_rate", "R2": "second", "GAMMA_2": "second_rate", "RK": "power", "P0": "power_shift",
    "GAMMA_M": "power_exponent", "EPSP_LUDERS": "plateau",
}  # fmt: skip


def properties(occurrence):
    """Stresses, Pa, and numbers; what is left out is nothing, the exponent 1."""
    given = {f"hardening_{name}": parameter(occurrence, word) for word, name in WORDS.items() if occurrence[word] is not None}
    return {"hardening_start": parameter(occurrence, "R0"), **given}


both("ECRO_NL", lambda make: FACT("f", **make("o", "R0"), **make("f", " ".join(WORDS))), properties)
