"""RELATION='GLRC_DAMAGE': sections of reinforced concrete by their forces, as far as they do not yield (r7.01.31).

In the user's axes, with e, k membrane strains and curvatures, k_i the principal ones:

(1) N = B e;  the moments of a step are those before it and what the curvatures of the step add to them: D k where nothing has cracked.
(2) Cracks: see _bending_cracks, where a = nu D/2, b = (1 - nu) D/2, K_s = (1 - gamma)/4 M_s^2/(a + b) and M_s is the moment of the first
    crack of a side. They dissipate K_s by what d_s grows.
(3) Yielding: (M_x - M_px)(M_y - M_py) - M_xy^2 keeps its sign on either side, M_p being moments that depend on N.

The tangent is that of (1) as nothing has cracked. code_aster follows the section beyond (3); that is refused here.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.plate_frames import in_plane_turn
from pyaster_lite.fe.reinforced_plate import moment_at

from ._bending_cracks import Sides, cracked

_SLANT = 1.001
_KNOWN = 10.0


class GlrcDamage:
    """The law of plates that are seen by their forces."""

    linear = False
    symmetric = True
    internal_names = (
        "EPSP1", "EPSP2", "EPSP3", "KHIP1", "KHIP2", "KHIP3", "DISSIP", "ENDOFL+", "ENDOFL-", "DISSENDO", "ANGL1", "ANGL2", "ANGL3",
        "XMEMB1", "XMEMB2", "XMEMB3", "XFLEX1", "XFLEX2", "XFLEX3",
    )  # fmt: skip
    internal_size = len(internal_names)
    by_area = (9,)
    """Variables that are counted for the area of a point."""
    needs = {"bending_young": "ELAS_GLRC", "glrc_damage.membrane": "GLRC_DAMAGE"}

    def resist(self, strain, state, data: ElementData, section, user):
        """Forces (ne, ng, 6), internal variables and tangent (ne, ng, 6, 6) at strains (ne, ng, 6) in the plate's own axes.

        Raises LawFailed where the section yields, or is not as thick as its material says.
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
        seen = np.einsum("eij,egj->egi", turn, strain)
        forces = np.einsum("eij,egj->egi", stiff, seen)
        internal = state.internal.copy()
        rise = seen[..., 3:] - np.einsum("eij,egj->egi", turn[:, 3:, 3:], state.strain[..., 3:6])
        sides = _sides(data, section, ng)
        if data.step.predicting or not rise.any():
            forces[..., 3:] = internal[..., 16:19]
        else:
            old = internal[..., 7:9].reshape(-1, 2) * sides.most
            d, bending = cracked(sides, seen[..., 3:].reshape(-1, 3), rise.reshape(-1, 3), old)
            forces[..., 3:] = internal[..., 16:19] + np.einsum("nij,nj->ni", bending, rise.reshape(-1, 3)).reshape(ne, ng, 3)
            internal[..., 7:9] = (d / sides.most).reshape(ne, ng, 2)
            internal[..., 9] += (sides.k * (d - old)).sum(axis=1).reshape(ne, ng)
        yields = _yields(data, forces.reshape(-1, 6), ng)
        if yields.any():
            raise LawFailed(f"GLRC_DAMAGE: {yields.sum()} points yield, which is not followed yet")
        internal[..., 10] = np.arctan2(user[:, 0, 1], user[:, 0, 0])[:, None]
        internal[..., 11:13], internal[..., 13:] = _KNOWN, forces
        tangent = turn.transpose(0, 2, 1) @ stiff @ turn
        own = np.einsum("eji,egj->egi", turn, forces)
        return own, internal, np.repeat(tangent[:, None], ng, axis=1)


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
    return Sides.of(*(np.repeat(x, ng, axis=0) for x in told))


def _yields(data, forces, ng):
    """(n,) where step (3) is passed; forces (n, 6) in the user's axes."""
    curves = np.repeat(data.property("glrc_damage.yield_moments"), ng, axis=0)
    found = np.zeros(len(forces), bool)
    for side, sign in enumerate((1.0, -1.0)):
        x, y = (forces[:, 3 + axis] - moment_at(curves[:, axis, side], forces[:, axis]) for axis in (0, 1))
        away = np.maximum(sign * (_SLANT * x + y), sign * (x / _SLANT + y))
        found |= (forces[:, 5] ** 2 > x * y) | (away > 0.0)
    return found


BEHAVIOURS.add("GLRC_DAMAGE", GlrcDamage())
