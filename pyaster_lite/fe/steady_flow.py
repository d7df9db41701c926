"""Steady potential flow along sides that move: what the motion of a side adds to the potential, and the work of its pressure.

phi0 is the potential of the steady flow on a side of normal n, x a motion of it, a^ij the inverse metric of the side in space:

    source of the potential by x          rho ((x.n) div phi0 + a^ij phi0,i (x.n),j)
    pressure of phi on a motion x         int (x.n) a^ij phi0,i phi,j

Gradients are along the side. x.n is taken at the nodes and spread by their functions where it is derived. As in code_aster, the
divergence takes one index of the derivatives twice, (a^i1 + a^i2) phi0,ii: mixed derivatives of a flow across the lines of cells are lost.
Source: r4.07.03 (coupling of a structure and a flow).
"""

from __future__ import annotations

import numpy as np

from .cells import reference_cell
from .contraction import contracted
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions


def _points(element, coordinates):
    """Functions (ng, nn), derivatives (ng, 2, nn), weighted normals (ne, ng, 3), inverse metric (ne, ng, 2, 2)."""
    points = quadrature(element.cell, element.family).points
    derivatives = shape_derivatives(element.cell, points)
    tangents = np.einsum("gdn,enk->egdk", derivatives, coordinates)
    metric = np.einsum("egik,egjk->egij", tangents, tangents)
    return shape_functions(element.cell, points), derivatives, element.normals(coordinates), np.linalg.inv(metric)


def slip_source(element, coordinates, motion, potential, density) -> np.ndarray:
    """(ne, nn) the source of the potential by a motion of sides in a steady flow.

    coordinates, motion  (ne, nn, 3)
    potential            (ne, nn) of the steady flow
    density              (ne,) of the fluid
    """
    functions, derivatives, normals, inverse = _points(element, coordinates)
    at_nodes = shape_derivatives(element.cell, reference_cell(element.cell).nodes)
    tangents = np.einsum("mdn,enk->emdk", at_nodes, coordinates)
    across = np.cross(tangents[..., 0, :], tangents[..., 1, :])
    across /= np.linalg.norm(across, axis=-1, keepdims=True)
    lifted = np.einsum("enk,enk->en", motion, across)
    slopes = np.einsum("en,gdn->egd", lifted, derivatives)
    speeds = np.einsum("en,gdn->egd", potential, derivatives)
    curvature = np.einsum("en,mdn,gdm->egd", potential, at_nodes, derivatives)
    divergence = np.einsum("egij,egi->eg", inverse, curvature)
    through = np.einsum("gn,enk,egk->eg", functions, motion, normals)
    sizes = np.linalg.norm(normals, axis=-1)
    along = np.einsum("egij,egi,egj->eg", inverse, speeds, slopes)
    return density[:, None] * np.einsum("gn,eg->en", functions, through * divergence + sizes * along)


def slip_matrix(element, coordinates, motion) -> np.ndarray:
    """(ne, nn, nn) the work of the pressures of two potentials on a motion (ne, nn, 3) of sides, coordinates (ne, nn, 3)."""
    functions, derivatives, normals, inverse = _points(element, coordinates)
    through = np.einsum("gn,enk,egk->eg", functions, motion, normals)
    return contracted("eg,gim,egij,gjn->emn", through, derivatives, inverse, derivatives)
