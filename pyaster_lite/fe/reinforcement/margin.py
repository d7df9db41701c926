"""How far forces on plates with known bars are from the limit of their sections (vrfplq, cmarge).

On each facet a reference point (N0, M0) and the acting one (N, M) tell a direction; Nrd, Mrd is the point of the limit curve whose
direction from the reference is the nearest to it,

    margin = 1 - |acting - reference| / |limit - reference|

and the plate has that of its worst facet. A reference outside of the curve counts as a margin of 2, and ends the search.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.reinforcement.bending import diagram
from pyaster_lite.fe.reinforcement.facets import facets
from pyaster_lite.fe.reinforcement.section import Section

OUTSIDE, UNLOADED = 2.0, 1.0
"""Margins of a reference outside of the limit curve, and of an acting point that is the reference."""
_EPS = np.finfo(float).eps
_AT_ONCE = 60


@dataclass
class Margins:
    """Of n plates or facets: margin, use of the strength, distances reference to acting and to limit point, that point."""

    margin: np.ndarray
    use: np.ndarray
    acting: np.ndarray
    limit: np.ndarray
    normal: np.ndarray
    moment: np.ndarray


def plate_margins(law, thickness, covers, bars, forces, reference, count) -> np.ndarray:
    """(n, 13) of plates: margin, angle of the worst facet in degrees, use, both distances, lower and upper bars across it, N0, M0, N, M,
    Nrd, Mrd.

    law        Ultimate or Service;  covers  of the lower and upper bars
    bars       (n, 4) lower and upper along x, lower and upper along y, by unit of width
    forces, reference  (n, 6) NXX NYY NXY MXX MYY MXY, tension positive
    count      of facets
    """
    found = np.zeros((len(forces), 13))
    for height in np.unique(thickness):
        own = np.flatnonzero(thickness == height)
        for rows in np.array_split(own, -(-len(own) // _AT_ONCE)):
            section = Section(float(height), 1.0, *covers)
            found[rows] = _some(law, section, bars[rows], forces[rows], reference[rows], count)
    return found


def _some(law, section, bars, forces, reference, count):
    cosine, sine = facets(count)
    turn = np.stack([cosine**2, sine**2, -2.0 * sine * cosine])
    angle = np.degrees(np.cumsum(np.append(-0.5 * np.pi, np.full(count - 1, np.pi / count))))
    angle[0] = -90.0
    points = [-(given[:, part] @ turn) for given in (reference, forces) for part in (slice(0, 3), slice(3, 6))]
    # Term by term, in this order: what rounding leaves of a side without bars tells whether its curve holds the reference
    lower, upper = (bars[:, side, None] * turn[0] + bars[:, side + 2, None] * turn[1] for side in (0, 1))
    curve = diagram(law, section, lower.ravel(), upper.ravel())[:2]
    told = margins(*curve, *(values.ravel() for values in points))
    shape = lower.shape
    by_facet = told.margin.reshape(shape)
    outside = by_facet == OUTSIDE
    # the first facet whose reference is outside of its curve is the one; else the first of the least margin
    worst = np.where(outside.any(axis=1), outside.argmax(axis=1), by_facet.argmin(axis=1))
    spread = np.broadcast_to(angle, shape)
    columns = [told.margin, spread, told.use, told.acting, told.limit, lower, upper, *points, told.normal, told.moment]
    rows = np.arange(len(forces))
    return np.stack([np.reshape(values, shape)[rows, worst] for values in columns], axis=1)


def margins(normals, moments, n0, m0, n, m) -> Margins:
    """Of sections with limit curves (k, points), a reference (k,) and an acting point (k,)."""
    normals, moments = (np.broadcast_to(values, (len(n), values.shape[1])) for values in (normals, moments))
    inside = _inside(normals, moments, n0, m0)
    acting = np.hypot(n - n0, m - m0)
    along = np.abs(n - n0) > _EPS * np.maximum(np.abs(n), np.abs(n0))
    across = np.abs(m - m0) > _EPS * np.maximum(np.abs(m), np.abs(m0))
    with np.errstate(all="ignore"):
        slope = np.where(along, (m - m0) / (n - n0), (m - m0) / (_EPS * np.maximum(np.abs(m), np.abs(m0))))[:, None]
        dn, dm = normals - n0[:, None], moments - m0[:, None]
        far = np.abs(dn) > _EPS * np.maximum(np.abs(normals), np.abs(n0)[:, None])
        own = np.where(far, dm / dn, dm / _EPS * np.maximum(np.abs(moments), np.abs(m0)[:, None]))
        ahead = (n - n0)[:, None] * dn + (m - m0)[:, None] * dm > 0.0
        nearest = np.where(ahead, np.abs(own - slope), 1e20).argmin(axis=1)
        rows = np.arange(len(n))
        at_n, at_m = normals[rows, nearest], moments[rows, nearest]
        limit = np.hypot(at_n - n0, at_m - m0)
        use = acting / limit
    loaded = inside & (along | across)
    margin = np.where(loaded, 1.0 - use, np.where(inside, UNLOADED, OUTSIDE))
    use = np.where(loaded, use, np.where(inside, 0.0, -1.0))
    return Margins(margin, use, acting, *(np.where(loaded, values, -1.0) for values in (limit, at_n, at_m)))


def _inside(normals, moments, n0, m0):
    """Whether the reference is within the curve: a ray along N crosses it an odd number of times."""
    last_n, last_m = np.roll(normals, 1, axis=1), np.roll(moments, 1, axis=1)
    n0, m0 = n0[:, None], m0[:, None]
    crossed = (moments > m0) != (last_m > m0)
    with np.errstate(all="ignore"):
        place = (last_n - normals) * (m0 - moments) / (last_m - moments) + normals
    scale = _EPS * np.maximum(np.abs(normals), np.abs(n0))
    met = (np.abs(normals - n0) <= scale) & (np.abs(moments - m0) <= scale)
    return ((crossed & (n0 < place)).sum(axis=1) % 2 == 1) & ~met.any(axis=1)
