"""The equations of VISCOCHAB over a step and the search of code_aster for their solution (r5.03.12; cvmini, cvmres, cvmjac, cvmcvg).

With s the stress, n = 3/2 (s' - X1 - X2)/J, D what the cumulated strain p grows by, c = A_I + (1 - A_I) exp(-B p):

1.  s = C (e_el + de - D n)
2.  dX_i = 2/3 (C_i - (1 - D_i) G_i c (X_i : n)) D n - (G_i c D_i D + GX_i dt |X_i|_J^(M_i - 1)) X_i + (1 - C_i_/C_i) X_i
3.  D = dt z^N exp(ALP z^(N + 1)),  z (K_0 + A_K R) = J - A_R R - K, in J the X_i times C_i/C_i_
4.  dR = B (G - R) D + G_R dt sign(H - R) |H - R|^M_R,  G = Q_M + (Q_0 - Q_M) exp(-2 MU Q),  H = G - QR_0 (1 - (1 - G/Q_M)^2)
5.  e the plastic strain, m = (e - k)/(sqrt(3/2) |e - k|):  where 2/3 sqrt(3/2)|e - k| >= Q and n : m > 0,  dQ = ETA (n : m) D and
    dk = 3/2 (1 - ETA)(n : m) D m; elsewhere nothing is asked of them; none with ETA = 1

Under a steady load the first condition of 5 holds with equality: which Q and k are found depends on the way there. So the way is
code_aster's: from the rates of the step's start by Newton's method with its own matrix, which takes the second condition of 5 for
granted and in the rows of k e - k for m, until the last change of all unknowns, in their own units, is small beside their sum.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness

SPARED = 1e-10
"""A negative D below this may end the search."""
EARLY = 3
"""From this iteration on a negative D starts the search anew."""
GUESSES = (1e-25, 1e-2, 1e-10, 1e-5, 1e-20, 1e-15)
"""What all unknowns start from once the rates of the step's start and no flow at all have failed."""
FALLS, BEYOND, NEARLY = 5, 9, 1e-3
"""Errors that have fallen so many times allow so many iterations more, or end the search where they are below NEARLY."""


def equivalent(tensor):
    """sqrt(3/2 t : t)."""
    return np.sqrt(1.5 * (tensor * tensor).sum(axis=-1))


def _outer(a, b):
    return a[:, :, None] * b[:, None, :]


def _times(factor, tensor):
    """Points' factors (m,) times their tensors."""
    return factor.reshape(-1, *(1,) * (tensor.ndim - 1)) * tensor


class Points:
    """The equations of points (m,) over a step of length dt.

    w, before  the parameters at its end and start, each (m,);  driven, stress, plastic (m, n)  the strain of the step, the stress and
    the plastic strain at its start;  stiffness, softness (m, n, n)  C and its inverse at the end;  held (m, n)  C e_el at the end

    Unknowns (m, 4 n + 3), what they change by: s, X1, X2, D, R, Q and k.
    """

    def __init__(self, w, before, moduli, driven, stress, held, plastic, old, dt):
        two_mu, three_k = moduli
        n = stress.shape[-1]
        self.w, self.before, self.n, self.dt = w, before, n, dt
        self.stiffness, self.softness = isotropic_stiffness(two_mu, three_k, n), isotropic_stiffness(1 / two_mu, 1 / three_k, n)
        self.driven, self.stress, self.held, self.plastic = driven, stress, held, plastic
        self.old = np.concatenate([stress, old[:, : 3 * n + 3]], axis=-1)
        self.elastic = (self.softness @ held[..., None])[..., 0]
        self.remembers = w["eta"] != 1.0

    def at(self, rows):
        """Some of the points."""
        found = object.__new__(Points)
        for name, value in vars(self).items():
            if isinstance(value, dict):
                value = {word: part[rows] for word, part in value.items()}
            setattr(found, name, value[rows] if isinstance(value, np.ndarray) else value)
        return found

    def trial(self):
        """(m, n) the stress if nothing flowed."""
        return self.held + self._stressed(self.driven)

    def over(self, stress, known):
        """(m,) how far a stress is beyond the threshold of variables X1, X2, p, R..."""
        x1, x2 = self._scaled(known[:, : self.n], 1), self._scaled(known[:, self.n : 2 * self.n], 2)
        return equivalent(deviator(stress) - x1 - x2) - self.w["a_r"] * known[:, 2 * self.n + 1] - self.w["k"]

    def _scaled(self, back, i):
        was = self.before[f"c{i}"]
        return _times(np.where(was != 0.0, self.w[f"c{i}"] / np.where(was != 0.0, was, 1.0), 1.0), back)

    def _stressed(self, strain):
        return (self.stiffness @ strain[..., None])[..., 0]

    def _parts(self, y):
        """s, X1, X2, p, R, Q, k at the end of the step."""
        n, now = self.n, self.old + y
        return *(now[:, i * n : (i + 1) * n] for i in range(3)), *(now[:, 3 * n + i] for i in range(3)), now[:, 3 * n + 3 :]

    def _along(self, stress, x1, x2):
        """n and J."""
        away = deviator(stress) - x1 - x2
        size = equivalent(away)
        return _times(1.5 / np.where(size > 0.0, size, 1.0), away), size

    def _fade(self, p):
        return self.w["a_i"] + (1 - self.w["a_i"]) * np.exp(-self.w["b"] * p)

    def _goal(self, q):
        """G of step 4."""
        w = self.w
        return w["q_0"] + (w["q_m"] - w["q_0"]) * (1 - np.exp(-2 * w["mu"] * q))

    def _far(self, goal, r):
        """H - R of step 4."""
        w = self.w
        return goal - w["qr_0"] * (1 - ((w["q_m"] - goal) / w["q_m"]) ** 2) - r

    def _flow(self, over, r):
        """D of step 3."""
        z = np.maximum(over / (self.w["k_0"] + self.w["a_k"] * r), 0.0)
        return self.dt * z ** self.w["n"] * np.exp(self.w["alp"] * z ** (self.w["n"] + 1))

    def _pulled(self, i, size):
        """GX_i dt |X_i|_J^(M_i - 1)."""
        pulls = (self.w[f"g_x{i}"] != 0.0) & (size > 0.0)
        return np.where(pulls, self.w[f"g_x{i}"] * self.dt * np.where(pulls, size, 1.0) ** (self.w[f"m_{i}"] - 1), 0.0)

    def _warmed(self, i):
        c = self.w[f"c{i}"]
        return np.where(c != 0.0, 1 - self.before[f"c{i}"] / np.where(c != 0.0, c, 1.0), 0.0)

    def _moved(self, i, x, along, d, fade):
        """dX_i of step 2."""
        w = self.w
        g = w[f"g{i}_0"] * fade
        share = w[f"c{i}"] * d * 2 / 3 - (x * along).sum(axis=-1) * (1 - w[f"d{i}"]) * g * d * 2 / 3
        lost = self._pulled(i, equivalent(x)) + g * w[f"d{i}"] * d - self._warmed(i)
        return _times(share, along) - _times(lost, x)

    def _hardened(self, d, r, q):
        """dR of step 4."""
        w = self.w
        goal = self._goal(q)
        far = self._far(goal, r)
        recovers = w["g_r"] != 0.0
        recovered = np.where(recovers, w["g_r"] * self.dt * np.copysign(np.where(recovers, abs(far), 1.0) ** w["m_r"], far), 0.0)
        return w["b"] * (goal - r) * d + recovered

    def _remembered(self, stress, along, d, q, k):
        """dQ and dk of step 5, and where they are asked for."""
        away = self.plastic_at(stress) - k
        size = equivalent(away)
        m = _times(np.where(size > 0.0, 1 / np.where(size > 0.0, size, 1.0), 0.0), away)
        turned = (along * m).sum(axis=-1)
        grows = (2 / 3 * size >= q) & (turned > 0.0) & self.remembers
        return self.w["eta"] * turned * d, _times(1.5 * (1 - self.w["eta"]) * turned * d, m), grows

    def plastic_at(self, stress):
        """(m, n) the plastic strain at the end, of a stress there."""
        return self.plastic + self.elastic + self.driven - (self.softness @ stress[..., None])[..., 0]

    def start(self, kind):
        """(m, 4 n + 3) the unknowns to start from: of the rates (0), of no flow (1), or the guesses."""
        n = self.n
        y = np.zeros_like(self.old)
        if kind == 1:
            y[:, :n] = self._stressed(self.driven)
        elif kind:
            y[:] = GUESSES[kind - 2]
        else:
            stress, x1, x2, p, r, q, k = self._parts(y)
            over = self.over(stress, self.old[:, n:])
            d = np.where(over > 0.0, self._flow(over, r), 0.0)
            along = np.where((over > 0.0)[:, None], self._along(stress, x1, x2)[0], 0.0)
            y[:, :n] = self._stressed(self.driven - _times(d, along))
            for i, x in ((1, x1), (2, x2)):
                y[:, i * n : (i + 1) * n] = self._moved(i, x, along, d, self._fade(p))
            y[:, 3 * n], y[:, 3 * n + 1] = d, self._hardened(d, r, q)
            grown, moved, grows = self._remembered(stress + y[:, :n], along, d, q, k)
            y[:, 3 * n + 2], y[:, 3 * n + 3 :] = np.where(grows, grown, 0.0), np.where(grows[:, None], moved, 0.0)
        return y

    def left(self, y):
        """(m, 4 n + 3) what the equations leave."""
        n = self.n
        stress, x1, x2, p, r, q, k = self._parts(y)
        d, along = y[:, 3 * n], self._along(stress, x1, x2)[0]
        fade = self._fade(p)
        parts = [self.held + self._stressed(self.driven - _times(d, along)) - stress]
        parts += [self._moved(i, x, along, d, fade) - y[:, i * n : (i + 1) * n] for i, x in ((1, x1), (2, x2))]
        flow = self._flow(self.over(stress, self.old[:, n:] + y[:, n:]), r)
        grown, moved, grows = self._remembered(stress, along, d, q, k)
        scalars = flow - d, self._hardened(d, r, q) - y[:, 3 * n + 1], np.where(grows, grown - y[:, 3 * n + 2], 0.0)
        parts += [value[:, None] for value in scalars]
        parts.append(np.where(grows[:, None], moved - y[:, 3 * n + 3 :], 0.0))
        return np.concatenate(parts, axis=-1)

    def matrix(self, y):
        """(m, 4 n + 3, 4 n + 3) less the derivative of `left`, as cvmjac has it."""
        w, n, dt = self.w, self.n, self.dt
        stress, x1, x2, p, r, q, k = self._parts(y)
        d, (along, size) = y[:, 3 * n], self._along(stress, x1, x2)
        per = 1 / np.where(size > 0.0, size, 1.0)
        eye = np.eye(n)
        flat = eye - np.outer(eye[:3].sum(axis=0), eye[:3].sum(axis=0)) / 3
        by_stress = _times(per, 1.5 * flat - _outer(along, along))
        by_back = _times(-per, 1.5 * eye - _outer(along, along))
        found = np.zeros((*y.shape, y.shape[-1]))
        s, b1, b2, kk = slice(n), slice(n, 2 * n), slice(2 * n, 3 * n), slice(3 * n + 3, None)
        dd, rr, qq = 3 * n, 3 * n + 1, 3 * n + 2
        found[:, s, s] = eye + _times(d, self.stiffness @ by_stress)
        found[:, s, b1] = found[:, s, b2] = _times(d, self.stiffness @ by_back)
        found[:, s, dd] = self._stressed(along)
        fade = self._fade(p)
        fading = fade + w["b"] * (w["a_i"] - 1) * np.exp(-w["b"] * p) * d
        for i, x, own, other in ((1, x1, b1, b2), (2, x2, b2, b1)):
            c, g, share = w[f"c{i}"], w[f"g{i}_0"], w[f"d{i}"]
            xx, yy = c * d * 2 / 3, g * fade * (1 - share) * d * 2 / 3
            length, turned = equivalent(x), (x * along).sum(axis=-1)
            pulled = self._pulled(i, length)
            pulling = np.where(length > 0.0, pulled * (w[f"m_{i}"] - 1) * 1.5 / np.where(length > 0.0, length, 1.0) ** 2, 0.0)
            # outer products stand the other way round than derivatives would have them
            turns = _outer((by_stress @ x[..., None])[..., 0], along) + _times(turned, by_stress)
            found[:, own, s] = _times(yy, turns) - _times(xx, by_stress)
            turns = _outer((by_back @ x[..., None])[..., 0], along) + _times(turned, by_back)
            found[:, own, other] = _times(yy, turns) - _times(xx, by_back)
            kept = 1 + d * g * fade * share + pulled - self._warmed(i)
            turns = _times(yy, _outer(along, along)) + _times(pulling, _outer(x, x))
            found[:, own, own] = found[:, own, other] + turns + _times(kept, eye[None])
            found[:, own, dd] = _times(g * fading * share, x) + _times((turned * g * fading * (1 - share) - c) * 2 / 3, along)
        over, drag = np.maximum(self.over(stress, self.old[:, n:] + y[:, n:]), 0.0), w["k_0"] + w["a_k"] * r
        z = over / drag
        power = z ** (w["n"] + 1)
        slope = dt * z ** (w["n"] - 1) * (w["n"] + w["alp"] * (w["n"] + 1) * power) * np.exp(w["alp"] * power) / drag
        found[:, dd, s], found[:, dd, dd] = _times(-slope, along), 1.0
        found[:, dd, b1] = found[:, dd, b2] = _times(slope, along)
        found[:, dd, rr] = slope * (w["a_r"] * drag + w["a_k"] * over) / drag
        goal = self._goal(q)
        far = abs(self._far(goal, r))
        recovers = w["g_r"] != 0.0
        recovering = np.where(recovers, w["g_r"] * w["m_r"] * np.where(recovers, far, 1.0) ** (w["m_r"] - 1), 0.0)
        found[:, rr, dd] = w["b"] * (r - goal)
        found[:, rr, rr] = 1 + w["b"] * d + recovering * dt
        sagging = recovering * (1 - 2 * (w["q_m"] - goal) * w["qr_0"] / w["q_m"] ** 2)
        found[:, rr, qq] = (w["q_0"] - w["q_m"]) * 2 * w["mu"] * np.exp(-2 * w["mu"] * q) * (w["b"] * d + sagging * dt)
        found[:, qq, qq] = 1.0
        self._add_memory(found, (s, b1, b2, dd, qq, kk), self.plastic_at(stress) - k, d, along, by_stress, by_back)
        return found

    def _add_memory(self, found, where, away, d, along, by_stress, by_back):
        """The rows of step 5."""
        s, b1, b2, dd, qq, kk = where
        eye, eta = np.eye(self.n), self.w["eta"]
        reach = equivalent(away)
        felt = self.remembers & (reach > 0.0)
        per = np.where(felt, 1 / np.where(felt, reach, 1.0), 0.0)
        turned = (along * away).sum(axis=-1) * per
        way = _times(d, along) + away - _times(1.5 * d * turned * per, away)
        push = _times(-eta * per * d, way)
        found[:, qq, s] = (by_stress @ push[..., None])[..., 0]
        found[:, qq, b1] = found[:, qq, b2] = (by_back @ push[..., None])[..., 0]
        found[:, qq, dd] = -eta * per * (along * way).sum(axis=-1)
        found[:, qq, kk] = _times(eta * per * d, along - _times(1.5 * turned * per, away))
        zz, xx = 1.5 * (1 - eta) * (1 - 3 * d * turned * per), 1.5 * (1 - eta) * d * per
        way = -_times(zz * d, away) - _times(xx * d, along)
        for part, by in ((s, by_stress), (b1, by_back), (b2, by_back)):
            rows = _outer((by @ way[..., None])[..., 0], away) - _times(xx * d * turned, by)
            found[:, kk, part] = _times(np.where(felt, 1.0, 0.0), rows)
        rows = -_times(xx * turned, along) - _times(zz * turned + xx * (along * along).sum(axis=-1), away)
        found[:, kk, dd] = _times(np.where(felt, 1.0, 0.0), rows)
        rows = _outer(_times(xx, along) - _times(3 * xx * turned, away), away) + _times(xx * turned, eye[None])
        found[:, kk, kk] = eye + _times(np.where(felt, 1.0, 0.0), rows)

    def solved(self, precision, most):
        """(unknowns, iterations of each point); LawFailed where they are not found."""
        count = len(self.old)
        y, iterations, kind = self.start(0), np.zeros(count, int), np.zeros(count, int)
        errors = np.full((count, FALLS + 2), np.inf)
        open_ = np.ones(count, bool)
        while open_.any():
            rows = np.flatnonzero(open_)
            points = self.at(rows)
            with np.errstate(over="ignore", invalid="ignore"):
                left, matrix = points.left(y[rows]), points.matrix(y[rows])
            if not (np.isfinite(left).all() and np.isfinite(matrix).all()):
                break
            try:
                change = np.linalg.solve(matrix, left[..., None])[..., 0]
            except np.linalg.LinAlgError:
                break
            y[rows] += change
            iterations[rows] += 1
            whole = np.linalg.norm(y[rows], axis=-1)
            error = np.linalg.norm(change, axis=-1) / np.where(whole > 0.0, whole, 1.0)
            errors[rows] = np.column_stack([error, errors[rows][:, :-1]])
            d, done = y[rows, 3 * self.n], error <= precision
            back, late = d < 0.0, iterations[rows] >= most
            ended = np.where(back, (abs(d) < SPARED) & (error < precision), done)
            more = _promising(errors[rows]) & (iterations[rows] < most + BEYOND)
            ended |= ~back & late & more & (error < NEARLY) & (d < SPARED)
            if (~back & late & ~ended & ~more).any():
                break
            open_[rows[ended]] = False
            again = rows[back & ~ended & (iterations[rows] >= EARLY)]
            kind[again] += 1
            if (kind > len(GUESSES) + 1).any():
                break
            for each in np.unique(kind[again]):
                anew = again[kind[again] == each]
                y[anew], iterations[anew], errors[anew] = self.at(anew).start(each), 0, np.inf
        else:
            return y, iterations
        raise LawFailed("the equations of VISCOCHAB are not solved")

    def tangent(self, y):
        """(m, n, n) ds/de, its symmetric part.

        As in cvmjpl, what s alone adds to D is that of step 3 at a given R, though what X1 and X2 add takes R along.
        """
        n, matrix = self.n, self.matrix(y)
        s, others, scalars = slice(n), slice(n, None), slice(3 * n, None)
        along = np.linalg.solve(matrix[:, scalars, scalars], matrix[:, scalars, s])[:, 0] - matrix[:, 3 * n, s]
        rest = np.linalg.solve(matrix[:, others, others], matrix[:, others, s])
        rate = np.linalg.solve(matrix[:, s, s] - matrix[:, s, others] @ rest + _outer(matrix[:, s, 3 * n], along), self.stiffness)
        return 0.5 * (rate + rate.swapaxes(-1, -2))


def _promising(errors):
    """(m,) whether errors (m, k), the last first, fall, or change by less and less."""
    with np.errstate(invalid="ignore"):
        falls = (errors[:, :FALLS] < errors[:, 1 : FALLS + 1]).all(axis=-1)
        steps = abs(np.diff(errors[:, 1:], axis=-1))
        return falls | (np.diff(steps, axis=-1) > 0.0).all(axis=-1)
