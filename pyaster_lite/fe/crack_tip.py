"""Displacements about the tip of a crack, mode by mode, each of a stress intensity factor of one (r7.02.08).

In the axes of the front (1 where the crack would go, 2 across it), at the distance r and the angle t, with c = sqrt(r / 2 pi) / 2 mu:

    mode 1   c (k - cos t) (cos t/2, sin t/2, 0)
    mode 2   c ((k + 2 + cos t) sin t/2, (2 - k - cos t) cos t/2, 0)
    mode 3   4 c (0, 0, sin t/2)

k = 3 - 4 nu, (3 - nu) / (1 + nu) in plane stress. About a front that is curved with a radius R, a term in c r / R is added.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .contraction import contracted


@dataclass
class TipFrame:
    """The axes of the front at points: `axes` (ne, ng, 3, 3), their columns; r and t (ne, ng); `places` (ne, ng, 3) on the front."""

    axes: np.ndarray
    r: np.ndarray
    t: np.ndarray
    places: np.ndarray

    @classmethod
    def at(cls, functions, coordinates, places, directions, normals) -> TipFrame:
        """From what nodes of cells (ne, nn, 3) have, by the shape functions (ng, nn) or (ne, ng, nn)."""
        nodal = (coordinates, places, directions, normals)
        points, places, ahead, across = (functions @ values for values in nodal)
        axes = basis(ahead, across)
        away = points - places
        x, y = (np.einsum("egk,egk->eg", away, axes[..., i]) for i in (0, 1))
        return cls(axes, np.hypot(x, y), np.arctan2(y, x), places)


def basis(directions, normals, unit: bool = True) -> np.ndarray:
    """(..., 3, 3) axes as columns: two unit vectors and one across both, which is one too if `unit`."""
    first, second = (values / np.linalg.norm(values, axis=-1, keepdims=True) for values in (directions, normals))
    third = np.cross(first, second)
    return np.stack([first, second, third / np.linalg.norm(third, axis=-1, keepdims=True) if unit else third], axis=-1)


def displacements(r, t, kolosov, shear) -> np.ndarray:
    """(3, ..., 3) in the axes of the front, mode by mode."""
    return (np.sqrt(r / (2 * np.pi)) / (2 * shear))[..., None] * _angular(np.cos(t), np.cos(t / 2), np.sin(t / 2), kolosov)


def gradients(frame: TipFrame, kolosov, shear, turning: np.ndarray | None = None, radius=None):
    """(displacements (3, ne, ng, 3), their gradients (3, ne, ng, 3, 3)) in the global axes, mode by mode.

    turning  (ne, 1 or ng, 3, 3, 3) derivatives of the axes, [component, axis, by]; None where they do not turn
    radius   (ne, ng) that of a curved front, None for a straight one
    """
    r, t = frame.r, frame.t
    own, by_r, by_t = modes(r, t, kolosov, shear)
    if radius is not None:
        further = _curved(r, t, kolosov, shear, radius)
        own, by_r, by_t = own + further[0], by_r + further[1], by_t + further[2]
    cosine, sine = np.cos(t)[..., None], np.sin(t)[..., None]
    by_t = by_t / r[..., None]
    local = np.stack([cosine * by_r - sine * by_t, sine * by_r + cosine * by_t, np.zeros_like(own)], axis=-1)
    axes = frame.axes
    gradient = contracted("egik,megkl,egjl->megij", axes, local, axes)
    if turning is not None:
        gradient = gradient + contracted("megk,egikj->megij", own, np.broadcast_to(turning, (*r.shape, 3, 3, 3)))
    return np.einsum("egik,megk->megi", axes, own), gradient


def _stacked(*parts):
    """(3, ..., 3) of (mode 1's two components), (mode 2's), mode 3's."""
    (a, b), (c, d), e = parts
    found = np.zeros((3, *np.shape(a), 3))
    for mode, axis, part in ((0, 0, a), (0, 1, b), (1, 0, c), (1, 1, d), (2, 2, e)):
        found[mode, ..., axis] = part
    return found


def modes(r, t, k, mu) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(3, ..., 3) displacements in the axes of the front, mode by mode, their derivatives by r and by t."""
    c = np.sqrt(r / (2 * np.pi)) / (2 * mu)
    cos, sin, half_cos, half_sin = np.cos(t), np.sin(t), np.cos(t / 2), np.sin(t / 2)
    angular = _angular(cos, half_cos, half_sin, k)
    turned = _stacked(
        (-half_sin * (k - cos) / 2 + half_cos * sin, half_cos * (k - cos) / 2 + half_sin * sin),
        (half_cos * (k + 2 + cos) / 2 - half_sin * sin, -half_sin * (2 - k - cos) / 2 + half_cos * sin),
        2 * half_cos,
    )
    c = c[..., None]
    return c * angular, c / (2 * r[..., None]) * angular, c * turned


def _angular(cos, half_cos, half_sin, k):
    return _stacked((half_cos * (k - cos), half_sin * (k - cos)), (half_sin * (k + 2 + cos), half_cos * (2 - k - cos)), 4 * half_sin)


def _curved(r, t, k, mu, radius):
    """What a curvature of the front adds to them."""
    nu, c = (3.0 - k) / 4.0, np.sqrt(r / (2 * np.pi)) / (2 * mu)
    a1, b1 = (8 * nu - 3) / 8, (5 - 8 * nu) / 8
    c1, d1 = (128 * nu**2 - 96 * nu + 13) / 24, (128 * nu**2 - 192 * nu + 55) / 24
    a2, b2 = (3 - 8 * nu) / 4, (128 * nu**2 - 96 * nu - 107) / 60
    c2, d2 = (5 - 8 * nu) / 4, -(128 * nu**2 - 192 * nu + 79) / 60
    cos, sin = np.cos(t), np.sin(t)
    cos1, sin1, cos3, sin3, cos5, sin5 = (f(m * t / 2) for m in (1, 3, 5) for f in (np.cos, np.sin))
    along, across = a2 * sin3 + b2 * sin1, c2 * cos3 + d2 * sin1
    angular = _stacked(
        (
            (cos1 * (a1 + c1 - b1 - d1) + cos5 * (a1 + b1) + cos3 * (c1 + d1)) / 2,
            (sin1 * (-a1 + c1 + b1 - d1) + sin5 * (a1 + b1) + sin3 * (c1 + d1)) / 2,
        ),
        (along * cos - across * sin, along * sin + across * cos),
        sin1,
    )
    along_t, across_t = 1.5 * a2 * cos3 + b2 * cos1 / 2, -1.5 * c2 * sin3 + d2 * cos1 / 2
    turned = _stacked(
        (
            (-sin1 * (a1 + c1 - b1 - d1) - 5 * sin5 * (a1 + b1) - 3 * sin3 * (c1 + d1)) / 4,
            (cos1 * (-a1 + c1 + b1 - d1) + 5 * cos5 * (a1 + b1) + 3 * cos3 * (c1 + d1)) / 4,
        ),
        (
            -along * sin + along_t * cos - across_t * sin - across * cos,
            along * cos + along_t * sin + across_t * cos - across * sin,
        ),
        cos1 / 2,
    )
    scale = (c * r / radius)[..., None]
    return scale * angular, 1.5 * scale / r[..., None] * angular, scale * turned
