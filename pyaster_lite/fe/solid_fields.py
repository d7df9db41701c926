"""What is derived from the displacements and stresses of solids: strains, energies, nodal forces.

Values are given as they are shown: components XX, YY, ZZ, XY, XZ, YZ of the tensors themselves, without Mandel's factor.
"""

from __future__ import annotations

import numpy as np

from .anelastic import anelastic_strain, causes
from .contraction import contracted
from .data import ElementData
from .tensors import AXES, mandel_factors


class SolidFields:
    """The fields of a continuum element; the cell is fe.isoparametric, the strain matrix that of fe.solid.Solid."""

    @property
    def mandel(self) -> np.ndarray:
        """(ns,) what a tensor's components are multiplied by in Mandel's notation."""
        return mandel_factors(self.continuum.strains)

    @property
    def strain_factors(self) -> np.ndarray:
        """(ns,) what strains in Mandel's notation are divided by to be shown."""
        return self.mandel

    def shown(self, data, stress):
        """The tensors themselves."""
        return stress / self.mandel, tuple(f"SI{name}" for name in self.continuum.strains)

    def kept(self, data, values):
        """Mandel's notation."""
        return values * self.mandel

    def strains(self, data: ElementData, u: np.ndarray, finite: bool = False, caused: bool = True) -> np.ndarray:
        """(ne, ng, ns) strains in Mandel's notation at displacements u (ne, nd).

        finite  with the products of the displacement gradient (Green and Lagrange)
        caused  all strains; else only those that stress causes. In plane stress the strain across follows from szz = 0, in plane strain
                it is shown as none.
        """
        strain = self.plain_strains(data, u)
        if finite:
            strain = strain + self.quadratic_strains(data, u)
        # code_aster's EPSG, alone of these, is not told of MASSIF
        return self.across(data.along_global_axes() if finite and caused else data, strain, caused)

    def across(self, data: ElementData, strain: np.ndarray, caused: bool = True) -> np.ndarray:
        """Strains (ne, ng, ns), all or those that stress causes, with the one across a plane as it is shown (see `strains`)."""
        others = anelastic_strain(data, self.continuum.strains)
        elastic = strain if others is None else strain - others
        return self.continuum.shown(elastic if not caused else strain, elastic, data)

    def plain_strains(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng, ns) B u, in Mandel's notation."""
        b, _ = self.strain_matrix(data)
        return contracted("egsd,ed->egs", b, self._strained(u))

    def plastic_strains(self, data: ElementData, u: np.ndarray, stress: np.ndarray) -> np.ndarray:
        """(ne, ng, ns) B u less the anelastic strains and those of elasticity at stresses (ne, ng, ns), in Mandel's notation.

        Across a plane they keep the volume in plane stress; in plane strain no other strain than the elastic one is counted.
        """
        strain = self.plain_strains(data, u)
        others = anelastic_strain(data, self.continuum.strains)
        if others is not None:
            strain = strain - others
        ns = stress.shape[-1]
        elastic = (np.linalg.inv(data.elasticity())[..., :ns, :ns] @ stress[..., None])[..., 0]
        return self.continuum.plastic(strain - elastic, elastic)

    def quadratic_strains(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng, ns) half of grad u^T grad u, in Mandel's notation."""
        turn = self.displacement_gradient(data, u)
        product = 0.5 * np.einsum("egki,egkj->egij", turn, turn)
        places = [["XYZ".index(axis) for axis in name] for name in self.continuum.strains]
        return np.stack([product[..., i, j] for i, j in places], axis=-1) * self.mandel

    def displacement_gradient(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, ng, 3, 3) the derivatives du_i/dX_j."""
        gradient, functions, radius, _ = self.geometry(data)
        nodal = u.reshape(len(u), -1, len(self.continuum.unknowns))
        result = np.zeros((*radius.shape, 3, 3), u.dtype)
        result[..., : self.dim, : self.dim] = contracted("egdn,enk->egkd", gradient, nodal)
        if self.continuum.revolves:
            result[..., 2, 2] = nodal[..., 0] @ functions.T / radius
        return result

    def nodal_forces(self, data, stress):
        """sum over points of B^T s."""
        b, volume = self.strain_matrix(data)
        return contracted("egsd,egs,eg->ed", b, stress, volume)

    def elastic_energy(self, data: ElementData, stress: np.ndarray) -> np.ndarray:
        """(ne, ng) energy by volume s : S : s / 2, S the compliance of the material in space."""
        ns = stress.shape[-1]
        compliance = np.linalg.inv(data.elasticity())[..., :ns, :ns]
        return 0.5 * np.einsum("egs,egst,egt->eg", stress, np.broadcast_to(compliance, (*stress.shape, ns)), stress)

    def potential_energy(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne,) u K u / 2 less the work of strains of temperature, plus their own energy e C e / 2.

        As in code_aster (te0286, ethdst) other strains that no stress causes are not taken away, and the last energy counts the
        shear of turned materials once where the work of stresses counts it twice.
        """
        b, volume = self.strain_matrix(data)
        strain = contracted("egsd,ed->egs", b, self._strained(u))
        moduli = self.continuum.elasticity(data.elasticity())
        thermal = None if data.surroundings is None else causes(data)[0]
        if thermal is None:
            return 0.5 * np.einsum("egs,egs,eg->e", (moduli @ strain[..., None])[..., 0], strain, volume)
        thermal = thermal[..., [AXES.index(name) for name in self.continuum.strains]]
        elastic = strain - thermal
        density = ((moduli @ elastic[..., None])[..., 0] * elastic).sum(axis=-1)
        sheared = self.mandel > 1.0
        density -= 0.5 * ((moduli @ thermal[..., None])[..., 0] * thermal)[..., sheared].sum(axis=-1)
        return 0.5 * (density * volume).sum(axis=-1)

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) as Isoparametric.inertia_of."""
        return self.inertia_of(data, data.property("density"))
