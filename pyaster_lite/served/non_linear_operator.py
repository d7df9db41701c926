"""code_aster.Solvers: the nonlinear balance that a deck's Python runs step by step."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.non_linear_operator import BaseHook, MecaStatStepSolver, NonLinearOperator

_WORDS = {
    "code_aster.Solvers.NonLinearOperator": NonLinearOperator,
    "code_aster.Solvers.BaseHook": BaseHook,
    "code_aster.Solvers.StepSolvers.MecaStatStepSolver": MecaStatStepSolver,
}


def _register(word, cls):
    SERVED.add(word, lambda study: cls)


for word, cls in _WORDS.items():
    _register(word, cls)
