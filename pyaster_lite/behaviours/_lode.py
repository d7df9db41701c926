"""How the strength of rocks depends on the third invariant of the stress: g = |s| h, h = (1 + c cos 3t)^(1/6) (r7.01.15)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import deviator, norm

LITTLE = 1e-8
"""A deviator so small beside the pressure of the air that it has no direction."""


def triple_cosine(s, air):
    """(...) cos 3t of deviators s (..., n), one where they are none."""
    size = norm(s)
    known = size > LITTLE * air
    cosine = np.sqrt(54.0) * np.linalg.det(full(s)) / np.where(known, size, 1.0) ** 3
    return np.where(known, np.clip(cosine, -1.0, 1.0), 1.0)


def shape(cosine, lode):
    """(...) h."""
    return (1.0 + lode * cosine) ** (1.0 / 6.0)


def lode_size(s, lode, air):
    """(g, q): |s| h and its rate (..., n) by the deviator, zero where there is none."""
    cosine, size = triple_cosine(s, air), norm(s)
    h = shape(cosine, lode)
    known = size > 0.0
    safe = np.where(known, size, 1.0)
    n, m = s.shape[-1], full(s)
    squared = deviator(mandel(m @ m, n))
    q = ((1.0 + lode * cosine / 2.0) / safe)[..., None] * s + (lode * np.sqrt(54.0) / (6.0 * safe**2))[..., None] * squared
    return size * h, np.where(known[..., None], q / h[..., None] ** 5, 0.0)
