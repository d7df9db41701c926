"""What the laws of contact between surfaces share: how friction is bounded, and what presses (r5.03.55)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

STUCK = 1e301


@dataclass(frozen=True)
class Friction:
    """kind "none", "given" (bound, N/m2), "coulomb" (bound, a coefficient) or "stuck"."""

    kind: str = "none"
    bound: float = 0.0

    def limit(self, pressed, closed):
        """(nq,) the longest tangential force under `pressed` (nq,) <= 0 where points are `closed`."""
        if self.kind == "given":
            return np.full_like(pressed, self.bound)
        if self.kind == "coulomb":
            return np.where(closed, -self.bound * pressed, 0.0)
        return np.where(closed, STUCK if self.kind == "stuck" else 0.0, 0.0)


@dataclass
class SurfaceLaw:
    """What a zone says, whatever its law (a fe.mortar_contact.MortarLaw).

    coefficient, friction_coefficient   over the size of the slave cell: of augmentation, or penalties
    components   how many multipliers a node carries
    starts       "closed", "penetrating" or "open" on the first pairing of all;  bilateral  closed whatever the pressure
    """

    coefficient: float
    components: int = 1
    friction: Friction = field(default_factory=Friction)
    friction_coefficient: float = 1.0
    starts: str = "penetrating"
    bilateral: bool = False

    reads_stress = False
    """Whether the law asks for the stress of the bodies behind the slave side."""

    def pressed(self, p, first: bool):
        """What presses (nq,) of pressures p (nq,), and which points are closed; `first`: on the first pairing of all."""
        if self.bilateral or (first and self.starts == "closed"):
            return p, np.ones(len(p), bool)
        if first and self.starts == "open":
            return np.zeros_like(p), np.zeros(len(p), bool)
        closed = p.real <= 0.0
        return np.where(closed, p, 0.0), closed
