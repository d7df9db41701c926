"""What the materials of concrete that creeps, cracks and swells by reactions within say (u4.43.01), by the names of behaviours.rgi."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import FUNCTION, MaterialLaw, numbers, parameter

LEAST_SET = 1e-3
NAMES = {
    "HYDR": "hydration", "HYDS": "setting", "RT": "tension", "REF": "closing", "RC": "compression", "DELT": "friction",
    "BETA": "dilatancy", "EPT": "tension_peak", "HRGI": "gel_hardening", "VVRG": "gel_void", "KGEL": "gel_modulus",
    "GFT": "tension_energy", "EKFL": "creep_strain", "YKSY": "kelvin_ratio", "XFLU": "creep_overload", "TAUK": "kelvin_time",
    "TAUM": "maxwell_time", "NRJM": "creep_activation", "DT80": "heat_damage", "BSHR": "water_biot", "MSHR": "water_modulus",
    "PORO": "pores", "VRAG": "asr_volume", "NRJF": "fixing_activation", "SFLD": "drying_stress", "MVGN": "suction_exponent",
    "EPC": "compression_peak", "EKDC": "compression_damage", "EKRG": "gel_damage_strain", "GFR": "closing_energy", "ALAT": "latency",
    "KRGI": "gel_concentration", "TREF": "creep_temperature", "TSTH": "heat_threshold", "DFMX": "creep_damage", "TAUG": "asr_time",
    "NRJG": "asr_activation", "SRSG": "asr_moisture", "TRAG": "asr_temperature", "DIM3": "third", "TDEF": "def_time",
    "NRJP": "precipitating_activation", "SRSD": "def_moisture", "VDEF": "def_volume", "CNAD": "alkali", "SSAD": "sulphur_ratio",
    "CNAK": "alkali_scale", "CNAB": "alkali_block", "EXND": "dissolving_exponent", "EXMD": "precipitating_exponent",
    "TTDD": "dissolving", "TDID": "dissolving_time", "TFID": "fixing_time", "NRJD": "dissolving_activation",
    "TTRD": "precipitating", "TTKF": "fixing", "HPEV": "late_hardening",
}  # fmt: skip
"""Stresses and energies in the deck's units, activations in J/mol, temperatures in degrees Celsius, times in those of the steps."""
DAMAGED = "REF BETA EPT GFT EPC EKDC GFR DIM3"
CREEPING = "YKSY XFLU TAUK TAUM EKFL TREF DFMX"
SWELLING = "HRGI VVRG KGEL VRAG EKRG KRGI TAUG NRJG SRSG TRAG"
LATE = "TDEF NRJP SRSD VDEF SSAD CNAK CNAB EXND EXMD TTDD TDID TFID NRJD TTRD"


def basic() -> dict:
    """The words of all."""
    return {"HYDR": SIMP("o", typ=FUNCTION), **numbers("o", "HYDS RT RC DELT DT80 TSTH")}


def damaged() -> dict:
    """Of concrete that cracks."""
    return numbers("o", DAMAGED)


def creeping() -> dict:
    """Of concrete that creeps."""
    optional = {word: SIMP("f", typ="R", defaut=0.0) for word in ("BSHR", "MSHR", "SFLD", "MVGN")}
    return {"NRJM": SIMP("o", typ="R", val_min=1.0), "PORO": SIMP("o", typ=FUNCTION), **numbers("o", CREEPING), **optional}


def swelling() -> dict:
    """Of concrete in which products of reactions swell."""
    defaults = {**dict.fromkeys(LATE.split(), 0.0), "HPEV": 0.1, "ALAT": 0.0, "TTKF": 70.0, "NRJF": 180000.0}
    optional = {word: SIMP("f", typ="R", defaut=value) for word, value in defaults.items()}
    return {**numbers("o", SWELLING), "CNAD": SIMP("o", typ=FUNCTION), **optional}


def properties(occurrence):
    """All of them by name, zero where the concrete lacks the word."""
    m = occurrence
    if not 0.0 <= m.HYDS <= 1.0 - LEAST_SET:
        raise m.wrong("HYDS", f"it must lie between 0 and {1.0 - LEAST_SET}")
    return {f"rgi_{name}": parameter(m, word) if m.get(word) is not None else 0.0 for word, name in NAMES.items()}


def of(*parts, properties=properties) -> MaterialLaw:
    """The material that says so."""
    words = {}
    for part in parts:
        words |= part()
    return MaterialLaw(FACT("f", **words), properties)
