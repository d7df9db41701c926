"""code_aster.CA.LinearSolver and the solvers that it makes."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.linear_solver import LinearSolver


def _register(cls):
    SERVED.add(f"code_aster.CA.{cls.__name__}", lambda study: cls)


for cls in (LinearSolver, *LinearSolver.__subclasses__()):
    _register(cls)
