"""Surfaces that only bear in their own plane: what sheets of bars and membranes share."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import ElasticElement
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions


class Sheet(ElasticElement):
    """A surface in space; members say what a point weighs and how it stretches."""

    dim = 2
    translations = ("DX", "DY", "DZ")

    def __init__(self, cell: str, stiffness: str, mass: str, turns: bool = False):
        self.cell, self.families = cell, {"stiffness": stiffness, "mass": mass}
        nodes = shape_functions(cell, quadrature(cell, "FPG1").points).shape[1]
        self.components = (self.translations + (("DRX", "DRY", "DRZ") if turns else ()),) * nodes

    def rule(self, purpose: str = "stiffness"):
        """The quadrature of the stiffness or of the mass."""
        return quadrature(self.cell, self.families[purpose])

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the nodes at the points."""
        return shape_functions(self.cell, self.rule().points)

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the points to the nodes."""
        return points_to_nodes(self.cell, self.families["stiffness"])

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points of the stiffness stand."""
        return np.einsum("gn,enk->egk", self.point_functions, coordinates)

    strain_points = points

    def tangents(self, data: ElementData, purpose: str = "stiffness") -> tuple[np.ndarray, np.ndarray]:
        """(ne, ng, 2, 3) along the reference axes, and areas (ne, ng)."""
        rule = self.rule(purpose)
        tangents = np.einsum("gdn,enk->egdk", shape_derivatives(self.cell, rule.points), data.coordinates)
        return tangents, np.linalg.norm(np.cross(tangents[:, :, 0], tangents[:, :, 1]), axis=-1) * rule.weights

    def areas(self, data: ElementData) -> np.ndarray:
        """(ne, ng) those of the points of the stiffness."""
        return self.tangents(data)[1]

    def by_area(self, data: ElementData) -> np.ndarray:
        """(ne,) mass by area, kg/m2."""
        raise NotImplementedError

    def lever(self, data: ElementData) -> np.ndarray:
        """(ne, 3, nu) from the unknowns of a node to the displacement there."""
        return np.broadcast_to(np.eye(3), (len(data), 3, 3))

    def mass(self, data):
        """sum over points of the mass times the square of the displacement."""
        functions = shape_functions(self.cell, self.rule("mass").points)
        mass = self.tangents(data, "mass")[1] * self.by_area(data)[:, None]
        nodal = contracted("eg,gn,gm->enm", mass, functions, functions)
        lever = self.lever(data)
        return contracted("enm,eku,ekv->enumv", nodal, lever, lever).reshape(len(data), self.size, self.size)

    def lumped_mass(self, data):
        """The diagonal of the consistent mass scaled to the whole mass in each direction; nothing on rotations, as in code_aster."""
        functions = shape_functions(self.cell, self.rule("mass").points)
        mass = self.tangents(data, "mass")[1] * self.by_area(data)[:, None]
        share = np.einsum("eg,gn->en", mass, functions**2)
        diagonal = np.zeros((len(data), len(self.components), len(self.components[0])))
        diagonal[..., :3] = (share * (mass.sum(axis=1) / share.sum(axis=1))[:, None])[..., None]
        return diagonal.reshape(len(data), -1)[:, :, None] * np.eye(self.size)

    def weight(self, data, acceleration):
        """The forces at the points of the stiffness, on the displacements."""
        mass = self.tangents(data)[1] * self.by_area(data)[:, None]
        force = np.zeros((len(data), len(self.components), len(self.components[0])))
        force[..., :3] = np.einsum("eg,gn->en", mass, self.point_functions)[..., None] * acceleration
        return force.reshape(len(data), -1)

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) of no pressure; raises ComputationFailed for one, which cannot be borne."""
        if np.any(pressure) or np.any(shear):
            raise ComputationFailed("flat sheets of reinforcement and membranes bear no pressure")
        return np.zeros((len(data), self.size))


def inertia_of(mass: np.ndarray, places: np.ndarray) -> np.ndarray:
    """(ne, 10) of masses (ne, ng) at places (ne, ng, 3): the whole, its centre, and about this the integrals by mass of y2 + z2, z2 + x2,
    x2 + y2 and of x y, x z, y z."""
    result = np.zeros((len(mass), 10))
    result[:, 0] = mass.sum(axis=1)
    result[:, 1:4] = np.einsum("eg,egk->ek", mass, places) / result[:, :1]
    arms = places - result[:, None, 1:4]
    second = np.einsum("eg,egi,egj->eij", mass, arms, arms)
    result[:, 4:7] = np.einsum("eii->e", second)[:, None] - np.einsum("eii->ei", second)
    result[:, 7:] = second[:, [0, 0, 1], [1, 2, 2]]
    return result
