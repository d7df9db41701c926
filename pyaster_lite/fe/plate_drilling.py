"""Turns about the normal as unknowns of the membrane of quadrangles (Ibrahimbegovic, Taylor & Wilson 1990; r3.07.03).

The turns t_j of the corners bend the sides, N_s the quadratic function of side s, from corner j to the next, l its length and
(nx, ny) its normal:

    1.  Allman's shapes   A_j = (N_before n_before l_before - N_s n_s l_s) / 8
    2.  less their mean   A_j <- A_j - mean of A_j over the cell, as for their derivatives
    3.  strains           (A_j1,x ; A_j2,y ; A_j1,y + A_j2,x) t_j, beside those of u and v
    4.  and a penalty     g / S int (sum_j b_j (u_j, v_j, t_j))^2,  b_j = (-N_j,y, N_j,x, -2 N_j - A_j1,y + A_j2,x),  g = |share| D_11

which holds the turns near those of the displacements.
"""

from __future__ import annotations

import numpy as np

from .contraction import contracted
from .plate_section import PlateSection
from .plate_shapes import PlateShape
from .shapes import shape_derivatives, shape_functions


class DrillingMembrane:
    """What the turns about the normal add, on (u, v) node after node and on the turns.

    `stiff` says which of code_aster's two mappings the derivatives are told by: in its stiffness the determinant and the first three
    terms of the inverse stand where the inverse should, in its mass the inverse does.
    """

    def __init__(self, shape: PlateShape, section: PlateSection, weights: np.ndarray, stiff: bool):
        self.shape, self.section, self.weights = shape, section, weights
        inverse, determinant = shape._mapping[2], shape.determinant
        terms = np.concatenate([determinant[..., None], inverse.reshape(*inverse.shape[:2], 4)], axis=-1)
        mapping = terms[..., :4] if stiff else terms[..., 1:]
        mapping = mapping.reshape(inverse.shape)
        self.weight = weights * determinant
        self.area = self.weight.sum(axis=1)
        points = shape.points
        corner = shape_functions("QUAD4", points)
        slopes = mapping @ shape_derivatives("QUAD4", points)
        middle = shape_functions("QUAD8", points)[..., 4:]
        bent = mapping @ shape_derivatives("QUAD8", points)[..., 4:]
        sides = shape.sides
        normal = np.stack([sides[..., 1], -sides[..., 0]], axis=1) / 8.0
        every = np.concatenate([bent, np.broadcast_to(middle[None, :, None], (len(bent), len(points), 1, 4))], axis=2)
        own = every[:, :, None] * normal[:, None, :, None]
        shapes = np.roll(own, 1, axis=-1) - own
        mean = np.einsum("eg,egasn->easn", self.weight, shapes) / self.area[:, None, None, None]
        shapes = shapes - mean[:, None]
        self.along, self.values = shapes[..., :2, :], shapes[..., 2, :]
        a = self.along
        self.strain = np.stack([a[:, :, 0, 0], a[:, :, 1, 1], a[:, :, 0, 1] + a[:, :, 1, 0]], axis=2)
        turn = -2.0 * corner[None] - a[:, :, 0, 1] + a[:, :, 1, 0]
        self.slip = np.stack([-slopes[:, :, 1], slopes[:, :, 0], turn], axis=-1).reshape(len(a), len(points), 12)
        self.corner = corner

    def penalty(self, weight: np.ndarray) -> np.ndarray:
        """(ne, 12, 12) on (u, v, turn) node after node."""
        share = weight * (abs(self.section.drilling) * self.section.membrane[:, 0, 0] / self.area)[:, None]
        return contracted("eg,egi,egj->eij", share, self.slip, self.slip)

    def stiffness(self, bm: np.ndarray, bb: np.ndarray):
        """Blocks turn-turn (ne, 4, 4), displacement-turn (ne, 8, 4), turn-bending (ne, 4, 12) and the penalty."""
        w, section = self.weight, self.section
        held = contracted("eg,eij,egjn->egin", w, section.membrane, self.strain)
        bent = contracted("eg,eij,egjn->egin", w, section.coupling, bb)
        own = contracted("egim,egin->emn", self.strain, held)
        return own, np.einsum("egim,egin->emn", bm, held), np.einsum("egim,egin->emn", self.strain, bent), self.penalty(w)

    def mass(self, density: np.ndarray):
        """The same of the mass, `density` (ne,) by area: as in code_aster each point has the determinant of the one before it, nothing
        couples bending, and the penalty goes with the mass too."""
        w = self.weights * np.roll(self.shape.determinant, 1, axis=1) * density[:, None]
        own = contracted("eg,egam,egan->emn", w, self.values, self.values)
        moved = contracted("eg,gk,egan->ekan", w, self.corner, self.values).reshape(len(own), 8, 4)
        return own, moved, np.zeros((len(own), 4, 12)), self.penalty(w)


def with_drilling(matrix: np.ndarray, blocks, rows: np.ndarray, sign: np.ndarray) -> np.ndarray:
    """A matrix (ne, 24, 24) of plates with the blocks of DrillingMembrane added on some of them; `sign` (12,) of the bending unknowns."""
    own, moved, bent, penalty = blocks
    start = 6 * np.arange(4)
    plane, bending, turns = (start[:, None] + [0, 1]).ravel(), (start[:, None] + [2, 4, 3]).ravel(), start + 5
    each = (start[:, None] + [0, 1, 5]).ravel()
    result = matrix.copy()
    for first, second, block in ((turns, turns, own), (plane, turns, moved), (turns, bending, bent * sign), (each, each, penalty)):
        result[np.ix_(rows, first, second)] += block
    for first, second, block in ((plane, turns, moved), (turns, bending, bent * sign)):
        result[np.ix_(rows, second, first)] += block.transpose(0, 2, 1)
    return result
