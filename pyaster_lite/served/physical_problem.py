"""code_aster.CA: a problem whose matrices and vectors the deck's Python assembles and solves itself."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.physical_problem import DeckMatrix, DiscreteComputation, PhysicalProblem
from pyaster_lite.concepts.pipe_resultants import PostProcessing


@SERVED.register("code_aster.CA.PhysicalProblem")
def physical_problem(study):
    """The class."""
    return PhysicalProblem


@SERVED.register("code_aster.CA.DiscreteComputation")
def discrete_computation(study):
    """The class."""
    return DiscreteComputation


@SERVED.register("code_aster.CA.AssemblyMatrixTemperatureReal", "code_aster.CA.AssemblyMatrixDisplacementReal")
def assembly_matrix(study):
    """The class."""
    return DeckMatrix


@SERVED.register("code_aster.CA.PostProcessing")
def post_processing(study):
    """The class."""
    return PostProcessing
