"""What the Python of decks asks of an assembled matrix: code_aster's method names, and arithmetic."""

from __future__ import annotations

import copy

import numpy as np
from scipy.sparse import coo_array, csr_array

from pyaster_lite.concepts.base import failure
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.numbering import QUANTITIES
from pyaster_lite.fe.algebra import is_symmetric

NORMS = {"NORM_1": 1, "NORM_FROBENIUS": "fro", "NORM_INFINITY": np.inf}


class MatrixMethods:
    """Questions and arithmetic of a matrix on physical unknowns (concepts.matrix.AssembledMatrix)."""

    __array_ufunc__ = None
    """numpy's numbers leave arithmetic with a matrix to the matrix."""

    def getMesh(self):
        """The mesh, None where no model is known."""
        return None if self.model is None else self.model.mesh

    def size(self, local=True) -> int:
        """How many rows there are, those of multipliers among them."""
        return self.with_multipliers().shape[0]

    def getCalculOption(self) -> str:
        """The option that it is of."""
        return self.option

    def isSymmetric(self) -> bool:
        """Whether it is symmetric."""
        return is_symmetric(self.matrix)

    def isFactorized(self) -> bool:
        """Whether a solver has been made of it as it is now."""
        return self.solver is not None and self.solver[2] is self.matrix

    def getLagrangeScaling(self) -> float:
        """What multipliers are scaled by: they stand as they are."""
        return 1.0

    def hasDirichletEliminationDOFs(self) -> bool:
        """Whether kinematic loads give some unknowns."""
        return self.kinematic > 0

    def getDirichletBCDOFs(self) -> list[int]:
        """1 for each row whose unknown a kinematic load gives, else 0; at the end how many there are."""
        flags = np.zeros(self.size(), int)
        if self.kinematic:
            flags[self.given_unknowns()] = 1
        return [*flags.tolist(), int(flags.sum())]

    def getValuesWithDescription(self, epsilon=None):
        """(values, rows, columns, size) of what is stored; without what is smaller than `epsilon`."""
        found = self.with_multipliers().tocoo()
        kept = np.ones(len(found.data), bool) if epsilon is None else abs(found.data) >= epsilon
        return found.data[kept], found.row[kept], found.col[kept], found.shape[0]

    def setValues(self, rows, columns, values):
        """Take other values, those of one place being summed; refused for a matrix with multipliers."""
        size = self.dofs.size
        if self.size() != size:
            raise failure("the values of a matrix with multipliers are not given one by one")
        self.matrix = csr_array(coo_array((np.asarray(values), (rows, columns)), shape=(size, size)))

    def scale(self, left, right):
        """Multiply each row and each column by a number, in place; refused for a matrix with multipliers."""
        if self.size() != self.dofs.size:
            raise failure("a matrix with multipliers is not scaled row by row")
        self.matrix = csr_array(np.asarray(left)[:, None] * self.matrix * np.asarray(right)[None, :])

    def norm(self, kind="NORM_FROBENIUS") -> float:
        """NORM_1, NORM_FROBENIUS or NORM_INFINITY, with the rows of multipliers."""
        from scipy.sparse.linalg import norm

        return float(norm(self.with_multipliers(), NORMS[kind]))

    def transpose(self):
        """Be the transposed matrix."""
        self.matrix = csr_array(self.matrix.T)

    def transposeConjugate(self):
        """Be the conjugate of the transposed matrix."""
        self.matrix = csr_array(self.matrix.conj().T)

    def symmetrize(self):
        """Be its symmetric part."""
        self.matrix = csr_array(0.5 * (self.matrix + self.matrix.T))

    def applyDirichletBC(self, values, rhs):
        """Move to a right-hand side, in place, what given unknowns cause, and put these in their rows."""
        given, right = self.given_unknowns() if self.kinematic else np.empty(0, int), self.vector(rhs)
        imposed = np.zeros_like(right)
        imposed[given] = self.vector(values)[given]
        right = right - self.matrix @ imposed
        right[given] = imposed[given]
        rhs.setValues(right)

    def vector(self, field: NodeField) -> np.ndarray:
        """(n,) a field on the unknowns, zero where it carries nothing."""
        places = [field.components.index(name) for name in self.dofs.components]
        return np.nan_to_num(field.values[:, places][self.dofs.node, self.dofs.component])

    def _field(self, vector, like: NodeField) -> NodeField:
        quantity = like.quantity if self.model is None else QUANTITIES[self.model.phenomenon]
        letter = "C" if np.iscomplexobj(vector) else "R"
        return NodeField(like.mesh, quantity[:-1] + letter, self.dofs.components, self.dofs.at_nodes(vector))

    def _product(self, vector):
        """Given unknowns act on no other one; each has its own value for product, as in code_aster."""
        if not self.kinematic:
            return self.matrix @ vector
        given, free = self.given_unknowns(), vector.copy()
        free[given] = 0.0
        result = self.matrix @ free
        result[given] = vector[given]
        return result

    def _with(self, matrix, option=None):
        made = copy.copy(self)
        made.name, made.matrix, made.solver = "", matrix, None
        made.option = self.option if option is None else option
        return made

    def __mul__(self, other):
        if isinstance(other, NodeField):
            return self._field(self._product(self.vector(other)), other)
        return self._with(other * self.matrix)

    __rmul__ = __mul__

    def __add__(self, other):
        stiff = next((one.option for one in (self, other) if one.option.startswith("RIGI")), self.option)
        return self._with(self.matrix + other.matrix, stiff)

    def __sub__(self, other):
        return self + (-other)

    def __neg__(self):
        return self._with(-self.matrix)
