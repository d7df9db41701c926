"""Default: small strains, all written out: the code sees eto and deto, sets the stress sig and the tangent Dt, and moves its variables.

A code that sets no Dt has the tangent of centred differences.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..values import Tensor
from ._dsl import Answer, Dsl, registers

PROBE = 1e-8


@registers("Default", "DefaultDSL", "DefaultParser")
class Default(Dsl):
    """The DSL of this module."""

    needed_blocks = ("Integrator",)

    def more_names(self):
        """Strains, the stress, the stiffness where it is wanted."""
        return {"eto", "deto", "sig", "D"}

    def integrate(self, step):
        """The stress, the variables and the tangent."""
        answer = self.followed(step)
        if any("Dt" in block.sets for block in self.blocks.values()):
            return answer
        sides = []
        for sign in (PROBE, -PROBE):
            moves = [self.followed(replace(step, after=step.after + sign * row)).stress for row in np.eye(self.space.size)]
            sides.append(np.stack(moves, axis=-1))
        return replace(answer, tangent=(sides[0] - sides[1]) / (2 * PROBE))

    def followed(self, step):
        """The blocks one after the other."""
        names = self.base_names(step)
        names |= {"eto": Tensor(step.before), "deto": Tensor(step.after - step.before), "sig": Tensor(step.stress)}
        if self.description.stiff:
            names["D"] = self.stiffness(names)
        failed = self.run_through(names)
        shape = (len(step.before), self.space.size)
        stress, tangent = names["sig"].values, names["Dt"].values
        return Answer(np.broadcast_to(stress, shape), self.written(names), np.broadcast_to(tangent, (*shape, shape[1])), failed)
