"""The configurations of CALC_FLUI_STRU by the words of DEFI_FLUI_STRU."""

from __future__ import annotations

from pyaster_lite.commands._flow_axial import axial
from pyaster_lite.commands._flow_bundle import bundle
from pyaster_lite.commands._flow_rod import rod
from pyaster_lite.commands._flow_shells import shells

KINDS = {"FAISCEAU_TRANS": bundle, "GRAPPE": rod, "FAISCEAU_AXIAL": axial, "COQUE_COAX": shells}
"""Each a function (args, context, modes to fill, dampings (nm,) or None, dampings (nm,) for Connors' criterion or None)."""
