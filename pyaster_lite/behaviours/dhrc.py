"""RELATION='DHRC': homogenised sections of reinforced concrete, damage of each face and slip of its bars (r7.01.36).

With E = (e, k) the membrane strains and curvatures in the user's axes, d_m the damage and v_m the slips of the faces m = 1, 2:

(1) F = A(E, d) E + sum B_m(d_m) v_m.  A is half the sum over faces of A0 (a + g d)/(a + d), where a and g are those of tension,
    those of compression or a mean of them as the principal strains have it;  B_m = g d/(a + d), C_m like A.
(2) G_m = -(E A'_m E)/2 - E B'_m v_m - (v_m C'_m v_m)/2 stays below NYD_m;  each T_m = -E B_m - v_m C_m within +- SCRIT_m.
(3) The thresholds that are passed are brought back to zero by Newton's method, new ones joining until none is passed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.contraction import contracted
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.plate_frames import in_plane_turn

from .glrc_dm import principal

_ALMOST = 1e-16
_MEMBRANE = ((0, 0), (0, 1), (1, 1))


def tension(strain) -> np.ndarray:
    """(n, 2, 6, 6) the share of the laws of tension in each coefficient of A for each face, at strains (n, 6) as (xx, yy, 2 xy)."""
    shares = np.zeros((len(strain), 2, 6, 6))
    halved = strain * [1, 1, 0.5, 1, 1, 0.5]
    for start, swap in ((0, False), (3, True)):
        plane = halved[:, start : start + 3]
        values = principal(plane)[0]
        trace, determinant = plane[:, 0] + plane[:, 1], plane[:, 0] * plane[:, 1] - plane[:, 2] ** 2
        alike = determinant >= -_ALMOST
        up = np.where(alike, trace >= -_ALMOST, trace >= 0.0)
        great, small = abs(values[:, 0]), abs(values[:, 1])
        least, most = np.minimum(great, small), np.maximum(great, small)
        ratio = np.where(alike, 0.0, least / np.where(most > 0.0, most, 1.0))
        for place, (first, second) in enumerate(_MEMBRANE):
            both = _bending_shares(place, up, ratio) if swap else (_membrane_share(place, up, ratio),) * 2
            for face in (0, 1):
                shares[:, face, start + first, start + second] = shares[:, face, start + second, start + first] = both[face]
        shares[:, :, start + 2, start + 2] = 1.0
    return shares


def _membrane_share(place, up, ratio):
    """Of A11, A12, A22: the weaker principal strain, of the other sign, acts on A22 in tension, on A11 and A12 in compression."""
    return np.where(up, 1.0 - ratio * (place == 2), ratio * (place != 2))


def _bending_shares(place, up, ratio):
    """The same for both faces, one of which is in compression when the other one is in tension."""
    if place == 1:
        return np.where(up, 1.0 - ratio, 0.0), np.where(up, 0.0, 1.0 - ratio)
    mixed = ratio if place == 2 else 0.0 * ratio
    other = ratio if place == 0 else 0.0 * ratio
    return np.where(up, 1.0 - mixed, other), np.where(up, mixed, 1.0 - other)


@dataclass
class _Tables:
    """The material at points: see materials.dhrc; c0, b and the rest (n, 2, ...)."""

    a0: np.ndarray
    alpha: tuple[np.ndarray, np.ndarray]
    gamma: tuple[np.ndarray, np.ndarray]
    ab: np.ndarray
    gb: np.ndarray
    c0: np.ndarray
    ac: np.ndarray
    gc: np.ndarray
    limits: np.ndarray

    @classmethod
    def of(cls, data: ElementData, ng):
        """Of cells, at ng points each."""
        get = {name: np.repeat(data.property(f"dhrc.{name}"), ng, axis=0) for name in
               ("aa_t", "aa_c", "ga_t", "ga_c", "ab", "gb", "c0", "ac", "gc", "nyd", "scrit")}  # fmt: skip
        whole = [data.property(f"plate_{name}") for name in ("membrane", "coupling", "bending")]
        a0 = np.block([[whole[0], whole[1]], [whole[1].transpose(0, 2, 1), whole[2]]])
        limits = np.concatenate([get["nyd"], get["scrit"].reshape(-1, 4)], axis=1)
        pairs = ((get["aa_t"], get["aa_c"]), (get["ga_t"], get["ga_c"]))
        return cls(np.repeat(a0, ng, axis=0), *pairs, *(get[name] for name in ("ab", "gb", "c0", "ac", "gc")), limits)

    def at(self, rows):
        """Those of some of the points."""
        parts = {name: tuple(v[rows] for v in value) if isinstance(value, tuple) else value[rows] for name, value in vars(self).items()}
        return _Tables(**parts)

    def stiffness(self, shares, d):
        """A (n, 6, 6), and A', A'' by face (n, 2, 6, 6) at damages d (n, 2)."""
        d = d[:, :, None, None]
        parts = []
        for share, alpha, gamma in zip((shares, 1.0 - shares), self.alpha, self.gamma):
            there = share != 0.0
            a, g = np.where(there, alpha, 1.0), np.where(there, gamma, 0.0)
            lost = a * (g - 1.0)
            parts.append([share * own for own in ((a + g * d) / (a + d), lost / (a + d) ** 2, -2 * lost / (a + d) ** 3)])
        value, slope, second = (0.5 * self.a0[:, None] * (one + other) for one, other in zip(*parts))
        zero = np.zeros((6, 6))
        for start in (0, 3):
            zero[start : start + 2, start : start + 2] = zero[start + 2, start + 2] = 1.0
        return value.sum(axis=1) * zero, slope * zero, second * zero

    def slip(self, d):
        """B, B', B'' (n, 2, 6, 2) and C, C', C'' (n, 2, 2, 2) by face."""
        d = d[:, :, None, None]
        a, g = self.ab, self.gb
        b = g * d / (a + d), a * g / (a + d) ** 2, -2 * a * g / (a + d) ** 3
        a, lost = self.ac, 0.5 * self.c0 * self.ac * (self.gc - 1.0)
        c = 0.5 * self.c0 * ((a + self.gc * d) / (a + d) + 1.0), lost / (a + d) ** 2, -2 * lost / (a + d) ** 3
        return b, c


class _Point:
    """Steps (1) and (2) at strains (n, 6) and variables (n, 6) = (d1, d2, v1x, v1y, v2x, v2y)."""

    def __init__(self, tables, shares, strain, x):
        d, v = x[:, :2], x[:, 2:].reshape(-1, 2, 2)
        self.a, self.a1, a2 = tables.stiffness(shares, d)
        (self.b, self.b1, b2), (c, c1, c2) = tables.slip(d)
        self.strain, self.v, self.limits = strain, v, tables.limits
        self.forces = np.einsum("nij,nj->ni", self.a, strain) + np.einsum("nmik,nmk->ni", self.b, v)

        def square(matrix, left, right):
            return contracted("nmi,nmij,nmj->nm", left, matrix, right)

        e = np.broadcast_to(strain[:, None], (len(strain), 2, 6))
        release = -0.5 * square(self.a1, e, e) - square(self.b1, e, v) - 0.5 * square(c1, v, v)
        self.pull = -np.einsum("ni,nmik->nmk", strain, self.b) - np.einsum("nmi,nmik->nmk", v, c)
        pulls = self.pull.reshape(-1, 4)
        self.over = np.concatenate([release / self.limits[:, :2], (pulls / self.limits[:, 2:]) ** 2], axis=1) - 1.0
        jacobian = np.zeros((len(strain), 6, 6))
        own = -0.5 * square(a2, e, e) - square(b2, e, v) - 0.5 * square(c2, v, v)
        cross = -np.einsum("ni,nmik->nmk", strain, self.b1) - np.einsum("nmi,nmik->nmk", v, c1)
        for face in (0, 1):
            slips = slice(2 + 2 * face, 4 + 2 * face)
            jacobian[:, face, face] = own[:, face]
            jacobian[:, face, slips] = jacobian[:, slips, face] = cross[:, face]
            jacobian[:, slips, slips] = -c[:, face].transpose(0, 2, 1)
        self.scale = np.concatenate([1.0 / self.limits[:, :2], 2.0 * pulls / self.limits[:, 2:] ** 2], axis=1)
        self.jacobian = self.scale[:, :, None] * jacobian

    def inverse(self, active):
        """(n, 6, 6) the inverse of the part of the jacobian on the active thresholds (n, 6), zero elsewhere."""
        both = active[:, :, None] & active[:, None, :]
        return np.where(both, np.linalg.inv(np.where(both, self.jacobian, np.eye(6))), 0.0)

    def tangent(self, active):
        """(n, 6, 6) of the forces on the strains."""
        lost = np.zeros((len(self.strain), 6, 6))
        lost[:, :, :2] = (np.einsum("nmij,nj->nmi", self.a1, self.strain) + np.einsum("nmik,nmk->nmi", self.b1, self.v)).transpose(0, 2, 1)
        lost[:, :, 2:] = self.b.transpose(0, 2, 1, 3).reshape(-1, 6, 4)
        return self.a + contracted("nij,njk,nk,nlk->nil", lost, self.inverse(active), self.scale, lost)


@dataclass(frozen=True)
class Dhrc:
    """The law of plates that are seen by their forces; `precision` and `tries` of step (3)."""

    precision: float = 1e-6
    tries: int = 20
    linear = False
    symmetric = True
    internal_names = (
        "ENDOSUP", "ENDOINF", "GLISXSUP", "GLISYSUP", "GLISXINF", "GLISYINF", "DISSENDO", "DISSGLIS", "DISSIP", "ADOUMEMB", "ADOUFLEX",
    )  # fmt: skip
    internal_size = len(internal_names)
    needs = {"plate_membrane": "ELAS_DHRC", "dhrc.nyd": "DHRC"}

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        return replace(self, precision=precision, tries=tries)

    def dissipated(self, data: ElementData, thickness, internal):
        """(ne, ng) the energy by area that damage and slip have taken, J/m2."""
        return internal[..., 8]

    def resist(self, strain, state, data: ElementData, section, user):
        """Forces (ne, ng, 6), internal variables and tangent (ne, ng, 6, 6) at strains (ne, ng, 6) in the plate's own axes."""
        ne, ng = strain.shape[:2]
        turn = np.zeros((ne, 6, 6))
        turn[:, :3, :3] = turn[:, 3:, 3:] = in_plane_turn(user)
        twice = np.array([1.0, 1.0, 2.0, 1.0, 1.0, 2.0])
        own = (np.einsum("eij,egj->egi", turn, strain / twice) * twice).reshape(-1, 6)
        tables, shares = _Tables.of(data, ng), tension(own)
        old = state.internal.reshape(ne * ng, -1)
        if data.step.predicting:
            internal, active = old.copy(), np.zeros((len(own), 6), bool)
        else:
            x, active = self._moved(tables, shares, own, old[:, :6])
            internal = self._variables(tables, shares, old, x)
        point = _Point(tables, shares, own, internal[:, :6])
        back = np.linalg.inv(turn)
        forces = np.einsum("eij,egj->egi", back, point.forces.reshape(ne, ng, 6))
        tangent = contracted("eij,egjk,elk->egil", back, point.tangent(active).reshape(ne, ng, 6, 6), back)
        return forces, internal.reshape(ne, ng, -1), tangent

    def _moved(self, tables, shares, strain, before):
        """Step (3): the variables, and the thresholds that were passed."""
        x, active = before.copy(), np.zeros(before.shape, bool)
        rows, inner = np.arange(len(x)), np.zeros(len(x), int)
        outer = np.zeros(len(x), int)
        while len(rows):
            point = _Point(tables.at(rows), shares[rows], strain[rows], x[rows])
            passed = point.over > self.precision
            again = (passed & active[rows]).any(axis=1) & (inner[rows] > 0)
            outer[rows] += ~again
            active[rows] |= np.where(again[:, None], False, passed)
            going = passed.any(axis=1)
            inner[rows] = np.where(again, inner[rows] + 1, 1)
            if (going & ((inner[rows] > self.tries) | (outer[rows] > self.tries))).any():
                raise LawFailed(f"DHRC: damage and slip of {int(going.sum())} points are not found in {self.tries} iterations")
            step = np.einsum("nij,nj->ni", point.inverse(active[rows]), point.over)
            new = x[rows] - step
            new[:, :2] = np.maximum(new[:, :2], before[rows, :2])
            x[rows] = np.where(going[:, None], new, x[rows])
            rows = rows[going]
        return x, active

    def _variables(self, tables, shares, old, x):
        new = np.zeros_like(old)
        new[:, :6] = x
        new[:, 6] = (x[:, :2] * tables.limits[:, :2]).sum(axis=1)
        new[:, 7] = old[:, 7] + (abs(x[:, 2:] - old[:, 2:6]) * tables.limits[:, 2:]).sum(axis=1)
        new[:, 8] = new[:, 6] + new[:, 7]
        left = tables.stiffness(shares, x[:, :2])[0]
        for place, start in ((9, 0), (10, 3)):
            rows = np.arange(start, start + 3)
            new[:, place] = 1.0 - np.cbrt(left[:, rows, rows].prod(axis=1) / tables.a0[:, rows, rows].prod(axis=1))
        return new


BEHAVIOURS.add("DHRC", Dhrc())
