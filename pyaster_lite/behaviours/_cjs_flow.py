"""What the two mechanisms of a CJS soil do at points: thresholds, flows, hardenings and the system of a step (r7.01.13).

With I the trace of the stress and J = I + Q_INIT (both negative under pressure), s its deviator, q = s - I X, h of _lode, c = J/(3 PA):

    f_i = -J/3 + Q,   f_d = |q| h(q) + R J,   C = c^N C_0 the elasticity
    n_q = d(|q| h)/dq,   f' = n_q - (n_q : X - R) 1,   G = f' - (f' : n) n,   n = (b s/|s| + 1)/sqrt(b^2 + 3),
    b = BETA (-|s| h(s)/(RC J) - 1) sign(s : flow)
    g_q = -KP (Q/PA)^N,   g_r = -A (1 - R/RM)^2 J c^-3/2,   g_x = J c^-3/2 (n_q + phi X)/B
    phi = 1 without X, else h(s) |n_q| cos a/(RC + MU <ln(3 PCO exp(-C tr e)/J)> - RM h(s)/h(q) cos(t_s - t_q))
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, outer, unit

LITTLE = 1e-8
"""Beside the pressure, a deviator that has no direction; an X that is none."""
IMAGINARY = 1e-30
TURNED, TURNS = 0.8, 10
"""A correction that turns the normal past this cosine goes by halves, so many at most."""


def dot(a, b):
    """(...) a : b."""
    return (a * b).sum(axis=-1)


def size(a):
    """(...) |a|."""
    return np.sqrt(dot(a, a))


def cofactors(q):
    """(np, n) the rate of det q by q."""
    half = 1.0 / np.sqrt(2.0)
    q = q.T
    if len(q) == 4:
        return np.stack([q[1] * q[2], q[0] * q[2], q[0] * q[1] - q[3] ** 2 / 2, -q[3] * q[2]], axis=-1)
    return np.stack(
        [
            q[1] * q[2] - q[5] ** 2 / 2, q[0] * q[2] - q[4] ** 2 / 2, q[0] * q[1] - q[3] ** 2 / 2,
            half * q[4] * q[5] - q[3] * q[2], half * q[3] * q[5] - q[4] * q[1], half * q[3] * q[4] - q[5] * q[0],
        ],
        axis=-1,
    )  # fmt: skip


class Soil:
    """Parameters (np,) of points, and what a stress, Q, R and X make of them; complex values give rates."""

    def __init__(self, words, two_mu, three_k, n):
        self.__dict__.update(words)
        self.words, self.two_mu, self.three_k, self.n = words, two_mu, three_k, n

    def at(self, chosen):
        """The same at some points."""
        return Soil({word: value[chosen] for word, value in self.words.items()}, self.two_mu[chosen], self.three_k[chosen], self.n)

    def pressed(self, sigma):
        """I and |J|, no pressure being some of the air's."""
        i = sigma[:, :3].sum(axis=-1)
        none = i.real + self.cohesion == 0.0
        reference = np.where(none, abs(self.air), abs(i.real + self.cohesion))
        return np.where(none, -self.cohesion + 1e-12 * self.air, i), reference

    def stiffening(self, i):
        """c^N."""
        with np.errstate(invalid="ignore"):
            return ((i + self.cohesion) / 3.0 / self.air) ** self.power

    def elastic(self, strain, i):
        """C : strain."""
        mean = strain[:, :3].sum(axis=-1) / 3.0
        linear = self.two_mu[:, None] * strain + ((self.three_k - self.two_mu) * mean)[:, None] * unit(self.n)
        return self.stiffening(i)[:, None] * linear

    def stiffness(self, i):
        """(np, n, n) C."""
        factor = self.stiffening(i)
        return isotropic_stiffness(factor * self.two_mu, factor * self.three_k, self.n)

    def shape(self, q, reference):
        """h, cos 3t, |q| and the cofactors."""
        length, minors = size(q), cofactors(q)
        known = length.real > LITTLE * reference
        determinant = dot(minors, q) / 3.0
        cosine = np.where(known, np.sqrt(54.0) * determinant / np.where(known, length, 1.0) ** 3, 1.0)
        cosine = np.where(cosine.real > 1.0, 1.0, np.where(cosine.real < -1.0, -1.0, cosine))
        return (1.0 + self.lode * cosine) ** (1.0 / 6.0), cosine, length, minors

    def isotropic(self, sigma, values):
        """f_i."""
        return -(sigma[:, :3].sum(axis=-1) + self.cohesion) / 3.0 + values[:, 0]

    def deviatoric(self, sigma, values):
        """f_d."""
        i, reference = self.pressed(sigma)
        h, _, length, _ = self.shape(deviator(sigma) - i[:, None] * values[:, 2 : 2 + self.n], reference)
        return length * h + values[:, 1] * (i + self.cohesion)

    def state(self, sigma, r, x, volume, sign):
        """What flows: everything of the module's formulae but Q. `sign` is a value (np,) or a function of s."""
        return Flow(self, sigma, r, x, volume, sign)


class Flow:
    """Flows and hardenings of a stress, R and X."""

    def __init__(self, soil, sigma, r, x, volume, sign, instead=None):
        self.soil = soil
        i, reference = soil.pressed(sigma)
        self.i, self.j, one = i, i + soil.cohesion, unit(soil.n)
        s = deviator(sigma)
        q = s - i[:, None] * x
        h_s, cosine_s, length_s, _ = soil.shape(s, reference)
        h, cosine, length, minors = soil.shape(q, reference)
        self.h, self.length, self.q, self.minors, self.cosine = h, length, q, minors, cosine
        self.flat = length.real <= LITTLE * reference
        self.shapeless = length_s.real <= LITTLE * reference
        safe = np.where(length == 0.0, 1.0, length)
        turned = ((1.0 + soil.lode * cosine / 2.0) / safe)[:, None] * q
        turned = turned + (soil.lode * np.sqrt(54.0) / 6.0 / safe**2)[:, None] * deviator(minors)
        self.normal = turned / h[:, None] ** 5
        normal = self.normal if instead is None else np.where(self.flat[:, None], instead.normal, self.normal)
        self.normal = normal
        with np.errstate(all="ignore"):
            confined = (self.j / 3.0 / soil.air) ** -1.5
            self.by_r = -soil.hardening * (1.0 - r / soil.end) ** 2 * self.j * confined
            phi = self.turning(x, volume, h_s, cosine_s, length_s, size(normal))
            self.by_x = (self.j / soil.kinematic * confined)[:, None] * (normal + phi[:, None] * x)
            self.gradient = normal - (dot(normal, x) - r)[:, None] * one
            limit = -soil.characteristic * self.j / h_s
            b = soil.dilatancy * (length_s / limit - 1.0) * (sign(s) if callable(sign) else sign)
            along, whole = s, length_s
            if instead is not None:
                along = np.where(self.shapeless[:, None], instead.along, s)
                whole = np.where(self.shapeless, size(along), length_s)
            self.along = along
            across = ((b / whole)[:, None] * along + one) / np.sqrt(b**2 + 3.0)[:, None]
            self.flow = self.gradient - dot(self.gradient, across)[:, None] * across
        self.s = s

    def turning(self, x, volume, h_s, cosine_s, length_s, steepness):
        """phi, |n_q| being `steepness`."""
        soil, length = self.soil, size(x)
        moved = length.real > LITTLE
        critical = soil.critical * np.exp(-soil.critical_rate * volume)
        risen = np.log(3.0 * critical / self.j)
        ratio = soil.characteristic + soil.critical_share * np.where(risen.real > 0.0, risen, 0.0)
        angle = (self.length**2 - length_s**2 - (self.i * length) ** 2) / (2.0 * length_s * self.i * length)
        # as code_aster has them: the arctangents of tangents, not the angles of the cosines
        turns = [np.arctan(np.sqrt(1.0 - cosine**2) / cosine) / 3.0 for cosine in (cosine_s, self.cosine)]
        apart = np.where(self.shapeless, 1.0, np.cos(turns[0] - turns[1]))
        angle = np.where(self.shapeless, 1.0, angle)
        return np.where(moved, angle / (ratio - h_s / self.h * soil.end * apart) * h_s * steepness, 1.0)

    def shape_rate(self):
        """(np, n) dh/dq."""
        lode, length = self.soil.lode, self.length
        return (np.sqrt(1.5) * lode / self.h**5 / length**3)[:, None] * self.minors - (
            lode * self.cosine / (2.0 * self.h**5 * length**2)
        )[:, None] * self.q


class Step:
    """The system of some points whose mechanisms are told; unknowns stress, Q, R, X and both multipliers."""

    def __init__(self, soil, strain, volume, sigma, trial, values, isotropic, deviatoric):
        n = soil.n
        self.soil, self.strain, self.volume, self.sigma = soil, strain, volume, sigma
        self.isotropic, self.deviatoric = isotropic, deviatoric
        self.start = np.zeros((len(sigma), 2 * n + 4))
        # as code_aster has it (cjsmis): the isotropic mechanism alone starts from the elastic trial, and adds the step to it
        self.start[:, :n] = np.where(deviatoric[:, None], sigma, trial)
        self.start[:, n : n + 2], self.start[:, n + 2 : 2 * n + 2] = values[:, :2], values[:, 2 : 2 + n]

    def guess(self):
        """The first increments, and the flow that they are made of: Euler's of the start."""
        soil, n, start = self.soil, self.soil.n, self.start
        i, _ = soil.pressed(self.sigma)
        r, x, one = start[:, n + 1], start[:, n + 2 : 2 * n + 2], unit(n)
        elastic = soil.elastic(self.strain, i)
        ahead = self.sigma + elastic

        def sign(s):
            return np.where(dot(s, self.strain) >= 0.0, 1.0, -1.0)

        with np.errstate(all="ignore"):
            trial = Flow(soil, ahead, r, x, self.volume, 1.0)
            at = Flow(soil, self.sigma, r, x, self.volume, sign, instead=trial)
            bulk = soil.three_k / 3.0 * soil.stiffening(i)
            f_i = -trial.j / 3.0 + start[:, n]
            f_d = trial.length * trial.h + r * trial.j
            by_q = -soil.bulk * (start[:, n] / soil.air) ** soil.power
            trace = at.flow[:, :3].sum(axis=-1)
            by = np.where(at.flat[:, None], trial.q / trial.length[:, None], at.q / at.length[:, None])
            h = np.where(at.flat, trial.h, at.h)
            rate = np.where(at.flat[:, None], trial.shape_rate(), at.shape_rate())
            turns = one + 3.0 * x
            volume = self.strain[:, :3].sum(axis=-1)
            by_i = soil.elastic(np.broadcast_to(one, x.shape), i) / 3.0 - bulk[:, None] * turns
            by_d = -soil.elastic(at.flow, i) + (bulk * trace)[:, None] * turns - at.by_x * (i + 3.0 * bulk * volume)[:, None]
            i_i, i_d = 3.0 * bulk, -3.0 * bulk * trace
            d_i = h * dot(by, by_i) + at.length * dot(rate, by_i) + r * i_i
            d_d = h * dot(by, by_d) + at.length * dot(rate, by_d) + r * i_d + at.j * at.by_r
            ii, id_ = -i_i / 3.0 + by_q, -i_d / 3.0
            bottom = ii * d_d - d_i * id_
            first = np.where(self.isotropic, (id_ * f_d - d_d * f_i) / bottom, 0.0)
            second = np.where(self.isotropic, (d_i * f_i - ii * f_d) / bottom, -f_d / d_d)
        y = np.zeros_like(start)
        left = self.strain + (first / 3.0)[:, None] * one - second[:, None] * at.flow
        y[:, :n] = soil.elastic(left, i)
        y[:, n], y[:, n + 1] = first * by_q, second * at.by_r
        y[:, n + 2 : 2 * n + 2] = second[:, None] * at.by_x
        y[:, -2], y[:, -1] = first, second
        both = self.deviatoric[:, None]
        return np.where(both, y, 0.0), np.where(both, at.flow, 0.0)

    def residual(self, y, flow_before):
        """The equations (np, 2 n + 4), the flow and its sign."""
        soil, n, start = self.soil, self.soil.n, self.start
        end = start + y
        sigma, q, r, x = end[:, :n], end[:, n], end[:, n + 1], end[:, n + 2 : 2 * n + 2]
        first, second = y[:, -2], y[:, -1]

        def sign(s):
            return np.where(dot(s, second[:, None] * flow_before).real >= 0.0, 1.0, -1.0)

        at = soil.state(sigma, r, x, self.volume, sign)
        moving, shifting = self.deviatoric[:, None], self.isotropic
        flow = np.where(moving, at.flow, 0.0)
        left = self.strain + (first / 3.0)[:, None] * unit(n) - second[:, None] * flow
        with np.errstate(all="ignore"):
            by_q = -soil.bulk * (q / soil.air) ** soil.power
        out = np.zeros(y.shape, y.dtype)
        out[:, :n] = y[:, :n] - soil.elastic(left, at.i)
        out[:, n] = np.where(shifting, y[:, n] - first * by_q, y[:, n])
        out[:, n + 1] = np.where(self.deviatoric, y[:, n + 1] - second * at.by_r, y[:, n + 1])
        out[:, n + 2 : 2 * n + 2] = np.where(moving, y[:, n + 2 : 2 * n + 2] - second[:, None] * at.by_x, y[:, n + 2 : 2 * n + 2])
        out[:, -2] = np.where(shifting, -at.j / 3.0 + q, first)
        out[:, -1] = np.where(self.deviatoric, at.length * at.h + r * at.j, second)
        return out, flow.real, sign(at.s)

    def matrix(self, y, flow_before):
        """(np, m, m) their rates, by an imaginary step."""
        count, m = y.shape
        many = self.part(np.tile(np.arange(count), m))
        moved = np.tile(y.astype(complex), (m, 1)).reshape(m, count, m)
        moved[np.arange(m), :, np.arange(m)] += 1j * IMAGINARY
        found = many.residual(moved.reshape(-1, m), np.tile(flow_before, (m, 1)))[0].imag / IMAGINARY
        return found.reshape(m, count, m).transpose(1, 2, 0)

    def part(self, chosen):
        """The system of some of the points."""
        other = object.__new__(Step)
        other.soil = self.soil.at(chosen)
        for name in ("strain", "volume", "sigma", "isotropic", "deviatoric", "start"):
            setattr(other, name, getattr(self, name)[chosen])
        return other

    def normal(self, y):
        """The direction of q at a state, and whether it has none or is pulled (cjsnor)."""
        soil, n = self.soil, self.soil.n
        end = self.start + y
        i, reference = soil.pressed(end[:, :n])
        q = deviator(end[:, :n]) - i[:, None] * end[:, n + 2 : 2 * n + 2]
        _, cosine, length, minors = soil.shape(q, reference)
        known = length > LITTLE * reference
        safe = np.where(known, length, 1.0)
        found = (2.0 + soil.lode * cosine)[:, None] * q + (np.sqrt(6.0) * soil.lode / safe)[:, None] * minors
        return found, ~known | (i + soil.cohesion > 0.0)

    def solved(self, precision, tries):
        """(end (np, 2 n + 4), pulled, sign, tries, error): by Newton's method until a correction is small beside the whole (cjsmde)."""
        y, flow = self.guess()
        count = len(y)
        pulled, done = np.zeros(count, bool), np.zeros(count, bool)
        sign, used, error = np.ones(count), np.zeros(count), np.zeros(count)
        for turn in range(1, tries + 2):
            over = ~done & self.deviatoric & ((self.start + y)[:, :3].sum(axis=-1) >= -self.soil.cohesion)
            pulled, done = pulled | over, done | over
            if done.all():
                break
            go = np.flatnonzero(~done)
            part = self.part(go)
            f, new, signs = part.residual(y[go], flow[go])
            matrix = part.matrix(y[go], flow[go])
            if not (np.isfinite(f).all() and np.isfinite(matrix).all()):
                raise LawFailed("CJS: the equations of a step leave what can be computed")
            try:
                change = -np.linalg.solve(matrix, f[..., None])[..., 0]
            except np.linalg.LinAlgError:
                raise LawFailed("CJS: the equations of a step have no solution") from None
            y[go] += part.relaxed(y[go], change)[:, None] * change
            flow[go], sign[go], used[go] = new, signs, turn
            whole = size(y[go])
            error[go] = size(change) / np.where(whole == 0.0, 1.0, whole)
            done[go] = error[go] < precision
            if turn > tries:
                # as code_aster has it, one more try than told is made, and not looked at
                done[go] = False
        if not done.all():
            raise LawFailed("CJS: the equations of a step are not solved within ITER_INTE_MAXI tries")
        return self.start + y, pulled, sign, used, error

    def relaxed(self, y, change):
        """(np,) the share of a correction that does not turn the normal too far."""
        before, unknown = self.normal(y)
        share, held = np.ones(len(y)), self.deviatoric & ~unknown
        for _ in range(TURNS):
            after, lost = self.normal(y + share[:, None] * change)
            with np.errstate(all="ignore"):
                cosine = abs(dot(before, after) / (size(before) * size(after)))
            far = held & ~lost & (cosine < TURNED)
            if not far.any():
                return share
            share = np.where(far, share / 2.0, share)
        raise LawFailed("CJS: the normal of a step turns too far")


def tangent(soil, sigma, values, volume, mechanism, sign):
    """(np, n, n) the tangent of rates: 0 elastic, 1 isotropic, 2 deviatoric, 3 both (cjstel, cjstis, cjstde, cjstid)."""
    n = soil.n
    i = sigma[:, :3].sum(axis=-1)
    # an elastic soil without pressure has the moduli told; one that flows has those of some of the air's
    bare = i + soil.cohesion == 0.0
    c = soil.stiffness(np.where(bare, 3.0 * soil.air - soil.cohesion, i))
    flows = mechanism >= 2
    if not flows.any():
        # as code_aster has it, the isotropic mechanism alone has the elastic one
        return c
    part, c_, values_ = soil.at(flows), c[flows], values[flows]
    x, r, one = values_[:, 2 : 2 + n], values_[:, 1], unit(n)
    at = part.state(sigma[flows], r, x, volume[flows], sign[flows])
    hardening = at.j * (-at.by_r + dot(at.normal, at.by_x))
    pushed, pulled = np.einsum("pij,pj->pi", c_, at.flow), np.einsum("pij,pi->pj", c_, at.gradient)
    alone = hardening + dot(at.gradient, pushed)
    single = c_ - outer(pushed, pulled) / alone[:, None, None]
    bulk = part.three_k / 3.0 * part.stiffening(at.i)
    plastic = part.bulk * (values_[:, 0] / part.air) ** part.power
    trace, spread = at.flow[:, :3].sum(axis=-1), np.einsum("pij,j->pi", c_, one)
    across = dot(at.gradient, spread)
    bottom = (bulk + plastic) * alone - bulk / 3.0 * trace * across
    first = (bulk / bottom)[:, None] * (alone[:, None] * one - trace[:, None] * pulled)
    second = ((bulk + plastic)[:, None] * pulled - (bulk / 3.0 * across)[:, None] * one) / bottom[:, None]
    both = c_ - outer(spread, first) / 3.0 - outer(pushed, second)
    found = c.copy()
    found[flows] = np.where((mechanism[flows] == 3)[:, None, None], both, single)
    return found
