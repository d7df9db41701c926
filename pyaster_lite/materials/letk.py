"""LETK: limits of rocks that follow their distortion, their creep and their dilatancy (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {
    "PA": "air", "NELAS": "power", "SIGMA_C": "strength", "H0_EXT": "extension", "GAMMA_CJS": "lode", "XAMS": "xams", "ETA": "eta",
    "A_0": "a0", "A_E": "a_broken", "A_PIC": "a_peak", "S_0": "s0", "M_0": "m0", "M_E": "m_broken", "M_PIC": "m_peak", "M_ULT": "m_last",
    "XI_ULT": "xi_last", "XI_E": "xi_broken", "XI_PIC": "xi_peak", "MV_MAX": "m_viscous", "XIV_MAX": "xi_viscous", "A": "creep_rate",
    "N": "creep_power", "SIGMA_P1": "meeting", "MU0_V": "mu0", "XI0_V": "xi0", "MU1": "mu1", "XI1": "xi1",
}  # fmt: skip


def properties(occurrence):
    """Pressures and strengths in Pa, plastic distortions, the rate of creep in 1/s; the others have no dimension."""
    return {f"letk_{name}": occurrence[word] for word, name in WORDS.items()}


MATERIALS.add("LETK", MaterialLaw(FACT("f", **numbers("o", " ".join(WORDS))), properties))
