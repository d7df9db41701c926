"""Plates of several orthotropic layers as one plate: classical lamination, with the shear that balances bending (r4.01.01)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Layer:
    """A layer in plane stress, in its own axes: moduli in Pa, expansions in 1/K, `angle` in degrees from the axes of the plate to its
    own."""

    thickness: float
    angle: float
    along: float
    across: float
    poisson: float
    shear: float
    shear_along: float
    shear_across: float
    expansion_along: float = 0.0
    expansion_across: float = 0.0

    def plane(self) -> np.ndarray:
        """(3, 3) on (xx, yy, 2 xy) in the axes of the plate."""
        if self.along == 0.0:
            along, across = 0.0, self.across
        else:
            along = self.along / (1.0 - self.poisson**2 * self.across / self.along)
            across = along * self.across / self.along
        own = np.array([[along, across * self.poisson, 0.0], [across * self.poisson, across, 0.0], [0.0, 0.0, self.shear]])
        c, s = self._cosines()
        turn = np.array([[c * c, s * s, c * s], [s * s, c * c, -c * s], [-2 * c * s, 2 * c * s, c * c - s * s]])
        return turn.T @ own @ turn

    def across_plane(self) -> np.ndarray:
        """(2, 2) on the shear strains across the plate along x and y."""
        c, s = self._cosines()
        turn = np.array([[c, s], [-s, c]])
        return turn.T @ np.diag([self.shear_along, self.shear_across]) @ turn

    def expansion(self) -> np.ndarray:
        """(3,) strains xx, yy, 2 xy by degree in the axes of the plate."""
        c, s = self._cosines()
        along, across = self.expansion_along, self.expansion_across
        return np.array([c * c * along + s * s * across, s * s * along + c * c * across, 2 * c * s * (along - across)])

    def _cosines(self):
        return np.cos(np.radians(self.angle)), np.sin(np.radians(self.angle))


@dataclass(frozen=True)
class Stack:
    """The layers of a plate from below, (l, ...): thicknesses, heights of their middles (m), Q in plane stress, Q D^-1 and expansions."""

    thickness: np.ndarray
    middle: np.ndarray
    plane: np.ndarray
    share: np.ndarray
    expansion: np.ndarray


def laminate(layers: list[Layer]) -> dict[str, np.ndarray]:
    """What fe.plate_section reads of a material: plate_membrane A, plate_coupling B, plate_bending D (3, 3) and
    plate_shear_flexibility (2, 2), the layers from below, about the middle; and fe.plate_stack of its `plate_layers`, a Stack.

    A = sum Q h,  B = sum Q h z,  D = sum Q h (z^2 + h^2/12)

    The flexibility F is that whose energy T F T / 2 is the energy of the shear stresses that balance the stresses of bending
    and of torsion through the thickness, tau(z) = -integral of A_i z dz T, when both bear half of the shear force T:
    A_i = [[a11 + a33, a13 + a32], [a31 + a23, a22 + a33]] / 2, a = Q_i D^-1.
    """
    height = np.array([layer.thickness for layer in layers])
    middle = np.cumsum(height) - height / 2 - height.sum() / 2
    plane = np.array([layer.plane() for layer in layers])
    membrane, coupling, bending = (
        np.einsum("l,lij->ij", factor, plane) for factor in (height, height * middle, height * (middle**2 + height**2 / 12))
    )
    share_of_bending = plane @ np.linalg.inv(bending)
    flexibility, below = np.zeros((2, 2)), np.zeros((2, 2))
    for h, z, a, layer in zip(height, middle, share_of_bending, layers):
        share = np.array([[a[0, 0] + a[2, 2], a[0, 2] + a[2, 1]], [a[2, 0] + a[1, 2], a[1, 1] + a[2, 2]]])
        start = below - share * (z - h / 2) ** 2 / 2
        below = below + h * z * share
        soft = np.linalg.inv(layer.across_plane())
        both = start.T @ soft @ share
        flexibility += h / 4 * start.T @ soft @ start + (3 * z**2 * h + h**3 / 4) / 24 * (both + both.T)
        flexibility += (5 * z**4 * h + 2.5 * z**2 * h**3 + h**5 / 16) / 80 * share.T @ soft @ share
    return {
        "plate_membrane": membrane, "plate_coupling": coupling, "plate_bending": bending, "plate_shear_flexibility": flexibility,
        "plate_layers": Stack(height, middle, plane, share_of_bending, np.array([layer.expansion() for layer in layers])),
    }  # fmt: skip
