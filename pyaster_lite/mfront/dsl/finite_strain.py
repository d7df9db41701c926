"""DefaultFiniteStrain: Cauchy's stress of the gradient F1 at the end of a step, F0 being that at its start.

Elements give Green's strain E; a law that does not depend on how the point is turned is asked at U = sqrt(1 + 2 E) in place of F, and the
second Piola-Kirchhoff stress is J U^-1 sig U^-1. The tangent is dS/dE: of @TangentOperator<DS_DC> twice, of <DS_DEGL> as it is.
"""

from __future__ import annotations

import numpy as np

from ..errors import MFrontError
from ..values import Tensor, mandel, square_matrix
from ._dsl import Answer, Dsl, registers

SHARES = {"DS_DC": 2.0, "DS_DEGL": 1.0}


@registers("DefaultFiniteStrain", "DefaultFiniteStrainParser", "DefaultFiniteStrainDSL")
class FiniteStrain(Dsl):
    """The DSL of this module."""

    large = True
    needed_blocks = ("Integrator", "TangentOperator")

    def __init__(self, description, space, functions=None):
        super().__init__(description, space, functions)
        block = next(each for each in description.blocks if each.name == "TangentOperator")
        kind = next((option for option in block.options if option in SHARES), None)
        if kind is None:
            raise MFrontError(f"of tangents in large strains {' and '.join(SHARES)} are there so far", block.place, missing=True)
        self.share = SHARES[kind]

    def more_names(self):
        """Gradients and the stress."""
        return {"F0", "F1", "sig"}

    def integrate(self, step):
        """S and dS/dE of the strains of Green."""
        n, names = self.space.size, self.base_names(step)
        after = stretch(step.after)
        names |= {"F0": Tensor(stretch(step.before), 2), "F1": Tensor(after, 2), "sig": Tensor(step.stress)}
        failed = self.run_through(names)
        inverse = np.linalg.inv(after)
        second = inverse @ square_matrix(names["sig"].values) @ inverse * np.linalg.det(after)[..., None, None]
        tangent = np.broadcast_to(self.share * names["Dt"].values, (len(after), n, n))
        return Answer(mandel(second, n), self.written(names), tangent, failed)


def stretch(strain: np.ndarray) -> np.ndarray:
    """(..., 3, 3) sqrt(1 + 2 E) of Green's strains (..., n)."""
    squares, axes = np.linalg.eigh(np.eye(3) + 2.0 * square_matrix(strain))
    return (axes * np.sqrt(squares)[..., None, :]) @ axes.swapaxes(-1, -2)
