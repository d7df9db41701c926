"""NITSCHE of DEFI_CONT: the stress of the slave's body stands in for multipliers (r5.03.55).

With the letters of fe.mortar_points, c the coefficient over the size of the slave cell and s the pull of the body behind on its surface,

    p = s . ns + c g,  closed where p <= 0           forces  min(p, 0) dg

where dg is the variation of the gap. As in code_aster s is taken for given while the tangent is made and does not vary with the
displacements that test the balance (its derivative is nothing there), so that SYME and VARIANTE change no result.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.contact.mortar._law import SurfaceLaw
from pyaster_lite.fe.mortar_points import PointState


@MORTARS.register("NITSCHE")
class NitscheContact(SurfaceLaw):
    """The law of a zone, which has no `components` and no friction; a surface without a body behind bears no stress."""

    reads_stress = True

    def act(self, seen: PointState, sizes, first: bool):
        """Force on the slave, what works on the turning of its normal, no equations."""
        n = seen.normal
        stress = 0.0 if seen.pull is None else (seen.pull * n.real).sum(axis=1)
        pressed, closed = self.pressed(stress + self.coefficient / sizes * seen.gap, first)
        works = np.zeros((len(n), 3), np.result_type(pressed, n))
        works[:, 2] = np.where(closed, pressed, 0.0)
        force = seen.projected(works)
        return force, seen.gap[:, None] * force, np.zeros((len(n), 0), n.dtype)
