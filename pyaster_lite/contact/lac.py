"""LAC: local average contact, one pressure for each patch of the slave side and no friction (r5.03.50).

With l_p <= 0 the pressure of patch p, g_p its mean gap and B its matrix (fe.mortar_patches), the weak form is

    closed patches   forces B_p^T l_p,   int gap + B_p du = 0
    open ones        l_p = 0

where everything is paired anew after each iteration. Then the gaps are taken on the new pairing, and a patch is
closed when l_p + g_p <= 0 and what it faces is not next to nothing. A step is over when no patch changes, be it only from an open one to
one that faces nothing, the structure is balanced and its last correction is a small share of its displacements (mmmcrg).

Pressures start from zero at each step; statuses are those that the last balanced step left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import diags_array, issparse

from pyaster_lite.catalogue.registry import CONTACTS
from pyaster_lite.fe.bordered import Border, solve
from pyaster_lite.fe.mortar_patches import gathered
from pyaster_lite.fe.surface_contact import MovingSkins, SurfaceContact

EPS = np.finfo(float).eps
NOTHING = 1e-8
"""Patches that face less than this are left alone."""
COVERED = 1e-5
"""The share of a patch that must face something."""
REACH = 1e-6
"""Mean gaps up to this share of the shortest edge are closed at first by "penetrating"."""


@dataclass(frozen=True)
class PatchLaw:
    """How the patches of a zone start: "closed", "penetrating" (mean gaps up to `reach`, m) or "open"."""

    starts: str = "penetrating"
    reach: float = 0.0


@dataclass
class PatchGeometry(MovingSkins):
    """Zones that are Patchworks, and the zone of each patch (np,)."""

    zone_of_patch: np.ndarray

    @property
    def count(self) -> int:
        """How many patches there are."""
        return len(self.zone_of_patch)


@CONTACTS.register("LAC")
class LocalAverage(SurfaceContact):
    """The contact of all patches, as the nonlinear loop asks for it (fe.newton.CoupledContact).

    pressures (np,);  closed, facing (np,) statuses;  gaps (np,) means, not numbers where a patch faces nothing
    covered (np,) shares that face something
    """

    formulation = "CONTINUE"
    frictions = (False,)
    spatial = True

    def __init__(self, geometry: PatchGeometry, laws: list[PatchLaw], calm: int = 0, tolerance: float = 1e-6):
        self.geometry, self._laws, self._calm, self._stayed = geometry, laws, calm, 0
        self._tolerance = tolerance
        n = geometry.count
        self.equations = geometry.equations
        self.pressures, self.gaps, self.covered = np.zeros(n), np.full(n, np.nan), np.zeros(n)
        self.closed, self.facing = np.zeros(n, bool), np.ones(n, bool)
        self._gap, self._weight = np.zeros(n), np.zeros(n)
        self._left: tuple | None = None
        self._left_force = self._force = self._acting = np.zeros(len(self.equations))
        self.balanced_force = self._force
        self._target = -np.inf
        self._fresh = True

    def begin(self, t):
        """A step (or another attempt at it) towards t starts."""
        if t > self._target and np.isfinite(self._target):
            self._left = self.closed.copy(), self.facing.copy()
            self._left_force = self._force
        self._target = t
        self.pressures[:] = 0.0
        if self._left is not None:
            self.closed, self.facing = (statuses.copy() for statuses in self._left)
        self._fresh = True

    def _pair(self, u):
        geometry = self.geometry
        x = geometry.positions(u)
        self._paired = [zone.pair(x) for zone in geometry.zones]
        geometry.paired_at = u
        parts = [pairs.pressures(x, geometry.coordinates, geometry.table, geometry.count) for pairs in self._paired]
        self._matrix = gathered(parts, self.equations, geometry.count, len(u))
        self._measure(x)
        if self._left is None and self._fresh:
            self._start()
        self._fresh = False

    def _start(self):
        for index, law in enumerate(self._laws):
            here = (self.geometry.zone_of_patch == index) & np.isfinite(self.gaps)
            near = (self.gaps <= law.reach) & (self.covered >= COVERED)
            self.closed |= here & dict(closed=True, penetrating=near, open=False)[law.starts]
        self.facing = np.isfinite(self.gaps)

    def _measure(self, x):
        """Gaps of what is paired, the nodes standing at x."""
        n = self.geometry.count
        self._gap, self._weight = np.sum([pairs.gaps(x, n) for pairs in self._paired], axis=0)
        area = np.sum([pairs.areas(x, n) for pairs in self._paired], axis=0)
        facing = self._weight > NOTHING
        with np.errstate(divide="ignore", invalid="ignore"):
            self.gaps = np.where(facing, self._gap / self._weight, np.nan)
            self.covered = np.where(facing, self._weight / area, 0.0)

    def solve(self, matrix, unbalanced, jump, u, increment):
        """The correction of displacements u, and of the pressures."""
        if self._fresh or self.geometry.paired_at is not u:
            self._pair(u)
        closed = self.closed & np.isfinite(self.gaps)
        sign = closed.astype(float)
        laws = np.where(closed, self._gap, self.pressures)
        rows = diags_array(sign) @ self._matrix if issparse(self._matrix) else sign[:, None] * self._matrix
        force = rows.T @ self.pressures
        idle = diags_array(1.0 - sign) if issparse(self._matrix) else np.diag(1.0 - sign)
        none = self._matrix.T @ self._matrix * 0.0 if issparse(self._matrix) else np.zeros((len(force), len(force)))
        border = Border(self.equations, force, laws, none, rows.T, rows, idle, np.zeros(len(laws), bool))
        x, change, self.balanced_force = solve(matrix, unbalanced, jump, border)
        self.pressures = self.pressures + change
        self._acting, self._force = force, rows.T @ self.pressures
        return x

    def wait(self, u, increment):
        """The structure is moved by something else than a balance; pressures stay."""
        self._pair(u)
        self._acting = self._force = self._matrix.T @ (self.pressures * (self.closed & np.isfinite(self.gaps)))

    def move(self, u, increment):
        """The structure has moved to u: its balance is measured with the forces that the correction started from, as in code_aster."""

    def judged(self, u, increment) -> bool:
        """Whether no patch changes, statuses following the pressures and the gaps, and the correction is small beside the displacements."""
        moved, largest = (self.geometry.largest(v) for v in (u - self.geometry.paired_at, u))
        self._pair(u)
        facing = np.isfinite(self.gaps)
        closed = np.where(facing, (self.pressures + self.gaps <= EPS) & (self.covered >= COVERED), False)
        same = bool((closed == self.closed).all() and (facing == self.facing).all())
        self.closed, self.facing = closed, facing
        self._stayed = self._stayed + 1 if same else 0
        return same and (moved <= self._tolerance * largest if largest else self._tolerance >= 1.0)

    @property
    def restless(self) -> bool:
        """Whether patches have changed less than `calm` iterations ago."""
        return self._stayed < self._calm

    def penetration(self) -> float:
        """The deepest mean penetration (m) of the patches."""
        return max(0.0, -np.nanmin(self.gaps, initial=0.0))
