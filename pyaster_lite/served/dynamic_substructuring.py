"""code_aster.Applications.dynamic_substructuring: modes of structures from those of their parts."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts import interface_synthesis


def _register(name):
    SERVED.add(f"code_aster.Applications.dynamic_substructuring.{name}", lambda study: getattr(interface_synthesis, name))


for name in ("Interface", "SubStructure", "Structure", "macPlot", "import_array"):
    _register(name)
