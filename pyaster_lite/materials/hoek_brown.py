"""HOEK_BROWN: the strength of rock masses, up to its peak and past it (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {
    "GAMMA_RUP": "peak", "GAMMA_RES": "last", "S_END": "first_s", "S_RUP": "s", "M_END": "first_m", "M_RUP": "m", "BETA": "residual",
    "ALPHAHB": "ratio",
}  # fmt: skip
ANGLES = {"PHI_END": "first_angle", "PHI_RUP": "angle", "PHI_RES": "last_angle"}


def properties(occurrence):
    """Strains of peak and ruin, s (Pa2), m and the residual strength (Pa), a ratio; angles of dilatancy in radians."""
    angles = {f"rock_{name}": np.radians(occurrence[word]) for word, name in ANGLES.items()}
    return {f"rock_{name}": occurrence[word] for word, name in WORDS.items()} | angles


MATERIALS.add(
    "HOEK_BROWN",
    MaterialLaw(FACT("f", **numbers("o", f"{' '.join(WORDS)} PHI_RUP PHI_RES"), PHI_END=SIMP("f", typ="R", defaut=0.0)), properties),
)
