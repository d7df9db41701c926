"""Openings of cracks and the damage that they are (r7.01.35; Sellier et al. 2013).

l(n) is how far the nodes of the cell stand apart along n; where that is nothing, what the material says of the third direction.

1.  the opening W grows by the increment of the plastic strain of cracks, each of its values times l along its axis; in the axes of W, the
    largest one Wx grows to the positive values of W
2.  tension, in the axes of Wx:  w = max(Gf, 0.55 l ft e)/ft - l e/2,  e the strain at the peak,  Dt = Wx (Wx + 2 w)/(w + Wx)^2
    closing, in the axes of W:   w = max(Gr, 2 fr^2 l/E)/fr,  Dr from W likewise
3.  stresses that pull are, in the first axes, (1 - D) x with x + nu/(1 - nu) sum over the others of D x = s, shear is 1 - max(D)
    of itself; so are those that press in the second ones. Before the peak both axes pull less by exp(-(s/ft)^m/m), s the largest so far
4.  cracks by products, in the axes of their strain g:  Dg = g/(g + g0) of tension, 1 - ((1 - Dg_j)(1 - Dg_k))^0.15 of compression along i
5.  shear past the peak: D = v/(v + v0) of all, v how much its volume has grown since
6.  heat and creep damage all
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._points import ONE, Points, along, principal, turned_back

LEAST_ENERGY = 1.1 / 2.0
"""Of fracture, over ft e l, so that the stress falls with the opening."""
COUPLED = 0.15
NOTED = 0.01
FLAT = 1e-15


@dataclass
class Cells:
    """The cells of points: their nodes (n, nn, 3), whether they turn about an axis, and the length for the third direction (n,)."""

    nodes: np.ndarray
    revolves: bool
    third: np.ndarray

    def of(self, rows) -> Cells:
        """Those of some of the points."""
        return Cells(self.nodes[rows], self.revolves, self.third[rows])

    def lengths(self, axes):
        """(n, 3) l along axes."""
        places = self.nodes @ axes
        spread = places.max(axis=1) - places.min(axis=1)
        third = self.third * abs(self.nodes[:, :, 0]).max(axis=1) if self.revolves else self.third
        return np.where(spread < FLAT, third[:, None], spread)


@dataclass
class Openings:
    """Step 1: W and Wx (n, 3, 3), their values and axes."""

    tensor: np.ndarray
    widest: np.ndarray
    values: np.ndarray
    axes: np.ndarray
    most: np.ndarray
    most_axes: np.ndarray

    @classmethod
    def closed(cls, n) -> Openings:
        """No cracks."""
        return cls(*np.zeros((2, n, 3, 3)), *(part(n) for part in (_none, _axes, _none, _axes)))


def _none(n):
    return np.zeros((n, 3))


def _axes(n):
    return np.tile(ONE, (n, 1, 1))


def opened(tensor, widest, increment, cells: Cells) -> Openings:
    """Step 1 from W, Wx and the increment of strain."""
    grown, axes = principal(increment)
    values, axes = principal(tensor + turned_back(axes, grown * cells.lengths(axes)))
    positive = np.maximum(values, 0.0)
    own = along(axes, widest)
    diagonal = np.einsum("nii->ni", own)
    diagonal[:] = np.maximum(diagonal, positive)
    widest = turned_back(axes, own)
    return Openings(turned_back(axes, positive), widest, values, axes, *principal(widest))


def weakened(tensor, axes, damage, poisson):
    """Step 3 of one tensor (n, 3, 3)."""
    own = along(axes, tensor)
    ratio = poisson / (1.0 - poisson)
    mixed = np.where(ONE == 1.0, 1.0, ratio[:, None, None] * damage[:, None, :])
    normal = (1.0 - damage) * np.linalg.solve(mixed, np.einsum("nii->ni", own)[..., None])[..., 0]
    return turned_back(axes, _with_shear(own, normal, damage))


def _with_shear(own, normal, damage):
    shear = own * (1.0 - np.maximum(damage[:, :, None], damage[:, None, :]))
    return np.where(ONE == 1.0, normal[:, :, None], shear)


class Damage:
    """Steps 2 and 4 to 6 of points whose strains are known: `held` then gives the stress that is left of an effective one."""

    def __init__(self, words, ripe, new, openings: Openings, cells: Cells, softening, cracked_volume):
        self.poisson, self.ripe, self.openings = words.poisson, ripe, openings
        length, ft, e = cells.lengths(openings.most_axes), ripe.tension[:, None], ripe.tension_peak[:, None]
        energy, least = ripe.tension_energy[:, None], LEAST_ENERGY * length * ft * e
        self.tension = _softened(openings.most, np.maximum(energy, least) / ft - length * e / 2.0)
        lacking = (least > energy) & (self.tension > NOTED)
        self.lacking = np.where(lacking, least / energy - 1.0, 0.0).max(axis=1)

        length, fr = cells.lengths(openings.axes), ripe.closing[:, None]
        self.closing = _softened(
            openings.values, np.maximum(words.closing_energy[:, None], 2.0 * fr**2 / ripe.young[:, None] * length) / fr
        )

        values, self.own_axes = principal(new.gel_cracks)
        split = np.maximum(values, 0.0)
        scale = words.gel_damage_strain[:, None]
        self.pulled = np.where(split > 0.0, split / np.where(split > 0.0, split + scale, 1.0), 0.0) * (scale > 0.0)
        left = 1.0 - self.pulled
        self.pressed = 1.0 - np.stack([left[:, 1] * left[:, 2], left[:, 0] * left[:, 2], left[:, 0] * left[:, 1]], axis=1) ** COUPLED

        volume = np.maximum(np.trace(new.shear_strain, axis1=1, axis2=2) - cracked_volume, 0.0)
        self.sheared = np.where(volume > 0.0, np.minimum(volume / np.where(volume > 0.0, volume + words.compression_damage, 1.0), 1.0), 0.0)
        self.softening = softening
        """(n,) what step 6 leaves."""

    def held(self, stress, diffuse):
        """The stress left of an effective one (n, 3, 3), and the damage before the peak, `diffuse` so far."""
        values, axes = principal(stress)
        positive = np.maximum(values, 0.0)
        pulling = turned_back(axes, positive)
        m = self.ripe.tension_exponent
        before = np.isfinite(m)
        exponent = np.where(before, m, 1.0)
        now = 1.0 - np.exp(-((positive.max(axis=1) / self.ripe.tension) ** exponent) / exponent)
        diffuse = np.where(before, np.maximum(now, diffuse), 0.0)
        o = self.openings
        pulls = (1.0 - diffuse)[:, None, None] * weakened(pulling, o.most_axes, self.tension, self.poisson)
        presses = weakened(stress - pulling, o.axes, self.closing, self.poisson)
        total = self._split(pulls, self.pulled) + self._split(presses, self.pressed)
        return ((1.0 - self.sheared) * self.softening)[:, None, None] * total, diffuse

    def _split(self, tensor, damage):
        """Step 4 of one tensor."""
        own = along(self.own_axes, tensor)
        return turned_back(self.own_axes, _with_shear(own, (1.0 - damage) * np.einsum("nii->ni", own), damage))

    def variables(self) -> Points:
        """What is shown of it."""

        def whole(damage):
            return 1.0 - np.prod(1.0 - damage, axis=1)

        return Points(
            tension_damage=self.tension,
            closing_damage=self.closing,
            gel_tension_damage=self.pulled,
            gel_compression_damage=self.pressed,
            plastic_opening=self.openings.values,
            shear_damage=self.sheared,
            lacking_energy=self.lacking,
            tension_whole=whole(self.tension),
            gel_tension_whole=whole(self.pulled),
            gel_compression_whole=whole(self.pressed),
        )


def _softened(width, scale):
    return width * (width + 2.0 * scale) / (scale + width) ** 2
