"""code_aster.CA.ThermalResultDict and its like: results by name that a deck's Python makes itself."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.results_by_name import ResultsByName

_KINDS = {"ElasticResultDict": "evol_elas_dict", "NonLinearResultDict": "evol_noli_dict", "ThermalResultDict": "evol_ther_dict"}


def _register(name, kind):
    for module in ("Objects.datastructure_py", "CA"):
        SERVED.add(f"code_aster.{module}.{name}", lambda study: lambda *_: ResultsByName(kind))


for name, kind in _KINDS.items():
    _register(name, kind)
