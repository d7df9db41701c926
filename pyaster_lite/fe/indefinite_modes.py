"""Eigenvalues of symmetric pencils K x = lambda M x whose mass is not definite: structures with fluids of pressure and potential.

Motions of the potential alone have no stiffness and a negative mass: they are zeros of the pencil, as many as there are
potentials, and no modes. Modes have a positive mass, so that the negative pivots of K - sigma M still count those below a
sigma > 0 (r4.02.02, r5.01.04).
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import diags_array

from .damped_modes import polished
from .eigen import EPS, STARTS, Pencil, _factorised, negative_pivots
from .errors import ComputationFailed, SingularMatrix

RAISED = 1e-11
ROUGH = 1e-2
"""What is out of balance by more is rounding: a potential that is the same everywhere."""


class IndefinitePencil(Pencil):
    """A pencil as above; every eigenpair that it tells has x.M x = 1.

    held  the stiffness with its diagonal raised a little, for rises of a free surface that no point of its quadrature sees
    """

    def __init__(self, stiffness, mass):
        super().__init__(stiffness, mass)
        raised = RAISED * abs(self.stiffness.diagonal())
        self.held = self.stiffness + (np.diag(raised) if self.dense else diags_array(raised))

    def _solve_whole(self):
        from scipy.linalg import eig

        weights = self._weights()
        for shift in self._shift() * np.array([-1.0, -3.7, -0.21]):
            shifted = self.held - shift * self.mass
            try:
                inverses, vectors = eig(np.linalg.solve(weights[:, None] * shifted * weights, weights[:, None] * self.mass * weights))
            except np.linalg.LinAlgError:
                continue
            break
        else:
            raise SingularMatrix("the modal problem is singular: stiffness and mass vanish together for some motion")
        real = (abs(inverses.imag) <= 1e-6 * abs(inverses)) & (abs(inverses) > self.size * EPS * abs(inverses).max(initial=0.0))
        return self._modes(weights[:, None] * vectors[:, real].real)

    def _shift(self):
        """Well below the eigenvalues of single cells, those of the structure and those of the fluid."""
        k, m = abs(self.stiffness.diagonal()), self.mass.diagonal()
        both, pressures, potentials = (k > 0.0) & (m > 0.0), (k > 0.0) & (m == 0.0), m < 0.0
        found = [_mean(k[both] / m[both])] if both.any() else []
        stored = abs(self.mass[pressures][:, potentials]).max(axis=1) if pressures.any() and potentials.any() else None
        if stored is not None:
            stored = stored.toarray().ravel() if hasattr(stored, "toarray") else stored
            found.append(_mean(k[pressures]) * _mean(-m[potentials]) / _mean(stored[stored > 0.0]) ** 2)
        return 1e-3 * min(found, default=float(k.max() / abs(m).max()))

    def _weights(self):
        """(n,) those of rows and columns that bring the diagonal of the shifted matrix to ones, the units being very different."""
        diagonal = abs(self.held.diagonal()) + self._shift() * abs(self.mass.diagonal())
        return 1.0 / np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))

    def _modes(self, vectors):
        """Ascending eigenvalues, and M-normed vectors, of those columns that have a positive mass and are modes indeed."""
        masses = np.einsum("ij,ij->j", vectors, self.mass @ vectors)
        weighed = np.einsum("ij,ij->j", abs(vectors), abs(self.mass) @ abs(vectors))
        vectors = vectors[:, masses > 1e-10 * weighed]
        norms, values = self.rayleigh(vectors)
        weights = self._weights()[:, None]
        gap = np.linalg.norm(weights * (self.stiffness @ vectors - values * (self.mass @ vectors)), axis=0)
        true = gap < ROUGH * np.linalg.norm(weights * (self.stiffness @ vectors), axis=0)
        vectors, norms, values = vectors[:, true], norms[true], values[true]
        order = np.argsort(values, kind="stable")
        return values[order], (vectors / np.sqrt(norms))[:, order]

    def refined(self, values, vectors, threshold):
        """The same eigenpairs, polished."""
        values, vectors = polished(values, vectors, self.stiffness, -self.mass)
        vectors = vectors.real
        return values.real, vectors / np.sqrt(self.rayleigh(vectors)[0])

    def count_below(self, shift: float) -> int:
        """How many modes are below `shift`."""
        if self.dense:
            return super().count_below(shift)
        return negative_pivots(self.held - shift * self.mass) if shift > 0.0 else 0

    def rank(self) -> int:
        """How many modes there are at most."""
        return len(self.all()[0]) if self.dense else self.size

    def _sparse(self, number, shift, which):
        if shift is None:
            raise ComputationFailed("the largest modes of a large structure with a fluid are not sought")
        if shift <= 0.0:
            shift = self._above(number)
        shift, solve = self._shifted = _factorised(self.held, self.mass, shift, self.scale())
        wanted = number + 2
        while True:
            values, vectors = self._modes(self._arnoldi(min(wanted, self.size - 2), solve))
            if len(values) >= number or wanted >= self.size - 2:
                break
            wanted *= 2
        chosen = np.sort(np.argsort(abs(values - shift), kind="stable")[:number])
        return values[chosen], vectors[:, chosen]

    def _above(self, number):
        """A shift below which there are `number` modes, and not many more."""
        shift = self._shift()
        while self.count_below(shift) >= number:
            shift /= 2.0
        while self.count_below(shift) < number:
            shift *= 1.5
        return shift / 2.0

    def _arnoldi(self, number, solve):
        from scipy.sparse.linalg import ArpackError, LinearOperator, eigs

        operator = LinearOperator(self.stiffness.shape, matvec=lambda x: solve(self.mass @ np.ravel(x)), dtype=float)
        for seed in range(STARTS):
            start = np.random.default_rng(seed).standard_normal(self.size)
            try:
                inverses, vectors = eigs(operator, number, v0=start, ncv=min(self.size, max(2 * number + 2, number + 20)), tol=0.0)
            except ArpackError as failure:
                if seed + 1 == STARTS:
                    raise ComputationFailed(f"the eigenvalue solver did not converge: {failure}") from failure
                continue
            return vectors[:, abs(inverses.imag) <= 1e-6 * abs(inverses)].real


def _mean(values):
    """The geometric mean."""
    return float(np.exp(np.log(values).mean()))
