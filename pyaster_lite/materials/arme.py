"""ARME: the three slopes of a fitting of overhead lines across its axis (u4.43.01)."""

import numpy as np

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._device import BESIDE, beside
from ._law import MaterialLaw, numbers

WORDS = ("KYE", "DLE", "KYP", "DLP", "KYG")


def properties(occurrence):
    """Slopes (N/m) and the displacements (m) between them."""
    return {"fitting": np.array([occurrence[word] for word in WORDS])} | beside(occurrence)


MATERIALS.add("ARME", MaterialLaw(FACT("f", **numbers("o", " ".join(WORDS)), **BESIDE), properties))
