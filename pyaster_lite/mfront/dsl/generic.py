"""DefaultGenericBehaviour, of a strain and a field: forces and their rates by any gradients; here those of solids that a field drives.

The gradients are a strain g1 and a number g2, the forces a stress f1 dual to the one and a number f2 dual to the other. The code sees
each gradient g and its increment dg, sets the forces, and in @TangentOperator the rates df_ddg; it moves the variables itself. The
field is given whole: it has its value of the end of the step, and no increment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import MFrontError
from ..space import made
from ..values import Tensor
from ._dsl import Answer, Dsl, registers


@dataclass
class DrivenAnswer(Answer):
    """Besides: the number dual to the field, and the rates of stress by field, of number by strain and by field."""

    value: np.ndarray | None = None
    by_field: np.ndarray | None = None
    rate: np.ndarray | None = None
    rate_by_field: np.ndarray | None = None


@registers("DefaultGenericBehaviour")
class Generic(Dsl):
    """The DSL of this module."""

    method = "driven"
    needed_blocks = ("Integrator", "TangentOperator")

    def __init__(self, description, space, functions=None):
        self.gradients = [each.name for each in description.variables["gradients"]]
        self.forces = [each.name for each in description.variables["forces"]]
        super().__init__(description, space, functions)
        kinds = [[slot.axes for slot in self.laid_out(self.of(role))] for role in ("gradients", "forces")]
        if kinds != [[(space.size,), ()]] * 2:
            text = "of gradients a strain and a number are there so far, of forces a stress and a number"
            raise MFrontError(text, description.place, missing=True)

    def more_names(self):
        """Gradients, forces and rates."""
        rates = {f"d{force}_dd{gradient}" for force in self.forces for gradient in self.gradients}
        return {*self.gradients, *(f"d{each}" for each in self.gradients), *self.forces, *rates}

    def integrate(self, step):
        """`before` and `after` of the step have the field behind the strain."""
        n, names = self.space.size, self.base_names(step)
        strain, field = self.gradients
        names |= {strain: Tensor(step.before[..., :n]), f"d{strain}": Tensor(step.after[..., :n] - step.before[..., :n])}
        names |= {field: step.after[..., n], f"d{field}": np.zeros(len(step.after))}
        stress, number = self.forces
        names |= {stress: Tensor(step.stress), number: 0.0}
        names |= {f"d{stress}_dd{strain}": made((n, n)), f"d{stress}_dd{field}": made((n,))}
        names |= {f"d{number}_dd{strain}": made((n,)), f"d{number}_dd{field}": 0.0}
        failed = self.run_through(names)
        points = len(step.after)

        def whole(name, *axes):
            value = names[name]
            return np.broadcast_to(value.values if isinstance(value, Tensor) else value, (points, *axes))

        return DrivenAnswer(
            whole(stress, n),
            self.written(names),
            whole(f"d{stress}_dd{strain}", n, n),
            failed,
            value=whole(number),
            by_field=whole(f"d{stress}_dd{field}", n),
            rate=whole(f"d{number}_dd{strain}", n),
            rate_by_field=whole(f"d{number}_dd{field}"),
        )
