"""Series of modes: vectors on the unknowns of a model, or on another basis, with their modal parameters."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.result import Result
from pyaster_lite.fe.constraints import Elimination


class Modes(Result):
    """Modes by storage order (1, 2, ...): parameters FREQ, OMEGA2, MASS_GENE, ... and the vectors.

    kind        mode_meca, mode_meca_c, mode_acou, mode_flamb, mode_gene or mult_elas
    dofs        the unknowns of the vectors; for a mode_gene those of the basis below it
    vectors     {order: (size,) vector}, real or complex
    stiffness, mass, damping   the matrix concepts they come from, or None
    basis       for a mode_gene, the modes on which the generalised matrices were projected
    """

    def __init__(self, kind, dofs, mesh=None, model=None, stiffness=None, mass=None, damping=None, basis=None, **more):
        super().__init__(kind, mesh, model, **more)
        self.dofs, self.basis = dofs, basis
        self.stiffness, self.mass, self.damping = stiffness, mass, damping
        self.vectors: dict[int, np.ndarray] = {}

    @property
    def motion(self) -> str:
        """The field of the unknowns: DEPL, or PRES of modes of sound."""
        return "PRES" if self.kind == "mode_acou" else "DEPL"

    def store_mode(self, order: int, vector: np.ndarray, parameters: dict):
        """Add a mode; its displacement field is made when asked for."""
        self.vectors[order] = vector
        self.store(order, parameters, {self.motion: lambda: self._field(order)})

    def renew(self, order: int, vector: np.ndarray):
        """Replace the vector of a mode."""
        self.vectors[order] = vector
        self.store(order, {}, {self.motion: lambda: self._field(order)})

    def rescale(self, order: int, factor, norm: str):
        """Multiply a mode by a number; its parameters and fields follow, `norm` says what it is normed by."""
        for name in self.field_names():
            if (
                name != self.motion
                and self.has_field(name, order)
                and (follow := _followed(name, self.field(name, order), factor)) is not None
            ):
                self.store(order, {}, {name: follow})
        self.renew(order, self.vectors[order] * factor)
        changes = {"NORME": norm}
        for word in ("MASS_GENE", "RIGI_GENE", "AMOR_GENE"):
            if (value := self.parameter(word, order)) is not None:
                changes[word] = value * float(abs(factor)) ** 2
        if not np.iscomplexobj(factor):
            for direction in ("DX", "DY", "DZ"):
                if (value := self.parameter(f"FACT_PARTICI_{direction}", order)) is not None:
                    changes[f"FACT_PARTICI_{direction}"] = value / float(factor)
        self.store(order, changes)

    def getNumberOfDynamicModes(self) -> int:
        """How many modes are vibrations."""
        return len(self.orders) - self.getNumberOfStaticModes()

    def getNumberOfStaticModes(self) -> int:
        """How many are static, which have no frequency."""
        return sum(self.parameter("FREQ", order) is None for order in self.orders)

    def getStiffnessMatrix(self):
        """The stiffness that they come from, None where it is not known."""
        return self.stiffness

    def getMassMatrix(self):
        """The mass that they come from, None where it is not known."""
        return self.mass

    def getDampingMatrix(self):
        """The damping that they come from, None where there is none."""
        return self.damping

    def setStiffnessMatrix(self, matrix):
        """Tell the stiffness that they come from."""
        self.stiffness = matrix

    def setMassMatrix(self, matrix):
        """Tell the mass that they come from."""
        self.mass = matrix

    def setDampingMatrix(self, matrix):
        """Tell the damping that they come from."""
        self.damping = matrix

    def getDOFNumbering(self):
        """The numbering of their vectors, None where no matrix is known."""
        return None if self.stiffness is None else self.stiffness.getDOFNumbering()

    def duplicate(self) -> Modes:
        """A copy that can be changed on its own."""
        other = Modes(self.kind, self.dofs, self.mesh, self.model, self.stiffness, self.mass, self.damping, self.basis)
        other.material_field, other.characteristics = self.material_field, self.characteristics
        for order in self.orders:
            parameters = {word: column[order] for word, column in self.parameters.items() if order in column}
            other.store_mode(order, self.vectors[order].copy(), parameters)
        return other

    def keep_only(self, orders: list[int]):
        """Keep some modes, numbered anew from 1."""
        kept = [(self.vectors[o], {w: c[o] for w, c in self.parameters.items() if o in c}) for o in orders]
        self.orders, self.parameters, self.vectors, self._fields = [], {}, {}, {}
        for number, (vector, parameters) in enumerate(kept, 1):
            self.store_mode(number, vector, parameters)

    def part(self, orders: list[int], names: list[str]) -> Modes:
        """Some of the modes, under their numbers, and some of their fields."""
        made = super().part(orders, names)
        made.vectors = {order: self.vectors[order].copy() for order in orders if order in self.vectors}
        for order in made._fields.get(self.motion, {}):
            made._fields[self.motion][order] = lambda order=order: made._field(order)
        return made

    def _field(self, order):
        vector = self.vectors[order] if self.basis is None else self.basis.shapes @ self.vectors[order]
        quantity = f"{self.motion}_{'C' if np.iscomplexobj(vector) else 'R'}"
        dofs = self.dofs if self.basis is None else self.basis.dofs
        field = NodeField(self.mesh, quantity, dofs.components, dofs.at_nodes(vector))
        field.held = self._held(order, vector)
        return field

    def _held(self, order, vector):
        """(m,) multipliers of the relations at a mode of vibration of the model's own unknowns, else None; as in code_aster they stay by
        the size of the stiffness, the mean of the smallest and the largest term of its diagonal."""
        squared = self.parameter("OMEGA2", order) if self.kind == "mode_meca" and self.basis is None else None
        if squared is None or self.stiffness is None or self.mass is None or not len(self.stiffness.relations):
            return None
        relations, diagonal = self.stiffness.relations, abs(self.stiffness.matrix.diagonal())
        size = 0.5 * (diagonal[diagonal > 0.0].min() + diagonal.max())
        left = (squared * self.mass.matrix - self.stiffness.matrix) @ vector / size
        if (np.diff(relations.matrix.indptr) == 1).all():
            return left[relations.matrix.indices] / relations.matrix.data
        return Elimination(relations).multipliers(left)

    @property
    def shapes(self) -> np.ndarray:
        """(size, n_orders): the vectors as columns, in storage order."""
        return np.column_stack([self.vectors[order] for order in self.orders]) if self.orders else np.empty((0, 0))


LINEAR = ("EFGE", "SIGM", "EPSI", "SIEF", "FORC", "REAC", "DEGE")


def _followed(name, field, factor):
    """A derived field of a mode that is multiplied by a factor: stresses and the like with it, of energies the totals with its square.

    None where it stays as it is: the shares of energies do, and as in code_aster so do invariants.
    """
    if name.startswith(LINEAR):
        return field._like([values * factor for values in field._arrays()])
    if not name.startswith(("EPOT", "ECIN")):
        return None
    made = field.copy()
    for block in made.blocks:
        column = block.components.index("TOTALE")
        block.values[..., column] = block.values[..., column] * abs(factor) ** 2
    return made
