"""code_aster.CA.MechanicalDirichletBC and its like: imposed values that a deck's Python puts together, and which kind a load is."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED

from ._building import Unbuilt, listed
from .load_quantities import DISPLACEMENTS, TEMPERATURES, word_of

_IMPOSED = {
    "MechanicalDirichletBC": ("char_cine_meca", "MECA_IMPO", DISPLACEMENTS),
    "ThermalDirichletBC": ("char_cine_ther", "THER_IMPO", TEMPERATURES),
    "AcousticDirichletBC": ("char_cine_acou", "ACOU_IMPO", ()),
}
_LOADS = {"MechanicalLoadReal": "char_meca", "ThermalLoadReal": "char_ther"}


def _imposing(study, name, kind_of, row_word, allowed):
    class Imposed(Unbuilt):
        kind = kind_of

        def __init__(self, model, *_):
            self.model, self._rows = model, []

        def addBCOnCells(self, component, value, groups):
            """A value at the nodes of groups of cells; RuntimeError for a component that is none of these unknowns."""
            self._add(component, value, GROUP_MA=listed(groups))

        def addBCOnNodes(self, component, value, groups):
            """A value at groups of nodes; RuntimeError for a component that is none of these unknowns."""
            self._add(component, value, GROUP_NO=listed(groups))

        def _add(self, component, value, **places):
            if component not in allowed:
                raise RuntimeError(f"{component.name} not allowed")
            self._rows.append({word_of(component): value, **places})

        def build(self):
            """Be the load of AFFE_CHAR_CINE."""
            return self.become(study.run("AFFE_CHAR_CINE", MODELE=self.model, **{row_word: self._rows}))

    Imposed.__name__ = name
    return Imposed


def _register(name, make, *given):
    SERVED.add(f"code_aster.CA.{name}", lambda study: make(study, name, *given))


for name, given in _IMPOSED.items():
    _register(name, _imposing, *given)
for name, kind in _LOADS.items():
    _register(name, lambda study, name, kind: type(Unbuilt)(name, (Unbuilt,), {"kind": kind}), kind)
