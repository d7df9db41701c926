"""VISC_MAXWELL and VISC_MAXWELL_MT: the viscosities (Pa s) of an elastic body that creeps, for its volume and its shape (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.registry import MATERIALS

from ._law import MaterialLaw, numbers

for _word in ("VISC_MAXWELL", "VISC_MAXWELL_MT"):
    MATERIALS.add(
        _word,
        MaterialLaw(
            FACT("f", **numbers("o", "ETA_D ETA_V")),
            lambda occurrence: {"maxwell_shape": occurrence.ETA_D, "maxwell_volume": occurrence.ETA_V},
        ),
    )
