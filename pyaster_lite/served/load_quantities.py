"""code_aster.CA.ForceReal and its like: what a load of a deck's Python is made of, component by component."""

from __future__ import annotations

import re
from enum import Enum

from pyaster_lite.catalogue.registry import SERVED

_NAMES = (
    "Dx Dy Dz Drx Dry Drz Temp MiddleTemp Pres Fx Fy Fz Mx My Mz N Vy Vz Mt Mfy Mfz F1 F2 F3 Mf1 Mf2 Impe Vnor Flun FlunHydr1 FlunHydr2"
)
Component = Enum("PhysicalQuantityComponent", {name: name for name in _NAMES.split()})


def _some(names):
    return tuple(Component[name] for name in names.split())


def word_of(component) -> str:
    """A component as commands call it: DX, FLUN_HYDR1."""
    return "TEMP_MIL" if component is Component.MiddleTemp else re.sub(r"(?<=[a-z])(?=[A-Z])", "_", component.name).upper()


DISPLACEMENTS = _some("Dx Dy Dz Drx Dry Drz")
TEMPERATURES = _some("Temp MiddleTemp")
QUANTITIES = {
    "ForceReal": _some("Fx Fy Fz"),
    "StructuralForceReal": _some("Fx Fy Fz Mx My Mz"),
    "LocalBeamForceReal": _some("N Vy Vz Mt Mfy Mfz"),
    "LocalShellForceReal": _some("F1 F2 F3 Mf1 Mf2"),
    "DisplacementReal": DISPLACEMENTS,
    "PressureReal": _some("Pres"),
    "ImpedanceReal": _some("Impe"),
    "NormalSpeedReal": _some("Vnor"),
    "HeatFluxReal": _some("Flun"),
    "HydraulicFluxReal": _some("FlunHydr1 FlunHydr2"),
}


class Quantity:
    """Values of some components; `words` are these as keywords."""

    allowed: tuple = ()

    def __init__(self):
        self.words: dict[str, float] = {}

    def setValue(self, component, value):
        """Give a component a value; RuntimeError for a component of another quantity."""
        if component not in self.allowed:
            raise RuntimeError("This component is not allowed for the current Physical Quantity")
        self.words[word_of(component)] = float(value)

    def debugPrint(self, *where):
        """Nothing: the values are those of setValue."""


@SERVED.register("code_aster.CA.PhysicalQuantityComponent")
def components(study):
    """The names of components."""
    return Component


def _register(name, allowed):
    made = type(name, (Quantity,), {"allowed": allowed})
    SERVED.add(f"code_aster.CA.{name}", lambda study: made)


for name, allowed in QUANTITIES.items():
    _register(name, allowed)
