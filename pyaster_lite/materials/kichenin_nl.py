"""KICHENIN_NL and KICHENIN_NL_FO: a plastic branch beside a viscoelastic one (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter

WORDS = {
    "SIGC": "limit", "PRAGER": "prager", "E_VISC": "young", "NU_VISC": "poisson", "NU_AMOR": "dashpot_poisson", "ETA_AMOR": "viscosity",
    "N_AMOR": "exponent",
}  # fmt: skip
RANGES = {
    "SIGC": {"val_min": 0.0}, "PRAGER": {"val_min": 0.0}, "E_VISC": {"val_min": 0.0}, "NU_VISC": {"val_min": -1.0, "val_max": 0.5},
    "NU_AMOR": {"val_min": -1.0, "val_max": 0.5}, "ETA_AMOR": {"val_min": 0.0}, "N_AMOR": {"val_max": 1.0},
}  # fmt: skip


def declare(values):
    """The declaration."""
    if values is numbers:
        return FACT("f", **{word: SIMP("o", typ="R", **limits) for word, limits in RANGES.items()})
    return FACT("f", **values("o", " ".join(WORDS)))


def properties(occurrence):
    """branches_*: as in behaviours.kichenin_nl."""
    return {f"branches_{name}": parameter(occurrence, word) for word, name in WORDS.items()}


both("KICHENIN_NL", declare, properties)
