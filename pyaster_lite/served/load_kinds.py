"""code_aster.CA.MechanicalDirichletBC and its like: what kind of load a deck's Python holds."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED

_KINDS = {
    "MechanicalDirichletBC": "char_cine_meca",
    "ThermalDirichletBC": "char_cine_ther",
    "AcousticDirichletBC": "char_cine_acou",
    "MechanicalLoadReal": "char_meca",
    "ThermalLoadReal": "char_ther",
}


def _class_of(name, kind):
    class Known(type):
        def __instancecheck__(cls, load):
            return getattr(load, "kind", None) == kind

    return Known(name, (), {})


def _register(name, kind):
    SERVED.add(f"code_aster.CA.{name}", lambda study: _class_of(name, kind))


for name, kind in _KINDS.items():
    _register(name, kind)
