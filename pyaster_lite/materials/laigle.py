"""LAIGLE: rock masses by three limits: of their peak, of the damaged rock, of the ruined one (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {
    "GAMMA_ULT": "last", "GAMMA_E": "broken", "M_ULT": "m_last", "M_E": "m_broken", "A_E": "a_broken", "M_PIC": "m_peak", "A_PIC": "a_peak",
    "ETA": "power", "SIGMA_C": "strength", "GAMMA": "swelling", "KSI": "swelling_share", "GAMMA_CJS": "lode", "SIGMA_P1": "meeting",
    "PA": "air",
}  # fmt: skip


def properties(occurrence):
    """Plastic distortions of ruin and of the end of cohesion, parameters of the limits; strengths and the pressure of the air in Pa."""
    return {f"mass_{name}": occurrence[word] for word, name in WORDS.items()}


MATERIALS.add("LAIGLE", MaterialLaw(FACT("f", **numbers("o", " ".join(WORDS))), properties))
