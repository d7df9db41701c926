"""Tubes in a flow along them: mass, damping and stiffness of the fluid on modes (r4.07.04, section 4).

    M_f = -A P int rho phi phi,    C_f = -rho_0 |V| r V' int (c_f + c_p) phi phi - 2 rho_0 V A P int phi phi_,z,
    K_f = -rho_0 |V| r (V int v c_f phi phi_,z + V' int v c_p phi phi_,z) - rho_0 V A P int v phi phi_,zz
          - A int (p phi phi_,zz + p_,z phi phi_,z)

P, V the pressures and velocities of potential flow across the tubes, V' = V less the number of tubes on its diagonal, c_f and c_p the
friction along and the drag across them, p the pressure at rest; grids add forces at their heights.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..contraction import contracted

DRAG = 0.08
GRAVITY = 9.81


def slopes(z, values) -> np.ndarray:
    """d/dz of values (nz, ...), the best line through a point and its two neighbours, and through two at the ends."""
    steps = np.diff(z).reshape(-1, *[1] * (values.ndim - 1))
    change = np.diff(values, axis=0)
    found = np.empty_like(values, dtype=float)
    found[0], found[-1] = change[0] / steps[0], change[-1] / steps[-1]
    ahead, behind = steps[1:], steps[:-1]
    found[1:-1] = (change[1:] * ahead + change[:-1] * behind) / (ahead**2 + behind**2)
    return found


def friction(reynolds, diameter: float, roughness: float) -> np.ndarray:
    """c_f by Reynolds' number, smooth to rough."""
    reynolds = np.asarray(reynolds, float)
    low, high = 23.0 * diameter / roughness, 560.0 * diameter / roughness
    with np.errstate(divide="ignore", invalid="ignore"):
        cases = [
            (reynolds > high, np.pi / 4 / (2 * np.log10(3.7 * diameter / roughness)) ** 2 * np.ones_like(reynolds)),
            ((reynolds >= low) & (reynolds <= high), 0.1 * np.pi / 4 * (1.46 * roughness / diameter + 100.0 / reynolds) ** 0.25),
            ((reynolds > 4000.0) & (reynolds < low), np.pi / 4 / (1.8 * np.log10(reynolds) - 1.64) ** 2),
            ((reynolds >= 2000.0) & (reynolds <= 4000.0), 1.2e-4 * np.pi * reynolds**0.55),
        ]
        laminar = 16.0 * np.pi / reynolds
    return np.where(reynolds > 0.0, np.select(*map(list, zip(*cases)), laminar), 0.0)


@dataclass(frozen=True)
class Wall:
    """What surrounds the tubes: its area and its perimeter over two (over pi for a round one, with the tubes), as r4.07.04 has them.

    area, perimeter   of the fluid's section, and of all that it wets;  diameter   hydraulic
    """

    area: float
    perimeter: float
    diameter: float

    @classmethod
    def round(cls, radius: float, radii) -> Wall:
        """Of a radius around tubes of radii (nc,)."""
        squares, total = (radii**2).sum(), radii.sum()
        return cls(np.pi * (radius**2 - squares), 2 * np.pi * (radius + total), 2 * (radius**2 - squares) / (radius + total))

    @classmethod
    def rectangle(cls, width: float, height: float, radii) -> Wall:
        """Of two sides around tubes of radii (nc,)."""
        area, half = width * height - np.pi * (radii**2).sum(), width + height + np.pi * radii.sum()
        return cls(area, 2 * half, 2 * area / half)


@dataclass(frozen=True)
class Grids:
    """Spacers: of each (n,) its height z and its type from 0; of each type its length, width and thickness of plates, roughness,
    drag and slope of the lift."""

    heights: np.ndarray
    types: np.ndarray
    lengths: np.ndarray
    widths: np.ndarray
    plates: np.ndarray
    roughness: np.ndarray
    drag: np.ndarray
    lift: np.ndarray


@dataclass
class AxialFlow:
    """Tubes along z in a flow.

    z                   (nz,) at even steps;  shapes (nz, ng, 2, nm) displacements across of the groups of tubes
    radii, tubes        (ng,) radius and number of tubes of each group
    pressure, velocity  (ng, 2, ng, 2), see axial_potential
    density, viscosity  (nz,);  roughness, gravity  along z, m/s2;  wall
    """

    z: np.ndarray
    shapes: np.ndarray
    radii: np.ndarray
    tubes: np.ndarray
    pressure: np.ndarray
    velocity: np.ndarray
    density: np.ndarray
    viscosity: np.ndarray
    roughness: float
    gravity: float
    wall: Wall
    grids: Grids | None = None
    _slopes: np.ndarray = field(init=False)
    _curves: np.ndarray = field(init=False)

    def __post_init__(self):
        self._slopes = slopes(self.z, self.shapes)
        self._curves = slopes(self.z, self._slopes)
        own = np.arange(len(self.radii))
        self.drawn = self.velocity.copy()
        for axis in range(2):
            self.drawn[own, axis, own, axis] -= self.tubes

    def _integral(self, by_group, weight, left, right):
        """(nm, nm) of sum_gh a_gh int w left_g right_h dz for a (ng, 2, ng, 2)."""
        steps = np.zeros(len(self.z))
        half = 0.5 * np.diff(self.z)
        steps[:-1] += half
        steps[1:] += half
        return contracted("gchd,z,zgci,zhdj->ij", by_group, steps * weight, left, right)

    def still_damping(self, frequencies) -> np.ndarray:
        """(nm,) that the viscous layer adds to modes at frequencies (nm,) in the fluid at rest."""
        weight = self.density * np.sqrt(self.viscosity)
        total = np.diag(self._integral(-self.radii[:, None, None, None] * self.drawn, weight, self.shapes, self.shapes))
        return 4 * np.pi * np.sqrt(np.pi * frequencies) * total

    def matrices(self, speed: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(mass, damping, stiffness), each (nm, nm), of the fluid at a velocity."""
        radii = self.radii[:, None, None, None]
        area, across = np.pi * radii**2 * self.pressure, radii * self.drawn
        entering = self.density[0]
        speeds = entering * speed / self.density
        rubbing = friction(self.wall.diameter * abs(speeds) / self.viscosity, self.wall.diameter, self.roughness)
        drag = np.where(speeds != 0.0, DRAG, 0.0)
        phi, slope, curve = self.shapes, self._slopes, self._curves
        mass = -self._integral(area, self.density, phi, phi)
        flux = entering * abs(speed)
        damping = -flux * self._integral(across, rubbing + drag, phi, phi)
        damping -= 2 * entering * speed * self._integral(area, np.ones_like(self.z), phi, slope)
        stiffness = -flux * self._integral(radii * self.velocity, speeds * rubbing, phi, slope)
        stiffness -= flux * self._integral(across, speeds * drag, phi, slope)
        stiffness -= entering * speed * self._integral(area, speeds, phi, curve)
        pressure, rise = self._pressure(speed, speeds, rubbing)
        alone = np.einsum("g,gh,cd->gchd", np.pi * self.radii**2 * self.tubes, np.eye(len(self.radii)), np.eye(2))
        stiffness -= self._integral(alone, pressure, phi, curve) + self._integral(alone, rise, phi, slope)
        if self.grids is not None:
            more = self._grid_forces(speed)
            damping, stiffness = damping + more[0], stiffness + more[1]
        return mass, damping, stiffness

    def _pressure(self, speed, speeds, rubbing):
        """(nz,) the pressure at rest and its slope."""
        rise = -self.density * speeds * slopes(self.z, speeds) + self.density * self.gravity
        rise -= 2 * self.density * rubbing * abs(speeds) * speeds / (np.pi * self.wall.diameter)
        pressure = np.concatenate([[0.0], np.cumsum(0.5 * (rise[1:] + rise[:-1]) * np.diff(self.z))])
        if self.grids is not None:
            for height, loss in zip(self.grids.heights, self._losses(speed, rubbing)):
                # a grid at a point stands in the cells on both sides of it
                for n in self._cells(height):
                    pressure[n + 1 :] -= loss
        return pressure, rise

    def _cells(self, height):
        return np.flatnonzero((self.z[1:] - height) * (self.z[:-1] - height) <= 0.0)

    def _at_grids(self, values):
        return np.stack([np.interp(self.grids.heights, self.z, own) for own in values])

    def _grid_sections(self):
        """(nt,) the area that the plates of each type of grid take, and the perimeter that they add."""
        g, count = self.grids, np.sqrt(float(self.tubes.sum()))
        plates = 2 * (count + 1)
        area = plates * g.plates * g.widths - (0.5 * plates * g.plates) ** 2
        return area, 4 * g.widths + 4 * count * (g.widths - 0.5 * plates * g.plates)

    def _grid_flow(self, speed):
        """(n,) of each grid: density, velocity, and friction."""
        g = self.grids
        density, viscosity = self._at_grids((self.density, self.viscosity))
        area, perimeter = self._grid_sections()
        velocity = self.density[0] * speed / density / (1 - area[g.types] / self.wall.area)
        diameter = (4 * (self.wall.area - area) / (self.wall.perimeter + perimeter))[g.types]
        reynolds = diameter * abs(velocity) / viscosity
        rubbing = [float(friction(r, d, g.roughness[t])) for r, d, t in zip(reynolds, diameter, g.types)]
        return density, velocity, np.array(rubbing)

    def _losses(self, speed, rubbing):
        g = self.grids
        density, velocity, own = self._grid_flow(speed)
        area, perimeter = (values[g.types] for values in self._grid_sections())
        length, (tubes,) = g.lengths[g.types], self._at_grids((rubbing,))
        narrow = 1 - (1 - area / self.wall.area) ** 2
        lost = area * g.drag[g.types] + perimeter * length * own + narrow * self.wall.perimeter * length * tubes
        return 0.5 * density * abs(velocity) * velocity * lost / self.wall.area

    def _grid_forces(self, speed):
        g = self.grids
        density, velocity, _ = self._grid_flow(speed)
        share = self._grid_sections()[0][g.types] / self.tubes.sum()
        drag, lift = g.drag[g.types], g.lift[g.types]
        damping, stiffness = 0.0, 0.0
        for i, height in enumerate(g.heights):
            n = int(self._cells(height)[-1])
            step = self.z[n + 1] - self.z[n]
            low, high = self.shapes[n], self.shapes[n + 1]
            here, slope = (low * (self.z[n + 1] - height) + high * (height - self.z[n])) / step, (high - low) / step
            force = 0.5 * density[i] * abs(velocity[i]) * share[i]
            damping = damping - force * (lift[i] + drag[i]) * np.einsum("gchd,gci,hdj->ij", self.drawn, here, here)
            both = drag[i] * self.velocity + lift[i] * self.drawn
            stiffness = stiffness - force * velocity[i] * np.einsum("gchd,gci,hdj->ij", both, here, slope)
        return damping, stiffness


def complex_modes(mass, damping, stiffness) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(frequencies, reduced dampings, shapes (n, n) in columns) of damped modes by frequency; the shapes are their real parts, turned so
    that these are largest, of complex vectors of norm one. Raises numpy's LinAlgError where modes do not oscillate."""
    count = len(mass)
    system = np.block([[np.zeros((count, count)), np.eye(count)], [-np.linalg.solve(mass, stiffness), -np.linalg.solve(mass, damping)]])
    values, vectors = np.linalg.eig(system)
    kept = np.flatnonzero(values.imag >= 0.0)
    if len(kept) != count:
        raise np.linalg.LinAlgError(f"{count} modes have {len(kept)} eigenvalues that oscillate or stay")
    kept = kept[np.argsort(abs(values[kept]), kind="stable")]
    values, vectors = values[kept], vectors[:count, kept]
    vectors = vectors * np.exp(-0.5j * np.angle((vectors**2).sum(axis=0)))
    frequencies = abs(values) / (2 * np.pi)
    return frequencies, -values.real / abs(values), (vectors / np.linalg.norm(vectors, axis=0)).real
