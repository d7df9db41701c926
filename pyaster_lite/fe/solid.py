"""Continuum elements in small strain: stiffness, mass, and the response to a behaviour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .anelastic import anelastic_strain
from .contraction import contracted
from .data import ElementData
from .element import ElasticElement, PointState
from .errors import ComputationFailed
from .isoparametric import Isoparametric
from .kinematics import Continuum
from .solid_fields import SolidFields
from .tensors import mandel_factors
from .turning import cross_matrix

CACHED = 32
"""Cells whose matrices are made at once: what they need stays in the processor's cache."""
GATHERED = 256
"""Cells whose strain matrices are held at once: memory that is used again costs less than new one."""
NUMBERS = 2**17
"""Numbers of element matrices that are made at once where nothing else is held: as many as stay in the cache."""


class Solid(Isoparametric, SolidFields, ElasticElement):
    """A displacement element: one cell type, one kind of continuum, two quadrature families."""

    def __init__(self, cell: str, continuum: Continuum, stiffness: str, mass: str):
        super().__init__(cell, continuum, stiffness, mass, continuum.unknowns)
        self.translations = continuum.unknowns[1:] if continuum.revolves else continuum.unknowns

    def strain_matrix(self, data: ElementData):
        """B (ne, ng, ns, nd) and weighted volume (ne, ng) at the points of the stiffness."""
        gradient, functions, radius, volume = self.geometry(data)
        return self.continuum.strain_matrix(gradient, functions, radius), volume

    def stiffness(self, data):
        """sum over points of B^T C B."""
        tangent, matrix = self.continuum.elasticity(data.elasticity()), None
        moves_alone = all(names == self.continuum.unknowns for names in self.components)
        if moves_alone and self.continuum.slopes_alone and tangent.shape[1] == 1:
            return self._stiffness_by_slopes(data, tangent[:, 0])
        for start in range(0, max(len(data), 1), GATHERED):
            own = slice(start, start + GATHERED)
            b, volume = self.strain_matrix(data.subset(own))
            part = self._virtual_work(b, tangent[own], volume)
            matrix = np.empty((len(data), *part.shape[1:])) if matrix is None else matrix
            matrix[own] = part
        return matrix

    def _stiffness_by_slopes(self, data, elasticity):
        """K_aibj = C_ikjl sum over points of N_a,k N_b,l, the elasticity (ne, ns, ns) being that of whole cells: fewer products."""
        dim, nn = self.dim, len(self.components)
        material = self.continuum.slope_elasticity(elasticity)
        places = np.arange(self.size**2).reshape(dim, dim, nn, nn).transpose(2, 0, 3, 1).ravel()
        matrix, together = np.empty((len(data), places.size), material.dtype), max(1, NUMBERS // places.size)
        for start in range(0, len(data), together):
            own = slice(start, start + together)
            gradient, _, _, volume = self.geometry(data.subset(own))
            weighted = (gradient * volume[..., None, None]).transpose(0, 2, 3, 1)
            slopes = weighted[:, :, None] @ gradient.swapaxes(1, 2)[:, None]
            part = material[own] @ slopes.reshape(len(slopes), dim * dim, nn * nn)
            np.take(part.reshape(len(part), -1), places, axis=1, out=matrix[own], mode="clip")
        return matrix.reshape(len(data), self.size, self.size)

    def hysteretic_stiffness(self, data, stiffness=None):
        """K (1 + i eta), or of materials whose elasticity is complex that of its imaginary part beside K (te0050).

        Raises ComputationFailed for such materials in plane stress.
        """
        if not data.has("lossy_elasticity"):
            return super().hysteretic_stiffness(data, stiffness)
        if self.continuum.flat:
            raise ComputationFailed("a complex elasticity is not there in plane stress")
        lossy = [_lossy(material) for material in data.materials]
        stiffness = self.stiffness(data) if stiffness is None else stiffness
        return stiffness + 1j * self.stiffness(replace(data, materials=lossy, _kept={}))

    def anelastic_force(self, data: ElementData, before: bool = False) -> np.ndarray | None:
        """(ne, nd) sum over points of B^T C e, e the strains that no stress causes; None when there are none."""
        strain = anelastic_strain(data, self.continuum.strains, before)
        return None if strain is None else self._elastic_force(data, strain, before)

    strain_kind = "solid"

    def strain_points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where imposed strains are read."""
        return self.points(coordinates)

    def strain_force(self, data: ElementData, strain: np.ndarray) -> np.ndarray:
        """(ne, nd) sum over points of B^T C e of imposed strains e (ne, ng, ns), the tensors themselves."""
        return self._elastic_force(data, strain * self.mandel)

    def _elastic_force(self, data, strain, before=False):
        b, volume = self.strain_matrix(data)
        stress = self.continuum.elasticity(data.elasticity(before)) @ strain[..., None]
        return contracted("egsd,egs,eg->ed", b, np.broadcast_to(stress[..., 0], b.shape[:3]), volume)

    def elastic_state(self, data: ElementData, u: np.ndarray) -> PointState:
        """Strains and elastic stresses C (B u - e) at displacements u (ne, nd), e those that no stress causes and code_aster tells."""
        b, _ = self.strain_matrix(data)
        strain = contracted("egsd,ed->egs", b, self._strained(u))
        caused = anelastic_strain(data, self.continuum.strains, told=True)
        elastic = strain if caused is None else strain - caused
        stress = (self.continuum.elasticity(data.elasticity()) @ elastic[..., None])[..., 0]
        return PointState(strain, stress, np.zeros((*strain.shape[:2], 1)))

    def mass(self, data):
        """sum over points of rho N^T N."""
        _, functions, _, volume = self.geometry(data, "mass")
        density = data.at_points("density")
        if density.shape[1] not in (1, len(functions)):
            raise ComputationFailed("a density that varies is known at the points of the stiffness, and the mass has others")
        scalar = contracted("eg,gn,gm->enm", volume * density, functions, functions)
        ne, nn, dim = len(data), scalar.shape[1], self.dim
        result = np.zeros((ne, nn, dim, nn, dim))
        for axis in range(dim):
            result[:, :, axis, :, axis] = scalar
        return result.reshape(ne, nn * dim, nn * dim)

    def _turned_mass(self, data, turn):
        """sum over points of rho N^T turn N, turn (ne, 3, 3)."""
        mass = self.mass(data)[:, :: self.dim, :: self.dim]
        return np.einsum("enm,eij->enimj", mass, turn).reshape(len(data), self.size, self.size)

    def gyroscopic(self, data, spin):
        """sum over points of 2 rho N^T (spin x N), spin (ne, 3) in rad/s: Coriolis."""
        return self._turned_mass(data, 2 * cross_matrix(spin))

    def gyroscopic_stiffness(self, data, spin):
        """sum over points of rho N^T (spin x N): Euler."""
        return self._turned_mass(data, cross_matrix(spin))

    def centrifugal_stiffness(self, data, spin):
        """sum over points of rho N^T (spin x (spin x N))."""
        turn = cross_matrix(spin)
        return self._turned_mass(data, turn @ turn)

    def lumped_mass(self, data):
        """The diagonal of the consistent mass, scaled so that every direction keeps the whole mass, which may be none."""
        mass = self.mass(data)
        diagonal = np.einsum("eii->ei", mass).copy()
        for axis in range(self.dim):
            own = slice(axis, None, self.dim)
            whole, sum_of = mass[:, own, own].sum(axis=(1, 2)), diagonal[:, own].sum(axis=1)
            diagonal[:, own] *= np.divide(whole, sum_of, out=np.zeros_like(whole), where=sum_of != 0.0)[:, None]
        return diagonal[:, :, None] * np.eye(self.size)

    def geometric_stiffness(self, data, stress):
        """sum over points of grad N . stress . grad N in every direction.

        In solids of revolution code_aster adds N / r to the radial slopes of every displacement and leaves out what the hoop stress
        does; it is followed there, though a plate then buckles at a tenth of its load.
        """
        gradient, functions, radius, volume = self.geometry(data)
        if self.continuum.revolves:
            gradient = gradient.copy()
            gradient[:, :, 0] += functions / radius[..., None]
        tensor = np.zeros((*stress.shape[:2], 3, 3))
        for place, (a, b) in enumerate(self.continuum.strains):
            i, j = "XYZ".index(a), "XYZ".index(b)
            tensor[..., i, j] = tensor[..., j, i] = stress[..., place] * (1.0 if i == j else 1 / np.sqrt(2.0))
        dim, nn = self.dim, gradient.shape[-1]
        scalar = contracted("egin,egij,egjm,eg->enm", gradient, tensor[..., :dim, :dim], gradient, volume)
        result = np.zeros((len(data), nn, dim, nn, dim))
        for axis in range(dim):
            result[:, :, axis, :, axis] = scalar
        return result.reshape(len(data), nn * dim, nn * dim)

    weighs_across = False
    """Whether what goes around an axis is pulled away from it too; as in code_aster (te0085) solids are only pulled along it."""

    def weight(self, data, acceleration):
        """The forces at the points of the stiffness."""
        if self.continuum.revolves and not self.weighs_across:
            acceleration = acceleration * np.array([0.0, 1.0, 0.0])
        density = data.property("density")[:, None, None]
        return self.body_force(data, density * acceleration)

    def body_force(self, data: ElementData, force) -> np.ndarray:
        """(ne, nd) forces of a force by volume (3,), (ne, 1, 3) or (ne, ng, 3), N/m3 (by area in the plane)."""
        _, functions, _, volume = self.geometry(data)
        force = np.broadcast_to(force, (*volume.shape, 3))[..., : self.dim] * volume[..., None]
        return np.einsum("gn,egk->enk", functions, force).reshape(len(data), -1)

    def inertial_force(self, data: ElementData, acceleration: np.ndarray) -> np.ndarray:
        """(ne, nd) forces of accelerations at the points (ne, ng, 3) on the mass."""
        return self.body_force(data, data.property("density")[:, None, None] * acceleration)

    def start(self, data, behaviour):
        """No strain, no stress, internal variables as the behaviour wants them."""
        shape = (len(data), len(self.rule()))
        zero = np.zeros((*shape, len(self.continuum.strains)))
        still = np.zeros((len(data), self.size)) if getattr(behaviour, "spins", False) else None
        return PointState(zero, zero, np.zeros((*shape, behaviour.internal_size)), still)

    def reaches(self, data, behaviour, state, u, change, steered, reach, bounds):
        """The law's lines of reach along the strains of change + e steered (ne, nd) beyond u, as fe.steering.Prediction wants them."""
        before, fixed, per_unit = self._steered_strains(data, u, change, steered)
        return behaviour.reaches(before, before + fixed, per_unit, state, data, reach, bounds, self.continuum)

    def strain_reaches(self, data, behaviour, state, u, change, steered, reach, bounds):
        """Lines of the part of the step's strains that goes along the strain before."""
        before, fixed, per_unit = self._steered_strains(data, u, change, steered)
        size = np.linalg.norm(before, axis=-1, keepdims=True)
        along = before / np.where(size > 0.0, size, np.nan)
        return np.stack([(along * fixed).sum(-1), (along * per_unit).sum(-1)], axis=-1)

    def _steered_strains(self, data, *displacements):
        b, _ = self.strain_matrix(data)
        return [contracted("egsd,ed->egs", b, u) for u in displacements]

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Integrate the behaviour at every point; forces B^T stress, tangent B^T D B."""
        b, volume = self.strain_matrix(data)
        strain = contracted("egsd,ed->egs", b, self._strained(u))
        spins = getattr(behaviour, "spins", False)
        if spins:
            data = replace(data, characteristics={**data.characteristics, "spin": self._spin(data, u, state.displacement)})
        stress, internal, tangent = behaviour.integrate(strain, state, data, self.continuum)
        force = contracted("egsd,egs,eg->ed", b, stress, volume)
        matrix = self._virtual_work(b, tangent, volume) if want_tangent else None
        return force, matrix, PointState(strain, stress, internal, u if spins else None)

    def _spin(self, data, u, before):
        """(ne, 3, 3) how far the cells turn over the step: the skew part of dF F^-1 at the last point, as code_aster has it for all of
        them (prepGradVelo)."""

        def gradient(of, motion):
            result = np.zeros((len(of), 3, 3))
            slopes = self.geometry(of)[0][:, -1]
            result[:, : self.dim, : self.dim] = np.einsum("eni,ejn->eij", motion.reshape(len(of), -1, self.dim), slopes)
            return result

        rate = gradient(data.moved(before), u - before) @ np.linalg.inv(np.eye(3) + gradient(data, u))
        return 0.5 * (rate - rate.swapaxes(-1, -2))

    def reference_force(self, data, references):
        """The mean over the points of the sizes of B^T s, each stress in turn being the reference."""
        b, volume = self.strain_matrix(data)
        shear = mandel_factors(self.continuum.strains)
        return references["stress"] / volume.shape[1] * np.einsum("egsd,s,eg->ed", abs(b), shear, volume)

    def _strained(self, u):
        """The displacements less those of the first node, where a translation strains nothing."""
        free = np.isin(self.continuum.unknowns, self.translations)
        nodal = u.reshape(len(u), -1, len(free))
        return (nodal - nodal[:, :1] * free).reshape(u.shape)

    def _virtual_work(self, b, tangent, volume):
        """(ne, nd, nd) sum over points of B^T D B dV; `tangent` D broadcasts to (ne, ng, ns, ns)."""
        ne, ng, ns, nd = b.shape
        tangent = np.broadcast_to(tangent, (ne, ng, ns, ns))
        matrix = np.empty((ne, nd, nd), np.result_type(b, tangent))
        for start in range(0, ne, CACHED):
            own = slice(start, start + CACHED)
            stress = (tangent[own] * volume[own, :, None, None]) @ b[own]
            strain = b[own].reshape(-1, ng * ns, nd)
            np.matmul(strain.transpose(0, 2, 1), stress.reshape(strain.shape), out=matrix[own])
        return matrix


def _lossy(material):
    """The material whose elasticity is the imaginary part of its own, the loss factor times it where it is real."""
    own, loss = material.get("lossy_elasticity"), material.get("loss_factor", 0.0)
    if own is None:
        real = material["elasticity"]
        own = (lambda variables: loss * real(variables)) if callable(real) else loss * real
    return {**material, "elasticity": own}
