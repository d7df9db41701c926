"""code_aster.CA.NodalForceReal and its like: loads of one factor keyword that a deck's Python puts together."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.load import Load as Built
from pyaster_lite.diagnostics import Refused

from ._building import Unbuilt

_CELLS, _NODES = "GROUP_MA", "GROUP_NO"
LOADS = {
    "NodalForceReal": ("FORCE_NODALE", _NODES),
    "NodalStructuralForceReal": ("FORCE_NODALE", _NODES),
    "ForceOnFaceReal": ("FORCE_FACE", _CELLS),
    "ForceOnEdgeReal": ("FORCE_ARETE", _CELLS),
    "StructuralForceOnEdgeReal": ("FORCE_ARETE", _CELLS),
    "LineicForceReal": ("FORCE_CONTOUR", _CELLS),
    "InternalForceReal": ("FORCE_INTERNE", _CELLS),
    "StructuralForceOnBeamReal": ("FORCE_POUTRE", _CELLS),
    "LocalForceOnBeamReal": ("FORCE_POUTRE", _CELLS),
    "StructuralForceOnShellReal": ("FORCE_COQUE", _CELLS),
    "LocalForceOnShellReal": ("FORCE_COQUE", _CELLS),
    "PressureOnShellReal": ("FORCE_COQUE", _CELLS),
    "PressureOnPipeReal": ("FORCE_TUYAU", _CELLS),
    "ImposedDisplacementReal": ("DDL_IMPO", _CELLS, _NODES),
    "ImposedPressureReal": ("DDL_IMPO", _CELLS, _NODES),
    "DistributedPressureReal": ("PRES_REP", _CELLS),
    "NormalSpeedOnFaceReal": ("VITE_FACE", _CELLS),
    "WavePressureOnFaceReal": ("ONDE_FLUI", _CELLS),
    "DistributedHeatFluxReal": ("FLUX_THM_REP", _CELLS),
    "DistributedHydraulicFluxReal": ("FLUX_THM_REP", _CELLS),
}
"""Factor keyword of each, and the kinds of groups that it may stand on."""


class _Refused(Built):
    """A load that its cells cannot carry: as in code_aster, where Python puts together loads of elements unseen, its use tells so."""

    def __init__(self, model, refusal: Refused):
        self.kind, self.model, self.refusal = "char_meca", model, refusal

    @property
    def terms(self):
        """Raises Refused."""
        raise self.refusal


def _load(study, name, row_word, *places):
    class Load(Unbuilt):
        kind = "char_meca"

        def __init__(self, model, *_):
            self.model, self._rows = model, []

        def setValue(self, quantity, group):
            """Values on a group; RuntimeError where there is no group of that name on which the load may stand."""
            mesh = self.model.mesh
            groups = {_CELLS: mesh.cell_groups, _NODES: mesh.node_groups}
            place = next((place for place in places if group in groups[place]), None)
            if place is None:
                raise RuntimeError(f"{group} does not exist in the mesh or it is not authorized as a localization of the current load")
            self._rows.append({place: group, **quantity.words})

        def build(self):
            """Be the load of AFFE_CHAR_MECA, or one on cells whose use is refused."""
            try:
                made = study.run("AFFE_CHAR_MECA", MODELE=self.model, **{row_word: self._rows})
            except Refused as refusal:
                if _NODES in places:
                    raise
                made = _Refused(self.model, refusal)
            return self.become(made)

    Load.__name__ = name
    return Load


def _register(name, row_word, *places):
    SERVED.add(f"code_aster.CA.{name}", lambda study: _load(study, name, row_word, *places))


for name, given in LOADS.items():
    _register(name, *given)
