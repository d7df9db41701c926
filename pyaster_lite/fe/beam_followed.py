"""Beams whose displacements and rotations are large, of small strains (r5.03.40, r3.08.09).

At every iterate the beam answers to the displacements of the step in the axes that the motion has carried along (see beam_frames), with
the length that it has there; the tangent adds what the forces of the section do as it turns.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .beam import ANGLES, Beam
from .beam_section import Section
from .beam_warping import WarpingBeam
from .errors import ComputationFailed


class Followed:
    """What turns a beam into one that follows its motion; the angles of its axes are the last that it keeps beside stresses."""

    straight = False

    def turning_stiffness(self, data, state):
        """(ne, nd, nd) of the forces of a state."""
        return self.geometric_stiffness(data, state.stress)

    def state_forces(self, data, state):
        """Where the state stands."""
        return super().state_forces(self.placed(self.moved(data, state.strain[:, 0]), state.structural), state)

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """As the beam that does not follow, in the axes of the iterate; the tangent of rates is that of the forces of the state."""
        placed, angles = self.carried(data, state.strain[:, 0], u, state.structural[:, 0, -1])
        force, tangent, points = super().respond(placed, behaviour, u, state, want_tangent)
        structural = (state if points.structural is None else points).structural.copy()
        structural[:, :, -3:] = angles[:, None]
        points.structural = structural
        if want_tangent:
            tangent = tangent + self.turning_stiffness(placed, state if data.step.predicting else points)
        return force, tangent, points


class FollowedPlain(Followed):
    """Beams of one material; raises ComputationFailed for bends."""

    structural = ANGLES

    def start(self, data, behaviour):
        """At rest, in the axes that the characteristics give."""
        if (Section.of(data).flexibility != 1.0).any():
            raise ComputationFailed("beams in large rotations may not have the flexibility of bends (COEF_FLEX)")
        return replace(super().start(data, behaviour), structural=np.repeat(self.angles(data)[:, None], self.n_points, axis=1))


class FollowedBeam(FollowedPlain, Beam):
    """POU_D_E and POU_D_T in large rotations."""


class FollowedWarpingBeam(FollowedPlain, WarpingBeam):
    """POU_D_TG in large rotations."""


def followed_beam(element: Beam) -> Beam:
    """The beam that follows large rotations in the place of one that does not."""
    return FollowedWarpingBeam() if isinstance(element, WarpingBeam) else FollowedBeam(element.shears)
