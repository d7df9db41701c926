"""What an extension of a crack releases, as integrals over the cells about its front (r7.02.01, r7.02.08).

Everything is linear in the extension theta:

    G(theta) = int P : grad theta + q . theta

with Eshelby's tensor P = (grad u)^T F S - (w - f.u + rho v.v / 2) 1, S the second stress of Piola and Kirchhoff and F the gradient
of the motion (S the stress and F = 1 in small displacements), w the free energy, f the force by volume, and

    q = (grad f)^T u - w,T grad T + sum S : grad e0 + rho ((grad u)^T a - (grad v)^T v)

e0 strains that are there without stress. A state of stress s0 at rest adds (e + S0 s0 / 2) : s0 to w, S0 the compliance, and takes
(e + S0 s0) : grad s0 from q (Wadier's expression). Half of the same form, symmetric in the displacements u and in those u_i of mode i
alone, tells the stress intensity factors: K_i is E' times it, E' = E / (1 - nu^2), E in plane stress, 2 mu for mode 3.
On the sides that carry forces f by area, the same with f alone: P = f.u 1 and q = (grad f)^T u in the surface.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .contraction import contracted
from .data import ElementData

AXES = {"X": 0, "Y": 1, "Z": 2}


@dataclass
class Source:
    """P (ne, ng, 3, 3) and q (ne, ng, 3) at the points of cells: P[..., k, j] goes with the derivative of theta_k by j."""

    tensor: np.ndarray
    vector: np.ndarray

    def along(self, theta: np.ndarray, slope: np.ndarray, volume: np.ndarray) -> np.ndarray:
        """(ne,) the integral over each cell; theta (ne, ng, 3), its gradient (ne, ng, 3, 3), weights (ne, ng)."""
        density = np.einsum("egkj,egkj->eg", self.tensor, slope) + np.einsum("egk,egk->eg", self.vector, theta)
        return (density * volume).sum(axis=1)


class Cells:
    """The cells of a solid: interpolation and gradients at their points, hoop derivatives of solids of revolution included.

    functions  (ng, nn) or, where cells differ in their points, (ne, ng, nn)
    """

    def __init__(self, element, data: ElementData):
        self.element, self.data = element, data
        self.gradient, self.functions, self.radius, self.volume = element.geometry(data)
        self.dim = element.dim
        self.shape = self.volume.shape

    def interpolated(self, nodal: np.ndarray) -> np.ndarray:
        """(ne, ng, 3 or fewer) of values (ne, nn, k) at the nodes."""
        return _widened(self.functions @ nodal)

    def slope(self, nodal: np.ndarray) -> np.ndarray:
        """(ne, ng, 3, 3) the gradient of a vector field (ne, nn, k), [component, by]."""
        found = np.zeros((*self.shape, 3, 3))
        found[..., : nodal.shape[-1], : self.dim] = contracted("egdn,enk->egkd", self.gradient, nodal)
        self.revolve(found, (self.functions @ nodal[..., :1])[..., 0])
        return found

    def motion(self, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(values (ne, ng, 3), gradient (ne, ng, 3, 3)) of the field of unknowns u (ne, nd)."""
        nodal = u.reshape(len(u), self.functions.shape[-1], -1)
        return self.interpolated(nodal), self.slope(nodal)

    def scalar_slope(self, nodal: np.ndarray) -> np.ndarray:
        """(ne, ng, ..., 3) the gradient of values (ne, nn, ...) at the nodes."""
        found = contracted("egdn,en...->eg...d", self.gradient, nodal)
        return _widened(found)

    def first_slope(self, nodal: np.ndarray) -> np.ndarray:
        """(ne, 1, ..., 3) that of values at the nodes at the first point."""
        return self.scalar_slope(nodal)[:, :1]

    def revolve(self, slope, radial):
        """Set the hoop derivative of a gradient from the radial component (ne, ng), in place."""
        if self.element.continuum.revolves:
            slope[..., 2, 2] = radial / self.radius

    def extension(self, theta, nodes):
        """(theta, its gradient) of an extension (crack_theta) on the nodes (ne, nn) of the cells."""
        value, derivatives = theta.at(nodes, self.functions, self.gradient)
        slope = np.zeros((*self.shape, 3, 3))
        slope[..., : self.dim] = derivatives
        self.revolve(slope, value[..., 0])
        return value, slope

    def tensor(self, values: np.ndarray) -> np.ndarray:
        """(ne, ng, 3, 3) of components (ne, ng, ns) in Mandel's notation."""
        found = np.zeros((*values.shape[:2], 3, 3))
        for place, (a, b) in enumerate(self.element.continuum.strains):
            i, j = AXES[a], AXES[b]
            found[..., i, j] = found[..., j, i] = values[..., place] * (1.0 if i == j else np.sqrt(0.5))
        return found


def _widened(values):
    """The last axis filled up with zeros to three."""
    lacking = 3 - values.shape[-1]
    return values if lacking == 0 else np.concatenate([values, np.zeros((*values.shape[:-1], lacking))], axis=-1)


def spherical(values: np.ndarray) -> np.ndarray:
    """(..., 3, 3) values times one."""
    return values[..., None, None] * np.eye(3)


def kept_energy(stress: np.ndarray, slope: np.ndarray, energy: np.ndarray) -> np.ndarray:
    """(ne, ng, 3, 3) (grad u)^T S - w 1, of a first stress S and grad u (ne, ng, 3, 3)."""
    return np.einsum("egim,egik->egmk", slope, stress) - spherical(energy)


def of_volume_force(u, force, force_slope) -> Source:
    """f.u 1 and (grad f)^T u."""
    return Source(spherical(np.einsum("egk,egk->eg", force, u)), np.einsum("egik,egi->egk", force_slope, u))


def of_motion(slope, v, v_slope, a, density) -> Source:
    """-rho v.v / 2 1 and rho ((grad u)^T a - (grad v)^T v), density (ne,)."""
    rho = density[:, None]
    carried = np.einsum("egik,egi->egk", slope, a) - np.einsum("egik,egi->egk", v_slope, v)
    return Source(spherical(-0.5 * rho * (v * v).sum(axis=-1)), rho[..., None] * carried)


def of_pair(stress_u, slope_u, stress_v, slope_v) -> np.ndarray:
    """(ne, ng, 3, 3) half of (grad v)^T s_u + (grad u)^T s_v - (s_u : grad v) 1."""
    mixed = np.einsum("egim,egik->egmk", slope_v, stress_u) + np.einsum("egim,egik->egmk", slope_u, stress_v)
    return 0.5 * (mixed - spherical(np.einsum("egij,egij->eg", stress_u, slope_v)))


def of_lips(side, coordinates: np.ndarray, u: np.ndarray, force: np.ndarray, force_slope: np.ndarray, frame) -> np.ndarray:
    """A function (theta, its derivatives on the reference cell) -> (ne,) integrals over sides that carry forces.

    side   the element of the sides;  frame  SideFrame of them
    u, force (ne, ng, 3) at the points;  force_slope  (ne, ng, 3, nd) derivatives of the force on the reference cell
    """
    work = np.einsum("egk,egk->eg", force, u)
    change = np.einsum("egkd,egk->egd", force_slope, u)

    def along(theta, derivatives):
        spread = np.einsum("egkd,egdk->eg", derivatives, frame.reciprocal)
        if side.continuum.revolves:
            spread = spread + theta[..., 0] / frame.radius
        carried = np.einsum("egd,egdk,egk->eg", change, frame.reciprocal, theta)
        return ((work * spread + carried) * frame.area).sum(axis=1)

    return along


@dataclass
class SideFrame:
    """Sides seen as flat: normals (ne, 1 or ng, 3), weighted areas (ne, ng), reciprocal tangents (ne, ng, nd, 3), radius (ne, ng).

    A face lies in the plane of its first three nodes; an edge in the plane follows its curve.
    """

    normal: np.ndarray
    area: np.ndarray
    reciprocal: np.ndarray
    radius: np.ndarray

    @classmethod
    def of(cls, functions, derivatives, weights, coordinates, revolves: bool) -> SideFrame:
        """From shape functions (ng, nn), their derivatives (ng, nd, nn), weights (ng,) and the nodes (ne, nn, 3)."""
        if derivatives.shape[1] == 2:
            first, second = coordinates[:, 1] - coordinates[:, 0], coordinates[:, 2] - coordinates[:, 0]
            normal = np.cross(first, second)
            normal = (normal / np.linalg.norm(normal, axis=-1, keepdims=True))[:, None]
            away = coordinates - coordinates[:, :1]
            coordinates = coordinates - (away * normal).sum(axis=-1)[..., None] * normal
        tangents = np.einsum("gdn,enk->egdk", derivatives, coordinates)
        metric = np.einsum("egdk,egfk->egdf", tangents, tangents)
        reciprocal = np.linalg.solve(metric, tangents)
        radius = np.einsum("gn,en->eg", functions, coordinates[..., 0])
        area = np.sqrt(np.linalg.det(metric)) * weights * (radius if revolves else 1.0)
        if derivatives.shape[1] == 1:
            along = tangents[:, :, 0] / np.linalg.norm(tangents[:, :, 0], axis=-1, keepdims=True)
            normal = np.stack([along[..., 1], -along[..., 0], np.zeros(area.shape)], axis=-1)
        return cls(normal, area, reciprocal, radius)
