"""Solids of revolution under loads that vary around the axis as a harmonic of the angle (r3.06.02 and its like for heat).

About the axis y, with x the radius and the angle t, in the nth symmetric harmonic

    (ux, uy) = (u, v) cos n t,   uz = -w sin n t,   T = T cos n t

of amplitudes (u, v, w) in the plane; strains and stresses XX, YY, ZZ, XY go with the cosine, XZ, YZ with less the sine. In the
antisymmetric one the cosine becomes a sine, and less the sine a cosine. Forces and stiffness are by radian, without the mean
of the squares of the cosine.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .conduction import Conductor
from .contraction import contracted
from .data import ElementData
from .kinematics import SHEAR, Axisymmetric
from .skin import Skin
from .solid import Solid
from .tensors import AXES

HARMONIC = "harmonic"
"""The characteristic that holds the number n of the harmonic."""


def in_harmonic(data: ElementData, number: int | np.ndarray) -> ElementData:
    """The data of the cells for the nth harmonic."""
    return replace(data, characteristics={**data.characteristics, HARMONIC: np.zeros(len(data)) + number}, _kept={})


def number_of(data: ElementData) -> np.ndarray:
    """(ne,) n, zero where nothing is said."""
    return data.characteristics.get(HARMONIC, np.zeros(len(data)))


class Harmonic(Axisymmetric):
    """Amplitudes in the plane of a motion in space; `strain_matrix` takes n besides."""

    unknowns = ("DX", "DY", "DZ")
    strains = AXES

    def strain_matrix(self, gradient, functions, radius, number=0.0):
        """exx, eyy, ezz = (u - n w) / r, and shears."""
        ne, ng, _, nn = gradient.shape
        b = np.zeros((ne, ng, 6, nn, 3))
        by_radius = np.broadcast_to(functions[None] / radius[..., None], (ne, ng, nn))
        turned = by_radius * np.reshape(number, (-1, 1, 1))
        b[:, :, 0, :, 0], b[:, :, 1, :, 1] = gradient[:, :, 0], gradient[:, :, 1]
        b[:, :, 2, :, 0], b[:, :, 2, :, 2] = by_radius, -turned
        b[:, :, 3, :, 0], b[:, :, 3, :, 1] = SHEAR * gradient[:, :, 1], SHEAR * gradient[:, :, 0]
        b[:, :, 4, :, 0], b[:, :, 4, :, 2] = SHEAR * turned, SHEAR * (gradient[:, :, 0] - by_radius)
        b[:, :, 5, :, 1], b[:, :, 5, :, 2] = SHEAR * turned, SHEAR * gradient[:, :, 1]
        return b.reshape(ne, ng, 6, 3 * nn)


class HarmonicSolid(Solid):
    """A cell of the meridian plane; it has no mass, as in code_aster."""

    harmonic = weighs_across = True

    def __init__(self, cell: str, continuum: Harmonic, stiffness: str, mass: str):
        super().__init__(cell, continuum, stiffness, mass)
        self.translations = ()

    def strain_matrix(self, data):
        """B (ne, ng, 6, nd) in the harmonic of the data, and weighted volume."""
        gradient, functions, radius, volume = self.geometry(data)
        return self.continuum.strain_matrix(gradient, functions, radius, number_of(data)), volume

    def told_strains(self, data, u, finite, caused):
        """(ne, ng, 6) as in code_aster (te0114), which tells the strains of EPSI with the sense of turning the other way."""
        return self.strains(in_harmonic(data, -number_of(data)), u, finite, caused)

    def mass(self, data):
        """None."""
        return None

    def lumped_mass(self, data):
        """None."""
        return None

    def body_force(self, data, force):
        """(ne, 3 nn) of the three amplitudes of a force by unit of volume."""
        _, functions, _, volume = self.geometry(data)
        force = np.broadcast_to(force, (*volume.shape, 3)) * volume[..., None]
        return np.einsum("gn,egk->enk", functions, force).reshape(len(data), -1)

    def geometric_stiffness(self, data, stress):
        """sum over points of g . stress . g for every amplitude, of the g = (dN/dr + N/r, dN/dy, -n N/r) that code_aster takes."""
        gradient, functions, radius, volume = self.geometry(data)
        by_radius = functions / radius[..., None]
        around = -number_of(data)[:, None, None] * by_radius
        along = np.stack([gradient[:, :, 0] + by_radius, gradient[:, :, 1], around], axis=2)
        tensor = np.zeros((*stress.shape[:2], 3, 3))
        for place, (a, b) in enumerate(self.continuum.strains):
            i, j = "XYZ".index(a), "XYZ".index(b)
            tensor[..., i, j] = tensor[..., j, i] = stress[..., place] * (1.0 if i == j else SHEAR)
        scalar = contracted("egin,egij,egjm,eg->enm", along, tensor, along, volume)
        return np.einsum("enm,ij->enimj", scalar, np.eye(3)).reshape(len(data), self.size, self.size)

    def resisting_forces(self, data, u, stress, moved=None):
        """(ne, 3 nn) of FORC_NODA: as in code_aster (te0117), which counts two unknowns by node there, nothing past the first 2 nn."""
        forces = self.nodal_forces(data, stress)
        forces[:, 2 * (self.size // 3) :] = 0.0
        return forces

    def displacement_gradient(self, data, u):
        """There is none in one plane."""
        raise NotImplementedError


class HarmonicSkin(Skin):
    """An edge in the meridian plane that carries three amplitudes."""

    harmonic = True

    def _spread(self, force):
        nodal = np.einsum("gn,egk->enk", self._functions, force)
        return nodal.reshape(len(nodal), -1)


class HarmonicConductor(Conductor):
    """Conduction in the meridian plane, with n^2 / r^2 of what goes around."""

    harmonic = True

    def conduction(self, data, temperature=None):
        """sum over points of grad N^T K grad N + n^2 / r^2 K N^T N."""
        return super().conduction(data, temperature) + self._around(data, temperature)

    def conducted(self, data, temperature):
        """Flows out of the nodes."""
        return super().conducted(data, temperature) + np.einsum("enm,em->en", self._around(data, temperature), temperature)

    def _around(self, data, temperature):
        _, functions, radius, volume = self.geometry(data)
        value, _ = self.conductivity(data, temperature)
        share = volume * value[..., 0, 0] * (number_of(data)[:, None] / radius) ** 2
        return np.einsum("eg,gn,gm->enm", share, functions, functions)

    def gradient(self, data, temperature):
        """(ne, ng, 3) with what goes around, -n T / r."""
        plane = super().gradient(data, temperature)
        radius = self.geometry(data)[2]
        around = -number_of(data)[:, None] / radius * (temperature @ self._functions["stiffness"].T)
        return np.concatenate([plane, around[..., None]], axis=-1)

    def flow(self, data, temperature):
        """(ne, ng, 3) with what goes around."""
        gradient = self.gradient(data, temperature)
        value, _ = self.conductivity(data, temperature)
        plane = -np.einsum("egij,egj->egi", value, gradient[..., :2])
        return np.concatenate([plane, -value[..., 0, :1] * gradient[..., 2:]], axis=-1)
