"""A matrix that a deck's Python assembles itself: code_aster's AssemblyMatrixDisplacementReal and its like."""

from __future__ import annotations

from pyaster_lite.concepts.base import failure
from pyaster_lite.concepts.matrix import AssembledMatrix, Origin
from pyaster_lite.concepts.numbering import QUANTITIES, Numbering
from pyaster_lite.fe.constraints import Relations


class DeckMatrix(AssembledMatrix):
    """A matrix on the unknowns of a problem or a numbering, empty until it is assembled."""

    def __init__(self, problem=None):
        self.option, self.matrix, self.solver, self.kinematic, self.numbering = "", None, None, 0, None
        self.origin, self.relations, self.dofs = Origin(), None, None
        if problem is not None:
            self.setDOFNumbering(problem.getDOFNumbering())
            self.origin = Origin(problem.model, problem.material, problem.characteristics)

    @property
    def kind(self) -> str:
        """By the unknowns, and whether the numbers are complex."""
        quantity = "DEPL_R" if self.model is None else QUANTITIES[self.model.phenomenon]
        is_complex = quantity.endswith("_C") or (self.matrix is not None and self.matrix.dtype.kind == "c")
        return f"matr_asse_{quantity[:4].lower()}_{'c' if is_complex else 'r'}"

    def setDOFNumbering(self, numbering: Numbering):
        """Stand on a numbering."""
        self.numbering, self.dofs, self.relations = numbering, numbering.dofs, numbering.relations
        self.origin = Origin(numbering.model)

    def isBuilt(self) -> bool:
        """Whether it has been assembled."""
        return self.matrix is not None

    isEmpty = property(lambda self: self.matrix is None)

    def addElementaryMatrix(self, elementary, factor=1.0):
        """Count elementary matrices in, so many times."""
        if self.numbering is None:
            self.setDOFNumbering(Numbering(elementary.model, elementary.relations))
        elif elementary.model is not self.model:
            raise failure("element matrices of another model cannot be assembled on this numbering")
        own = self.model.assembler.matrix(elementary.blocks)
        own = own if factor == 1.0 else factor * own
        self.matrix = own if self.matrix is None else self.matrix + own
        if not self.option.startswith("RIGI"):
            self.option = elementary.option
        if self.origin.material_field is None:
            self.origin = elementary.origin

    def assemble(self, elementary, loads=None):
        """Be the sum of element matrices: one, several (None among them counts nothing), or pairs of them and factors.

        loads  a problem, or kinematic loads, one or several: the unknowns that they give are taken out
        """
        given = elementary if isinstance(elementary, (list, tuple)) else [elementary]
        pairs = [one if isinstance(one, (list, tuple)) else (one, 1.0) for one in given if one is not None]
        self.matrix, self.solver, self.option = None, None, ""
        for matrix, factor in pairs:
            self.addElementaryMatrix(matrix, factor)
        kinematic = loads.kinematic_relations() if hasattr(loads, "kinematic_relations") else _given(self.dofs.size, loads)
        self.relations = Relations.stacked(self.dofs.size, [self.numbering.relations, kinematic])
        self.kinematic = len(kinematic)

    def clear(self):
        """Be empty again."""
        self.matrix, self.solver = None, None


def _given(size, loads) -> Relations:
    loads = [] if loads is None else loads if isinstance(loads, (list, tuple)) else [loads]
    return Relations.stacked(size, [load.relations() for load in loads])
