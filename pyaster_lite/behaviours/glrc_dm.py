"""RELATION='GLRC_DM': sections of reinforced concrete damaged in membrane and bending, d1 by one side and d2 by the other (r7.01.32).

With e, k the principal membrane strains and curvatures, ezz the strain across that leaves no stress across, tr = exx + eyy:

(1) Membrane: lambda and mu are multiplied by the mean over d1, d2 of (1 + gt d)/(1 + d) where the strain (tr for lambda) is positive,
    of (a + gc d)/(a + d) elsewhere, a = ALPHA_C.  Bending: by (b + gf d1)/(b + d1) where the curvature (their sum for lambda) is
    positive, by the same of d2 elsewhere, b from the thresholds.
(2) d1, d2 grow so that  R_i = Q_i(e, d)/(1 + d_i)^2 + B_i(k)/(b + d_i)^2 - k0  stays below zero: Newton's method on the diagonal.
(3) Forces follow from (1); the tangent takes dd from dR = 0 where damage grows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.plate_frames import in_plane_turn
from pyaster_lite.fe.reinforced_section import bending_misfit, compression_misfit

_TINY = 1e-14
_LEAST_THRESHOLD = 1e-6


@dataclass
class _Section:
    """The section at points, arrays (n,): moduli by length, slopes after damage, thresholds."""

    lame: np.ndarray
    two_mu: np.ndarray
    bending_lame: np.ndarray
    bending_two_mu: np.ndarray
    slope_tension: np.ndarray
    slope_compression: np.ndarray
    slope_bending: np.ndarray
    threshold: np.ndarray
    bending: np.ndarray
    compression: np.ndarray

    @classmethod
    def of(cls, data: ElementData, thickness, ng: int):
        """Of cells with a thickness (ne,), at ng points each."""
        young, poisson = data.overall("young"), data.overall("poisson")
        bent, bent_poisson = data.overall("bending_young"), data.overall("bending_poisson")
        lame, two_mu = young * poisson / (1 + poisson) / (1 - 2 * poisson) * thickness, young / (1 + poisson) * thickness
        cube = thickness**3 / 12
        bending_lame, bending_two_mu = bent * bent_poisson / (1 - bent_poisson**2) * cube, bent / (1 + bent_poisson) * cube
        gt, gc, gf, first, moment, alpha = (
            data.property(f"glrc.{name}") for name in ("gamma_t", "gamma_c", "gamma_f", "nyt", "myf", "alpha_c")
        )
        alpha = np.where(gc == 1.0, 1.0, alpha)
        threshold = lame * (1 - gt) * (1 - 2 * poisson) ** 2 + two_mu * (1 - gt + (1 - gc) * poisson**2 / alpha)
        threshold = threshold / (2 * (lame * (1 - 2 * poisson) + two_mu)) ** 2 * first**2
        if (threshold == 0.0).any():
            raise LawFailed("GLRC_DM: the threshold of damage in the membrane is zero")
        side = bending_lame * (1 - bent_poisson)
        bending = (side * (1 - bent_poisson) + bending_two_mu) / (2 * (side + bending_two_mu) ** 2) * (1 - gf) * moment**2 / threshold
        each = (lame, two_mu, bending_lame, bending_two_mu, gt, gc, gf, threshold, bending, alpha)
        return cls(*(np.repeat(value, ng) for value in each))

    def at(self, rows):
        """The section at some of the points."""
        return _Section(*(value[rows] for value in vars(self).values()))


def principal(plane):
    """(n, 2) principal values, the greatest first, and their directions (n, 2, 2) by columns, of tensors (n, 3) as (xx, yy, xy)."""
    matrix = np.stack([plane[:, [0, 2]], plane[:, [2, 1]]], axis=1)
    values, vectors = np.linalg.eigh(matrix)
    return values[:, ::-1], vectors[:, :, ::-1]


def _share(d, slope, scale):
    """(scale + slope d)/(scale + d) and its derivative."""
    return (scale + slope * d) / (scale + d), scale * (slope - 1.0) / (scale + d) ** 2


class _Membrane:
    """Step (1) for the membrane at damages d (n, 2): everything that depends on them."""

    def __init__(self, s, e, d):
        trace = e.sum(axis=1)
        one, d = np.ones_like(trace)[:, None], d
        gt, gc, scale = s.slope_tension[:, None], s.slope_compression[:, None], s.compression[:, None]

        def chosen(pulled):
            share = np.where(pulled[:, None], _share(d, gt, one), _share(d, gc, scale))
            force = np.where(pulled[:, None], 1 - gt + 0 * d, scale * (1 - gc) * (1 + d) ** 2 / (scale + d) ** 2)
            slope = np.where(pulled[:, None], 0.0, 2 * scale * (1 - gc) * (1 + d) * (scale - 1) / (scale + d) ** 3)
            return share[0], share[1], force, slope

        lame, mu = s.lame, s.two_mu / 2
        spread, spread_slope, force, slope = chosen(trace > 0.0)
        self.lame = lame * spread.mean(axis=1)
        across = -self.lame * trace / (s.two_mu + self.lame)
        self.trace = trace + across
        self.lame_slope = 0.5 * lame[:, None] * spread_slope
        self.across_slope = -self.lame_slope * self.trace[:, None] / (s.two_mu + self.lame)[:, None]
        parts = [chosen(value > 0.0) for value in e.T]
        self.two_mu = np.stack([mu * own[0].sum(axis=1) for own in parts], axis=1)
        self.two_mu_slope = np.stack([mu[:, None] * own[1] for own in parts], axis=1)
        first = 0.5 * lame[:, None]
        square = self.trace[:, None] ** 2
        self.source = 0.5 * first * force * square + 0.5 * mu[:, None] * sum(v[:, None] ** 2 * own[2] for v, own in zip(e.T, parts))
        self.along = first * force * self.trace[:, None]
        own_slope = 0.5 * first * slope * square + 0.5 * mu[:, None] * sum(v[:, None] ** 2 * own[3] for v, own in zip(e.T, parts))
        self.source_slope = own_slope + self.along * self.across_slope


class _Bending:
    """Step (1) for bending: B (n, 2), which does not depend on d, and what does."""

    def __init__(self, s, k):
        self.s, self.k, self.trace = s, k, k.sum(axis=1)
        mu = s.bending_two_mu / 2
        up = self.trace > 0.0
        whole = 0.5 * s.bending_lame * self.trace**2
        sides = [np.where(up, whole, 0.0), np.where(up, 0.0, whole)]
        for value in k.T:
            sides[0] = sides[0] + np.where(value > 0.0, mu * value**2, 0.0)
            sides[1] = sides[1] + np.where(value > 0.0, 0.0, mu * value**2)
        self.source = np.stack(sides, axis=1) * (s.bending * (1 - s.slope_bending))[:, None]

    def moduli(self, d):
        """lambda (n,), 2 mu (n, 2), and their derivatives (n, 2) and (n, 2, 2) on d."""
        s = self.s
        share, slope = _share(d, s.slope_bending[:, None], s.bending[:, None])

        def of_side(up):
            side = np.where(up, 0, 1)[:, None]
            return np.take_along_axis(share, side, 1)[:, 0], np.where(np.arange(2) == side, slope, 0.0)

        spread, spread_slope = of_side(self.trace > 0.0)
        each = [of_side(value > 0.0) for value in self.k.T]
        lame, two_mu = s.bending_lame, s.bending_two_mu
        return (
            lame * spread,
            two_mu[:, None] * np.stack([own[0] for own in each], axis=1),
            lame[:, None] * spread_slope,
            two_mu[:, None, None] * np.stack([own[1] for own in each], axis=1),
        )


@dataclass(frozen=True)
class GlrcDm:
    """The law of plates that are seen by their forces; `precision` and `tries` of step (2)."""

    precision: float = 1e-6
    tries: int = 20
    linear = False
    symmetric = True
    internal_names = (
        "ENDOFL+", "ENDOFL-", "INDIEND1", "INDIEND2", "ADOUTRAC", "ADOUCOMP", "ADOUFLEX", "ACIXELS", "ACIXELU", "ACIYELS", "ACIYELU",
        "BETSUP", "BETINF", "TRAMAX", "COMMAX", "FLEMAX", "ERRCOM", "ERRFLE",
    )  # fmt: skip
    internal_size = len(internal_names)
    needs = {"bending_young": "ELAS_GLRC", "glrc.gamma_t": "GLRC_DM"}

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        return replace(self, precision=precision, tries=tries)

    def dissipated(self, data: ElementData, thickness, internal):
        """(ne, ng) the energy by area that damage has taken, J/m2, of internal variables (ne, ng, nv)."""
        threshold = _Section.of(data, thickness, internal.shape[1]).threshold
        return internal[..., :2].sum(axis=-1) * threshold.reshape(internal.shape[:2])

    def resist(self, strain, state, data: ElementData, section, user):
        """Forces (ne, ng, 6), internal variables and tangent (ne, ng, 6, 6) at strains (ne, ng, 6) in the plate's own axes."""
        ne, ng = strain.shape[:2]
        s = _Section.of(data, section.thickness, ng)
        old = state.internal.reshape(ne * ng, -1)
        halved = strain.reshape(-1, 6) * [1, 1, 0.5, 1, 1, 0.5]
        (e, membrane_axes), (k, bending_axes) = principal(halved[:, :3]), principal(halved[:, 3:])
        bent = _Bending(s, k)
        if data.step.predicting:
            d, growing = old[:, :2], old[:, 2:4] > 0.5
        else:
            d = self._grown(s, e, bent, old[:, :2])
            growing = d > old[:, :2]
        within = _Membrane(s, e, d)
        moduli = bent.moduli(d)
        pulls = within.lame[:, None] * within.trace[:, None] + within.two_mu * e
        moments = (moduli[0] * bent.trace)[:, None] + moduli[1] * k
        rows = [_rows(axes) for axes in (membrane_axes, bending_axes)]
        forces = np.concatenate([np.einsum("npi,np->ni", own[0], value) for own, value in zip(rows, (pulls, moments))], axis=1)
        tangent = _tangent(s, e, k, d, growing, within, bent, moduli, rows)
        internal = old.copy() if data.step.predicting else self._variables(data, section, user, old, d, growing, halved)
        return forces.reshape(ne, ng, 6), internal.reshape(ne, ng, -1), tangent.reshape(ne, ng, 6, 6)

    def _grown(self, s, e, bent, before):
        """Step (2)."""
        d = before.copy()
        rows = np.arange(len(d))
        residual, slope = _residual(s, e, bent.source, d)
        rows = rows[((residual >= 0.0) & (d >= before)).any(axis=1)]
        limit = self.precision * np.maximum(s.threshold, _LEAST_THRESHOLD)
        for _ in range(self.tries):
            if not len(rows):
                break
            r, now = residual[rows], d[rows]
            step = np.where((r >= 0.0) & (abs(slope[rows]) >= _TINY), -r / np.where(slope[rows] == 0.0, 1.0, slope[rows]), 0.0)
            still = (abs(step * r) < limit[rows, None]) | ((r < 0.0) & (now <= before[rows]))
            going = ~still.all(axis=1)
            rows, step, r = rows[going], step[going], r[going]
            moved = d[rows] + step
            d[rows] = np.where((moved < 0.0) & (r < 0.0), before[rows], moved)
            residual[rows], slope[rows] = _residual(s.at(rows), e[rows], bent.source[rows], d[rows])
        if len(rows):
            raise LawFailed(f"GLRC_DM: the damage of {len(rows)} points is not found in {self.tries} iterations")
        return np.maximum(d, before)

    def _variables(self, data, section, user, old, d, growing, halved):
        new = np.zeros_like(old)
        gt, gc, gf = (data.property(f"glrc.{name}") for name in ("gamma_t", "gamma_c", "gamma_f"))
        ng = len(old) // len(data)
        gt, gc, gf = (np.repeat(value, ng)[:, None] for value in (gt, gc, gf))
        left = [(1 + slope * d) / (1 + d) for slope in (gt, gc, gf)]
        new[:, :2], new[:, 2:4] = d, growing
        new[:, 4], new[:, 5], new[:, 6] = 1 - left[0].mean(axis=1), 1 - left[1].mean(axis=1), 1 - left[2].max(axis=1)
        if data.has("glrc.rx"):
            self._margins(data, section, user, old, new, halved)
        return new

    def _margins(self, data, section, user, old, new, halved):
        """How near bars and concrete are to their limits, in the user's axes."""
        ng = len(old) // len(data)
        turn = np.repeat(in_plane_turn(user), ng, axis=0)
        e, k = (np.einsum("nij,nj->ni", turn, part) for part in (halved[:, :3], halved[:, 3:]))
        half = np.repeat(section.thickness, ng) / 2
        arm = half * np.repeat(data.property("glrc.rx", 0.0), ng)
        crush, service, last = (np.repeat(data.property(f"glrc.{name}"), ng) for name in ("epsi_c", "epsi_els", "epsi_lim"))
        for axis in (0, 1):
            most = np.maximum(abs(e[:, axis] - arm * k[:, axis]), abs(e[:, axis] + arm * k[:, axis]))
            new[:, 7 + 2 * axis], new[:, 8 + 2 * axis] = most / service, most / last
        for place, sign in ((11, -1.0), (12, 1.0)):
            new[:, place] = np.maximum(-principal(e + sign * half[:, None] * k)[0].min(axis=1), 0.0) / crush
        new[:, 13] = np.maximum(np.maximum(old[:, 13], e[:, :2].max(axis=1)), 0.0)
        new[:, 14] = np.maximum(np.maximum(old[:, 14], (-e[:, :2]).max(axis=1)), 0.0)
        new[:, 15] = np.maximum(old[:, 15], abs(k[:, :2]).max(axis=1))
        if data.has("glrc.omx"):
            new[:, 16:18] = self._misfits(data, section, old, new)

    @staticmethod
    def _misfits(data, section, old, new):
        """(n, 2) per cent by which the work up to the greatest compression and curvature misses that of the section."""
        ng, names = len(old) // len(data), ("omx", "ea", "sy", "ftj", "fcj", "rx", "epsi_c", "gamma_c", "gamma_f", "nyc", "myf")
        found = old[:, 16:18].copy()
        for owner in np.unique(data.owner):
            material = data.materials[owner]
            for h in np.unique(section.thickness[data.owner == owner]):
                rows = np.repeat((data.owner == owner) & (section.thickness == h), ng)
                given = {name: material[f"glrc.{name}"] for name in names} | {"em": material["young"], "ef": material["bending_young"]}
                for place, misfit in ((14, compression_misfit), (15, bending_misfit)):
                    grown = np.flatnonzero(rows & (new[:, place] > old[:, place]))
                    found[grown, place - 14] = misfit(given, float(h), new[grown, place])
        return found


def _residual(s, e, bending, d):
    """R (n, 2) and its diagonal slope."""
    m = _Membrane(s, e, d)
    b = s.bending[:, None]
    value = m.source / (1 + d) ** 2 + bending / (b + d) ** 2 - s.threshold[:, None]
    return value, m.source_slope / (1 + d) ** 2 - 2 * m.source / (1 + d) ** 3 - 2 * bending / (b + d) ** 3


def _rows(axes):
    """(n, 2, 3) from (xx, yy, 2 xy) to principal strains, and (n, 3) to the shear between them."""
    x, y = axes[:, 0], axes[:, 1]
    normal = np.stack([x**2, y**2, x * y], axis=2)
    return normal, np.stack([2 * x[:, 0] * x[:, 1], 2 * y[:, 0] * y[:, 1], x[:, 0] * y[:, 1] + y[:, 0] * x[:, 1]], axis=1)


def _tangent(s, e, k, d, growing, within, bent, moduli, rows):
    """(n, 6, 6), step (3)."""
    n = len(e)
    through = within.lame - within.lame**2 / (s.two_mu + within.lame)
    stiff = np.zeros((n, 4, 4))
    stiff[:, :2, :2] = through[:, None, None] + within.two_mu[:, :, None] * np.eye(2)
    stiff[:, 2:, 2:] = moduli[0][:, None, None] + moduli[1][:, :, None] * np.eye(2)
    # d(pulls, moments)/dd, which the residuals' derivatives on the strains mirror
    lost = np.zeros((n, 4, 2))
    common = within.lame_slope * within.trace[:, None] + within.lame[:, None] * within.across_slope
    lost[:, :2] = common[:, None] + within.two_mu_slope * e[:, :, None]
    lost[:, 2:] = moduli[2][:, None] * bent.trace[:, None, None] + moduli[3] * k[:, :, None]
    b = s.bending[:, None]
    hold = 2 * (within.source / (1 + d) ** 3 + bent.source / (b + d) ** 3) - within.source_slope / (1 + d) ** 2
    matrix = np.zeros((n, 2, 2))
    matrix[:, 0, 0], matrix[:, 1, 1] = hold.T
    for i, j in ((0, 1), (1, 0)):
        matrix[:, i, j] = -within.along[:, i] * within.across_slope[:, j] / (1 + d[:, i]) ** 2
    both = growing[:, :, None] & growing[:, None, :]
    matrix = np.where(both, matrix, np.where(growing[:, :, None], 0.0, np.eye(2)))
    matrix = np.where(both | (np.eye(2) > 0), matrix, 0.0)
    inverse = np.where(both, np.linalg.inv(matrix), 0.0)
    stiff -= np.einsum("npi,nij,nqj->npq", lost, inverse, lost)
    result = np.zeros((n, 6, 6))
    for first, a in enumerate(rows):
        for second, other in enumerate(rows):
            part = stiff[:, 2 * first : 2 * first + 2, 2 * second : 2 * second + 2]
            result[:, 3 * first : 3 * first + 3, 3 * second : 3 * second + 3] = np.einsum("npi,npq,nqj->nij", a[0], part, other[0])
    for place, (values, two_mu) in enumerate(((e, within.two_mu), (k, moduli[1]))):
        apart = values[:, 0] - values[:, 1]
        same = abs(apart) <= np.finfo(float).eps
        shear = np.where(same, two_mu[:, 0], (two_mu * values * [1, -1]).sum(axis=1) / np.where(same, 1.0, apart))
        own = rows[place][1]
        result[:, 3 * place : 3 * place + 3, 3 * place : 3 * place + 3] += 0.5 * shear[:, None, None] * own[:, :, None] * own[:, None]
    return 0.5 * (result + result.transpose(0, 2, 1))


BEHAVIOURS.add("GLRC_DM", GlrcDm())
