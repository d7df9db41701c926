"""code_aster.CA: a problem whose matrices and vectors the deck's Python assembles and solves itself."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.physical_problem import DeckMatrix, DirectSolver, DiscreteComputation, PhysicalProblem


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


@SERVED.register("code_aster.CA.MumpsSolver", "code_aster.CA.LdltSolver", "code_aster.CA.MultFrontSolver")
def direct_solver(study):
    """The class; the program chooses how it factorises."""
    return DirectSolver
