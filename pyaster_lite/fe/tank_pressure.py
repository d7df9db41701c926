"""Pressures of a liquid on the wall and the floor of a cylindrical tank that stands upright, under an earthquake (Eurocode 8, part 4).

With z the height above the floor, r and t the polar coordinates about the axis, R the radius, H the depth of the liquid, rho its density:

    rigid impulsive, horizontal     sum over n of 8/pi^2 (-1)^n / m^2 e_n cos(m pi z / 2H) rho H a_rh cos t,    m = 2n + 1
    flexible impulsive, horizontal  r/R sum over n of psi d_n cos(m pi z / 2H) rho H (a_fh - a_rh) cos t
    convective                      0.8371 rho R cosh(k z / R) J1(k r / R) / (J1(k) cosh(k H / R)) a_c cos t,   k = 1.841
    rigid, flexible vertical        rho (H - z) a_rv,   0.815 f rho H cos(pi z / 2H) (a_fv - a_rv)

e_n = I1(m pi r / 2H) / I1'(m pi R / 2H); psi is the participation of the deflection sin(pi z / 2H) of a wall of some thickness and density.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .errors import ComputationFailed

RIGID_TERMS, FLEXIBLE_TERMS = 21, 2
SLOSHING = 1.841
BEYOND = 0.01
"""By this share of the radius a point may stand outside."""
VERTICAL = 0.4
"""The share of the vertical pressures beside the whole of the horizontal ones."""
PARTS = ("PIR", "PIF", "PC1", "PRV", "PFV", "PHYDR")


@dataclass(frozen=True)
class TankQuake:
    """A tank and its earthquake: lengths in m, kg/m3, accelerations in m/s2 (see above), the pressure over the liquid in Pa.

    sign  that of the vertical pressures in the sum
    """

    floor: float
    radius: float
    depth: float
    density: float
    rigid: float
    flexible: float
    flexible_vertical: float
    rigid_vertical: float
    sloshing: float
    gravity: float = 0.0
    surface: float = 0.0
    sign: float = 1.0

    def parts(self, r, cosine, z, thickness, wall_density) -> dict[str, np.ndarray]:
        """The pressures (n,) by name, nothing above the liquid, and their sum PTOT with that over the liquid."""
        from scipy.special import jv

        r, cosine, z, thickness, wall_density = np.broadcast_arrays(*map(np.float64, (r, cosine, z, thickness, wall_density)))
        depth, radius = self.depth, self.radius
        weight = self.density * depth
        slope = np.cosh(SLOSHING * z / radius) / np.cosh(SLOSHING * depth / radius)
        swell = jv(1, SLOSHING * r / radius) / jv(1, SLOSHING)
        stretch = 1.078 + 0.274 * np.log(depth / radius) if depth / radius > 0.8 else 1.0
        found = {
            "PIR": self._rigid(r, z) * weight * self.rigid * cosine,
            "PIF": r / radius * self._flexible(z, thickness, wall_density) * weight * (self.flexible - self.rigid) * cosine,
            "PC1": 0.8371 * self.density * radius * slope * swell * self.sloshing * cosine,
            "PRV": self.density * self.rigid_vertical * (depth - z),
            "PFV": 0.815 * stretch * weight * np.cos(np.pi * z / 2 / depth) * (self.flexible_vertical - self.rigid_vertical),
            "PHYDR": self.density * self.gravity * (depth - z),
        }
        found = {name: np.where(z > depth, 0.0, part) for name, part in found.items()}
        horizontal = np.copysign(np.hypot(found["PIR"] + found["PIF"], found["PC1"]), cosine)
        found["PTOT"] = self.surface + horizontal + self.sign * VERTICAL * (found["PRV"] + found["PFV"]) + found["PHYDR"]
        return found

    def __call__(self, x, y, z, thickness, wall_density):
        """The sum (n,) at points; raises ComputationFailed below the floor and outside."""
        r, height = np.hypot(x, y), np.asarray(z) - self.floor
        if np.any(height < 0.0):
            raise ComputationFailed("a point stands below the floor of the tank")
        if np.any((r > self.radius * (1.0 + BEYOND)) & (height <= self.depth)):
            raise ComputationFailed("a point stands outside the tank")
        near = r**2 <= 1e-6
        cosine = np.where(near, 1.0, x / np.where(near, 1.0, r))
        found = self.parts(r, cosine, height, thickness, wall_density)["PTOT"]
        return found if found.ndim else float(found)

    def _orders(self, count):
        n = np.arange(count)
        odd = 2 * n + 1
        return n, odd, odd * np.pi / (2 * self.depth)

    def _rigid(self, r, z):
        from scipy.special import iv, ivp

        n, odd, wave = self._orders(RIGID_TERMS)
        share = 8 / np.pi**2 * (-1.0) ** n / odd**2 * iv(1, wave * r[..., None]) / ivp(1, wave * self.radius)
        return (share * np.cos(odd * np.pi * z[..., None] / 2 / self.depth)).sum(-1)

    def _flexible(self, z, thickness, wall_density):
        from scipy.special import iv, ivp

        n, odd, wave = self._orders(FLEXIBLE_TERMS)
        ratio = iv(1, wave * self.radius) / ivp(1, wave * self.radius)
        # the integrals over u from 0 to pi/2 of sin u cos (odd u)
        met = np.where(n == 0, 0.5, (odd * (-1.0) ** n - 1) / np.maximum(odd**2 - 1, 1))
        even, bent = 8 / np.pi**2 * (-1.0) ** n * ratio / odd**2, 8 / np.pi**2 * met * ratio / odd
        wall = wall_density * thickness / (self.density * self.depth)
        participation = (wall + (even * met).sum()) / (wall * np.pi / 4 + (bent * met).sum())
        return participation * (bent * np.cos(odd * np.pi * z[..., None] / 2 / self.depth)).sum(-1)
