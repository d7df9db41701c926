"""The balance of slices of ground above a slip surface (Fellenius, Bishop, Spencer, Morgenstern and Price; u4.84.47).

With W the weight, b the width, a the angle of the base, P the push of water on the surface and B its angle, u_a and s the air and the
capillary pressures (s < 0 is water under pressure), t = tan phi, t_b = tan phi_b (t where s <= 0), and the sign e = 1 where the ground
slides to the left, -1 where it slides to the right:

    Fellenius  F = sum(c b / cos a + N t + pores) / |sum of the tangential forces|,  N = W cos a + what else pushes
    Bishop     F = sum(T / (cos a + e sin a t / F)) / |sum W sin a - M / R|,  T = c b + (vertical forces - u_a b) t + s b t_b
    others     forces between slices inclined by theta, tan theta = f0 + lambda f: F makes the last one vanish, lambda the moments

M is the moment about the centre of all forces but weights and reactions. The critical acceleration is the horizontal one, as a share of
gravity, for which F = 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

DIVERGED = 1e4
"""The factor of a surface for which the iterations found none."""
_STILL = 1e-6


@dataclass
class Slices:
    """Slices of one width (m) from left to right, for 1 m across.

    angle (n,) rad; weight, push (n,) N; push_angle (n,) rad; friction, suction (n,) tan phi and tan phi_b; cohesion, air, capillary
    (n,) Pa; sign 1 or -1; horizontal, vertical: accelerations as shares of gravity
    """

    width: float
    angle: np.ndarray
    weight: np.ndarray
    friction: np.ndarray
    suction: np.ndarray
    cohesion: np.ndarray
    air: np.ndarray
    capillary: np.ndarray
    push: np.ndarray
    push_angle: np.ndarray
    sign: float
    horizontal: float = 0.0
    vertical: float = 0.0


def fellenius(s: Slices) -> float:
    """The factor of safety without forces between slices."""
    normal = s.weight * np.cos(s.angle) + _normal_push(s)
    driving = s.weight * np.sin(s.angle) + s.push * np.sin(s.angle - s.push_angle)
    driving = driving - s.weight * (s.horizontal * np.cos(s.angle) + s.vertical * np.sin(s.angle))
    return np.sum(_stuck(s) + normal * s.friction + _pores(s)) / abs(driving.sum())


def fellenius_acceleration(s: Slices) -> float:
    """The critical acceleration without forces between slices."""
    sine, cosine = np.sin(s.angle), np.cos(s.angle)
    apart = s.angle - s.push_angle
    resisting = _stuck(s) + (s.weight * cosine + s.push * np.cos(apart)) * s.friction + _pores(s)
    driving = s.sign * (s.weight * sine + s.push * np.sin(apart))
    return abs(np.sum(driving - resisting) / np.sum(s.weight * (sine * s.friction + s.sign * cosine)))


def bishop(s: Slices, moment: float, radius: float, most: int = 1000) -> float:
    """The factor of safety of a circle with vertical balance of each slice, by fixed point; `moment` N m."""
    upright = -s.push * np.cos(s.push_angle) + s.vertical * s.weight
    strength = _strength(s, upright)
    driving = abs(np.sum(s.weight * np.sin(s.angle)) - moment / radius)
    factor, change, count = 1.0, 1.0, 1
    while change > _STILL:
        new = np.sum(strength / (np.cos(s.angle) + s.sign * np.sin(s.angle) * s.friction / factor)) / driving
        change, factor = abs(new - factor), new
        count += 1
        if count > most:
            return DIVERGED
    return factor


def bishop_acceleration(s: Slices, moment: float, radius: float, arms: np.ndarray) -> float:
    """The critical acceleration of a circle; `arms` (n,) are the heights of the centres of mass above the centre of the circle, m."""
    strength = _strength(s, -s.push * np.cos(s.push_angle))
    held = strength / (np.cos(s.angle) + s.sign * np.sin(s.angle) * s.friction) - s.weight * np.sin(s.angle)
    return abs((held.sum() + moment / radius) / np.sum(s.weight * arms / radius))


def inclined(s: Slices, moment: float, shape, sway: float | None = None) -> float:
    """The factor of safety with forces between slices inclined by `shape` = (f0, f), both (n,) after each slice.

    moment  of all forces but weights and reactions about the middles of the bases, N m
    sway    the moment of a horizontal gravity about them: the critical acceleration is sought instead
    """
    ground, form = shape
    sine, cosine = np.sin(s.angle), np.cos(s.angle)
    pores = (-s.air * s.friction + s.capillary * s.suction + s.cohesion) * s.width / cosine
    apart = s.push_angle - s.angle
    if sway is None:
        resisting = s.sign * ((s.weight * cosine + _normal_push(s)) * s.friction + pores)
        driving = s.weight * sine - s.push * np.sin(apart) - s.weight * (s.horizontal * cosine + s.vertical * sine)
    else:
        normal = s.weight * cosine + s.push * np.cos(apart)
        resisting = s.push * np.sin(apart) - s.weight * sine + s.sign * (normal * s.friction + pores)
        driving = -s.weight * (cosine + s.sign * sine * s.friction)
    factor, slant = 1.0, 0.0
    for _ in range(100):
        theta = np.arctan(ground + form * slant)
        found = _without_last(s, theta, resisting, driving, factor, sway is not None)
        if found is None:
            return DIVERGED
        new, through, ratio = found
        forces = np.zeros_like(theta)
        carried = 0.0
        for n in range(len(theta) - 1):
            carried = (ratio[n - 1] * carried if n else 0.0) + resisting[n] - new * driving[n]
            forces[n] = carried / through[n]
        level = forces * np.cos(theta)
        before = np.concatenate([[0.0], level[:-1]])
        tilt = np.tan(s.angle) * (level + before) - ground * level
        tilt[1:] -= ground[:-1] * level[:-1]
        turned = form * level
        turned[1:] += form[:-1] * level[:-1]
        outer = moment if sway is None else moment + sway * new
        steeper = (tilt.sum() + outer * 2 / s.width) / turned.sum()
        still = abs(new - factor) <= _STILL and abs(steeper - slant) <= _STILL
        factor, slant = new, steeper
        if still:
            factor = factor if sway is None else abs(factor)
            return factor if factor >= 0.0 else DIVERGED
    return DIVERGED


def _without_last(s, theta, resisting, driving, factor, once):
    """(factor, Phi, Psi) for which no force acts behind the last slice at given inclinations; None where the iterations diverge."""
    for _ in range(201):
        z = 1.0 if once else factor
        through = z * np.cos(s.angle - theta) + s.sign * np.sin(s.angle - theta) * s.friction
        ahead = s.angle[1:] - theta[:-1]
        ratio = (z * np.cos(ahead) + s.sign * np.sin(ahead) * s.friction[1:]) / through[:-1]
        weight = np.append(np.cumprod(ratio[::-1])[::-1], 1.0)
        new = (resisting * weight).sum() / (driving * weight).sum()
        if once or abs(new - factor) <= _STILL:
            return new, through, ratio
        factor = new
    return None


def _stuck(s):
    return s.cohesion * s.width / np.cos(s.angle)


def _normal_push(s):
    return s.push * np.cos(s.angle - s.push_angle) + s.weight * (s.horizontal * np.sin(s.angle) - s.vertical * np.cos(s.angle))


def _pores(s):
    """What the pressures in the pores add to the resistance of the bases."""
    cosine = np.cos(s.angle)
    wet = (s.capillary - s.air) * s.width * cosine * s.friction
    dry = -s.air * s.width * cosine * s.friction + s.capillary * s.width / cosine * s.suction
    return np.where(s.capillary < 0.0, wet, dry)


def _strength(s, upright):
    return s.cohesion * s.width + (s.weight - upright - s.air * s.width) * s.friction + s.capillary * s.width * s.suction
