"""Two coaxial cylindrical shells with a fluid that flows between them (r4.07.04, modes of a COQUE_COAX).

A shell of a mode moves along its radius as  cos(k (angle - phase)) W(z),  W a sum of cos, sin, cosh and sinh of delta z / L, which bends
as a beam (k = 1) or as a thin shell of its material does at the frequency of the mode. The fluid between the shells, thin across, answers
with a pressure p and a velocity v around, told at 101 heights, and pushes mode j when mode i moves:

    B_ij = - sum over their shells  pi R_j cos(k (phase_i - phase_j)) / k^2  integral of (e_j p + rho cf U v / 2) W_j dz

In still fluid p goes by s^2, which is left out of B. U is the velocity, s the complex pulsation, e_j weighs the profile of p across.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

STILL = 1e-5
"""Velocities below this are none, m/s."""
POINTS = 101
EXACT = 100 * np.finfo(float).eps


@dataclass(frozen=True)
class Gap:
    """Where the shells face each other: `low` to `high` along the axis (m), their radii and thicknesses, inner one first."""

    low: float
    high: float
    radii: tuple[float, float]
    thicknesses: tuple[float, float]

    @property
    def length(self) -> float:
        """m."""
        return self.high - self.low

    @property
    def walls(self) -> tuple[float, float]:
        """The radii of the surfaces that the fluid wets."""
        return self.radii[0] + self.thicknesses[0] / 2.0, self.radii[1] - self.thicknesses[1] / 2.0

    @property
    def height(self) -> float:
        """The distance between them."""
        return self.walls[1] - self.walls[0]

    @property
    def radius(self) -> float:
        """Their mean radius."""
        return sum(self.walls) / 2.0


@dataclass(frozen=True)
class Fluid:
    """Density, kinematic viscosity and roughness of the walls (SI); losses at the way in, mean and dynamic, then at the way out."""

    density: float
    viscosity: float
    roughness: float
    losses: tuple[float, float, float, float]

    def friction(self, gap: Gap, speed: float) -> tuple[float, float]:
        """The coefficient of friction and its power of the Reynolds number (cfrott)."""
        if self.viscosity < 1e-10:
            return 0.0, 0.0
        reynolds = 2.0 * gap.height * speed / self.viscosity
        rough = (17.85 / self.roughness * 2.0 * gap.height) ** 1.143
        if reynolds < 2000.0:
            power, value = -1.0, 16.0 / reynolds
        elif reynolds < 4000.0:
            power, value = 0.55, 1.2e-4 * reynolds**0.55
        elif reynolds < 1e5:
            power, value = (-0.25, 0.079 * reynolds**-0.25) if reynolds < rough else (0.0, 0.079 * rough**-0.25)
        elif reynolds < rough:
            power, value = -0.87 / (np.log10(reynolds) - 0.91), 0.25 / (1.8 * np.log10(reynolds) - 1.64) ** 2
        else:
            power, value = 0.0, 0.25 / (1.8 * np.log10(rough) - 1.64) ** 2
        return 1.5 * value, power

    def still_damping(self, gap: Gap) -> float:
        """Of the mass that the fluid adds, by unit of mass, 1/s."""
        return 12.0 * self.viscosity / gap.height**2


@dataclass(frozen=True)
class ShellMotion:
    """How a shell (0 the inner one, 1 the outer one) moves in a mode: k, the phase, delta, and the shares (4,) of W."""

    shell: int
    order: int
    phase: float
    number: float
    shares: np.ndarray

    def along(self, ratio) -> np.ndarray:
        """W at heights z / L."""
        return waves(self.number * np.asarray(ratio)) @ self.shares


def waves(x: np.ndarray) -> np.ndarray:
    """(..., 4)."""
    return np.stack([np.cos(x), np.sin(x), np.cosh(x), np.sinh(x)], axis=-1)


def around(angles: np.ndarray, radial: np.ndarray) -> tuple[int, float, float]:
    """(k, amplitude, phase) of radial displacements (n,) at ascending angles (n,) of a circle.

    k is where the spectrum of the displacements at 2^m regular angles peaks, 2^m the first power above n; raises ValueError where it
    peaks at 0.
    """
    count = 1 << int(np.ceil(np.log2(len(angles)) - EXACT))
    regular = 2.0 * np.pi * np.arange(count) / count
    place = np.clip(np.searchsorted(angles, regular, side="right") - 1, 0, len(angles) - 2)
    share = (regular - angles[place]) / (angles[place + 1] - angles[place])
    spectrum = abs(np.fft.fft(radial[place] + share * (radial[place + 1] - radial[place])))[: count // 2]
    order = int(spectrum.argmax())
    if not order:
        raise ValueError("a shell moves in and out as a whole, which has no order around")
    functions = np.stack([np.cos(order * angles), np.sin(order * angles)], axis=1)
    along = np.linalg.solve(functions.T @ functions, functions.T @ radial)
    return order, float(np.hypot(*along)), float(np.arctan2(along[1], along[0]) % (2.0 * np.pi)) / order


def wave_number(gap: Gap, shell: int, order: int, frequency: float, young: float, poisson: float, density: float) -> float:
    """delta; raises ValueError where a shell of such a material does not wave at that frequency (coedef)."""
    radius, thickness, pulsation = gap.radii[shell], gap.thicknesses[shell], 2.0 * np.pi * frequency
    if order == 1:
        return gap.length * np.sqrt(pulsation * np.sqrt(density / young * 2.0 / (radius**2 + thickness**2 / 4.0)))
    inertia = (1.0 - poisson**2) * density * pulsation**2 * (1.0 + 1.0 / order**2) / young
    bending = thickness**2 * (order**2 - 1.0) ** 2 / (12.0 * radius**4)
    left = gap.length**4 * order**4 * (inertia - bending) / radius**2
    if left <= 0.0:
        raise ValueError(f"a shell does not wave along its axis at {frequency:g} Hz with {order} waves around")
    return left**0.25


def profile(shell: int, order: int, walls) -> tuple[tuple[float, float], float]:
    """(weights of the pressure at both walls, mean of its profile) when one shell moves (profpr)."""
    inner, outer = walls
    mean, height, other = (inner + outer) / 2.0, outer - inner, walls[1 - shell]

    def power(n):
        """The integral of r^(n - 1)."""
        return np.log(outer / inner) if n == 0 else (outer**n - inner**n) / n

    scale = height / (power(order + 1) + other ** (2 * order) * power(1 - order))
    own = walls[shell]
    ratio = (other / own) ** order
    weights = [0.0, 0.0]
    weights[shell] = scale * (1.0 + ratio**2) * own**order
    weights[1 - shell] = 2.0 * scale * other**order
    return tuple(weights), scale * (power(order + 2) + other ** (2 * order) * power(2 - order)) / (mean * height)


def still_pressure(gap: Gap, density: float, motion: ShellMotion) -> np.ndarray:
    """(101,) the pressure by s^2 in still fluid, none at both ends (pbflu0)."""
    order = motion.order / np.sqrt(profile(motion.shell, motion.order, gap.walls)[1])
    sign = 1.0 if motion.shell else -1.0
    pushed = -density * order**2 * (sign / gap.height + 0.5 / gap.radius) * motion.shares
    along, across = (motion.number / gap.length) ** 2, (order / gap.radius) ** 2
    shares = pushed / np.array([across + along, across + along, across - along, across - along])
    ratio = np.linspace(0.0, 1.0, POINTS)
    found = waves(motion.number * ratio) @ shares
    decay = np.exp(-order * gap.length / gap.radius)
    top, bottom = ((found[a] * decay - found[b]) / (1.0 - decay**2) for a, b in ((0, -1), (-1, 0)))
    return found + top * decay ** (1.0 - ratio) + bottom * decay**ratio


def flowing(gap: Gap, fluid: Fluid, motion: ShellMotion, speed: float, s: complex) -> np.ndarray:
    """(3, 101) u along the axis, v and p in a fluid that flows (pbflvp, pbflkc, pbflga, pbflso)."""
    h, r, length, rho = gap.height, gap.radius, gap.length, fluid.density
    friction, power = fluid.friction(gap, speed)
    order = motion.order / np.sqrt(profile(motion.shell, motion.order, gap.walls)[1])
    across, rate, loss = (order / r) ** 2, s / speed, friction / h
    roots = np.roots([1.0, rate + loss, -across, -across * (rate + (power + 2.0) * loss)])
    # What the moving wall adds to the fluid: W = sum of g exp(q z) goes with q = +- i delta / L and +- delta / L.
    a, b, c, d = motion.shares
    q = np.array([1j, -1j, 1.0, -1.0]) * motion.number / length
    parts = np.array([a - 1j * b, a + 1j * b, c + d, c - d]) / 2.0
    wall = parts * (1.0 if motion.shell else -1.0) / h
    mean = parts / 2.0 / r
    mass = (rate + q) * (wall + mean)
    momentum = mass + loss * wall
    resisting = rate + loss
    share = 3.0 * across * (rate + loss * (power + 2.0)) + roots * (2.0 * across - resisting * roots)
    force = -across * speed * ((rate + loss * (power + 2.0)) * mass)[:, None] - across * speed * momentum[:, None] * roots
    own = force / share / (q[:, None] - roots)
    shapes = np.array([np.ones(3), -roots * r, -roots * (roots + resisting) * r**2 * rho * speed])
    steady = shapes @ own.T

    def particular(z):
        return steady @ np.exp(np.multiply.outer(q, z))

    first, last = particular(0.0), particular(length)
    entry, dynamic_entry, out, dynamic_out = fluid.losses
    ends = motion.along([0.0, 1.0])
    given = [
        first[1] / r,
        -(1.0 + entry) * first[0] - first[2] / (rho * speed) - 0.5 * dynamic_entry * speed * ends[0],
        -(1.0 - out) * last[0] - last[2] / (rho * speed) + 0.5 * dynamic_out * speed * ends[1],
    ]
    base = np.where(roots.real > 0.0, length, 0.0)
    bent = -roots * (resisting + roots) * r**2
    at_first, at_last = np.exp(-roots * base), np.exp(roots * (length - base))
    weights = np.linalg.solve([roots * at_first, (bent + 1.0 + entry) * at_first, (bent + 1.0 - out) * at_last], given)
    z = np.linspace(0.0, length, POINTS)
    return particular(z) + (shapes * weights) @ np.exp(roots[:, None] * (z - base[:, None]))


def transfer(gap: Gap, fluid: Fluid, modes: list[list[ShellMotion]], speed: float = 0.0, s: complex = 0.0) -> np.ndarray:
    """B (nm, nm) of modes, each the motions of one shell or of both."""
    still = speed < STILL
    step = gap.length / (POINTS - 1)
    weigh = np.full(POINTS, step)
    weigh[[0, -1]] = step / 2.0
    ratio = np.linspace(0.0, 1.0, POINTS)
    shown = [[weigh * motion.along(ratio) for motion in motions] for motions in modes]
    found = np.zeros((len(modes), len(modes)), complex)
    for i, motions in enumerate(modes):
        for one in motions:
            if still:
                rubbing, pressure = 0.0, still_pressure(gap, fluid.density, one)
            else:
                _, swirl, pressure = flowing(gap, fluid, one, speed, s)
                rubbing = 0.5 * fluid.density * fluid.friction(gap, speed)[0] * speed * swirl
            weights = profile(one.shell, one.order, gap.walls)[0]
            for j, others in enumerate(modes):
                for other, along in zip(others, shown[j]):
                    if other.order != one.order:
                        continue
                    sign = -1.0 if other.shell else 1.0
                    turn = np.cos(one.order * (one.phase - other.phase))
                    push = along @ (sign * weights[other.shell] * pressure + rubbing)
                    found[i, j] -= np.pi * gap.walls[other.shell] * turn * push / one.order**2
    return found
