"""GDEF_LOG: laws of small strain between the logarithmic strain E = ln(C) / 2 and its dual T (Miehe, Apel, Lambrecht 2002; r5.03.24).

With C = F^T F of eigenvalues l_i and f(l) = ln(l) / 2, divided differences f[i,j], f[i,j,k] and components in the axes of C:

    dE_ij = 2 f[i,j] dEg_ij                                         (Eg Green's strain)
    S_ij  = 2 f[i,j] T_ij
    dS = P^T D P dEg + L dEg,  a : L b = 4 sum over i, j, k of T_ij f[i,k,j] (a_ik b_kj + b_ik a_kj)
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np

from .contraction import contracted
from .element import PointState
from .errors import LawFailed
from .large_strain import Large, mandel
from .tensors import mean

ROOT = np.sqrt(2.0)
CLOSE = 1e-4
"""Eigenvalues this close, beside their mean, share a series for divided differences."""
PAIRS = [(1, 0), (2, 0), (2, 1)]
TRIPLES = ALIKE, PAIRED, APART = [
    [among for among in combinations_with_replacement(range(3), 3) if len(set(among)) == count] for count in (1, 2, 3)
]
"""Sorted triples of axes by how many differ."""
PLACES_OF_PAIRS = np.array([[0, 3, 4], [3, 1, 5], [4, 5, 2]])
"""Where (i, j) stands among (0, 0), (1, 1), (2, 2) and PAIRS."""
PLACES_OF_TRIPLES = np.array([sum(TRIPLES, []).index(tuple(sorted(axes))) for axes in np.ndindex(3, 3, 3)]).reshape(3, 3, 3)


class LogMotion:
    """What stresses T dual to the logarithmic strain make at gradients h (ne, ng, 3, 3) of a solid in large strain.

    strain  E (ne, ng, ns);  rate  dE/dH (ne, ng, ns, nh)
    """

    def __init__(self, solid: Large, h):
        self.solid, self.f = solid, np.eye(3) + h
        self._spectrum, n = _spectrum(self.f), len(solid.continuum.strains)
        self.strain = log_strain(*self._spectrum, n)
        self._by_green = log_rate(*self._spectrum, n)
        self._green = solid._green_rate(self.f)
        self.rate = self._by_green @ self._green

    def second(self, dual):
        """S (ne, ng, ns)."""
        return np.einsum("egts,egt->egs", self._by_green, dual)

    def rigidity(self, dual):
        """(ne, ng, nh, nh) the part of dP/dH that T makes as it is."""
        return self.solid._piola(self.f, self.second(dual), log_curvature(*self._spectrum, dual), True)[1]

    def kept(self, dual):
        """Cauchy's stress (ne, ng, ns)."""
        return self.solid._cauchy(self.f, self.second(dual), dual.shape[-1])


class Logarithmic(Large):
    """The stress T is kept behind the variables of the law, six components."""

    added_variables = 6

    def integrate(self, data, behaviour, h, before, state, want_tangent):
        """T by the law from E; S, P and A from it."""
        ns = len(self.continuum.strains)
        motion = LogMotion(self, h)
        old_strain = log_strain_of(np.eye(3) + before, ns)
        scale = np.where(np.arange(ns) < 3, 1.0, ROOT)
        old = PointState(old_strain, state.internal[..., -6:][..., :ns] * scale, state.internal[..., :-6])
        dual, internal, tangent = behaviour.integrate(motion.strain, old, data, self.continuum)
        piola = np.einsum("egsh,egs->egh", motion.rate, dual)
        a = None
        if want_tangent:
            # rates are those at the stress before, which the law may have answered anew
            held = old.stress if data.step.predicting else dual
            a = np.swapaxes(motion.rate, 2, 3) @ tangent @ motion.rate + motion.rigidity(held)
            a = self._unhooped(a, motion.second(held))
        stress = motion.kept(dual)
        if self.continuum.flat:
            stress = stress * (np.linalg.det(motion.f) / self._volume_ratio(data, dual))[..., None]
        kept = np.zeros((*internal.shape[:2], 6))
        kept[..., :ns] = dual / scale
        return piola, a, PointState(motion.strain, stress, np.concatenate([internal, kept], axis=-1))

    def _volume_ratio(self, data, dual):
        """J in plane stress, by the elastic part of the strain, plastic strains keeping the volume."""
        young, poisson = data.at_points("young"), data.at_points("poisson")
        return np.exp(3.0 * mean(dual) * (1 - 2 * poisson) / young)


def dual_energy(element, data, dual):
    """(ne, ng) elastic energy by volume T : S : T / 2 of the stress T, plain components (ne, ng, 6), of isotropic elasticity.

    As in code_aster (enelpg) the shears of a solid in space are counted once.
    """
    young, poisson = data.at_points("young"), data.at_points("poisson")
    direct, shear = dual[..., :3], (1.0 if element.dim == 3 else 2.0) * (dual[..., 3:] ** 2).sum(-1)
    return 0.5 * ((1 + poisson) * ((direct**2).sum(-1) + shear) - poisson * direct.sum(-1) ** 2) / young


def _spectrum(f):
    if (np.linalg.det(f) <= np.finfo(float).eps).any():
        raise LawFailed("a cell is turned inside out")
    return np.linalg.eigh(np.swapaxes(f, -1, -2) @ f)


def log_strain_of(f: np.ndarray, n: int) -> np.ndarray:
    """(..., n) the logarithmic strain of F (..., 3, 3), in Mandel's notation; raises LawFailed where det F is not positive."""
    return log_strain(*_spectrum(f), n)


def log_strain(values, vectors, n):
    """(..., n) ln(C) / 2 of the eigenvalues (..., 3) and eigenvectors (..., 3, 3) of C."""
    return mandel(np.einsum("...ai,...i,...bi->...ab", vectors, 0.5 * np.log(values), vectors), n)


def _basis(vectors, n):
    """(..., n, 3, 3) the unit tensors of Mandel's notation in the axes of C."""
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))[:n]
    units = np.zeros((n, 3, 3))
    for k, (a, b) in enumerate(pairs):
        units[k, a, b] = units[k, b, a] = 1.0 if a == b else 1 / ROOT
    return contracted("...ai,kab,...bj->...kij", vectors, units, vectors)


def first_difference(values):
    """(..., 3, 3) f[i,j]."""
    return np.moveaxis(_first(np.ascontiguousarray(np.moveaxis(values, -1, 0))), (0, 1), (-2, -1))


def _first(x):
    """(3, 3, ...) f[i,j] of (3, ...)."""
    i, j = np.transpose(PAIRS)
    a, b = x[i], x[j]
    gap, total = b - a, a + b
    r = gap / total
    close = abs(r) < CLOSE
    # ln(b / a) / (b - a) = 2 artanh(r) / (2 m r)
    square = r * r
    series = (1 + square * (1 / 3 + square / 5)) / total
    found = np.where(close, series, 0.5 * np.log1p(gap / a) / np.where(close, 1.0, gap))
    return np.concatenate([0.5 / x, found])[PLACES_OF_PAIRS]


def second_difference(values):
    """(..., 3, 3, 3) f[i,k,j], the same in any order."""
    x = np.ascontiguousarray(np.moveaxis(values, -1, 0))
    first = _first(x)
    found = np.concatenate([_second(x, first, triples) for triples in TRIPLES])
    return np.moveaxis(found[PLACES_OF_TRIPLES], (0, 1, 2), (-3, -2, -1))


def _second(x, first, triples):
    """(f[a,b] - f[b,c]) / (a - c) by triple, with a, c the two farthest apart; a series about the mean where all are close."""
    a, b, c = np.transpose(triples)
    m = (x[a] + x[b] + x[c]) / 3
    inverse = 1.0 / m
    series = -0.25 * inverse**2
    if triples is ALIKE:
        return series
    # f''/2 + f/24 h2 + f'/120 h3 at m, h2 and h3 being half the sum of squares of the distances to m and a third of that of cubes
    apart = [(x[i] - m) * inverse for i in (a, b, c)]
    squares = [one * one for one in apart]
    cubes = sum(square * one for square, one in zip(squares, apart))
    result = series * (1.0 + 0.25 * sum(squares) - 0.4 / 3 * cubes)
    # Of a value that comes twice it is the other one that is as far as any
    pairs = [(a, c, b)] if triples is PAIRED else [(a, b, c), (b, c, a), (a, c, b)]
    gaps = [x[one] - x[other] for one, other, _ in pairs]
    spread = [abs(gap) for gap in gaps]
    farthest = np.maximum.reduce(spread)
    for (one, other, third), gap, own in zip(pairs, gaps, spread):
        use = (own == farthest) & (own > 1e-3 * m)
        divided = (first[one, third] - first[other, third]) / np.where(use, gap, 1.0)
        result = np.where(use, divided, result)
    return result


def log_rate(values, vectors, n):
    """P (..., n, n) with dE = P dEg."""
    basis, first = _basis(vectors, n), first_difference(values)
    return contracted("...kij,...ij,...lij->...kl", basis, 2 * first, basis)


def log_curvature(values, vectors, dual):
    """L (..., n, n) of the dual stress (..., n)."""
    n = dual.shape[-1]
    basis = _basis(vectors, n)
    stress = np.einsum("...k,...kij->...ij", dual, basis)
    weighted = 4.0 * stress[..., :, None, :] * second_difference(values)
    half = contracted("...ikj,...mik,...lkj->...ml", weighted, basis, basis)
    return half + np.swapaxes(half, -1, -2)
