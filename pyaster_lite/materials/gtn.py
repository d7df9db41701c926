"""GTN: voids that start, grow and join, after Gurson, Tvergaard and Needleman (u4.43.01)."""

from __future__ import annotations

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS
from pyaster_lite.catalogue.rules import ENSEMBLE, EXCLUS, PRESENT_PRESENT

from ._law import MaterialLaw

GAUSS = {"NUCL_GAUSS_PORO": "gauss_voids", "NUCL_GAUSS_PLAS": "gauss_mean", "NUCL_GAUSS_DEV": "gauss_deviation"}
CRACKS = {"NUCL_CRAN_PORO": "step_voids", "NUCL_CRAN_INIT": "step_start", "NUCL_CRAN_FIN": "step_end"}
STRAIN = {"NUCL_EPSI_PENTE": "line_slope", "NUCL_EPSI_INIT": "line_start"}
LIMITS = {"ENDO_CRIT_VISC": "viscous_limit", "ENDO_CRIT_RUPT": "broken_limit"}
SHAPE = {"Q1": "first", "Q2": "second", "PORO_INIT": "initial"}
NEEDED = dict.fromkeys(SHAPE, SIMP("o", typ="R", val_min=1e-30))


def properties(occurrence):
    """Numbers; of the ways in which voids start, those that are given. Voids that join: from which volume, how much faster, up to which."""
    words = {**SHAPE, **GAUSS, **CRACKS, **STRAIN, **LIMITS}
    values = {f"voids_{name}": occurrence[word] for word, name in words.items() if occurrence[word] is not None}
    whole = 1.0 / occurrence.Q1
    joining, faster, last = occurrence.COAL_PORO, 0.0, whole
    if occurrence.COAL_ACCE is not None:
        faster = occurrence.COAL_ACCE - 1.0
        last = joining + (whole - joining) / (1.0 + faster)
    elif occurrence.PORO_RUPT is not None:
        last = occurrence.PORO_RUPT
        if not joining < last <= whole:
            raise occurrence.wrong("PORO_RUPT", "it must be between COAL_PORO and 1/Q1")
        faster = max(0.0, (whole - joining) / (last - joining) - 1.0)
    if last < occurrence.PORO_INIT:
        raise occurrence.wrong("PORO_INIT", "there are more voids at the start than at rupture")
    return {**values, "voids_joining": joining or 0.0, "voids_faster": faster, "voids_last": last}


MATERIALS.add(
    "GTN",
    MaterialLaw(
        FACT(
            "f",
            rules=(
                EXCLUS("COAL_ACCE", "PORO_RUPT"),
                PRESENT_PRESENT("COAL_ACCE", "COAL_PORO"),
                PRESENT_PRESENT("PORO_RUPT", "COAL_PORO"),
                *(ENSEMBLE(*words) for words in (GAUSS, CRACKS, STRAIN)),
            ),
            **NEEDED,
            COAL_PORO=SIMP("f", typ="R", val_min=0.0),
            COAL_ACCE=SIMP("f", typ="R", val_min=1.0),
            PORO_RUPT=SIMP("f", typ="R", val_min=1e-30, val_max=1.0),
            **{word: SIMP("f", typ="R") for word in (*GAUSS, *CRACKS, *STRAIN)},
            **{word: SIMP("f", typ="R", val_min=0.0) for word in LIMITS},
        ),
        properties,
    ),
)
