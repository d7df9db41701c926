"""BETON_UMLV: creep of concrete, basic and by drying (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

WORDS = {
    "K_RS": "mean_spring", "ETA_RS": "mean_viscosity", "K_IS": "mean_inner_spring", "ETA_IS": "mean_inner_viscosity", "K_RD": "spring",
    "ETA_RD": "viscosity", "ETA_ID": "inner_viscosity", "ETA_FD": "drying_viscosity",
}  # fmt: skip


def properties(occurrence):
    """Stiffnesses, Pa, and viscosities, Pa s, of the mean stress and of the deviator."""
    for word in WORDS:
        if occurrence[word] is not None and occurrence[word] <= 0.0:
            raise occurrence.wrong(word, "it must be positive")
    return {f"creep_{name}": occurrence[word] for word, name in WORDS.items() if occurrence[word] is not None}


MATERIALS.add(
    "BETON_UMLV",
    MaterialLaw(FACT("f", **numbers("o", "K_RS ETA_RS K_IS ETA_IS K_RD ETA_RD ETA_ID"), **numbers("f", "ETA_FD")), properties),
)
