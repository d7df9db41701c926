"""code_aster.CA.NonLinearResult and its like: results that a deck's Python fills, and which kind a result is."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts import med_coupling
from pyaster_lite.concepts.result import Result

from ._building import OfKind

KINDS = {
    "NonLinearResult": "evol_noli",
    "ElasticResult": "evol_elas",
    "MultipleElasticResult": "mult_elas",
    "ThermalResult": "evol_ther",
    "DryingResult": "evol_sech",
    "LoadResult": "evol_char",
    "ExternalStateVariablesResult": "evol_varc",
    "ElasticFourierResult": "fourier_elas",
    "ThermalFourierResult": "fourier_ther",
    "CombinedFourierResult": "comb_fourier",
    "FullTransientResult": "dyna_trans",
    "FullHarmonicResult": "dyna_harmo",
    "FullHarmonicAcousticResult": "acou_harmo",
    "ModeResult": "mode_meca",
    "ModeResultComplex": "mode_meca_c",
    "BucklingModeResult": "mode_flamb",
    "AcousticModeResult": "mode_acou",
    "EmpiricalModeResult": "mode_empi",
}


class ResultKind(OfKind):
    """A class whose instances are the results of its `kind`; called, it gives an empty one."""

    def __call__(cls, *_):
        return Result(cls.kind)

    def fromMedCouplingResult(cls, medresult, astermesh=None):
        """The result of the fields at nodes of a MEDFileData of the library medcoupling, on its mesh or another one."""
        made, mesh = cls(), med_coupling.mesh_of(medresult.getMeshes()[0]) if astermesh is None else astermesh
        made.setMesh(mesh)
        med_coupling.fill(made, medresult, mesh)
        return made


def _register(name, kind):
    SERVED.add(f"code_aster.CA.{name}", lambda study: ResultKind(name, (), {"kind": kind}))


for name, kind in KINDS.items():
    _register(name, kind)
