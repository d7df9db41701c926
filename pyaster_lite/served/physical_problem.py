"""code_aster.CA: a problem whose matrices and vectors the deck's Python assembles and solves itself."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.deck_matrix import DeckMatrix
from pyaster_lite.concepts.discrete_computation import DiscreteComputation
from pyaster_lite.concepts.matrix import AssembledMatrix
from pyaster_lite.concepts.numbering import Numbering
from pyaster_lite.concepts.physical_problem import PhysicalProblem
from pyaster_lite.concepts.pipe_resultants import PostProcessing

from ._building import OfKind


@SERVED.register("code_aster.CA.PhysicalProblem")
def physical_problem(study):
    """The class."""
    return PhysicalProblem


@SERVED.register("code_aster.CA.DiscreteComputation")
def discrete_computation(study):
    """The class."""
    return DiscreteComputation


MATRICES = {
    "AssemblyMatrixDisplacementReal": "matr_asse_depl_r",
    "AssemblyMatrixDisplacementComplex": "matr_asse_depl_c",
    "AssemblyMatrixTemperatureReal": "matr_asse_temp_r",
    "AssemblyMatrixPressureReal": "matr_asse_pres_r",
    "AssemblyMatrixPressureComplex": "matr_asse_pres_c",
}
"""The classes of assembled matrices, and their types."""


class MatrixKind(OfKind):
    """A class of assembled matrices; called with a problem or nothing, it gives an empty one."""

    def __call__(cls, problem=None):
        return DeckMatrix(problem)

    def __instancecheck__(cls, thing):
        return isinstance(thing, AssembledMatrix) and thing.kind == cls.kind


class NumberingKind(OfKind):
    """The class of numberings; called, it gives one that is told what to number."""

    def __call__(cls, *_):
        return Numbering(None, None)

    def __instancecheck__(cls, thing):
        return isinstance(thing, Numbering)


def _register(name, kind):
    SERVED.add(f"code_aster.CA.{name}", lambda study: MatrixKind(name, (), {"kind": kind}))


for _name, _kind in MATRICES.items():
    _register(_name, _kind)


@SERVED.register("code_aster.CA.DOFNumbering", "code_aster.CA.EquationNumbering")
def dof_numbering(study):
    """The class."""
    return NumberingKind("DOFNumbering", (), {})


@SERVED.register("code_aster.CA.PostProcessing")
def post_processing(study):
    """The class."""
    return PostProcessing
