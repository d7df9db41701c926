"""Curved shells followed from step to step by a law in their layers (r3.07.04).

Elasticity sums over the heights of the layers what linear equilibrium sums over two points across the thickness: the two are not the
same where the shell is curved (vdxnlr, vdxrig). With any other law the strains in the shell follow the law in plane stress at every
height, those across stay elastic; forces are the sums over the heights of B^T s, and a share of the least stiffness holds turns about
the normals. Where the shell turns far the law answers in the same way to Green's strains of fe.shell_rotating (vdpnlr).
"""

from __future__ import annotations

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import PointState
from .kinematics import PlaneStress
from .large_strain import Green, Updated
from .plate_section import PlateSection
from .shell_layers import LayeredShell, heights_through, rows_by_layers
from .shell_rotating import RememberingShell, RotatingShell

SHEAR = np.sqrt(0.5)
_PLANE = [0, 1, 3]


class ElasticShell(LayeredShell):
    """The shell of linear elasticity, followed: three heights for each layer."""

    def stiffness(self, data, part="whole"):
        """As of the plain shell; cells with the same number of layers at once."""
        layers = PlateSection.of(data).layers
        if len(np.unique(layers)) < 2:
            return super().stiffness(data, part)
        total = np.zeros((len(data), self.size, self.size))
        for _, rows in rows_by_layers(layers):
            total[rows] = super().stiffness(data.subset(rows), part)
        return total

    def anelastic_force(self, data, before=False):
        """As of the plain shell; cells with the same number of layers at once."""
        layers = PlateSection.of(data).layers
        if len(np.unique(layers)) < 2:
            return super().anelastic_force(data, before)
        found = [(rows, super(ElasticShell, self).anelastic_force(data.subset(rows), before)) for _, rows in rows_by_layers(layers)]
        if all(force is None for _, force in found):
            return None
        total = np.zeros((len(data), self.size))
        for rows, force in found:
            total[rows] = 0.0 if force is None else force
        return total

    def _across(self, data):
        return heights_through(int(PlateSection.of(data).layers[0]))


class FollowedShell(RememberingShell):
    """The shell whose stresses are those of a law."""

    straight = True
    strain_size = 4

    def _matrices(self, data: ElementData, count: int):
        """For every height of `count` layers, B (ne, ng, 5, nd) and the volume of the points (ne, ng)."""

        def make():
            made = []
            for height, weight in heights_through(count):
                b, volume = self.strain_matrix(data, height)
                made.append((b, weight * volume))
            return np.stack([b for b, _ in made], axis=2), np.stack([volume for _, volume in made], axis=2)

        return data.once(("layers", count), make)

    def _respond(self, data, behaviour, u, state, count):
        b, volume = self._matrices(data, count)
        ne, ng, nl = volume.shape
        strain = contracted("eglij,ej->egli", b, u)
        new, whole = layer_answers(self, data, behaviour, strain, state)
        whole = whole.reshape(ne, ng * nl, 5, 5)
        flat, weight = b.reshape(ne, ng * nl, 5, -1), volume.reshape(ne, -1)
        force = contracted("egij,egi,eg->ej", flat, new.stress, weight)
        matrix = np.matmul(
            flat.reshape(ne, -1, self.size).transpose(0, 2, 1), (weight[..., None, None] * whole @ flat).reshape(ne, -1, self.size)
        )
        held = self._held(data, matrix)
        force += np.einsum("eij,ej->ei", held - matrix, u)
        return force, held, new


class UpdatedShell(FollowedShell):
    """PETIT_REAC: the strains before and after a step are both those of the shell where the step ends (te0414).

    As in code_aster the node in the middle stays where it is.
    """

    straight = False

    def _respond(self, data, behaviour, u, state, count):
        place = self.moved(data, u)
        before = _in_plane(contracted("eglij,ej->egli", self._matrices(place, count)[0], state.displacement))
        return super()._respond(place, behaviour, u, PointState(before, state.stress, state.internal, u), count)


class CurvedShell(LayeredShell):
    """The shell of a model, before a law says how far it turns."""

    def resisting_forces(self, data: ElementData, u: np.ndarray, stress: np.ndarray, moved=None) -> np.ndarray:
        """(ne, nd) forces that hold stresses (ne, ng 3 layers, 5); moved (ne) says which cells turn far by u (ne, nd) (te0416)."""
        force = self.nodal_forces(data, stress)
        if moved is not None and moved.any():
            force[moved] = RotatingShell(self.cell).stress_forces(data.subset(np.flatnonzero(moved)), u[moved], stress[moved])
        return force


def _in_plane(strain):
    """(ne, ng nl, 4) in Mandel's notation of strains (ne, ng, nl, 5), the one across being left out."""
    mandel = np.zeros((len(strain), strain.shape[1] * strain.shape[2], 4))
    mandel[..., _PLANE] = strain.reshape(len(strain), -1, 5)[..., :3] * [1.0, 1.0, SHEAR]
    return mandel


def layer_answers(shell, data, behaviour, strain, state):
    """The state of a law in plane stress at strains (ne, ng, nl, 5), and what stresses gain by them (ne, ng, nl, 5, 5).

    Stresses are (ne, ng nl, 5); those across the shell are elastic.
    """
    ne, ng, nl = strain.shape[:3]
    mandel, stress = _in_plane(strain), np.zeros((ne, ng * nl, 4))
    stress[..., _PLANE] = state.stress[..., :3] * [1.0, 1.0, 1 / SHEAR]
    known = PointState(state.strain, stress, state.internal)
    stress, internal, tangent = behaviour.integrate(mandel, known, data.at_sub_points(ng, nl), PlaneStress())
    elasticity = shell._elasticity(data)
    across = np.einsum("eij,eglj->egli", elasticity[:, 3:, 3:], strain[..., 3:]).reshape(ne, -1, 2)
    gain = np.zeros((ne, ng * nl, 5, 5))
    plane = np.broadcast_to(tangent, (ne, ng * nl, 4, 4))[..., _PLANE, :][..., _PLANE]
    gain[..., :3, :3] = plane * np.outer([1, 1, SHEAR], [1, 1, SHEAR])
    gain[..., 3:, 3:] = elasticity[:, None, 3:, 3:]
    kept = np.concatenate([stress[..., _PLANE] * [1.0, 1.0, SHEAR], across], axis=-1)
    return PointState(mandel, kept, internal), gain.reshape(ne, ng, nl, 5, 5)


class RotatingLayers(RotatingShell):
    """The shell that turns far, whose stresses are those of a law."""

    strain_size = 4
    predicts_unturned = False

    def _answer(self, data, behaviour, strain, state):
        return layer_answers(self, data, behaviour, strain, state)


def followed_shell(shell: LayeredShell, kind: type | None, linear: bool) -> LayeredShell | None:
    """The shell with another kind of kinematics (of fe.large_strain; None for small strains), for laws that are linear or not.

    None where there is none.
    """
    if kind is None:
        return (ElasticShell if linear else FollowedShell)(shell.cell)
    if kind is Updated:
        return UpdatedShell(shell.cell)
    if kind is not Green:
        return None
    return (RotatingShell if linear else RotatingLayers)(shell.cell)
