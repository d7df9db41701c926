"""Modes of an interface: shapes that a structure held there takes when the interface vibrates (r4.06.02; modint, conint, matint).

The nodes of the interface that are neighbours in the structure are joined by beams, of one round section, all of one material; with
(k, m) the matrices of that lattice, w0 a pulsation and f the motions of the interface that go with the smallest |mu| of

    (k - w0^2 m) f = mu m f,

lift each to the structure, K y = 0 inside, y = f on the interface. The modes are those of (Y^T K Y, Y^T M Y).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .dofs import Dofs
from .errors import ComputationFailed
from .static_modes import StaticResponses

AXES = ("DX", "DY", "DZ", "DRX", "DRY", "DRZ")
YOUNG, SHEAR, DENSITY, LENGTH = 2.1e11, 0.8e11, 7.8e3, 5e-2
"""Those of steel, for beams of mean length `LENGTH`, m; scaled to others, so that the lattice of any size is as stiff and as heavy."""
SPARE = 5
CUT = 1e-6
"""Frequencies closer than this, by their sum, are of one family, which is not cut."""


@dataclass
class Lattice:
    """Stiffness and mass (6 n, 6 n) of the lattice of n nodes, six unknowns each, and in how many pieces it comes."""

    stiffness: np.ndarray
    mass: np.ndarray
    pieces: int


def neighbours(matrix, unknowns_of) -> np.ndarray:
    """(np, 2), i < j: pairs of nodes that a sparse matrix couples; `unknowns_of` (lists) the unknowns of each node."""
    from scipy.sparse import csr_array

    owner = np.full(matrix.shape[0], -1)
    for node, unknowns in enumerate(unknowns_of):
        owner[unknowns] = node
    coupled = csr_array(matrix).tocoo()
    first, last = owner[coupled.row], owner[coupled.col]
    kept = (first >= 0) & (first < last)
    return np.unique(np.stack([first[kept], last[kept]], axis=1), axis=0)


def lattice(places: np.ndarray, pairs: np.ndarray) -> Lattice:
    """Of beams between pairs (np, 2) of nodes at places (n, 3), of radius a tenth of the mean of the shortest and the longest.

    Raises ComputationFailed where no two nodes are neighbours.
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(pairs):
        raise ComputationFailed("no two nodes of the interface are neighbours in the structure")
    n, along = len(places), places[pairs[:, 1]] - places[pairs[:, 0]]
    length = np.linalg.norm(along, axis=1)
    radius = (length.min() + length.max()) / 20
    axes = _axes(along / length[:, None])
    turned = np.zeros((len(pairs), 12, 12))
    for start in range(0, 12, 3):
        turned[:, start : start + 3, start : start + 3] = axes
    equations = (6 * pairs[:, :, None] + np.arange(6)).reshape(len(pairs), 12)
    whole = []
    for own in (_stiffness(length, radius), _mass(length, radius)):
        matrix = np.zeros((6 * n, 6 * n))
        np.add.at(matrix, (equations[:, :, None], equations[:, None, :]), turned @ own @ turned.transpose(0, 2, 1))
        whole.append(matrix)
    joined = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(n, n))
    return Lattice(whole[0], whole[1], int(connected_components(joined, directed=False)[0]))


def _axes(along):
    """(np, 3, 3) columns: the direction and any two across it, the section being round."""
    other = np.eye(3)[np.argmin(np.abs(along), axis=1)]
    second = np.cross(along, other)
    second /= np.linalg.norm(second, axis=1)[:, None]
    return np.stack([along, second, np.cross(along, second)], axis=2)


def _stiffness(length, radius):
    """(np, 12, 12) of beams after Euler and Bernoulli, in their own axes; one moment of area serves bending and torsion."""
    ratio = (20 * radius / LENGTH) ** 2
    young, shear = YOUNG / ratio, SHEAR / ratio
    area, moment = np.pi * radius**2, np.pi * radius**4 / 2
    k = np.zeros((len(length), 12, 12))
    for i, value in ((0, young * area / length), (3, shear * moment / length)):
        k[:, i, i] = k[:, i + 6, i + 6] = value
        k[:, i, i + 6] = k[:, i + 6, i] = -value
    bending = young * moment
    for move, turn, sign in ((1, 5, 1.0), (2, 4, -1.0)):
        rows = [move, turn, move + 6, turn + 6]
        h, zero = sign * 6 * bending / length**2, 12 * bending / length**3
        own, other = 4 * bending / length, 2 * bending / length
        block = np.array([[zero, h, -zero, h], [h, own, -h, other], [-zero, -h, zero, -h], [h, other, -h, own]])
        k[:, np.array(rows)[:, None], rows] = block.transpose(2, 0, 1)
    return k


def _mass(length, radius):
    """(np, 12, 12), by unit of length, as in code_aster, whose rotational inertia about the axis is that of the radius."""
    ratio = (20 * radius / LENGTH) ** 4
    m = np.zeros((len(length), 12, 12))
    for i, value in ((0, 1.0), (3, radius**2)):
        m[:, i, i] = m[:, i + 6, i + 6] = value / 3
        m[:, i, i + 6] = m[:, i + 6, i] = value / 6
    one = np.ones_like(length)
    for move, turn, sign in ((1, 5, 1.0), (2, 4, -1.0)):
        rows = [move, turn, move + 6, turn + 6]
        a, b, c, d = 13 / 35 * one, 9 / 70 * one, sign * 11 / 210 * length, sign * 13 / 420 * length
        own, other = length**2 / 105, -(length**2) / 140
        block = np.array([[a, c, b, -d], [c, own, d, other], [b, d, a, -c], [-d, other, -c, own]])
        m[:, np.array(rows)[:, None], rows] = block.transpose(2, 0, 1)
    return m * DENSITY / ratio * np.pi * radius**2


def lattice_modes(built: Lattice, count: int, shift: float) -> np.ndarray:
    """(6 n, k) motions of the lattice that `count` modes of the interface are looked for among; `shift`, Hz.

    Raises ComputationFailed where the lattice has too few.
    """
    from scipy.linalg import eigh

    share, rest = count // built.pieces, int(6.0 / built.pieces)
    kept = (share + 2 * (rest + 1) if share > 7 else share + 8) * built.pieces
    if kept + SPARE > len(built.mass):
        raise ComputationFailed(f"{count} modes need {kept + SPARE} of the interface, which has {len(built.mass)}")
    values, vectors = eigh(built.stiffness - (2 * np.pi * shift) ** 2 * built.mass, built.mass)
    found = np.argsort(abs(values), kind="stable")[: kept + SPARE]
    found = found[np.argsort(values[found])]
    frequency = np.sqrt(abs(values[found])) * np.sign(values[found])
    steps, sums = abs(np.diff(frequency)), abs(frequency[1:]) + abs(frequency[:-1])
    cuts = [i for i in range(kept, kept + SPARE) if steps[i - 1] > CUT * sums[i - 1]]
    if not cuts:
        raise ComputationFailed("the modes of the lattice of the interface come in too large a family")
    motions = vectors[:, found[: cuts[0]]]
    return motions / np.linalg.norm(motions, axis=0)


def modes_of(shapes: np.ndarray, stiffness, mass, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The `count` smallest frequencies (Hz) of K and M seen through shapes (n, k), and the shapes (n, count).

    The largest weight of a shape is one in each: they keep the sizes that code_aster gives them, which its elimination of links feels.
    """
    from scipy.linalg import eig

    # Not as a symmetric pencil: where the lattice turns nodes that the structure does not, lifted shapes may depend on each other.
    above, weights = eig(shapes.T @ (stiffness @ shapes), shapes.T @ (mass @ shapes), homogeneous_eigvals=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        squares = np.abs(np.where(above[1] == 0.0, np.inf, above[0].real / above[1].real))
    found = np.argsort(squares, kind="stable")[:count]
    weights = weights[:, found].real
    return np.sqrt(squares[found]) / (2 * np.pi), shapes @ (weights / abs(weights).max(axis=0))


def interface_modes(responses: StaticResponses, mass, held: dict, dofs: Dofs, places: np.ndarray, count: int, shift: float):
    """(frequencies in Hz, shapes (n, count)) of an interface; `held` {unknown: the relation that holds it}, places (n_nodes, 3), shift Hz.

    Raises ComputationFailed where the lattice does not tell as many, or where an unknown is no displacement nor rotation.
    """
    unknowns = np.array(list(held), int)
    axes = np.array([AXES.index(name) if name in AXES else -1 for name in dofs.components])[dofs.component[unknowns]]
    if (axes < 0).any():
        raise ComputationFailed(f"an interface is moved by {', '.join(AXES)} only")
    nodes, own = np.unique(dofs.node[unknowns], return_inverse=True)
    pairs = neighbours(responses.stiffness, [np.flatnonzero(dofs.node == node) for node in nodes])
    motions = lattice_modes(lattice(places[nodes], pairs), count, shift)
    shapes = responses.to_motions(list(held.values()), motions[6 * own + axes])
    return modes_of(shapes, responses.stiffness, mass, count)
