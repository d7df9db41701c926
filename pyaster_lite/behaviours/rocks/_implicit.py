"""A step of LETK or LKR from its end (ALGO_INTE='NEWTON'; r7.01.24, r7.01.40).

The unknowns are the stress, the slip d, x = XIP and y = XIVP; with C(stress) the elasticity of the end, compression positive,

    C (de - dt A <Fv/PA>^N Gv - d Gp) + stress_ - stress = 0,   Fp = 0 (or d = 0 where it stays within),
    x - x_ = d sqrt(2/3) |dev Gp| + gv (where the rock dilates),   y - y_ = min(gv, y_end - y_)

By Newton's method from the elastic trial, the matrix by differences, to which NEWTON adds what _written tells; a slip that comes out
negative is none, and the step starts anew.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator

from ._rock import ROOT, Rock, distortion
from ._written import beside

WIDTH = 1e-6
"""Differences beside the size of each unknown."""


def stepped(rock: Rock, heat, strain, sigma, values, dt, precision, tries, written=False):
    """Stress (n, ns), variables and tangent (n, ns, ns) after strains (n, ns), by written derivatives or true ones."""
    count, n = sigma.shape
    step = _Step(rock, heat, strain, sigma, values, dt)
    first = rock.stress(sigma)
    elastic = rock.elasticity(first.trace, n)
    trial = sigma + np.einsum("nij,nj->ni", elastic, strain)
    at = rock.stress(trial)
    active = rock.criterion(step.limits.plastic(values[:, 0]), at)[0] >= 0.0
    moves = active | (rock.criterion(step.limits.viscous(values[:, 2]), at)[0] >= 0.0)
    start = np.concatenate([trial, np.zeros((count, 1)), values[:, [0, 2]]], axis=1)
    y, matrix = start.copy(), np.zeros((count, n + 3, n + 3))
    matrix[:] = np.eye(n + 3)
    done, left = ~moves, np.full(count, tries)
    while not done.all():
        residual, mu = step.residual(y, active)
        found = step.written(y, active) if written else step.matrix(y, active)
        lost = ~done & ~np.isfinite(found).all(axis=(1, 2))
        if lost.any():
            raise LawFailed("a rock's equations leave what can be computed", points=lost)
        close = np.sqrt((residual**2).sum(axis=-1)) < precision
        matrix = np.where(done[:, None, None], matrix, found)
        try:
            correction = np.linalg.solve(matrix, residual[..., None])[..., 0]
        except np.linalg.LinAlgError:
            raise LawFailed("a rock's equations have no solution") from None
        y = np.where(done[:, None], y, y - correction)
        wrong = close & ~done & active & (y[:, n] < 0.0)
        left = left - 1
        lost = (left <= 0) & ~close & ~done
        if lost.any():
            raise LawFailed("the equations of a rock are not solved within ITER_INTE_MAXI tries", points=lost)
        active, y = active & ~wrong, np.where(wrong[:, None], start, y)
        left = np.where(wrong, tries, left)
        done = done | (close & ~wrong)
    return step.answer(y, matrix, moves, elastic)


class _Step:
    """The equations of the points."""

    def __init__(self, rock, heat, strain, sigma, values, dt):
        self.rock, self.heat, self.strain, self.sigma, self.values, self.dt = rock, heat, strain, sigma, values, dt
        self.limits = rock.limits(heat.after)
        self.n, self.least, self.free = sigma.shape[1], values[:, [0, 2]], False

    def many(self, times):
        """The same points over and over."""
        heat = replace(self.heat, after=[np.tile(value, times) for value in self.heat.after])
        strain, sigma, values = (np.tile(value, (times, 1)) for value in (self.strain, self.sigma, self.values))
        step = _Step(type(self.rock).repeated(self.rock, times), heat, strain, sigma, values, self.dt)
        step.least, step.free = np.tile(self.least, (times, 1)), self.free
        return step

    def at(self, y):
        """The stress, XIP and XIVP that limits are asked for."""
        x, own = np.maximum(y[:, self.n + 1], self.least[:, 0]), np.maximum(y[:, self.n + 2], self.least[:, 1])
        return self.rock.stress(y[:, : self.n]), x, own

    def flows(self, y, active):
        """Creep, its distortion, Fp, Gp, and whether the rock dilates."""
        rock, limits, n = self.rock, self.limits, self.n
        at, x, own = self.at(y)
        viscous = limits.viscous(own)
        fv, uv = rock.criterion(viscous, at)
        gv = rock.flow(rock.normal(viscous, uv, at), limits.sine(np.zeros(len(y), bool), x, viscous, at), at)
        creep = (self.dt * rock.speed(limits.creep, fv)[0])[:, None] * gv
        plastic = limits.plastic(x)
        fp, up = rock.criterion(plastic, at)
        gp = rock.flow(rock.normal(plastic, up, at), limits.sine(limits.past(y[:, n + 1]), x, plastic, at), at)
        gp = np.where(((fp >= 0.0) | active)[:, None], gp, 0.0)
        return at, creep, fv, fp, gp, limits.dilates(at, at)

    def residual(self, y, active):
        """(n, ns + 3) what is left of the equations, by the shear modulus."""
        rock, n = self.rock, self.n
        at, creep, _, fp, gp, dilates = self.flows(y, active)
        two_mu, _ = rock.moduli(at.trace)
        mu = two_mu / 2.0
        elastic = np.einsum("nij,nj->ni", rock.elasticity(at.trace, n), self.strain - creep - y[:, n, None] * gp)
        slip = y[:, n] * ROOT * np.sqrt((deviator(gp) ** 2).sum(axis=-1))
        if not self.free:
            slip = np.maximum(0.0, slip)
        slip_v = distortion(creep)
        own = np.minimum(slip_v, self.limits.end - self.values[:, 2])
        result = np.empty_like(y)
        result[:, :n] = (elastic + self.sigma - y[:, :n]) / mu[:, None]
        result[:, n] = np.where(active, -fp / mu, -y[:, n])
        result[:, n + 1] = self.values[:, 0] - y[:, n + 1] + slip + np.where(dilates & rock.couples, slip_v, 0.0)
        result[:, n + 2] = self.values[:, 2] - y[:, n + 2] + own
        return result, mu

    def matrix(self, y, active, onward=False):
        """(n, ns + 3, ns + 3) the rates of the equations; `onward` those on the side where the slip, XIP and XIVP grow."""
        (count, size), n = y.shape, self.n
        width = WIDTH * np.array([1.0] * n + [1e-3] * 3) * np.ones((count, 1))
        width[:, :n] *= np.maximum(abs(y[:, :n]).max(axis=1, keepdims=True), 1e-3 * self.rock.air[:, None])
        steps = width[:, None, :] * np.eye(size)
        others = -steps
        if onward:
            others[:, n:] *= -2.0
        moved = np.concatenate([steps, others, np.zeros((count, int(onward), size))], axis=1) + y[:, None, :]
        times = moved.shape[1]
        flat = moved.transpose(1, 0, 2).reshape(-1, size)
        found = self.many(times).residual(flat, np.tile(active, times))[0].reshape(times, count, size)
        ahead, behind = found[:size], found[size : 2 * size]
        if onward:
            ahead[n:] = 4.0 * ahead[n:] - 3.0 * found[-1]
        return ((ahead - behind) / (2.0 * width.T[:, :, None])).transpose(1, 2, 0)

    def written(self, y, active):
        """The rates of the equations as NEWTON has them."""
        n, free = self.n, _Step(self.rock, self.heat, self.strain, self.sigma, self.values, self.dt)
        free.free = True
        grown = np.concatenate([y[:, : n + 1], np.maximum(y[:, n + 1 :], self.least)], axis=1)
        more, ended = beside(self, y, active)
        found = free.matrix(grown, active, onward=True) + more
        found[:, n + 1, n + 2] = 1.0 + found[:, n + 2, n + 2]
        found[ended, : n + 2, n + 2] = 0.0
        return found

    def answer(self, y, matrix, moves, elastic):
        """What points that move have become; elastic are the others."""
        rock, n, values = self.rock, self.n, self.values
        y = np.concatenate([y[:, : n + 1], np.maximum(y[:, n + 1 :], 0.0)], axis=1)
        flowing = moves & (y[:, n] > 0.0)
        at, creep, fv, _, gp, dilates = self.flows(y, flowing)
        creeping = moves & (fv >= 0.0)
        creep = np.where(creeping[:, None], creep, 0.0)
        plastic = np.where(flowing, y[:, n], 0.0)[:, None] * gp
        new = values.copy()
        new[:, 0], new[:, 2] = np.where(moves, y[:, n + 1], values[:, 0]), np.where(moves, y[:, n + 2], values[:, 2])
        new[:, 1] += distortion(plastic)
        new[:, 3] += distortion(creep)
        new[:, 4], new[:, 5], new[:, 6] = moves & dilates, creeping, flowing
        rock.tell(new, self.limits, self.strain, self.heat, creep, plastic, y[:, :n])
        rock.from_the_end(new, moves)
        two_mu = rock.moduli(at.trace)[0]
        driver = np.zeros((len(y), n + 3, n))
        driver[:, :n] = -rock.elasticity(at.trace, n) / (two_mu / 2.0)[:, None, None]
        tangent = np.linalg.solve(matrix, driver)[:, :n]
        return y[:, :n], new, np.where(moves[:, None, None], tangent, elastic)
