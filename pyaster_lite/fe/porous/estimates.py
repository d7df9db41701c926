"""What a computed evolution of a saturated medium lacks of balance, cell by cell (r7.10.03, SM of r4.10.05).

With E and nu of the skeleton, its coefficient of Biot b, porosity phi and permeability k, the density rho and the viscosity mu of the
liquid, a size L and a pressure P of the whole, d dimensions, a step dt and h_K the diameter of a cell:

    1/M = 3 (b - phi) (1 - b) (1 - 2 nu) / E,   a = 1 / (P^2 L^d)

    mechanics     a (h_K^2 int_K |div s - b grad p|^2 + h_K sum int_F |r|^2)
    its rate      the same of what changes over the step
    hydraulics    dt (E mu / k a h_K^2 int_K (b d(div u)/dt + dp/(M dt))^2 + E mu / (k rho^2) a h_K sum int_F |f|^2)
    in time       dt E mu / (k rho^2) a int_K |change of the flow|^2
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np


@dataclass
class Medium:
    """What the estimates read of the materials of some cells, each (ne,); size (m) and pressure (Pa) of the whole."""

    young: np.ndarray
    poisson: np.ndarray
    biot: np.ndarray
    porosity: np.ndarray
    permeability: np.ndarray
    viscosity: np.ndarray
    density: np.ndarray
    size: float
    pressure: float

    @classmethod
    def of(cls, data, t, size, pressure):
        """Of element data at an instant; MissingData where a property is absent.

        What differs along the material's axes counts by the root of the sum of squares of two of them.
        """
        alone = replace(data.between(t, t), surroundings=None)
        names = ("young", "poisson", "skeleton.biot_coef", "initial.poro", "skeleton.perm_in", "liquid.visc", "liquid.rho")
        return cls(*(_read(alone, name) for name in names), size, pressure)

    @property
    def yield_of_pores(self):
        """1/M, 1/Pa."""
        return 3 * (self.biot - self.porosity) * (1 - self.biot) * (1 - 2 * self.poisson) / self.young

    def scale(self, dim: int) -> float:
        """a."""
        return 1.0 / (self.pressure**2 * self.size**dim)

    @property
    def hindrance(self):
        """E mu / k."""
        return self.young * self.viscosity / self.permeability


_ALONG = {"skeleton.biot_coef": "skeleton.biot_", "skeleton.perm_in": "skeleton.permin_"}


def _read(data, name):
    """(ne,) a property, or what stands for it along the axes; a transverse permeability counts twice along L, as in code_aster."""
    if name in ("young", "poisson") and not data.has(name) and data.has("elasticity"):
        return _technical(data.property("elasticity"))[name]
    if name in _ALONG and not data.has(name):
        stem = _ALONG[name]
        transverse = data.has(stem + "n")
        along, other = data.overall(stem + "l"), data.overall(stem + ("n" if transverse else "t"))
        return np.sqrt((2 if transverse and name == "skeleton.perm_in" else 1) * along**2 + other**2)
    return data.overall(name)


def _technical(elasticity):
    """E_L and E_T (E_N of transverse isotropy), and NU_LT and NU_LN, of (ne, 6, 6) in Mandel's notation, as one number each."""
    compliance = np.linalg.inv(elasticity)
    along, across, normal = 1.0 / np.einsum("eii->ie", compliance[:, :3, :3])
    other = np.where(np.isclose(along, across, rtol=1e-12), normal, across)
    ratios = -compliance[:, 0, 1:3] * along[:, None]
    return {"young": np.hypot(along, other), "poisson": np.linalg.norm(ratios, axis=1)}


def in_time(element, data, medium: Medium, change: np.ndarray) -> float:
    """The square of the estimate in time by second, over cells with changes of the flow (ne, ng, dim) at the points of the stiffness."""
    points = slice(0, element.n_solid)
    volume = element.geometry(data)[3][:, points]
    own = ((change[:, points] ** 2).sum(axis=-1) * volume).sum(axis=1)
    return float((medium.scale(element.dim) * medium.hindrance / medium.density**2 * own).sum())


def inside(element, data, medium: Medium, size, stresses, unknowns, dt: float) -> np.ndarray:
    """(3, ne) the parts of mechanics, its rate and hydraulics in the cells.

    size      (ne,) diameters
    stresses  now and before, (ne, nn, 3, 3) those of the skeleton at the nodes
    unknowns  now and before, (ne, nd)
    """
    points, places = slice(0, element.n_solid), element.places
    gradient, _, _, volume = (values[:, points] for values in element.geometry(data))
    biot = medium.biot[:, None]
    lacking, spreading, pressing = [], [], []
    for stress, u in zip(stresses, unknowns):
        strains = element.strains_of(data, u)[:, points]
        slope = np.einsum("egjn,enij->egi", gradient, stress[..., : element.dim, : element.dim])
        lacking.append(slope - biot[..., None] * strains[..., element.layout.strain["grad p1"]])
        spreading.append(np.einsum("egjn,enj->eg", gradient, u[:, places.displacement]))
        pressing.append(strains[..., element.layout.strain["p1"].start])
    rate = biot * (spreading[0] - spreading[1]) + medium.yield_of_pores[:, None] * (pressing[0] - pressing[1])
    squares = [(lacking[0] ** 2).sum(axis=-1), ((lacking[0] - lacking[1]) ** 2).sum(axis=-1), medium.hindrance[:, None] * rate**2 / dt]
    return medium.scale(element.dim) * size**2 * np.array([(square * volume).sum(axis=1) for square in squares])


def on_sides(medium: Medium, dim: int, size, dt: float, squares) -> np.ndarray:
    """(3, ne) those parts from the integrals over the sides (3, ne) of what they lack."""
    rates = np.array([np.ones(len(size)), np.ones(len(size)), dt * medium.hindrance / medium.density**2])
    return medium.scale(dim) * size * rates * squares
