"""Why a computation failed: raised by the mechanics, placed in the deck by whoever runs the command."""

from __future__ import annotations


class ComputationFailed(RuntimeError):
    """The computation cannot go on; the message is for the user.

    known_as  by which name code_aster's messages call this failure, empty where that is not said
    """

    known_as = ""

    def __init__(self, message: str, help: str | None = None, known_as: str = ""):
        super().__init__(message)
        self.message, self.help = message, help
        self.known_as = known_as or self.known_as


def is_breakdown(error: Exception) -> bool:
    """Whether arithmetic or linear algebra could not go on: a zero divisor, an overflow, a singular system."""
    return isinstance(error, ArithmeticError) or type(error).__name__ == "LinAlgError"


class NoReference(ComputationFailed):
    """Elements have nothing that their residuals could be measured by."""


class SingularMatrix(ComputationFailed):
    """A factorisation met a vanishing pivot.

    `equation` is its row in the matrix that was factorised, None when the solver cannot tell.
    """

    def __init__(self, message: str, equation: int | None = None, help: str | None = None):
        super().__init__(message, help)
        self.equation = equation

    def at(self, place: str) -> SingularMatrix:
        """The same failure, with the place of the pivot (a node and a component) said in words."""
        message = f"the matrix is singular: its pivot vanishes for {place}"
        help = "a rigid motion or a mechanism is left free, or a cell has no stiffness"
        placed = SingularMatrix(message, self.equation, help)
        placed.known_as = self.known_as
        return placed


class Contradiction(ComputationFailed):
    """Relations between unknowns have no solution."""


class NotConverged(ComputationFailed):
    """An iteration did not reach its criterion."""

    known_as = "MECANONLINE9_7"


class LawFailed(ComputationFailed):
    """A constitutive law has no answer to the strains of some point; those of a smaller step may have one.

    points  (ne, ng) whether it is this point, None where the law does not tell
    """

    def __init__(self, message: str, help: str | None = None, known_as: str = "", points=None):
        super().__init__(message, help, known_as)
        self.points = points
