"""Solid shells: one hexahedron through the thickness, points along its axis, and an unknown that pinches it (r3.07.16).

The strains of fe.solid_shell_strain, and that of the pinching unknown q, a parabola of displacement across,

    e = B(zeta) u - zeta h T0_33 q

are met at five points of Lobatto; linear functions of xi and eta, which these do not see, are held by a modulus G:

    f = sum over points of B^T s |J0| w + |J0| G sum over m of c_m C_m^T D C_m u,   c = 8/3 for xi, eta, 8/9 for xi zeta, eta zeta

with C_m the coefficients of the strain and D that of deviators. All integrals take the mapping at the centre.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import PointState
from .errors import LawFailed
from .kinematics import Space
from .logarithmic_strain import log_curvature, log_rate, log_strain
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions
from .solid import Solid
from .solid_shell_strain import MONOMIALS, PAIRS, ShellGeometry, green, pairing, rates, through

MANDEL = np.array([1.0, 1.0, 1.0, *[np.sqrt(0.5)] * 3])
"""From strains with doubled shear to Mandel's notation."""
_HOLDS = {"x": 8 / 3, "y": 8 / 3, "xz": 8 / 9, "yz": 8 / 9}
_DEVIATOR = np.diag([2.0, 2.0, 2.0, 1.0, 1.0, 1.0])
_DEVIATOR[:3, :3] -= 2 / 3
_LARGE_STRAIN = 1e-3
"""The square of a deviator of strain past which the modulus that holds is a secant one."""
_PINCH = 24


class SolidShell(Solid):
    """The element on HEXA9: three displacements at eight nodes, PINCH at the ninth; low face first.

    What holds it depends on its strains, whatever the law: its forces are not in proportion to its displacements.
    """

    straight, forces_move = False, False

    def __init__(self):
        self.cell, self.continuum, self.families = "HEXA9", Space(), {"stiffness": "LOB5", "mass": "FPG8"}
        self.dim, self.translations = 3, self.continuum.unknowns
        self.components = (self.continuum.unknowns,) * 8 + (("PINCH",),)

    # what the eight corners say

    @cached_property
    def _functions(self):
        return {p: np.pad(shape_functions("HEXA8", self.rule(p).points), ((0, 0), (0, 1))) for p in self.families}

    @cached_property
    def _derivatives(self):
        return {p: np.pad(shape_derivatives("HEXA8", self.rule(p).points), ((0, 0), (0, 0), (0, 1))) for p in self.families}

    def rule(self, purpose="stiffness"):
        """Five points along the axis for the stiffness, eight for the mass."""
        return quadrature("HEXA8", self.families[purpose])

    def points_to_nodes(self, purpose="stiffness"):
        """(9, 5): the lowest point for the low face, the highest for the other, nothing in the middle."""
        result = np.zeros((9, 5))
        result[:4, 0] = result[4:8, 4] = 1.0
        return result

    def _strained(self, u):
        return u

    # strains

    @property
    def _heights(self):
        return self.rule().points[:, 2]

    def moved(self, data, u):
        """The node in the middle stays."""
        return data.moved(np.pad(u[:, :_PINCH], ((0, 0), (0, 3))))

    def _rates(self, data):
        """The geometry at rest, and coefficients (7, ne, 6, 25) of the strains where the nodes stand."""
        geometry = ShellGeometry(data.at_rest()[:, :8])
        polynomial = rates(geometry, data.coordinates[:, :8])
        polynomial = np.pad(polynomial, ((0, 0), (0, 0), (0, 0), (0, 1)))
        polynomial[MONOMIALS.index("z"), :, :, _PINCH] = -geometry.thickness[:, None] * geometry.turns[""][:, :, 2]
        return geometry, polynomial

    def _volume(self, geometry):
        return geometry.determinant[:, None] * self.rule().weights

    def strain_matrix(self, data):
        """B (ne, 5, 6, 25) in Mandel's notation and weighted volumes (ne, 5)."""
        geometry, polynomial = self._rates(data)
        return through(polynomial, self._heights) * MANDEL[:, None], self._volume(geometry)

    def _holding(self, polynomial, geometry):
        """(ne, 25, 25) forces of a unit modulus that holds what the points do not see."""
        total = np.zeros((polynomial.shape[1], 25, 25))
        for name, share in _HOLDS.items():
            own = polynomial[MONOMIALS.index(name)]
            total += share * contracted("eia,ij,ejb->eab", own, _DEVIATOR, own)
        return total * geometry.determinant[:, None, None]

    def stiffness(self, data):
        """sum over points of B^T D B, and what holds by the shear modulus across."""
        geometry, polynomial = self._rates(data)
        b, elasticity = through(polynomial, self._heights) * MANDEL[:, None], data.elasticity()
        result = self._virtual_work(b, elasticity, self._volume(geometry))
        return result + (elasticity[:, 0, 4, 4] / 2)[:, None, None] * self._holding(polynomial, geometry)

    def mass(self, data):
        """With the parabola of the pinching unknown, which moves the cell along Z as code_aster has it."""
        points, geometry = self.rule("mass").points, ShellGeometry(data.coordinates[:, :8])
        shape = np.zeros((len(points), 3, 25))
        for axis in range(3):
            shape[:, axis, axis:_PINCH:3] = self._functions["mass"][:, :8]
        shape[:, 2, _PINCH] = 1 - points[:, 2] ** 2
        own = np.einsum("g,gka,gkb->ab", self.rule("mass").weights, shape, shape)
        return (data.property("density") * geometry.determinant)[:, None, None] * own

    def body_force(self, data, force):
        """On the corners alone."""
        nodal = super().body_force(data, force)
        return np.pad(nodal[:, :24], ((0, 0), (0, 1)))

    def squeeze(self, data: ElementData, low, high) -> np.ndarray:
        """(ne, 25) what pressures (ne,) on the low and the high face do to the pinching unknown."""
        force = np.zeros((len(data), 25))
        force[:, _PINCH] = 2 / 3 * (high - low) * ShellGeometry(data.coordinates[:, :8]).area
        return force

    @staticmethod
    def _green(data, geometry, u):
        """(7, ne, 6) coefficients of Green's strains."""
        start = data.coordinates[:, :8]
        polynomial = green(geometry, start, start + u[:, :_PINCH].reshape(-1, 8, 3))
        polynomial[MONOMIALS.index("z")] -= (geometry.thickness * u[:, _PINCH])[:, None] * geometry.turns[""][:, :, 2]
        return polynomial

    def log_strains(self, data: ElementData, u: np.ndarray) -> np.ndarray:
        """(ne, 5, 6) logarithmic strains in Mandel's notation at displacements (ne, 25)."""
        return log_strain(*_spectrum(through(self._green(data, ShellGeometry(data.at_rest()[:, :8]), u), self._heights)), 6)

    def quadratic_strains(self, data, u):
        """Green's strains less the linear ones."""
        whole = through(self._green(data, ShellGeometry(data.at_rest()[:, :8]), u), self._heights)
        return whole * MANDEL - self.plain_strains(data, u)

    def geometric_stiffness(self, data, stress):
        """Of stresses (ne, 5, 6) in Mandel's notation, over the cells where the mesh has them."""
        geometry = ShellGeometry(data.coordinates[:, :8])
        own = stress * MANDEL
        return self._geometric(geometry, own) + self._pinched(geometry, own, self._volume(geometry))

    def _geometric(self, geometry, stress):
        """(ne, 25, 25) of stresses (ne, 5, 6), the tensors themselves."""
        pairs = np.broadcast_to(pairing()[:, None], (7, len(stress), 6, 8, 8))
        change = through(geometry.cartesian(pairs), self._heights)
        nodal = contracted("egcij,egc,eg->eij", change, stress, self._volume(geometry))
        return self._spread_out(nodal)

    @staticmethod
    def _spread_out(nodal):
        """(ne, 25, 25) of (ne, 8, 8), the same along every axis."""
        result = np.zeros((len(nodal), 25, 25))
        for axis in range(3):
            result[:, axis:_PINCH:3, axis:_PINCH:3] = nodal
        return result

    def _pinched(self, geometry, stress, volume):
        """The rows and columns of the pinching unknown, as code_aster has them: without the thickness, along Z."""
        x, y, z = (np.eye(3)[a] for a in range(3))
        corners = quadrature("HEXA8", "NOEU").points / 8
        xz, yz = corners[:, 0] * corners[:, 2] * 8, corners[:, 1] * corners[:, 2] * 8
        change = np.zeros((7, len(stress), 6, 8))
        for place, slope in ((2, corners @ z), (4, corners @ x), (5, corners @ y)):
            change[MONOMIALS.index("z"), :, place] = -2 * slope
        for place, slope in ((4, xz), (5, yz)):
            change[MONOMIALS.index("zz"), :, place] = -2 * slope
        own = np.zeros((7, len(stress), 6))
        own[MONOMIALS.index("zz"), :, 2] = 4.0
        row = contracted("egci,egc,eg->ei", through(geometry.cartesian(change), self._heights), stress, volume)
        result = np.zeros((len(stress), 25, 25))
        result[:, _PINCH, 2:_PINCH:3] = result[:, 2:_PINCH:3, _PINCH] = row
        result[:, _PINCH, _PINCH] = np.einsum("egc,egc,eg->e", through(geometry.cartesian(own), self._heights), stress, volume)
        return result

    # response

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Small strains; the modulus that holds is the mean of the tangent's shear, or a secant one where strains grow."""
        geometry, polynomial = self._rates(data)
        b, volume = through(polynomial, self._heights) * MANDEL[:, None], self._volume(geometry)
        strain = np.einsum("egsd,ed->egs", b, u)
        stress, internal, tangent = behaviour.integrate(strain, state, data, self.continuum)
        modulus = self._modulus(stress * MANDEL, strain - state.strain, tangent)
        holding = modulus[:, None, None] * self._holding(polynomial, geometry)
        force = contracted("egsd,egs,eg->ed", b, stress, volume) + np.einsum("eij,ej->ei", holding, u)
        matrix = self._virtual_work(b, tangent, volume) + holding if want_tangent else None
        return force, matrix, PointState(strain, stress, internal)

    def _modulus(self, stress, strain, tangent):
        """(ne,) of stresses (ne, 5, 6), strains with doubled shear and tangents in Mandel's notation."""
        mean = np.broadcast_to(np.einsum("egii->eg", tangent[..., 3:, 3:]) / 6, stress.shape[:2])
        stress, strain = (x - np.pad(x[..., :3].mean(axis=-1)[..., None].repeat(3, -1), ((0, 0), (0, 0), (0, 3))) for x in (stress, strain))
        of_stress = (stress[..., :3] ** 2).sum(axis=-1) + 2 * (stress[..., 3:] ** 2).sum(axis=-1)
        of_strain = (strain[..., :3] ** 2).sum(axis=-1) + (strain[..., 3:] ** 2).sum(axis=-1) / 2
        large = of_strain > _LARGE_STRAIN
        secant = 0.5 * np.sqrt(of_stress / np.where(large, of_strain, 1.0))
        return np.where(large, secant, mean) @ self.rule().weights / 8

    def moving(self, kind):
        """The element in logarithmic strains, the only large ones that it knows; None for others."""
        return LogarithmicShell() if kind.__name__ == "Logarithmic" else None


class LogarithmicShell(SolidShell):
    """GDEF_LOG: it keeps the second stress of Piola and Kirchhoff; that of logarithmic strain stands behind the variables."""

    forces_move = True

    def start(self, data, behaviour):
        """At rest where the mesh is."""
        rest = super().start(data, behaviour)
        rest.internal = np.zeros((*rest.internal.shape[:2], behaviour.internal_size + 6))
        rest.displacement = np.zeros((len(data), self.size))
        return rest

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The law between logarithmic strains and their dual; forces over the mesh of the strain rates where the nodes stand."""
        geometry, polynomial = self._rates(self.moved(data, u))
        b, volume = through(polynomial, self._heights) * MANDEL[:, None], self._volume(geometry)
        before, after = (self._green(data, geometry, v) for v in (state.displacement, u))
        old, new = (through(p, self._heights) for p in (before, after))
        spectrum = _spectrum(new)
        log, log_before = log_strain(*spectrum, 6), log_strain(*_spectrum(old), 6)
        kept = PointState(log_before, state.internal[..., -6:], state.internal[..., :-6])
        dual, internal, tangent = behaviour.integrate(log, kept, data, self.continuum)
        if data.step.predicting:
            dual = kept.stress
        rate = log_rate(*spectrum, 6)
        second = np.einsum("egts,egt->egs", rate, dual)
        tangent = np.swapaxes(rate, 2, 3) @ tangent @ rate + log_curvature(*spectrum, dual)
        modulus = self._modulus(state.stress * MANDEL, old, tangent)
        held = [np.einsum("ij,ej->ei", _DEVIATOR, after[MONOMIALS.index(name)]) * modulus[:, None] for name in _HOLDS]
        force = contracted("egsd,egs,eg->ed", b, second, volume)
        for (name, share), stress in zip(_HOLDS.items(), held):
            weight = share * geometry.determinant
            force += weight[:, None] * np.einsum("eia,ei->ea", polynomial[MONOMIALS.index(name)], stress)
        matrix = None
        if want_tangent:
            matrix = self._virtual_work(b, tangent, volume) + modulus[:, None, None] * self._holding(polynomial, geometry)
            matrix += self._geometric(geometry, second * MANDEL) + self._held_geometric(geometry, held)
        return force, matrix, PointState(log, second, np.concatenate([internal, dual], axis=-1), u)

    def _held_geometric(self, geometry, held):
        change = geometry.cartesian(np.broadcast_to(pairing()[:, None], (7, len(held[0]), 6, 8, 8)))
        nodal = 0.0
        for (name, share), stress in zip(_HOLDS.items(), held):
            own = np.einsum("ecij,ec->eij", change[MONOMIALS.index(name)], stress)
            nodal = nodal + (share * geometry.determinant)[:, None, None] * own
        return self._spread_out(nodal)

    def state_forces(self, data, state):
        """B^T s where the nodes stand."""
        return self.nodal_forces(self.moved(data, state.displacement), state.stress)


def _spectrum(strain):
    """Eigenvalues and eigenvectors of C = 2 E + 1, of strains (..., 6) with doubled shear."""
    c = np.zeros((*strain.shape[:-1], 3, 3))
    for place, (a, b) in enumerate(PAIRS):
        c[..., a, b] = c[..., b, a] = 2 * strain[..., place] + 1 if a == b else strain[..., place]
    values, vectors = np.linalg.eigh(c)
    if not (values > 0.0).all():
        raise LawFailed("a cell is turned inside out")
    return values, vectors
