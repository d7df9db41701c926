"""libAsterGC: the diagrams of interaction of reinforced sections."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts import interaction_diagram

SERVED.register("libAsterGC.dintelu")(lambda study: interaction_diagram.dintelu)
SERVED.register("libAsterGC.dintels")(lambda study: interaction_diagram.dintels)
