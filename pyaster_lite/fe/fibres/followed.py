"""Beams of fibres whose displacements and rotations are large, of small strains (r5.03.40, r3.08.09).

At every iterate the beam answers in the axes that the motion has carried along (see beam_frames), with the length that it has there.
Beams of Euler are stretched by the displacements of the step, seen in these axes; those whose sections warp by

    de = sum over the iterates of the step of D d(u),   D in the axes of each

to which the tangent adds what the forces of the section do as it turns.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..beam_followed import Followed
from ..beam_frames import axes
from ..beam_geometric import geometric_stiffness, warping_geometric_stiffness
from ..beam_warping import PARABOLA
from .beam import STRAINS, FibreBeam
from .warping import FibreWarpingBeam


class FollowedFibreBeam(Followed, FibreBeam):
    """POU_D_EM in large rotations."""

    def turning_stiffness(self, data, state):
        """Of the forces of the ends."""
        forces = self.end_values(data, state.structural)[0]
        return self.turned(data, geometric_stiffness(self.with_fibres(data), self.length(data), forces))


class FollowedFibreWarpingBeam(Followed, FibreWarpingBeam):
    """POU_D_TGM in large rotations; it sums its strains over the iterates: `iterative`."""

    iterative = "summed"

    def _stretches(self, data, u, state):
        d, turn, before = self._sections(data)[1], self.turn(data), state.strain[:, 0]
        total, change = self._strained(d, turn, before), np.zeros((len(data), 3, 7))
        if not data.step.predicting:
            last = data.characteristics.get("iterate")
            if last is not None:
                change, before = last.structural[..., STRAINS], last.strain[:, 0]
            change = change + self._strained(d, turn, u - before)
        return total + change, change

    def turning_stiffness(self, data, state):
        """Of the forces at the points."""
        forces, (young, shear) = state.structural[..., :7], self.moduli(data)
        ends = np.einsum("np,epf->enf", PARABOLA, forces[..., 4:6])
        return self.turned(data, warping_geometric_stiffness(self.with_fibres(data), self.length(data), young, shear, forces, ends))


class BentFibreWarpingBeam(FollowedFibreWarpingBeam):
    """POU_D_TGM whose axis follows its motion without turning about itself (RIGI_GEOM='OUI')."""

    def carried(self, data, before, u, gamma):
        """The data where the displacements have brought the cells, and their angles (ne, 3), of which the last stays."""
        moved, angles = super().carried(data, before, u, gamma)
        angles[:, 2] = gamma
        rest, half = data.at_rest(), u.shape[1] // 2
        span = rest[:, 1] - rest[:, 0] + u[:, half : half + 3] - u[:, :3]
        return replace(moved, characteristics={**moved.characteristics, "frame": axes(span, gamma)}, _kept={}), angles


def followed_fibre_beam(element: FibreBeam) -> FibreBeam:
    """The beam that follows large rotations in the place of one that does not."""
    return FollowedFibreWarpingBeam() if isinstance(element, FibreWarpingBeam) else FollowedFibreBeam()
