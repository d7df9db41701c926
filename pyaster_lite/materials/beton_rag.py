"""BETON_RAG: concrete and the alkali reaction (u4.43.01)."""

from pyaster_lite.catalogue.conditions import equal, is_in
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

KINDS = {"ENDO": 1, "ENDO_FLUA": 2, "ENDO_FLUA_RAG": 3}
ZERO = -273.15
DAMAGE = {
    "ENDO_MT": "tension_exponent", "ENDO_SIGUT": "tension", "ENDO_MC": "compression_exponent", "ENDO_SIGUC": "compression",
    "ENDO_DRUPRA": "drucker",
}  # fmt: skip
CREEP = {
    f"FLUA_{part}_{word}": f"{name}_{own}"
    for part, name in (("SPH", "mean"), ("DEV", "deviator"))
    for word, own in (("KR", "k1"), ("KI", "k2"), ("NR", "n1"), ("NI", "n2"))
}
GEL = {
    "GEL_ALPHA0": "rate", "GEL_TREF": "reference", "GEL_EAR": "activation", "GEL_SR0": "least", "GEL_VG": "volume",
    "GEL_MG": "modulus", "GEL_BG": "biot", "GEL_A0": "filled", "RAG_EPSI0": "strain", "PW_A": "suction_a", "PW_B": "suction_b",
}  # fmt: skip
POSITIVE = (
    "ENDO_MC", "ENDO_MT", "GEL_EAR", "GEL_VG", "GEL_MG", *(f"FLUA_{part}_{word}" for part in ("SPH", "DEV") for word in ("KR", "KI"))
)  # fmt: skip
NOT_NEGATIVE = ("ENDO_DRUPRA", "GEL_ALPHA0", "GEL_BG", "RAG_EPSI0", "PW_A")


def properties(occurrence):
    """Strengths and stiffnesses, Pa, viscosities, Pa s, rates, 1/s, temperatures, degrees, and numbers."""
    m = occurrence
    for word in POSITIVE:
        if m[word] is not None and m[word] <= 0.0:
            raise m.wrong(word, "it must be positive")
    for word in NOT_NEGATIVE:
        if m[word] is not None and m[word] < 0.0:
            raise m.wrong(word, "it must not be negative")
    for part in ("SPH", "DEV"):
        if m[f"FLUA_{part}_NR"] is not None and m[f"FLUA_{part}_NR"] * m[f"FLUA_{part}_NI"] <= 0.0:
            raise m.wrong(f"FLUA_{part}_NI", f"FLUA_{part}_NR and it must have the same sign")
    if m.GEL_TREF is not None and m.GEL_TREF <= ZERO:
        raise m.wrong("GEL_TREF", "it is below the absolute zero")
    for word, low, high in (("GEL_SR0", 0.1, 0.9999), ("GEL_A0", 0.0, 0.9999)):
        if m[word] is not None and not low <= m[word] < high:
            raise m.wrong(word, f"it must lie between {low} and {high}")
    if m.PW_B is not None and m.PW_B <= 1.0:
        raise m.wrong("PW_B", "it must be above 1")
    given = {f"rag_{name}": m[word] for word, name in {**DAMAGE, **CREEP, **GEL}.items() if m[word] is not None}
    return {"rag_kind": float(KINDS[m.COMP_BETON]), **given}


MATERIALS.add(
    "BETON_RAG",
    MaterialLaw(
        FACT(
            "f",
            COMP_BETON=SIMP("f", into=tuple(KINDS), defaut="ENDO"),
            **numbers("o", " ".join(DAMAGE)),
            b_creep=BLOC(is_in("COMP_BETON", "ENDO_FLUA", "ENDO_FLUA_RAG"), **numbers("o", " ".join(CREEP))),
            b_gel=BLOC(equal("COMP_BETON", "ENDO_FLUA_RAG"), **numbers("o", " ".join(GEL))),
        ),
        properties,
    ),
)
