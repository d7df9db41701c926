"""Kinematics of plane plates (r3.07.03): deflection w and rotations bx, by of the normal, unknowns (w, bx, by) node after node.

    beta = sum N_i beta_i + sum P_k t_k alpha_k

with N the linear functions of the corners, P the quadratic ones of the middles of the sides, t_k along side k. The alpha
follow from what is asked of the shear strain gamma along each side of length l, from node i to node j:

    2/3 l alpha_k - integral of gamma . t along the side = w_i - w_j - l t . (beta_i + beta_j) / 2

where gamma = 0 (discrete Kirchhoff), or gamma follows from the balance of moments (discrete shear).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .contraction import contracted
from .kinematics import inverted
from .shapes import shape_derivatives, shape_functions, shape_second_derivatives

QUADRATIC = {"TRIA3": "TRIA6", "QUAD4": "QUAD8"}


def hermite(cell: str, points: np.ndarray) -> np.ndarray:
    """(3, n, nn): how w follows from w and its derivatives by both reference coordinates at the nodes."""
    if cell == "TRIA3":
        x, y = points.T
        z = 1 - x - y
        bubble = x * y * z
        w = [z * z * (3 - 2 * z) + 2 * bubble, x * x * (3 - 2 * x) + 2 * bubble, y * y * (3 - 2 * y) + 2 * bubble]
        by_x = [z * z * x + bubble / 2, x * x * (x - 1) - bubble, y * y * x + bubble / 2]
        by_y = [z * z * y + bubble / 2, x * x * y + bubble / 2, y * y * (y - 1) - bubble]
    else:
        a, b = points.T
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        bilinear = [(1 + i * a) * (1 + j * b) / 8 for i, j in corners]
        w = [n * (2 - a * a - b * b + i * a + j * b) for n, (i, j) in zip(bilinear, corners)]
        by_x = [-i * n * (1 - a * a) for n, (i, j) in zip(bilinear, corners)]
        by_y = [-j * n * (1 - b * b) for n, (i, j) in zip(bilinear, corners)]
    return np.stack([np.stack(rows, axis=1) for rows in (w, by_x, by_y)])


@dataclass
class PlateShape:
    """The geometry of a group of plates in their own axes, `plane` (ne, nn, 2), and the functions at `points` (ng, 2)."""

    cell: str
    plane: np.ndarray
    points: np.ndarray

    @property
    def nodes(self) -> int:
        """The number of corners."""
        return self.plane.shape[1]

    @cached_property
    def sides(self) -> np.ndarray:
        """(ne, nn, 2) each side from a corner to the next."""
        return np.roll(self.plane, -1, axis=1) - self.plane

    @cached_property
    def lengths(self) -> np.ndarray:
        """(ne, nn) of the sides."""
        return np.linalg.norm(self.sides, axis=2)

    @property
    def tangents(self) -> np.ndarray:
        """(ne, nn, 2) unit vectors along the sides."""
        return self.sides / self.lengths[..., None]

    @cached_property
    def area(self) -> np.ndarray:
        """(ne,)."""
        first, second = self.plane[:, 1:-1] - self.plane[:, :1], self.plane[:, 2:] - self.plane[:, :1]
        return 0.5 * (first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]).sum(axis=1)

    @cached_property
    def _mapping(self):
        derivatives = shape_derivatives(self.cell, self.points)
        inverse, determinant = inverted(np.einsum("gdn,enk->egdk", derivatives, self.plane))
        return inverse @ derivatives, abs(determinant), inverse

    @property
    def determinant(self) -> np.ndarray:
        """(ne, ng) of the mapping from the reference cell."""
        return self._mapping[1]

    @property
    def gradient(self) -> np.ndarray:
        """(ne, ng, 2, nn) of the functions of the corners."""
        return self._mapping[0]

    def in_space(self, covariant: np.ndarray) -> np.ndarray:
        """(ne, ng, 2, ...) components along the axes of what is known by its work on the reference axes."""
        return self._mapping[2] @ covariant

    def membrane(self) -> np.ndarray:
        """(ne, ng, 3, 2 nn): exx, eyy, 2 exy of u, v node after node."""
        gradient = self._mapping[0]
        ne, ng, _, nn = gradient.shape
        b = np.zeros((ne, ng, 3, nn, 2))
        b[:, :, 0, :, 0] = b[:, :, 2, :, 1] = gradient[:, :, 0]
        b[:, :, 1, :, 1] = b[:, :, 2, :, 0] = gradient[:, :, 1]
        return b.reshape(ne, ng, 3, 2 * nn)

    def _rotations(self, corner, middle, alpha):
        """(ne, 2, ..., 3 nn) of values of N (..., nn), None to leave them out, and P (..., nn)."""
        nn, ne = self.nodes, len(self.plane)
        along = np.einsum("...k,eki,ekd->ei...d", middle, self.tangents, alpha)
        if corner is None:
            return along
        own = np.zeros((2, *corner.shape[:-1], nn, 3))
        own[0, ..., 1], own[1, ..., 2] = corner, corner
        own = own.reshape(2, *corner.shape[:-1], 3 * nn)
        return np.broadcast_to(own, (ne, *own.shape)) + along

    def corner_functions(self) -> np.ndarray:
        """(ng, nn) the linear functions at the points."""
        return shape_functions(self.cell, self.points)

    def rotations(self, alpha: np.ndarray, corners: bool = True) -> np.ndarray:
        """(ne, 2, ng, 3 nn) rotations of the normal at the points; `alpha` (ne, nn, 3 nn) gives those of the sides.

        `corners` False leaves only what the side rotations of `alpha` (ne, nn, ...) make.
        """
        corner = shape_functions(self.cell, self.points) if corners else None
        return self._rotations(corner, self._middle(shape_functions), alpha)

    def _middle(self, functions):
        return functions(QUADRATIC[self.cell], self.points)[..., self.nodes :]

    def bending(self, alpha: np.ndarray, corners: bool = True) -> np.ndarray:
        """(ne, ng, 3, 3 nn): kxx, kyy, 2 kxy; `corners` False leaves only what the side rotations of `alpha` (ne, nn, ...) make."""
        corner = shape_derivatives(self.cell, self.points) if corners else None
        own = self._rotations(corner, self._middle(shape_derivatives), alpha)
        own = contracted("egxr,eigrd->egixd", self._mapping[2], own)
        return np.stack([own[:, :, 0, 0], own[:, :, 1, 1], own[:, :, 0, 1] + own[:, :, 1, 0]], axis=2)

    def balance(self, flexural: np.ndarray, alpha: np.ndarray, corners: bool = True) -> np.ndarray:
        """(ne, ng, 2, ...) shear forces by length that balance the moments, see `moment_slopes`."""
        return _divergence(self.moment_slopes(flexural, alpha, corners))

    def membrane_balance(self, coupling: np.ndarray) -> np.ndarray:
        """(ne, ng, 2, 2 nn) shear forces by length that balance the moments of membrane strains, `coupling` (ne, 3, 3)."""
        second = shape_second_derivatives(self.cell, self.points)
        own = np.zeros((2, *second.shape, 2))
        own[0, ..., 0] = own[1, ..., 1] = second
        own = np.broadcast_to(own.reshape(2, *second.shape[:-1], -1), (len(self.plane), 2, *second.shape[:-1], 2 * self.nodes))
        return _divergence(self._slopes(coupling, own))

    def moment_slopes(self, flexural: np.ndarray, alpha: np.ndarray, corners: bool = True) -> np.ndarray:
        """(ne, ng, 3, 2, ...) the slopes along the axes of the moments D kappa, `flexural` D (ne, 3, 3).

        They are those of all unknowns, or only (`corners` False) of the side rotations that `alpha` (ne, nn, ...) tells.
        The mapping is taken as constant around each point.
        """
        second = shape_second_derivatives(self.cell, self.points) if corners else None
        return self._slopes(flexural, self._rotations(second, self._middle(shape_second_derivatives), alpha))

    def _slopes(self, stiffness, own):
        """The slopes of the stresses of two fields whose second derivatives in the reference cell are (ne, 2, ng, 2, 2, ...)."""
        inverse = self._mapping[2]
        own = contracted("egxr,egys,eigrsd->egixyd", inverse, inverse, own)
        kappa = np.stack([own[:, :, 0, 0], own[:, :, 1, 1], own[:, :, 0, 1] + own[:, :, 1, 0]], axis=2)
        return contracted("eij,egjxd->egixd", stiffness, kappa)

    def side_deflections(self) -> np.ndarray:
        """(ne, nn, 3 nn): w_i - w_j - l t . (beta_i + beta_j) / 2 of every side."""
        nn = self.nodes
        result = np.zeros((len(self.plane), nn, nn, 3))
        for k in range(nn):
            for node, sign in ((k, 1.0), ((k + 1) % nn, -1.0)):
                result[:, k, node, 0] = sign
                result[:, k, node, 1:] = -self.sides[:, k] / 2
        return result.reshape(len(self.plane), nn, 3 * nn)

    def deflection(self, gamma: np.ndarray | None = None) -> np.ndarray:
        """(ne, ng, 3 nn) deflection at the points; `gamma` (ne, ng, 2, 3 nn) shear strains there, none by default."""
        nn, (w, by_x, by_y) = self.nodes, hermite(self.cell, self.points)
        result = np.zeros((len(self.plane), len(self.points), nn, 3))
        result[..., 0] = w
        along = self._edges_at_nodes()
        for axis in range(2):
            slopes = [np.einsum("gn,en->egn", n, along[:, :, r, axis]) for r, n in enumerate((by_x, by_y))]
            result[..., 1 + axis] = -sum(slopes)
        result = result.reshape(len(self.plane), len(self.points), 3 * nn)
        return result if gamma is None else result + self.sheared_deflection(gamma)

    def sheared_deflection(self, gamma: np.ndarray) -> np.ndarray:
        """(ne, ng, ...) the part in the deflection that shear strains (ne, ng, 2, ...) have."""
        along = self._edges_at_nodes()
        _, by_x, by_y = hermite(self.cell, self.points)
        if self.cell == "TRIA3":
            edges = along[:, 0]
            slope = np.einsum("g,ei->egi", by_x.sum(axis=1), edges[:, 0]) + np.einsum("g,ei->egi", by_y.sum(axis=1), edges[:, 1])
            return np.einsum("egi,egid->egd", slope, gamma)
        # code_aster's own: the derivatives of w by each axis weigh the same shear strains
        slope = -2 * np.einsum("gn,enra->egr", by_x, along)
        return np.einsum("egr,egrd->egd", slope, gamma)

    def _edges_at_nodes(self):
        """(ne, nn, 2, 2) the derivatives of the place by the reference coordinates at the corners."""
        side = self.sides
        if self.cell == "TRIA3":
            return np.broadcast_to(np.stack([side[:, 0], -side[:, 2]], axis=1)[:, None], (len(side), 3, 2, 2))
        s1, s2, s3, s4 = np.moveaxis(side, 1, 0) / 2
        return np.stack([np.stack(pair, axis=1) for pair in ((s1, -s4), (s1, s2), (-s3, s2), (-s3, -s4))], axis=1)


def _divergence(slopes):
    """(ne, ng, 2, ...) of the slopes (ne, ng, 3, 2, ...) of moments (xx, yy, xy)."""
    return np.stack([slopes[:, :, 0, 0] + slopes[:, :, 2, 1], slopes[:, :, 2, 0] + slopes[:, :, 1, 1]], axis=2)


def virtual_work(first: np.ndarray, stiffness: np.ndarray, second: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """(ne, a, b) sum over points of first^T D second, of (ne, ng, i, a), D (ne, i, j) and (ne, ng, j, b), weighted (ne, ng)."""
    return contracted("eg,egia,eij,egjb->eab", weight, first, stiffness, second)
