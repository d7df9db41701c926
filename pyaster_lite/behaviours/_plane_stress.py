"""Plane stress for laws that do not know it (de Borst 1991; r5.03.03).

The strain across is a further variable of the point, found by Newton's method from its last value until the stress across
vanishes: e_zz <- e_zz - s_zz / (ds_zz/de_zz); the tangent is condensed.

COMPORTEMENT says how much stress across is borne (RESI_CPLAN_MAXI, RESI_CPLAN_RELA), and what is left counts in the results. Then,
as in nmcomp, a response starts from the strain across of the last one of the same step, each point stops by itself, and the stress
across stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.tensors import without_across

from ._law import Law

EXACT, TRIES = 1e-13, 200
SMALL = 1e-11
"""The stress across, beside the largest, that counts as none."""


@dataclass(frozen=True)
class Leeway:
    """The stress across that a deck bears: `bound`, Pa, or beside the largest of the point's when `relative`."""

    bound: float
    relative: bool

    def left(self, stress):
        """(ne, ng) where the stress across is too much."""
        most = self.bound * abs(stress).max(axis=-1) if self.relative else self.bound
        return abs(stress[..., 2]) > most


class Condensed(Law):
    """A law with the strain across behind its variables, which keeps the stress across at zero, or within a leeway."""

    def __init__(self, law: Law, leeway: Leeway | None = None):
        self.law, self.needs, self.linear, self.restarts, self.mirrored = law, law.needs, law.linear, law.restarts, law.mirrored
        self.symmetric = getattr(law, "symmetric", True)
        self.internal_names = (*law.internal_names, "ETIRZZ")
        self._continuum = Plane()
        self._leeway, self._last = leeway, None

    def integrate(self, strain, state, data, continuum):
        """The law's answer at the strain across that it wants."""
        across = state.internal[..., -1]
        old = PointState(_with(state.strain, across), state.stress, state.internal[..., :-1])
        if data.step.predicting:
            self._last = None
            stress, _, tangent = self.law.integrate(_with(strain, across), old, data, self._continuum)
            start = _free_across(stress, tangent) if self.restarts else state.stress
            return start, state.internal, without_across(tangent)
        across = self._recalled(state.internal)
        for _ in range(60):
            stress, internal, tangent = self.law.integrate(_with(strain, across), old, data, self._continuum)
            stiff = np.broadcast_to(tangent[..., 2, 2], across.shape)
            open_ = self._open(stress)
            if not open_.any():
                if self._leeway is None:
                    stress = stress.copy()
                    stress[..., 2] = 0.0
                else:
                    self._last = state.internal, across
                return stress, np.concatenate([internal, across[..., None]], axis=-1), without_across(tangent)
            if not (stiff[open_] != 0.0).all():
                break
            across = across - np.where(open_, stress[..., 2] / np.where(open_, stiff, 1.0), 0.0)
        raise LawFailed("no strain across makes the stress there vanish")

    def _open(self, stress):
        """(ne, ng) where the stress across is too much; what rounding leaves is borne in any case."""
        felt = abs(stress[..., 2]) > SMALL * abs(stress).max(axis=-1)
        return felt if self._leeway is None else felt & self._leeway.left(stress)

    def _recalled(self, internal):
        """(ne, ng) the strain across from which a step from these variables goes on."""
        if self._last is None or not np.array_equal(self._last[0], internal):
            return internal[..., -1]
        return self._last[1]


def _free_across(stress, tangent):
    """The stress once the strain across has moved, along the tangent, to where the stress across vanishes."""
    tangent = np.broadcast_to(tangent, (*stress.shape, stress.shape[-1]))
    stress = stress - tangent[..., 2] * (stress[..., 2] / tangent[..., 2, 2])[..., None]
    stress[..., 2] = 0.0
    return stress


def _with(strain, across):
    strain = strain.copy()
    strain[..., 2] = across
    return strain


def in_plane_stress(law: Law, leeway: Leeway | None = None) -> Law:
    """The law itself when it knows plane stress; one that is looked for within a precision is looked for as well as can be.

    With a leeway the law keeps its own precision.
    """
    if law.plane_stress:
        return law
    return Condensed(law.within(EXACT, TRIES) if leeway is None and hasattr(law, "precision") else law, leeway)
