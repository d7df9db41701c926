"""Beams of fibres whose displacements and rotations are large, of small strains (r5.03.40, r3.08.09).

At every iterate the beam answers in the axes that the motion has carried along (see beam_frames), with the length that it has there.
Beams of Euler are stretched by the displacements of the step, seen in these axes; those whose sections warp by

    de = sum over the iterates of the step of D d(u),   D in the axes of each

to which the tangent adds what the forces of the section do as it turns.
"""

from __future__ import annotations

import numpy as np

from ..beam_geometric import geometric_stiffness, warping_geometric_stiffness
from ..beam_warping import PARABOLA
from .beam import ANGLES, STRAINS, FibreBeam
from .warping import FibreWarpingBeam


class _Followed:
    """What both kinds share: where they stand."""

    straight = False

    def state_forces(self, data, state):
        """Where the state stands."""
        return self.structural_forces(self.moved(data, state.strain[:, 0]), state.structural)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """As the beam that does not follow, in the axes of the iterate; the tangent of rates is that of the forces of the state."""
        still, before = data.step.predicting, state.strain[:, 0]
        placed, angles = self.carried(data, before, u, state.structural[:, 0, ANGLES.stop - 1])
        force, tangent, points = super().respond(placed, behaviour, u, state, want_tangent)
        points.structural[:, :, ANGLES] = angles[:, None]
        if want_tangent:
            tangent = tangent + self.turned(placed, self._turning_stiffness(placed, (state if still else points).structural))
        return force, tangent, points


class FollowedFibreBeam(_Followed, FibreBeam):
    """POU_D_EM in large rotations."""

    def _turning_stiffness(self, data, structural):
        return geometric_stiffness(self.with_fibres(data), self.length(data), self.end_values(data, structural)[0])


class FollowedFibreWarpingBeam(_Followed, FibreWarpingBeam):
    """POU_D_TGM in large rotations; it sums its strains over the iterates: `iterative`."""

    iterative = "beside"

    def _stretches(self, data, u, state):
        d, turn, before = self._sections(data)[1], self.turn(data), state.strain[:, 0]
        total, change = self._strained(d, turn, before), np.zeros((len(data), 3, 7))
        if not data.step.predicting:
            last = data.characteristics.get("iterate")
            if last is not None:
                change, before = last.structural[..., STRAINS], last.strain[:, 0]
            change = change + self._strained(d, turn, u - before)
        return total + change, change

    def _turning_stiffness(self, data, structural):
        forces, (young, shear) = structural[..., :7], self.moduli(data)
        ends = np.einsum("np,epf->enf", PARABOLA, forces[..., 4:6])
        return warping_geometric_stiffness(self.with_fibres(data), self.length(data), young, shear, forces, ends)


def followed_beam(element: FibreBeam) -> FibreBeam:
    """The beam that follows large rotations in the place of one that does not."""
    return FollowedFibreWarpingBeam() if isinstance(element, FibreWarpingBeam) else FollowedFibreBeam()
