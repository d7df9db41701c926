"""Bundles of beams of fibres that grids hold together (te0540, pmfdgedef, pmfitebkbbts).

The beams bend by themselves, all alike, with the rotations DR; what moves their axes, at (Y, Z), are the rotations DRG of the grids:

    u = u0 + Z wy - Y wz,   v = v0 - Z wx,   w = w0 + Y wx,   (wx, wy, wz) = DRG

The rest is as for assemblies of fibres, see kinematics.
"""

from __future__ import annotations

import numpy as np

from ..beam import UNKNOWNS
from ..beam_mass import spread
from ..errors import ComputationFailed
from . import kinematics
from .beam import ABSCISSAS, FORCES, STRX, FibreBeam
from .section import Fibres

GRID = ("DRGX", "DRGY", "DRGZ")
MOMENTS = ("MGX", "MGY", "MGZ")
SIZE = 9
"""Unknowns of an end."""


class SkeletonBeam(FibreBeam):
    """A bundle with 9 unknowns by end: displacements, rotations of the beams and of the grids (rad).

    Its forces are those of a beam and the moments of the grids (N m). As in code_aster, it is for nonlinear evolutions without inertia.
    """

    forces = (*FibreBeam.forces, *MOMENTS)
    structural = (*STRX, *MOMENTS)
    kept_forces = (*FORCES[:6], *MOMENTS)

    def __init__(self):
        super().__init__()
        self.components = ((*UNKNOWNS, *GRID),) * 2

    def fibre_stretch(self, data, length, assembled=True):
        """Of an assembly; raises ComputationFailed where there is none."""
        fibres = Fibres.of(data)
        if not fibres.assembled:
            raise ComputationFailed("beams held by grids need an assembly of groups of fibres (DEFI_GEOM_FIBRE/ASSEMBLAGE_FIBRE)")
        return kinematics.stretch(fibres.places, length, ABSCISSAS, fibres.assembly[..., :2], SIZE, (6, 7, 8))

    def torsion(self, data, length, assembled=True):
        """Of the beams, by the twist of their own rotations."""
        return Fibres.of(data).own_torsion() / length

    def inertial_force(self, data, acceleration):
        """As if the whole mass was on the axis: the grids get no moment."""
        force = np.einsum("eij,enj->eni", self.frame(data), acceleration) * self._dense(data)[:, :1, None]
        return self._global(data, spread(None, self.length(data), force))

    def beam_force(self, data, force, moment=None, own_axes=False, of_grids=None):
        """(ne, 18) of forces and moments by length, also `of_grids` (ne, 2, 3), N, see Beam."""
        if not own_axes:
            frame = self.frame(data)
            force, moment, of_grids = (None if x is None else np.einsum("eij,enj->eni", frame, x) for x in (force, moment, of_grids))
        return self._global(data, spread(None, self.length(data), force, moment), of_grids)

    def _global(self, data, own, of_grids=None):
        """(ne, 18) in the global axes, of the forces (ne, 12) of a plain beam."""
        result = np.zeros((len(data), 2, SIZE), own.dtype)
        result[..., :6] = own.reshape(len(data), 2, 6)
        if of_grids is not None:
            shares = np.array([[2.0, 1.0], [1.0, 2.0]]) / 6
            result[..., 6:] = self.length(data)[:, None, None] * np.einsum("nm,emi->eni", shares, of_grids)
        return np.einsum("eji,ej->ei", self.turn(data), result.reshape(len(data), 2 * SIZE))

    def local_stiffness(self, data):
        """None: raises ComputationFailed, as do all the options below."""
        raise ComputationFailed("beams held by grids are for nonlinear static evolutions: they have no linear matrices")

    def elastic_state(self, data, u):
        """None."""
        return self.local_stiffness(data)

    def _mass_of(self, data, moments):
        return self.local_stiffness(data)

    def lumped_mass(self, data):
        """None."""
        return self.local_stiffness(data)

    def _turning(self, data):
        return self.local_stiffness(data)

    _spinning = _turning

    def strain_force(self, data, strain):
        """None."""
        return self.local_stiffness(data)

    def section_strains(self, data, u, at_nodes, structural=None):
        """Code_aster has none."""
        return None
