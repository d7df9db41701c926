"""The variables that such concrete remembers, by code_aster's names and in its order, and what they are here."""

from __future__ import annotations

import numpy as np

from ._points import Points, components, symmetric

LAYOUT = (
    ("EPE", "elastic", 6), ("EPK", "kelvin", 6), ("EPM", "maxwell", 6), ("SIG", "stress", 6), ("PHIM", "dissipation", 1),
    ("WELA", "energy", 1), ("DFLU", "creep_damage", 1), ("TEPS", "volume", 1), ("TEPG", "gel_volume", 1), ("EPT", "cracks", 6),
    ("EPG", "gel_cracks", 6), ("EPC", "shear_strain", 6), ("HYDF", "hydration", 1), ("DTHE", "heat_damage", 1),
    ("SKE", "kelvin_stress", 6), ("PSHR", "suction", 1), ("CSHR", "drying", 1), ("WSHR", "water", 1), ("VSHR", "void", 1),
    ("PHIG", "phases", 1), ("PRGI", "pressure", 1), ("AAAR", "asr", 1), ("ADEF", "late", 1), ("PPAS", "started", 1), ("BIOG", "biot", 1),
    ("BIOW", "water_share", 1), ("EPLC", "sheared", 1), ("EMT", "widest", 6), ("DSW", "surcharge", 6), ("DTL", "tension_damage", 3),
    ("DRL", "closing_damage", 3), ("DTG", "gel_tension_damage", 3), ("DCG", "gel_compression_damage", 3), ("WL", "plastic_opening", 3),
    ("DC", "shear_damage", 1), ("DTPP", "diffuse", 1), ("AFT1", "ettringite", 1), ("AFM1", "monosulphate", 1),
    ("AFT2", "late_ettringite", 1), ("AFM2", "late_monosulphate", 1), ("ATIL", "aluminium", 1), ("STIL", "sulphur", 1),
    ("WID", "opening", 6), ("ERGF", "lacking_energy", 1), ("DT0", "tension_whole", 1), ("WPL0", "widest_now", 1),
    ("DTG0", "gel_tension_whole", 1), ("DCG0", "gel_compression_whole", 1), ("PGMAX", "most_pressure", 1),
)  # fmt: skip
NAMES = tuple(word if count == 1 else f"{word}{i + 1}" for word, _, count in LAYOUT for i in range(count))
SIZE = len(NAMES)


def read(internal) -> Points:
    """The state of variables (n, SIZE)."""
    values, at = {}, 0
    for _, name, count in LAYOUT:
        part = internal[:, at : at + count]
        values[name] = symmetric(part) if count == 6 else part[:, 0].copy() if count == 1 else part.copy()
        at += count
    return Points(**values)


def written(state: Points):
    """(n, SIZE) of a state."""
    parts = []
    for _, name, count in LAYOUT:
        value = getattr(state, name)
        parts.append(components(value) if count == 6 else value[:, None] if count == 1 else value)
    return np.concatenate(parts, axis=1)
