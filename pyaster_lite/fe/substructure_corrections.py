"""What a model of linked substructures misses, and motions that mend it (op0091, traint, trasst, modexp, vecind; after r4.06.02).

u a mode of the reduced model on one substructure, w its pulsation, S a set of its unknowns (an interface, or all others): the work of S is

    u_S . (K - w^2 M) u / max(1, w),

zero where u is a mode of the structure. With Kd = K - w0^2 M, and f = M u, what mends the basis are

    the answers of Kd, the interfaces held, to f off the interfaces;
    the answers of Kd, the interfaces free, to f on the interfaces;
    of a slave, the answers of Kd to P v on its interface, v the motion of the master's and P what leads the slave;
    of a master, the static answers to Y q on its interface, q from P Y q that comes near to the slave's motion (see `expanded`).
"""

from __future__ import annotations

import numpy as np

from .constraints import Relations

WEIGHTLESS, SAME = 1e-16, 1e-12
"""Vectors lighter than the first are left out; singular values of P Y below this part of the largest are none."""


def work(motions: np.ndarray, residuals: np.ndarray, pulsations: np.ndarray, rows) -> np.ndarray:
    """(k,) of the unknowns `rows`; motions and residuals (K - w^2 M) u (n, k), pulsations (k,)."""
    return np.einsum("ik,ik->k", motions[rows], residuals[rows]) / np.maximum(1.0, pulsations)


def in_written_order(vectors: np.ndarray, node: np.ndarray, relations: Relations) -> np.ndarray:
    """(rows, k) of vectors (n, k), unknowns of nodes (n,), with zeros where code_aster writes multipliers.

    There are two for each relation, before the first of its nodes and behind the last.
    """
    matrix = relations.matrix
    before = np.zeros(int(node.max()) + 2, int)
    for first, last in zip(matrix.indptr[:-1], matrix.indptr[1:]):
        nodes = node[matrix.indices[first:last]]
        before[nodes.min()] += 1
        before[nodes.max() + 1] += 1
    places = np.arange(len(node)) + np.cumsum(before)[node]
    written = np.zeros((len(node) + 2 * matrix.shape[0], vectors.shape[1]))
    written[places] = vectors
    return written


def in_pieces(written: np.ndarray, length: int) -> np.ndarray:
    """(length, k): of k vectors one behind the other (rows, k), the first k pieces, as code_aster takes them for their traces."""
    return written.ravel("F")[: length * written.shape[1]].reshape(-1, length).T


def expanded(leading: np.ndarray, candidates: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """(m, k): motions Y q of a master's interface, Y (m, c), for those of the slave, (l, k), that P Y q is to come near to, P (l, m).

    As in code_aster, which reads the c weights of one motion after the other without the l - c numbers that the least squares of LAPACK
    leave behind each, those of the first motion alone are the nearest.
    """
    from scipy.linalg.lapack import dgelss

    found = dgelss(leading @ candidates, wanted, cond=SAME)[1]
    count = candidates.shape[1]
    return candidates @ found.ravel("F")[: count * wanted.shape[1]].reshape(-1, count).T


def principal_motions(vectors: np.ndarray, mass) -> np.ndarray:
    """(n, r): what spans vectors (n, k), each of unit mass, by the sizes of its parts; those lost in rounding are left out."""
    norms = np.sqrt(abs(np.einsum("ik,ik->k", vectors, mass @ vectors)))
    scaled = np.where(norms > WEIGHTLESS, vectors / np.where(norms > WEIGHTLESS, norms, 1.0), 0.0)
    left, sizes, _ = np.linalg.svd(scaled.T @ (mass @ scaled))
    return scaled @ left[:, sizes > len(sizes) * sizes[0] * 1e-16]
