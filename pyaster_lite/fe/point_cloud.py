"""Values of scattered points taken over to others, by weights that fade with the distance (u4.72.05, NUAGE_DEG_0 and NUAGE_DEG_1)."""

from __future__ import annotations

import numpy as np

_FADES, _POWER = 0.2, 0.75
_FLAT = 1e-3


def taken_over(places, values, wanted, degree: int) -> np.ndarray:
    """(n,) values at `wanted` (n, d) of those at `places` (m, d), with weights exp(-(r^2 / 0.2 r0^2)^0.75).

    degree  0: the weighted mean; 1: the polynomial of degree 1 with the least weighted squares
    r0 is the distance within which there are d + 1 places that span the space; raises ValueError where there are none.
    """
    apart = places[None] - wanted[:, None]
    square = (apart**2).sum(axis=-1)
    reach = np.array([_reach(places, own) for own in square])
    weights = np.exp(-((square / (_FADES * reach[:, None])) ** _POWER))
    if degree == 0:
        return weights @ values / weights.sum(axis=1)
    # monomials about each point: the polynomial's value there is its constant
    monomials = np.concatenate([np.ones((*square.shape, 1)), apart], axis=-1)
    matrix = np.einsum("nm,nmi,nmj->nij", weights, monomials, monomials)
    right = np.einsum("nm,nmi,m->ni", weights, monomials, values)
    return np.linalg.solve(matrix, right[..., None])[:, 0, 0]


def _reach(places, square) -> float:
    """The least square of a distance within which places span the space: the nearest, then the nearest off what is there.

    Of several that are as near the last one is taken, as code_aster does.
    """
    first = _nearest(square, np.ones(len(places), bool))
    other = places - places[first]
    chosen = _nearest(square, (other**2).sum(axis=1) > np.finfo(float).tiny ** 0.5)
    along = other[chosen]
    length = along @ along
    if places.shape[1] == 1:
        return square[chosen]
    across = np.cross(np.broadcast_to(_spatial(along), (len(places), 3)), _spatial(other))
    chosen = _nearest(square, np.sqrt((across**2).sum(axis=1)) > _FLAT * length)
    if places.shape[1] == 2:
        return square[chosen]
    normal = np.cross(along, other[chosen])
    return square[_nearest(square, abs(other @ normal) > _FLAT * np.linalg.norm(normal) * np.sqrt(length))]


def _spatial(vectors):
    return np.concatenate([vectors, np.zeros((*vectors.shape[:-1], 3 - vectors.shape[-1]))], axis=-1)


def _nearest(square, allowed) -> int:
    if not allowed.any():
        raise ValueError("the points to take values from do not span the space")
    distances = np.where(allowed, square, np.inf)
    return len(square) - 1 - int(np.argmin(distances[::-1]))
