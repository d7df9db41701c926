"""LEMA_SEUIL: creep under irradiation beyond a threshold (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT

from ._law import both, parameter

both(
    "LEMA_SEUIL",
    lambda make: FACT("f", **make("o", "A S")),
    lambda m: {"threshold_rate": parameter(m, "A"), "threshold_limit": parameter(m, "S")},
)
