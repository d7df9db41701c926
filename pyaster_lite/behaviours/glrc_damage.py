"""RELATION='GLRC_DAMAGE': sections of reinforced concrete by their forces, which crack and yield (r7.01.31).

In the user's axes, with e, k membrane strains and curvatures, k_i the principal ones:

(1) N = B e;  the moments of a step are those before it and what the curvatures of the step add to them: D k where nothing has cracked.
(2) Cracks: see _bending_cracks, where a = nu D/2, b = (1 - nu) D/2, K_s = (1 - gamma)/4 M_s^2/(a + b) and M_s is the moment of the first
    crack of a side. They dissipate K_s by what d_s grows, and follow the curvatures less those that stay.
(3) Yielding: (M_x - M_px)(M_y - M_py) - M_xy^2 keeps its sign on either side, M_p being moments that depend on N: see _johansen. A step
    is followed in parts, each one cracks first.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.plate_frames import in_plane_turn

from . import _johansen as johansen
from ._bending_cracks import Sides, cracked
from ._johansen import Yielding

_KNOWN = 10.0


class GlrcDamage:
    """The law of plates that are seen by their forces."""

    linear = False
    symmetric = True
    stepwise = True
    """Asks for the strains of the last instant as they are seen where the plate stands now."""

    def __init__(self, tolerance: float = 1e-6, tries: int = 20):
        self.tolerance, self.tries = tolerance, tries

    def within(self, tolerance: float, tries: int) -> GlrcDamage:
        """The law integrated to a relative tolerance, in `tries` parts of a step at most, each halved as often."""
        return type(self)(tolerance, abs(tries))

    internal_names = (
        "EPSP1", "EPSP2", "EPSP3", "KHIP1", "KHIP2", "KHIP3", "DISSIP", "ENDOFL+", "ENDOFL-", "DISSENDO", "ANGL1", "ANGL2", "ANGL3",
        "XMEMB1", "XMEMB2", "XMEMB3", "XFLEX1", "XFLEX2", "XFLEX3",
    )  # fmt: skip
    internal_size = len(internal_names)
    by_area = (6, 9)
    """Variables that are counted for the area of a point."""
    needs = {"bending_young": "ELAS_GLRC", "glrc_damage.membrane": "GLRC_DAMAGE"}

    def resist(self, strain, state, data: ElementData, section, user):
        """Forces (ne, ng, 6), internal variables and tangent (ne, ng, 6, 6) at strains (ne, ng, 6) in the plate's own axes.

        Raises LawFailed where a point is not followed in as many parts as it may be, or is not as thick as its material says.
        """
        ne, ng = strain.shape[:2]
        told = data.property("glrc_damage.thickness")
        if (told != section.thickness).any():
            first = int((told != section.thickness).argmax())
            raise LawFailed(
                f"GLRC_DAMAGE: the material is of a section {told[first]:g} thick, the plate is {section.thickness[first]:g} thick"
            )
        stiff = np.zeros((ne, 6, 6))
        stiff[:, :3, :3], stiff[:, 3:, 3:] = data.property("glrc_damage.membrane"), _bending(data, section)
        turn = np.zeros((ne, 6, 6))
        turn[:, :3, :3] = turn[:, 3:, 3:] = np.linalg.inv(in_plane_turn(user)).transpose(0, 2, 1)
        seen, rise = (np.einsum("eij,egj->egi", turn, e) for e in (strain, strain - state.strain[..., :6]))
        forces, internal = state.stress[..., :6].copy(), state.internal.copy()
        tangent = np.repeat(stiff, ng, axis=0)
        if data.step.predicting:
            forces[..., :3] += np.einsum("eij,egj->egi", stiff, rise)[..., :3]
        else:
            points = _yielding(data, ng)
            internal, change, tangent = self._followed(
                points, _sides(data, section, ng), tangent, seen.reshape(-1, 6), rise.reshape(-1, 6), internal, data
            )
            forces += change.reshape(ne, ng, 6)
        internal[..., 10] = np.arctan2(user[:, 0, 1], user[:, 0, 0])[:, None]
        internal[..., 11:13] = _KNOWN
        turns = np.repeat(turn, ng, axis=0)
        tangent = (turns.transpose(0, 2, 1) @ tangent @ turns).reshape(ne, ng, 6, 6)
        return np.einsum("eji,egj->egi", turn, forces), internal, tangent

    def _followed(self, points, sides, stiff, seen, rise, internal, data):
        """Internal variables, changes of forces and tangents (n, 6, 6) of a step; seen, rise (n, 6) its strains and their changes."""
        shape, internal = internal.shape, internal.reshape(-1, self.internal_size).copy()
        least = self.tolerance * _size(rise)
        left, change, stiff = rise.copy(), np.zeros_like(rise), stiff.copy()
        y, elastic, d = internal[:, 13:].copy(), seen[:, 3:] - internal[:, 3:6], internal[:, 7:9] * sides.most
        old, kinds = d.copy(), np.zeros(len(y), int)
        for _ in range(self.tries):
            rows = np.flatnonzero(_size(left) > least)
            if not len(rows):
                break
            d[rows], stiff[rows, 3:, 3:] = cracked(sides.of(rows), elastic[rows], left[rows, 3:], d[rows])
            step, kinds[rows], y[rows], plastic, lost = self._part(points.of(rows), y[rows], left[rows], stiff[rows], shape, rows)
            internal[rows, :6] += plastic
            internal[rows, 6] += lost
            elastic[rows] += (step - plastic)[:, 3:]
            change[rows] += np.einsum("nij,nj->ni", stiff[rows], step - plastic)
            left[rows] -= step
        else:
            _lost(_size(left) > least, shape)
        internal[:, 7:9] = d / sides.most
        internal[:, 9] += (sides.k * (d - old)).sum(axis=1)
        internal[:, 13:] = y
        extremes = np.repeat(data.property("glrc_damage.extremes"), shape[1], axis=0)
        return internal.reshape(shape), change, johansen.tangent(points, kinds, y, stiff, extremes)

    def _part(self, points, y, step, stiff, shape, rows):
        """The largest part of a step that is followed, found by halving: it, its criteria, y, plastic strains and their dissipation."""
        step, new, plastic, lost = step.copy(), y.copy(), np.zeros_like(y), np.zeros(len(y))

        def met(own, size):
            return points.of(own).met(y[own] + size * np.einsum("nij,nj->ni", stiff[own], step[own]))

        going = np.arange(len(y))
        kinds = met(going, 1.0)
        for _ in range(self.tries):
            halves = met(going, 0.5)
            same = halves == kinds[going]
            kinds[going] = halves
            halved, tried = going[~same], going[same]
            own, start = points.of(tried), y[tried]
            then, flown, failed = johansen.part(own, kinds[tried], start, step[tried], stiff[tried])
            gone = 0.5 * (flown * (start + then)).sum(axis=1)
            with np.errstate(invalid="ignore"):
                out = np.maximum(own.criterion(then, 0), own.criterion(then, 1)) > own.limit()
            pulled = np.flatnonzero((failed == 0) & out)
            if len(pulled):
                back, more, extra, well = johansen.brought_back(own.of(pulled), then[pulled], stiff[tried[pulled]])
                then[pulled], flown[pulled], gone[pulled] = back, flown[pulled] + more, gone[pulled] + extra
                failed[pulled] = np.where(well, 0, johansen.OUTSIDE)
            good = failed == 0
            done = tried[good]
            new[done], plastic[done], lost[done] = then[good], flown[good], gone[good]
            going = np.concatenate([halved, tried[~good]])
            if not len(going):
                return step, kinds, new, plastic, lost
            step[going] /= 2.0
        unmet = np.zeros(shape[0] * shape[1], bool)
        unmet[rows[going]] = True
        return _lost(unmet, shape)


def _bending(data, section):
    poisson = data.overall("bending_poisson")
    plane = np.zeros((len(poisson), 3, 3))
    plane[:, 0, 0] = plane[:, 1, 1] = 1.0
    plane[:, 0, 1] = plane[:, 1, 0] = poisson
    plane[:, 2, 2] = (1 - poisson) / 2
    return plane * (data.overall("bending_young") * section.thickness**3 / 12 / (1 - poisson**2))[:, None, None]


def _sides(data, section, ng):
    """What cracks make of both sides, at all points."""
    young, poisson, g = (data.overall(name) for name in ("bending_young", "bending_poisson", "glrc_damage.fading"))
    told = young, poisson, section.thickness, data.property("glrc_damage.cracking"), g, data.property("glrc_damage.left")
    return Sides.made(*(np.repeat(x, ng, axis=0) for x in told))


def _yielding(data, ng):
    """What makes points yield, at all points."""
    names = ("yield_moments", "prager", "norms")
    curves, prager, norms = (np.repeat(data.property(f"glrc_damage.{name}"), ng, axis=0) for name in names)
    return Yielding(curves, prager, norms[:, 0], norms[:, 1])


def _size(strain):
    """The greater one of the norms of membrane strains and of curvatures."""
    return np.maximum(np.linalg.norm(strain[:, :3], axis=1), np.linalg.norm(strain[:, 3:], axis=1))


def _lost(points, shape):
    raise LawFailed(f"GLRC_DAMAGE: {points.sum()} points are not followed beyond where they yield", points=points.reshape(shape[:2]))


BEHAVIOURS.add("GLRC_DAMAGE", GlrcDamage())
