"""Slip by densities of dislocations in face-centred metals: MONO_DD_CFC, MONO_DD_CFC_IRRA, MONO_DD_FAT (r5.03.11, 4.2).

With t the resolved stress of a system, r = b^2 rho the densities (those below zero count for none), a the interaction, dt the time:

    dp = GAMMA0 dt ((|t| / (TAU_F + R))^N - 1) where |t| > TAU_F + R
    R  = mu c sqrt(a r)                                                                             CFC
    R  = mu sqrt(c^2 a r + ALP_LOOP PHI_LOOP loops + ALP_VOID RHO_VOID voids)                       CFC_IRRA
    R  = mu sqrt(a r)                                                                               FAT
    c  = 0.2 + 0.8 ln(ALPHA sqrt(w)) / ln(ALPHA BETA sqrt(RHO_REF)), w the sum of r; 1 where ALPHA = 0
    dr = h dp
    h  = A sum_f sqrt(a) r / sum sqrt(a r) + B c sum_c sqrt(a r) - Y r / BETA                       CFC: c coplanar, f not
    h  = BETA UN_SUR_D + sqrt(w - r) / K - GC0 r / BETA                                             FAT

Irradiated loops and voids are cut by the slips of their plane: each tends to its saturation as exp(-XI_IRRA sum dp).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._interaction import face_centred
from ._values import positive, sign, size, spread

MOST = np.log(np.finfo(float).max)
SYSTEMS = 12
COPLANAR = np.kron(np.eye(4), np.ones((3, 3)))


class Densities:
    """The slip of one family, whose first variable is a density times the square of Burgers's vector."""

    dense, kinematic = True, None
    FLOW = ("TAU_F", "GAMMA0", "A", "B", "N", "Y")
    SIZES = ("ALPHA", "BETA", "RHO_REF")

    def __init__(self, flow: str):
        self.flow = self.interaction = flow
        self.marks = 2 * SYSTEMS if flow == "MONO_DD_CFC_IRRA" else 0
        self.fatigue = flow == "MONO_DD_FAT"
        self.table = face_centred()

    def words(self):
        """The parameters that are read, by factor keyword."""
        if self.fatigue:
            return {self.flow: ("TAU_F", "GAMMA0", "BETA", "UN_SUR_D", "N", "GC0", "K")}
        irradiated = ("RHO_VOID", "PHI_LOOP", "ALP_VOID", "ALP_LOOP", "RHO_SAT", "PHI_SAT", "XI_IRRA", "DZ_IRRA") if self.marks else ()
        return {self.flow: (*self.FLOW, *self.SIZES, *irradiated)}

    def rates(self, stress, known, hardening, marks, point):
        """(..., n, 3) rates of the densities, gamma, p of resolved stresses (..., n); the densities are those of `hardening`."""
        return self._moved(stress, hardening[..., 0], marks, point, 1.0)

    def increments(self, stress, x, known, marks, point):
        """(..., n, 3) increments over a step whose densities grow by x (..., n)."""
        return self._moved(stress, known[..., 0] + x, marks, point, point.dt)

    def _moved(self, stress, density, marks, point, dt):
        own, held = point.values[self.flow], positive(density)
        counted = self._counted(own, held) if not self.fatigue else 1.0
        share = size(stress) / (own["TAU_F"] + self._limit(own, held, counted, marks, point))
        flows = np.real(share) > 1.0
        share = np.where(flows, share, 1.0)
        if (own["N"] * np.log(np.real(share)) >= MOST).any():
            raise LawFailed("MONO_DD: a crystal slips too fast")
        total = np.where(flows, own["GAMMA0"] * dt * (share ** own["N"] - 1.0), 0.0)
        growth = self._growth_of_fatigue(own, held) if self.fatigue else self._growth(own, held, counted, point)
        return np.stack(np.broadcast_arrays(growth * total, total * sign(stress), total), axis=-1)

    def _counted(self, own, held):
        whole = held.sum(axis=-1, keepdims=True)
        some = (np.real(whole) > 0.0) & (own["ALPHA"] > 0.0)
        length = np.where(some, own["ALPHA"] * np.sqrt(np.where(some, whole, 1.0)), 1.0)
        reference = np.where(some, own["ALPHA"] * own["BETA"] * np.sqrt(own["RHO_REF"]), np.e)
        return np.where(some, 0.2 + 0.8 * np.log(length) / np.log(reference), 1.0)

    def _limit(self, own, held, counted, marks, point):
        forest = spread(point.interaction, held)
        if self.marks:
            loops, voids = marks[..., :SYSTEMS], marks[..., SYSTEMS:]
            forest = forest * counted**2 + own["ALP_LOOP"] * own["PHI_LOOP"] * loops + own["ALP_VOID"] * own["RHO_VOID"] * voids
            counted = 1.0
        return point.shear * _root(forest) * counted

    def _growth(self, own, held, counted, point):
        roots = np.sqrt(point.interaction)
        every = _root(held)
        whole = spread(roots, every)
        crossed = spread(roots * (1.0 - COPLANAR), held)
        some = np.real(whole) > np.finfo(float).tiny
        cut = own["A"] * np.where(some, crossed / np.where(some, whole, 1.0), 0.0)
        return cut + own["B"] * counted * spread(roots * COPLANAR, every) - own["Y"] * held / own["BETA"]

    def _growth_of_fatigue(self, own, held):
        others = _root(held.sum(axis=-1, keepdims=True) - held)
        return own["BETA"] * own["UN_SUR_D"] + others / own["K"] - own["GC0"] * held / own["BETA"]

    def irradiated(self, marks, known, slips, point, explicit):
        """The loops and voids after slips (..., n)."""
        if not self.marks:
            return marks
        own = point.values[self.flow]
        # as in code_aster, an explicit step counts all that has slipped since the start
        cut = (known[..., 2] + slips if explicit else slips) @ COPLANAR
        loops, voids = marks[..., :SYSTEMS], marks[..., SYSTEMS:]
        loops = own["RHO_SAT"] + (loops - own["RHO_SAT"]) * np.exp(-own["XI_IRRA"] * cut)
        voids = own["PHI_SAT"] + (voids - own["PHI_SAT"]) * np.exp(-own["DZ_IRRA"] * cut)
        return np.concatenate([loops, voids], axis=-1)


def _root(x):
    """The square root, without a slope where there is nothing."""
    some = np.real(x) > 0.0
    return np.where(some, np.sqrt(np.where(some, x, 1.0)), 0.0)
