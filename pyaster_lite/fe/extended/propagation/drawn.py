"""Fronts of cracks that are drawn: points at equal distances, and where these go (u4.82.11)."""

from __future__ import annotations

import numpy as np

from .projection import Turning


class Crossed(ValueError):
    """The ways of neighbouring points cross: the share of the advance that they may go."""


def shared_out(count: int, lengths: np.ndarray) -> list[int]:
    """How many of `count` points fronts of these lengths get; what is left goes to those that the least is left to, one each."""
    exact = count * lengths / lengths.sum()
    shares = exact.astype(int)
    left = exact - shares
    for i in np.lexsort((np.arange(len(left)), left))[: count - shares.sum()]:
        shares[i] += 1
    return shares.tolist()


def places_between(wanted, abscissas, places, normals, directions):
    """(places, normals, directions), (k, 3) each, at abscissas (k,) of a front that is known at others (m,): the axes turn in between."""
    along = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    across = normals - (normals * along).sum(axis=1)[:, None] * along
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    segment = np.clip(np.searchsorted(abscissas, wanted) - 1, 0, len(abscissas) - 2)
    share = np.clip((wanted - abscissas[segment]) / (abscissas[segment + 1] - abscissas[segment]), 0.0, 1.0)
    axes = Turning(across, along, 0.0).axes(segment, share)
    return places[segment] + share[:, None] * (places[segment + 1] - places[segment]), axes[:, 1], axes[:, 0]


def advanced(places, normals, directions, angles, lengths, margin: float) -> np.ndarray:
    """(k, 3) where points of a front (k, 3) go by lengths (k,) at angles (k,) about it.

    Raises Crossed where the ways of neighbours meet before they have gone so much more.
    """
    ways = lengths[:, None] * (np.cos(angles)[:, None] * directions + np.sin(angles)[:, None] * normals)
    share = 1.0
    for ab, ac, cd in zip(ways[:-1], np.diff(places, axis=0), ways[1:]):
        size = np.linalg.norm(ab)
        across = ac - (ac @ ab) * ab / size**2 if size else ac
        if not size or not across.any() or across @ cd >= 0.0:
            continue
        across /= np.linalg.norm(across)
        ad, e = ac + cd, ab / size
        meet = ((ad @ across) * (ac @ e) - (ac @ across) * (ad @ e)) / (cd @ across)
        if meet < 0.0:
            continue
        gone = np.hypot(meet - ac @ e, ac @ across) / np.hypot(cd @ e, cd @ across)
        share = min(share, meet / (margin * size), gone)
    if share < 1.0:
        raise Crossed(float(share))
    return places + ways
